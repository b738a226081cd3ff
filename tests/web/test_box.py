"""The chat's commands from the machine, by a personal code."""

import json
import stat
from pathlib import Path

import pytest

from bot.agent.box import papers
from bot.usage.services.box_codes import LIFETIME, ONCE_SECONDS
from bot.web.guesses import MOST_WRONG, WAIT_SECONDS
from tests.web.box_talk import Terminal, announced, code_for, post
from tests.web.site import Site


@pytest.fixture
def terminal(site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    site.lab.say("/help", "bob", name="鲍勃")
    return Terminal(site, tmp_path / "bob", capsys)


def test_a_code_from_the_chat_makes_the_machine_speak_for_its_member(terminal: Terminal) -> None:
    code, told = terminal.enter(code_for(terminal.site))
    assert code == 0 and "鲍勃" in told
    code, told = terminal.say("订2张6小时")
    assert code == 0 and "[1]" in told
    assert [one["holder"] for one in terminal.site.lab.say("/status").data["cards"][:2]] == ["鲍勃", "鲍勃"]
    assert "6 小时" in terminal.say("/my")[1] or "预约" in terminal.say("/my")[1]


def test_what_is_done_from_the_machine_is_told_to_the_group_with_a_way_back(terminal: Terminal) -> None:
    terminal.get_in().say("订2张6小时")
    (said,) = announced(terminal.site)
    assert (said.code, said.data["holder"], said.data["what"]) == ("from_box", "鲍勃", "booked")
    assert "鲍勃" in said.text.split("\n")[0]
    assert terminal.site.lab.press(said.token("撤销"), "alice").code == "not_yours"
    assert terminal.site.lab.press(said.token("撤销"), "bob").code == "undone"


def test_looking_from_the_machine_is_nobody_elses_business(terminal: Terminal) -> None:
    terminal.get_in()
    assert terminal.say("/my")[0] == 0 and terminal.say("/status")[0] == 0
    assert announced(terminal.site) == []


def test_a_button_is_pressed_by_its_number(terminal: Terminal) -> None:
    terminal.get_in().say("订2张6小时")
    shown = terminal.say("/my")[1] + terminal.say("订1张2小时")[1]
    number = next(part[1] for part in shown.split("\n")[-3].split("  ") if "撤销" in part)
    code, told = terminal.say(number)
    assert code == 0 and "撤" in told
    assert terminal.say("9")[0] == 2


def test_the_same_line_sent_twice_is_done_once(terminal: Terminal) -> None:
    terminal.get_in()
    known = papers.load(terminal.environment)
    assert known is not None
    line = json.dumps({"id": "x1", "text": "/book 1 2h"})
    first, second = (post(terminal.site, "/box/say", line, known.key) for _ in range(2))
    assert first == second and first[1]["answers"][0]["code"] == "booked"
    assert terminal.site.rows("SELECT count(*) FROM booking") == [(1,)]
    assert len(announced(terminal.site)) == 1


def test_a_refusal_is_an_answer(terminal: Terminal) -> None:
    code, told = terminal.get_in().say("/book 99xA100 6h")
    assert code == 0 and told.strip()
    assert announced(terminal.site) == []


def test_the_code_of_the_chat_opens_once_and_for_ten_minutes(terminal: Terminal) -> None:
    code = code_for(terminal.site)
    assert terminal.enter(code)[0] == 0
    status, told = terminal.enter(code)
    assert status == 1 and "no such code" in told
    late = code_for(terminal.site)
    terminal.site.advance(ONCE_SECONDS)
    assert "expired" in terminal.enter(late)[1]


def test_nothing_in_the_store_opens_the_machines_door(terminal: Terminal) -> None:
    terminal.get_in()
    known = papers.load(terminal.environment)
    assert known is not None
    everything = "".join(
        str(row)
        for table in ("box_code", "inbox", "outbox", "audit", "offer", "identity")
        for row in terminal.site.rows(f"SELECT * FROM {table}")
    )
    assert known.key not in everything
    (kept,) = terminal.home.rglob("box.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600 and known.key in kept.read_text()


def test_a_revoked_or_old_code_opens_nothing_and_says_what_to_do(terminal: Terminal) -> None:
    terminal.get_in()
    terminal.site.advance(LIFETIME)
    status, told = terminal.say("/my")
    assert status == 1 and "expired" in told and "/code" in told
    terminal.get_in()
    assert terminal.say("/my")[0] == 0
    said = terminal.site.lab.say("/code", "bob", chat=None)
    assert said.data["in_use"] == 1
    assert terminal.site.lab.press(said.token("停用"), "bob", chat=None).code == "box_code_revoked"
    status, told = terminal.say("/my")
    assert status == 1 and "revoked" in told
    assert terminal.enter(str(said.data["line"]).split()[3])[0] == 1


def test_who_left_the_group_speaks_no_more(terminal: Terminal) -> None:
    terminal.get_in()
    leaving = terminal.site.lab.say("/leave", "bob")
    terminal.site.lab.press(leaving.token(), "bob")
    assert terminal.say("/my")[0] == 1


def test_who_guesses_ten_times_waits_and_then_may_try_again(terminal: Terminal) -> None:
    terminal.get_in()
    for _ in range(MOST_WRONG):
        assert post(terminal.site, "/box/booking", "{}", "guess")[0] == 401
    status, told = post(terminal.site, "/box/booking", "{}", "guess")
    assert (status, told["seconds"]) == (429, WAIT_SECONDS)
    assert f"{WAIT_SECONDS} s" in terminal.say("/my")[1]
    terminal.site.advance(WAIT_SECONDS)
    assert terminal.say("/my")[0] == 0


def test_what_is_no_line_is_refused(terminal: Terminal) -> None:
    known = papers.load(terminal.get_in().environment)
    assert known is not None
    for body in ("", "[]", '{"id":"x"}', '{"id":"","text":"x"}', '{"id":"x","text":"a","press":"b"}'):
        status, told = post(terminal.site, "/box/say", body, known.key)
        assert (status, told["reason"]) == (400, "bad_input")


def test_who_is_who_is_not_changed_from_the_machine(terminal: Terminal) -> None:
    terminal.get_in()
    for text in ("/code", "/link", "/join", "/leave", "/role"):
        assert "不能在机器上发" in terminal.say(text)[1]


def test_a_code_is_given_in_private_only(terminal: Terminal) -> None:
    assert terminal.site.lab.say("/code", "bob").code == "code_in_private"


def test_each_is_answered_in_their_own_language(terminal: Terminal) -> None:
    terminal.site.lab.say("/lang en", "bob", chat=None)
    assert "cards" in terminal.get_in().say("/book 2 3h")[1].lower()


def test_people_who_share_an_account_keep_their_codes_apart(terminal: Terminal) -> None:
    terminal.user = "bob"
    terminal.get_in("bob")
    alice = Terminal(terminal.site, terminal.home, terminal.capsys, "alice").get_in("alice")
    alice.say("/book 1 2h")
    terminal.say("/book 1 2h")
    holders = [one["holder"] for one in terminal.site.lab.say("/status").data["cards"][:2]]
    assert holders == ["alice", "鲍勃"]


def test_a_code_is_for_one_pool_and_nothing_has_to_be_asked(terminal: Terminal) -> None:
    lab = terminal.site.lab
    founding = lab.say("/setup", chat=None).data["code"]
    lab.say(f"/setup {founding} 二组", "bob", chat="other")
    lab.say("/pool 4x4090-24G", "bob", chat="other")
    asked = lab.say("/code", "bob", chat=None)
    given = lab.press(asked.token("二组"), "bob", chat=None)
    assert terminal.enter(given.data["line"].split()[3])[0] == 0
    assert "归你了" in terminal.say("订1张4090 2小时")[1]
    assert [one.to for one in terminal.site.told() if one.code == "from_box"] == ["other"]


def test_private_messages_never_go_to_the_machine(terminal: Terminal) -> None:
    """Alice was never seen in private but at the machine: what is told her alone has nowhere to go there."""
    alice = Terminal(terminal.site, terminal.home / "a", terminal.capsys)
    alice.get_in("alice").say("/book 1 20m")
    terminal.site.lab.at("+15m")
    assert terminal.site.rows("SELECT count(*) FROM outbox WHERE platform = 'box' AND state <> 'sent'") == [(0,)]


def test_a_bot_that_is_away_is_named(terminal: Terminal) -> None:
    terminal.get_in()
    terminal.site.close()
    status, told = terminal.say("/my")
    terminal.site.open(terminal.site.port)
    assert status == 1 and "cannot be reached" in told
    assert terminal.say("/my")[0] == 0


def test_without_a_code_it_says_how_to_get_one(terminal: Terminal) -> None:
    status, told = terminal.say("/my")
    assert status == 2 and "/code" in told


def test_the_word_code_in_a_sentence_gives_no_code_away(terminal: Terminal) -> None:
    lab = terminal.site.lab
    assert lab.say("code review at 5", "bob", chat=None).code != "box_code"
    assert lab.say("口令", "bob", chat=None).code == "box_code"
    assert lab.deliver("口令", "bob", addressed=False) == []
