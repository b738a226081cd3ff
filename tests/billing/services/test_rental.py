"""A rental ends: who keeps the books is told 7, 3 and 1 days before, the group once; of a low balance once."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text as raw

from storage.database import Database
from storage.queries import budgets, rentals
from tests.billing.services.months import a_lab, at
from tests.saying import Lab, Said

RENTAL: dict[str, Any] = {"pool_id": 1, "starts_at": 0, "ends_at": 10, "made_by": 1, "made_at": 0}


@pytest.fixture
def kept(sqlite_database: Database) -> Iterator[Lab]:
    """alice and bob keep the books of a group that rents until the end of 20 November; both have private chats."""
    with a_lab(sqlite_database) as lab:
        lab.say("/role bob 管账")
        for who in ("alice", "bob"):
            lab.say("/help", who, chat=None)
        lab.say("/rent 到 11-20")
        yield lab


def ends(said: list[Said]) -> list[str]:
    return [one.to for one in said if one.code == "rental_ends"]


def days(lab: Lab, first: int, last: int) -> dict[int, list[Said]]:
    """What comes unasked on each of these days of November, up to noon."""
    found = {}
    for day in range(first, last + 1):
        found[day] = [one for one in lab.at(f"2026-11-{day:02}T12:00:00+08:00") if not one.asked]
    return found


def test_seven_three_and_one_days_before_it_is_told_privately_and_once_in_the_group(kept: Lab) -> None:
    told = {day: ends(said) for day, said in days(kept, 10, 21).items() if ends(said)}
    assert told == {13: ["alice", "bob"], 17: ["alice", "bob"], 19: ["alice", "bob", "lab"]}


def test_what_is_booked_beyond_the_end_is_named(kept: Lab) -> None:
    kept.at("2026-11-16T12:00:00+08:00")
    asked = kept.say("/book 2 11-20 22:00 10h", "carol")
    kept.press(asked.token("照订"), "carol")
    (told,) = [one for one in kept.at("2026-11-17T12:00:00+08:00") if one.to == "alice"]
    assert [(one["holder"], one["gpus"]) for one in told.data["bookings"]] == [("carol", [0, 1])]
    assert "carol" in told.text


def test_a_press_renews_it_and_the_reminders_move_with_the_end(kept: Lab) -> None:
    said = days(kept, 13, 13)[13]
    renewed = kept.press(said[0].token("已续到 11-27"), "alice", chat=None)
    assert renewed.data["rentals"][0]["until"] == "2026-11-28T00:00:00+08:00"
    told = {day: ends(one) for day, one in days(kept, 14, 28).items() if ends(one)}
    assert told == {20: ["alice", "bob"], 24: ["alice", "bob"], 26: ["alice", "bob", "lab"]}


def test_of_two_treasurers_the_second_sees_what_the_first_wrote_down(kept: Lab) -> None:
    said = days(kept, 13, 13)[13]
    kept.press(said[0].token("已续到 12-20"), "alice", chat=None)
    late = kept.press(said[1].token("已续到 11-27"), "bob", chat=None)
    assert late.code == "stale_button"
    assert late.data["fresh"]["data"]["rentals"][0]["until"] == "2026-12-21T00:00:00+08:00"
    assert len(kept.say("/rent").data["rentals"]) == 1


def test_another_date_is_typed(kept: Lab) -> None:
    said = days(kept, 13, 13)[13]
    assert kept.press(said[0].token("别的日期"), "alice", chat=None).code == "ask_renewal"
    assert kept.say("/rent 已续到 1-31").data["rentals"][0]["until"] == "2027-02-01T00:00:00+08:00"


def test_the_groups_card_is_for_those_who_keep_the_books(kept: Lab) -> None:
    (group,) = [one for one in days(kept, 19, 19)[19] if one.to == "lab"]
    assert kept.press(group.token("已续到 11-27"), "carol").code == "role"
    assert kept.press(group.token("已续到 11-27"), "bob").code == "rent"


def test_one_that_renews_itself_is_recalled_on_the_last_day_without_buttons(kept: Lab) -> None:
    kept.say("/rent 自动续")
    told = {day: [one for one in said if one.code == "rental_ends"] for day, said in days(kept, 10, 21).items()}
    assert {day: [one.to for one in said] for day, said in told.items() if said} == {19: ["alice", "bob", "lab"]}
    assert all(not one.labels for one in told[19])


def test_where_nobody_can_be_reached_the_group_is_told_each_time(sqlite_database: Database) -> None:
    with a_lab(sqlite_database) as lab:
        lab.say("/rent 到 11-06")
        told = {day: ends(said) for day, said in days(lab, 2, 7).items() if ends(said)}
    assert told == {3: ["lab"], 5: ["lab"]}


def test_a_bot_that_was_down_sends_the_latest_reminder_only(kept: Lab) -> None:
    kept.bridge.clock.set(at("2026-11-18T12:00:00+08:00"))
    assert ends(kept.fire()) == ["alice", "bob"]
    assert ends(kept.at("2026-11-18T13:00:00+08:00")) == []


def test_the_rental_of_a_machine_that_is_gone_is_no_news(kept: Lab) -> None:
    kept.say("/pool add node2: 2x4090-24G")
    kept.say("/rent node2 到 11-12")
    kept.database.write_now(lambda session: session.execute(raw("UPDATE node SET removed_at = 1 WHERE name = 'node2'")))
    assert [one["node"] for one in kept.say("/rent").data["rentals"]] == [None]
    assert ends(kept.at("2026-11-12T12:00:00+08:00")) == []


def test_a_low_balance_is_told_once_until_another_is_written_down(kept: Lab) -> None:
    kept.say("/price 租 1 每卡每小时")
    kept.say("/rent 余额 200")
    kept.say("/book 2 60h", "carol")  # 2.00 an hour: 48 hours are left after 52
    low = [one for one in kept.at("+3d") if one.code == "balance_low"]
    assert sorted(one.to for one in low) == ["alice", "bob"]
    assert low[0].data["balance"]["hours_left"] in range(42, 48)
    assert [one for one in kept.at("+3d") if one.code == "balance_low"] == []
    kept.say("/rent 余额 100")
    kept.say("/book 2 60h", "carol")
    assert [one.to for one in kept.at("+1d") if one.code == "balance_low"] == ["alice", "bob"]


def test_who_writes_a_low_balance_down_reads_it_there_and_nobody_is_told_again(kept: Lab) -> None:
    kept.say("/price 租 1 每卡每小时")
    kept.say("/book 2 60h", "carol")
    assert kept.say("/rent 余额 50").data["balance"]["low"] is True
    assert [one for one in kept.at("+2d") if one.code == "balance_low"] == []


def test_the_whole_of_renting_and_planning_is_the_same_on_both_stores(database: Database) -> None:
    with a_lab(database) as lab:
        lab.say("/price 租 12 每卡每小时")
        lab.say("/rent 到 11-20 按小时")
        lab.say("/rent 余额 50000")
        lab.say("/book 2 10h 用途：Llama", "bob")
        lab.say("/budget 10000 预留 0%")
        lab.say("/plan 2卡 120小时", "bob")
        lab.at("2026-11-03T09:00:00+08:00")
        left = lab.say("/rent").data["balance"]
        assert (left["left_minor"], left["hours_left"]) == (5_000_000 - 2 * 10 * 1200, None)
        assert lab.say("/my paper llama", "bob").data["kinds"][0]["booked_seconds"] == 20 * 3600
        assert lab.say("/budget").data["own"]["spent_minor"] == 0
        assert lab.say("/plan").data["hourly_minor"] == 240 * 1200
        advice = lab.say("/rent 划算吗 12/小时 40000/月").data
        assert (advice["month"], advice["so_far"], advice["used_seconds"]) == ("2026-11", True, 20 * 3600)
        told = [one.data["level"] for one in lab.at("2026-11-05T12:00:00+08:00") if one.code == "budget_alert"]
        assert told == ["forecast", "50"]
    assert database.read_now(budgets.given, 1, "pool", "2026-11") == {"forecast", "50"}
    assert database.write_now(budgets.alert, 1, "pool", "2026-11", "50", 6) is False
    assert database.write_now(budgets.alert, 1, "pool", "2026-12", "50", 7) is True


def test_a_rental_replaces_that_of_the_same_machine_only(database: Database) -> None:
    with a_lab(database) as lab:
        lab.say("/rent 到 11-20")
    database.write_now(rentals.change, {**RENTAL, "node_id": 1}, 5)
    changed = database.write_now(rentals.change, {**RENTAL, "node_id": None}, 6)
    standing = database.read_now(lambda session: [(row.id, row.node_id) for row in rentals.standing(session, 1)])
    assert standing == [(changed, None), (changed - 1, 1)]
