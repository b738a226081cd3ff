"""`/split`: the total and one's own first; then everybody, the policy in a sentence, what has to be said of the use."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept
from tests.saying import Lab


def story(one: Lab) -> None:
    """Bob has used 12 card-hours and carol 4 of November; it is the 3rd."""
    for who in ("alice", "bob", "carol"):
        one.say("/help", who)
    one.say("/price 租 40000 每月")
    one.say("/book 2 6h", "bob")
    one.say("/book 1 4h", "carol")
    one.at("2026-11-03T10:00:00+08:00")


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), story, "2026-11-02T10:00:00+08:00")


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path, "2026-11-03T10:00:00+08:00") as one:
        yield one


def test_the_first_line_is_the_total_and_mine_and_an_estimate_has_no_fen(lab: Lab) -> None:
    reply = lab.say("/split", "bob")
    assert (reply.code, reply.data["total_minor"], reply.data["mine_minor"]) == ("split", 4_000_000, 3_000_000)
    assert (reply.data["estimate"], reply.data["state"]) == (True, "open")
    assert reply.text.split("\n")[0] == "11 月约 ¥40000，你 ¥30000"
    assert "按到现在的用量估" in reply.text
    members = [(one["name"], one["minor"], one["card_seconds"]) for one in reply.data["members"]]
    assert members == [("bob", 3_000_000, 12 * 3600), ("carol", 1_000_000, 4 * 3600)]


def test_in_english_too(lab: Lab) -> None:
    lab.say("/lang en", "carol")
    assert lab.say("/split", "carol").text.split("\n")[0] == "Nov: about ¥40,000, you ¥10,000"


@pytest.mark.parametrize(
    "words", ["/split 上个月", "上个月我多少钱？", "上个月账单呢", "/split 11月", "/split Nov", "/split 2026-11"]
)
def test_last_month_is_asked_for_in_many_ways(lab: Lab, words: str) -> None:
    lab.at("2026-12-02T10:00:00+08:00")
    reply = lab.say(words, "bob")
    assert (reply.data["month"], reply.data["mine_minor"]) == ("2026-11", 3_000_000)


def test_another_policy_is_only_supposed(lab: Lab) -> None:
    supposed = lab.say("/split 平摊", "carol")
    assert (supposed.data["supposed"], supposed.data["policy"], supposed.data["mine_minor"]) == (
        True,
        {"name": "equal"},
        1_333_333,
    )
    assert lab.say("/split", "carol").data["mine_minor"] == 1_000_000
    assert lab.say("/split 两段 30%", "alice").data["mine_minor"] == 400_000
    assert lab.say("/split 抓阄").code == "bad_input"


def test_what_if_puts_every_policy_side_by_side_with_the_one_in_force_first(lab: Lab) -> None:
    lab.say("/split 认购 alice 50 bob 30 carol 20")
    reply = lab.say("/split whatif", "bob")
    names = [one["policy"]["name"] for one in reply.data["policies"]]
    assert names == [
        "charged",
        "equal",
        "presence",
        "booked",
        "two_part",
        "pledge",
        "direct_idle",
    ]  # no agent: no `used`
    for one in reply.data["policies"]:
        assert sum(member["minor"] for member in one["members"]) == 4_000_000
    assert reply.data["policies"][0]["mine_minor"] == 3_000_000


def test_a_month_without_use_says_what_is_missing_and_then_goes_to_the_payer(lab: Lab) -> None:
    lab.at("2026-12-01T00:00:01+08:00")
    reply = lab.say("/split", "bob")
    assert (reply.data["problem"], reply.data["total_minor"]) == ("no_weights", 4_000_000)
    lab.say("/split 付款人 carol")
    assert lab.say("/split", "carol").data["mine_minor"] == 4_000_000
    lab.say("/split 认购 alice 1 bob 1")
    assert lab.say("/split", "bob").data["mine_minor"] == 2_000_000


def test_where_amounts_are_private_the_group_reads_totals_and_everybody_their_own(lab: Lab) -> None:
    lab.say("/help", "bob", chat=None)  # a private chat
    assert lab.say("/split 私密 开", "bob").code == "role"
    assert lab.say("/split 私密 开").data["private"] is True
    said = lab.hear("/split", "bob")
    (group,) = [one for one in said if one.to == "lab"]
    (own,) = [one for one in said if one.to == "bob"]
    assert (group.data["mine_minor"], group.data["members"], group.data["total_minor"]) == (None, [], 4_000_000)
    assert own.data["mine_minor"] == 3_000_000
    assert {one["name"] for one in own.data["members"]} <= {"bob"}
    for words in ("/split", "/split whatif 12月"):
        alone = lab.say(words, "bob", chat=None)
        assert "alice" not in alone.text and "carol" not in alone.text, words
    assert len(lab.say("/split", chat=None).data["members"]) > 1, "who keeps the books reads all"
    hidden = lab.say("/why", "carol")
    assert (hidden.code, hidden.data["reachable"]) == ("told_privately", False)
    assert "10000" not in hidden.text
    assert lab.say("/split", "bob", chat=None).data["mine_minor"] == 3_000_000
    lab.say("/split 私密 关")
    assert lab.say("/split", "bob").data["mine_minor"] == 3_000_000


def test_sponsors_take_their_steps_first(lab: Lab) -> None:
    lab.say("/split 先出 alice 5000，alice 40%")
    lab.at("2026-12-01T00:00:00+08:00")
    assert lab.say("/split policy").data["sponsors"] == [
        {"name": "alice", "fixed_minor": 500_000, "percent": "0"},
        {"name": "alice", "fixed_minor": 0, "percent": "40"},
    ]
    lab.say("/book 1 4h", "bob")
    lab.at("2026-12-02T00:00:00+08:00")
    assert {one["name"]: one["minor"] for one in lab.say("/split").data["members"]} == {
        "alice": 1_900_000,
        "bob": 2_100_000,
    }


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("/split 2027-05", "no_such_month"),
        ("/split 付款人 谁啊", "no_such_member"),
        ("/split 公示 30天", "bad_input"),
        ("/split 公示 很久", "bad_input"),
        ("/split 私密 大概", "bad_input"),
        ("/split 先出 alice -5", "bad_input"),
        ("/split 先出 alice 1,5", "bad_amount"),
        ("/split 认购 alice 1.5", "bad_input"),
        ("/split whatif 明天", "bad_input"),
    ],
)
def test_what_cannot_be_is_refused(talk: Lab, words: str, code: str) -> None:
    assert talk.say(words).code == code


@pytest.fixture(scope="module")
def talk(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One lab for all refusals: nothing in them changes it."""
    with copied(file, tmp_path_factory.mktemp("talk"), "2026-11-03T10:00:00+08:00") as one:
        yield one
