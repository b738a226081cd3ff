"""`/budget`: the group's and one's own, beside what is spent and will be; a word at each level, once a month."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.founded import founded
from tests.saying import Lab, Said


def told(said: list[Said]) -> list[tuple[str, str, bool]]:
    return [(one.to, one.data["level"], one.data["own"]) for one in said if one.code == "budget_alert"]


@pytest.fixture
def open_lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with founded(sqlite_template, tmp_path) as lab:
        yield lab


@pytest.fixture
def rented(open_lab: Lab) -> Lab:
    """31 days at 1000 a day; alice and bob have private chats."""
    for who in ("alice", "bob"):
        open_lab.say("/help", who, chat=None)
    open_lab.say("/price 租 31000 每月")
    return open_lab


def test_what_is_spent_goes_by_the_time_that_has_passed_and_the_forecast_by_the_month(rented: Lab) -> None:
    rented.say("/bill 存储 500")
    rented.at("2026-12-06T00:00:00+08:00")
    found = rented.say("/budget").data
    assert (found["pool"]["spent_minor"], found["pool"]["forecast_minor"]) == (550_000, 3_150_000)
    assert (found["pool"]["with_reserve_minor"], found["pool"]["budget_minor"]) == (3_780_000, None)


def test_without_a_rent_the_booked_hours_cost_their_price_and_go_on_as_they_went(open_lab: Lab) -> None:
    open_lab.at("2026-12-03T00:00:00+08:00")
    open_lab.say("/price 10")
    open_lab.say("/book 4 24h", "bob")
    open_lab.at("2026-12-05T00:00:00+08:00")
    found = open_lab.say("/budget", "bob").data
    assert found["pool"]["spent_minor"] == found["own"]["spent_minor"] == 96_000
    assert found["pool"]["forecast_minor"] == 96_000 * 31 // 4
    assert (found["hours_left"], found["ceiling_minor"]) == (27 * 24, 8 * 27 * 24 * 1000)


def test_the_groups_is_set_by_those_who_keep_the_books_and_ones_own_by_oneself(rented: Lab) -> None:
    assert rented.say("/budget 40000", "bob").code == "role"
    assert rented.say("/budget 40000").data["pool"]["budget_minor"] == 4_000_000
    assert rented.say("/budget 我的 500", "bob").data["own"]["budget_minor"] == 50_000
    assert rented.say("/budget", "carol").data["own"]["budget_minor"] is None
    assert rented.say("/budget 预留 30%").data["pool"]["reserve_permille"] == 300
    kept = rented.say("/budget").data["pool"]
    assert (kept["budget_minor"], kept["reserve_permille"]) == (4_000_000, 300)
    off = rented.say("/budget off")
    assert off.data["pool"]["budget_minor"] is None and off.text.startswith("组里的预算改好了")
    assert rented.say("/budget mine off", "bob").data["own"]["budget_minor"] is None


def test_what_is_no_budget_is_refused(open_lab: Lab) -> None:
    for text in ("/budget -1", "/budget 0", "/budget 一大堆", "/budget 1,5", "/budget 预留 101%"):
        assert open_lab.say(text).code in ("bad_amount", "bad_input")
    assert open_lab.say("/budget 0").text.startswith("钱数要大于 0")
    assert open_lab.say("/budget").data["pool"]["budget_minor"] is None


def test_each_level_is_told_once_a_month_privately_to_those_who_keep_the_books(rented: Lab) -> None:
    rented.say("/budget 20000 预留 0%")
    assert told(rented.at("2026-12-03T10:00:00+08:00")) == [("alice", "forecast", False)]
    assert told(rented.at("2026-12-10T10:00:00+08:00")) == []
    assert told(rented.at("2026-12-11T10:00:00+08:00")) == [("alice", "50", False)]
    assert told(rented.at("2026-12-20T10:00:00+08:00")) == [("alice", "80", False)]  # on the 17th
    assert told(rented.at("2026-12-31T10:00:00+08:00")) == [("alice", "100", False)]
    assert told(rented.at("2027-01-01T10:00:00+08:00")) == [("alice", "forecast", False)]


def test_several_levels_at_once_are_one_message_the_gravest(rented: Lab) -> None:
    rented.at("2026-12-20T00:00:00+08:00")
    rented.say("/budget 10000")
    assert told(rented.at("2026-12-20T10:00:00+08:00")) == [("alice", "100", False)]
    assert told(rented.at("2026-12-22T10:00:00+08:00")) == []


def test_ones_own_is_told_to_oneself_alone_and_waits_for_a_private_chat(rented: Lab) -> None:
    rented.say("/book 1 10h", "bob")
    rented.say("/book 1 10h", "carol")
    rented.at("2026-12-20T00:00:00+08:00")
    for who in ("bob", "carol"):
        rented.say("/budget 我的 10000 预留 0%", who)
    assert told(rented.at("2026-12-20T10:00:00+08:00")) == [("bob", "80", True)]
    rented.say("/help", "carol", chat=None)
    assert told(rented.at("2026-12-21T10:00:00+08:00")) == [("bob", "100", True), ("carol", "100", True)]


def test_without_anybody_to_tell_privately_the_groups_is_told_in_the_group(open_lab: Lab) -> None:
    open_lab.say("/price 租 31000 每月")
    open_lab.at("2026-12-20T00:00:00+08:00")
    open_lab.say("/budget 10000")
    assert told(open_lab.at("2026-12-20T10:00:00+08:00")) == [("lab", "100", False)]


def test_where_amounts_are_private_ones_own_is_said_in_private_only(rented: Lab) -> None:
    rented.say("/split private on")
    assert rented.say("/budget", "bob").data["own"] is None
    assert rented.say("/budget", "bob", chat=None).data["own"] is not None
