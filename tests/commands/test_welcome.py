"""The card for newcomers: all that one needs to book, extend and release; and no secret on it."""

import pytest

from bot.commands.all import build_registry
from bot.language.reading import read_command
from tests.saying import Lab, Said

CONNECT = "ssh -p 2222 me@gpu.example.org"


def let_in(lab: Lab, who: str = "dan", *, name: str | None = None) -> list[Said]:
    """What is said when alice lets somebody in."""
    token = lab.say("/join", who, name=name).token("同意")
    return lab.send(id=f"in-{who}", chat="lab", **{"from": "alice"}, press=token)


def examples(card: Said) -> list[str]:
    return [line.removeprefix("例：") for line in card.text.split("\n") if line.startswith("例：")]


def test_a_newcomer_reads_it_in_private_where_that_is_possible(open_lab: Lab) -> None:
    open_lab.say(f"/welcome {CONNECT}")
    open_lab.say("/my", "dan", chat=None)
    joined, card = let_in(open_lab)
    assert (joined.to, joined.code) == ("lab", "joined")
    assert (card.to, card.code, card.asked) == ("dan", "welcome", False)
    assert (card.data["name"], card.data["pool"], card.data["connect"]) == ("dan", "lab", [CONNECT])
    assert CONNECT in card.text and card.data["private"] is True


def test_else_in_the_group_with_a_word_on_how_to_be_reached(open_lab: Lab) -> None:
    card = let_in(open_lab)[1]
    assert (card.to, card.data["private"]) == ("lab", False)
    assert card.text.startswith("dan，欢迎") and "私聊我发一次 /start" in card.text


def test_how_to_connect_is_never_posted_to_the_group_for_a_newcomer(open_lab: Lab) -> None:
    open_lab.say(f"/welcome {CONNECT}")
    card = let_in(open_lab)[1]
    assert (card.to, card.data["connect"], card.data["withheld"]) == ("lab", [], True)
    assert CONNECT not in card.text and "私聊我发 /welcome" in card.text and len(examples(card)) == 3
    assert open_lab.say("/welcome", "dan", chat=None).data["connect"] == [CONNECT]


def test_the_card_in_the_group_leads_to_a_private_chat_with_a_button(open_lab: Lab) -> None:
    assert let_in(open_lab)[1].labels == ["私聊我，下次悄悄提醒"]


def test_it_says_the_limits_in_force_in_five_lines(open_lab: Lab) -> None:
    card = let_in(open_lab)[1]
    rules = [line for line in card.text.split("\n") if line[:2] in ("1.", "2.", "3.", "4.", "5.")]
    assert len(rules) == 5
    assert rules[0] == "1. 一次最少 10 分钟，最多 3 天"
    limits = open_lab.say("/limits").data
    assert all(card.data[name] == limits[name] for name in limits if name.endswith(("seconds", "permille")))


def test_it_says_what_is_left_this_week_as_a_refusal_would(open_lab: Lab) -> None:
    """Four members share 8 cards × 168 h × 1.5."""
    card = let_in(open_lab)[1]
    assert card.data["left_seconds"] == 8 * 7 * 86400 * 3 // 2 // 4
    open_lab.say("/book 2 周五 10:00 10h", "dan")
    again = open_lab.say("/welcome", "dan")
    assert card.data["left_seconds"] - again.data["left_seconds"] == 2 * 10 * 3600


def test_on_the_weeks_last_day_nothing_is_left_to_count(open_lab: Lab) -> None:
    open_lab.at("2026-12-06T12:00:00+08:00")
    assert open_lab.say("/welcome", "bob").data["left_seconds"] is None


@pytest.mark.parametrize("hears_all", [True, False])
def test_with_the_card_alone_a_newcomer_books_extends_and_releases(open_lab: Lab, hears_all: bool) -> None:
    open_lab.happen("bot_changed", hears_all=hears_all, bot="@pinka_bot")
    card = let_in(open_lab)[1]
    assert len(examples(card)) == 3
    if not hears_all:
        assert all(example.startswith("/") and example.isascii() for example in examples(card))
    done = []
    for example in examples(card):
        done.append(open_lab.deliver(example, "dan", hears_all=hears_all, addressed=example.startswith("/"))[0].code)
        open_lab.at("+15m")
    assert done == ["booked", "extended", "released"]


