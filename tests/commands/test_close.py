"""`/close`: last month's bill is shown, agreed with and closed; what cannot be closed says why."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.database import Database
from tests.billing.prepared import copied, kept
from tests.saying import Lab, laboratory


def story(one: Lab) -> None:
    """November costs 40000 and only bob used it; it is the second of December, nothing was shown yet."""
    for who in ("alice", "bob", "carol"):
        one.say("/help", who)
    one.say("/book 1 1h", "bob")
    one.at("2026-12-02T10:00:00+08:00")
    one.say("/bill 上个月 租金 40000")


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), story, "2026-11-02T10:00:00+08:00")


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path, "2026-12-02T10:00:00+08:00") as one:
        yield one


def test_a_month_that_runs_cannot_be_closed(lab: Lab) -> None:
    reply = lab.say("/close 12月")
    assert (reply.code, reply.data["until"]) == ("month_runs", "2027-01-01T00:00:00+08:00")


def test_a_month_without_lines_has_nothing_to_close(lab: Lab) -> None:
    assert lab.say("/close 10月").code == "nothing_to_close"
    assert lab.say("/close 谁").code == "bad_input"


def test_only_owners_and_treasurers_show_it_and_everybody_agrees(lab: Lab) -> None:
    assert lab.say("/close", "bob").code == "role"
    shown = lab.say("/close")
    assert lab.say("/pay", "bob").data["shown"] == "2026-11", "nothing is due yet, and it is said why"
    assert (shown.code, shown.data["missing"], shown.data["until"]) == ("review", ["bob"], "2026-12-05T10:00:00+08:00")
    assert lab.press(shown.token("同意"), "carol").data["agreed"] == ["carol"]
    assert lab.press(shown.token("同意"), "bob").code == "bill_closed"
    assert lab.press(shown.token("同意"), "bob").code == "bill_closed"


def test_what_was_written_down_late_is_shown_by_itself_a_day_after_the_last_line(lab: Lab) -> None:
    lab.at("2026-12-02T12:00:00+08:00")
    lab.say("/bill 上个月 存储 600")
    assert lab.at("2026-12-03T11:59:59+08:00") == []
    assert [said.code for said in lab.at("2026-12-03T12:00:00+08:00")] == ["review"]
    assert lab.say("/close").code == "review"  # a second time it is the same card, not a second review
    assert [said.code for said in lab.at("2026-12-06T12:00:00+08:00")] == ["bill_closed"]


def test_a_shown_bill_that_nobody_has_a_part_in_any_more_waits_and_is_told_once(lab: Lab) -> None:
    lab.say("/close")
    lab.database.write_now(lambda session: session.execute(text("UPDATE booked_card SET live = 0")))
    codes = [said.code for moment in ("+3d", "+1d", "+1d") for said in lab.at(moment)]
    assert codes == ["bill_stuck"]
    lab.say("/split 付款人 alice")
    assert [said.code for said in lab.at("+1d")] == ["review"]
    assert [said.code for said in lab.at("+1d")] == ["bill_closed"]


def test_an_old_card_gives_a_fresh_one_for_everybody(lab: Lab) -> None:
    lab.say("/split 公示 5天")
    shown = lab.say("/close")
    lab.at("+3d")
    fresh = lab.press(shown.token("同意"), "carol")
    assert (fresh.code, fresh.data["fresh"]["code"]) == ("stale_button", "review")
    assert lab.press(fresh.token("同意"), "bob").code == "bill_closed"


def test_from_the_card_everybody_gets_their_own_reasons_and_the_card_stays(lab: Lab) -> None:
    shown = lab.say("/close")
    assert lab.press(shown.token("怎么算的"), "bob").data["total_minor"] == 4_000_000
    assert lab.press(shown.token("怎么算的"), "carol").data["total_minor"] == 0
    assert lab.press(shown.token("同意"), "bob").code == "bill_closed"


def test_a_bill_nobody_has_a_part_in_is_told_once_and_waits_for_a_treasurer(sqlite_database: Database) -> None:
    with laboratory(sqlite_database, at="2026-11-02T10:00:00+08:00") as lab:
        lab.say("/help")
        lab.say("/price 租 40000 每月")
        (stuck,) = lab.at("2026-12-01T10:00:00+08:00")
        assert (stuck.code, stuck.data["reason"], stuck.data["line"]) == ("bill_stuck", "no_weights", "rent")
        assert lab.say("/close").code == "no_weights"
        lab.say("/split 付款人 alice")
        assert lab.say("/close").code == "review"
        assert [said.code for said in lab.at("2027-01-01T10:00:00+08:00")] == ["bill_closed", "review"]


def test_where_amounts_are_private_everybody_hears_their_own_in_private(lab: Lab) -> None:
    lab.say("/help", "bob", chat=None)
    lab.say("/split 私密 开")
    said = lab.hear("/close")
    (card,) = [one for one in said if one.code == "review"]
    (own,) = [one for one in said if one.code == "bill_yours"]
    assert (card.data["members"], own.to, own.data["minor"]) == ([], "bob", 4_000_000)
    assert "40000" in own.text
    lab.press(card.token("同意"), "bob")
    assert lab.say("/close 11月").data["members"] == []


def test_shown_in_private_the_group_hears_it_too(lab: Lab) -> None:
    said = lab.hear("/close", chat=None)
    assert sorted((one.code, one.to) for one in said) == [("review", "alice"), ("review", "lab")]