def test_every_example_on_it_is_a_command_that_exists(open_lab: Lab) -> None:
    names = build_registry().names
    english = open_lab.deliver("/welcome", "bob", language="en")[0]
    shown = [line.removeprefix("e.g. ") for line in english.text.split("\n") if line.startswith("e.g. ")]
    assert shown and all(read_command(line, names) is not None for line in shown)


def test_it_is_in_the_language_of_the_newcomer(open_lab: Lab) -> None:
    open_lab.say("/lang en", "dan", chat=None)
    asked = open_lab.say("/join", "dan")
    said = open_lab.send(id="en", chat="lab", **{"from": "alice"}, press=asked.token("Agree"))
    assert said[1].text.startswith("Welcome, dan")
    assert said[0].text.startswith("dan 加入了")


@pytest.mark.parametrize("said", ["/welcome", "怎么连", "欢迎卡"])
def test_a_member_can_read_it_again(open_lab: Lab, said: str) -> None:
    open_lab.say(f"/welcome {CONNECT}")
    reply = open_lab.say(said, "bob")
    assert (reply.code, reply.data["connect"]) == ("welcome", [CONNECT])


def test_an_owner_changes_and_ends_what_it_says(open_lab: Lab) -> None:
    lines = ["ssh -p 2222 me@gpu.example.org", "数据放 /data/<name>"]
    assert open_lab.say("/welcome " + "\n".join(lines)).data == {"connect": lines}
    assert open_lab.say("/welcome", "bob").data["connect"] == lines
    assert open_lab.say("/welcome off").data == {"connect": []}
    assert "问管理员" in open_lab.say("/welcome", "bob").text


@pytest.mark.parametrize("who", ["bob", "zoe"])
def test_nobody_but_an_owner_changes_it(open_lab: Lab, who: str) -> None:
    assert open_lab.say(f"/welcome {CONNECT}", who).code in ("role", "not_member")
    assert open_lab.say("/welcome", "bob").data["connect"] == []


def test_a_stranger_does_not_read_how_to_connect(open_lab: Lab) -> None:
    open_lab.say(f"/welcome {CONNECT}")
    for chat in ("lab", "foreign", None):
        assert CONNECT not in open_lab.say("/welcome", "zoe", chat=chat).text


@pytest.mark.parametrize(
    ("connect", "what"),
    [
        ("ssh me@host password=hunter2", "password"),
        ("ssh me@host 密码 hunter2", "password"),
        ("sshpass -p hunter2 ssh me@host", "sshpass"),
        ("mysql -p'hunter2' me@host", "password"),
        ("https://me:hunter2@host/jupyter", "url"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nabc", "key"),
    ],
)
def test_a_secret_is_refused_with_its_reason_and_nothing_is_kept(open_lab: Lab, connect: str, what: str) -> None:
    reply = open_lab.say(f"/welcome {connect}")
    assert (reply.code, reply.data) == ("secret", {"what": what})
    assert "hunter2" not in reply.text
    assert open_lab.say("/welcome", "bob").data["connect"] == []


@pytest.mark.parametrize("text", ["a\n" * 6, "长" * 300])
def test_what_is_too_long_for_a_card_is_refused(open_lab: Lab, text: str) -> None:
    assert open_lab.say(f"/welcome {text}b").data["reason"] == "too_long_text"


def test_what_it_says_cannot_turn_or_break_a_line(open_lab: Lab) -> None:
    assert open_lab.say("/welcome ssh \u202eme@host\u0007 -p 22").data["connect"] == ["ssh me@host -p 22"]


def test_who_comes_back_is_welcomed_again(open_lab: Lab) -> None:
    open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob")
    assert [one.code for one in let_in(open_lab, "bob")] == ["joined", "welcome"]


def test_a_refused_wish_to_join_brings_no_card(open_lab: Lab) -> None:
    token = open_lab.say("/join", "dan").token("拒绝")
    assert [one.code for one in open_lab.send(id="no", chat="lab", **{"from": "alice"}, press=token)] == [
        "join_refused"
    ]


def test_two_pools_have_their_own_cards(open_lab: Lab) -> None:
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", chat="other")
    open_lab.say(f"/welcome {CONNECT}", chat="other")
    asked = open_lab.say("/welcome", chat=None)
    assert asked.code == "ask_pool"
    assert open_lab.press(asked.token("二组"), chat=None).data["connect"] == [CONNECT]
    assert open_lab.say("/welcome").data["connect"] == []
