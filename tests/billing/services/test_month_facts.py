"""From rows to who is charged: bookings cut at the month, what was seen, what nobody saw, who was there."""

import pytest

from storage.database import Database
from tests.billing.services.months import (
    HOUR,
    a_lab,
    add_agent,
    add_gap,
    add_outage,
    add_use,
    adds_up,
    now_worked_out,
    shares,
)
from tests.saying import Lab


def hours(lab: Lab, month: str = "2026-11") -> dict[str, float]:
    bill = now_worked_out(lab, month)
    adds_up(bill)
    return {bill.names[one]: float(seconds.charged_s) / HOUR for one, seconds in bill.charged.members.items()}


def test_a_booking_over_the_end_of_a_month_is_cut_there(sqlite_database: Database) -> None:
    with a_lab(sqlite_database, "2026-11-30T20:00:00+08:00") as lab:
        lab.say("/book 2 12h", "bob")
        lab.at("2026-12-02T10:00:00+08:00")
        assert hours(lab) == {"bob": 8}
        assert hours(lab, "2026-12") == {"bob": 16}


def test_without_an_agent_bookings_alone_count_and_the_bill_says_so(rented: Lab) -> None:
    rented.say("/book 2 6h", "bob")
    rented.at("2026-11-03T10:00:00+08:00")
    assert hours(rented) == {"bob": 12}
    reply = rented.say("/split")
    assert (reply.data["observed"], "没装采集程序" in reply.text) == (False, True)


def test_with_an_agent_use_without_a_booking_counts_too(rented: Lab) -> None:
    add_agent(rented, "2026-11-01T00:00:00+08:00")
    rented.say("/book 2 6h", "bob")
    rented.at("2026-11-03T10:00:00+08:00")
    add_use(rented, 0, 2, "2026-11-02T10:00:00+08:00", "2026-11-02T16:00:00+08:00")
    add_use(rented, 7, 3, "2026-11-02T12:00:00+08:00", "2026-11-02T16:00:00+08:00")
    add_use(rented, 6, None, "2026-11-02T12:00:00+08:00", "2026-11-02T16:00:00+08:00")
    assert hours(rented) == {"bob": 12, "carol": 4}
    reply = rented.say("/split")
    assert (reply.data["observed"], "没装采集程序" in reply.text) == (True, False)


def test_a_gap_nobody_decided_counts_as_booked_and_is_shown(rented: Lab) -> None:
    add_agent(rented, "2026-11-01T00:00:00+08:00")
    rented.say("/book 2 6h", "bob")
    rented.at("2026-11-03T10:00:00+08:00")
    add_gap(rented, "2026-11-02T11:00:00+08:00", "2026-11-02T12:30:00+08:00")
    assert hours(rented) == {"bob": 12}
    reply = rented.say("/split")
    assert reply.data["undecided_seconds"] == 3 * HOUR
    assert "断档 3 卡时" in reply.text


def test_an_outage_takes_its_hours_out(rented: Lab) -> None:
    rented.say("/book 2 6h", "bob")
    rented.at("2026-11-03T10:00:00+08:00")
    add_outage(rented, "2026-11-02T15:00:00+08:00", "2026-11-02T20:00:00+08:00")
    assert hours(rented) == {"bob": 10}
    assert rented.say("/split").data["outage_seconds"] == 8 * 5 * HOUR


def test_a_shared_booking_is_divided_by_weight_from_when_it_was_shared(rented: Lab) -> None:
    rented.say("/book 2 6h", "bob")
    rented.at("2026-11-02T12:00:00+08:00")
    rented.say("/share 1 @carol 1:3", "bob")
    rented.at("2026-11-03T10:00:00+08:00")
    assert hours(rented) == {"bob": 4 + 2, "carol": 6}


def test_early_release_is_half_credited_and_taken_over_in_full(rented: Lab) -> None:
    rented.say("/book 8 10h", "bob")
    rented.at("2026-11-02T12:00:00+08:00")
    rented.say("/release", "bob")
    rented.say("/book 4 8h", "carol")
    rented.at("2026-11-03T10:00:00+08:00")
    # 16 used; of 64 given up carol took 32, half of the other 32 is credited
    assert hours(rented) == {"bob": 16 + 16, "carol": 32}


def test_a_group_may_credit_all_or_nothing_of_what_is_given_up(rented: Lab) -> None:
    assert rented.say("/split 退订 随便").code == "bad_input"
    rented.say("/book 8 10h", "bob")
    rented.at("2026-11-02T12:00:00+08:00")
    rented.say("/release", "bob")
    for choice, charged in (("照算", 16 + 64), ("全免", 16), ("默认", 16 + 32)):
        assert rented.say(f"/split 退订 {choice}").code == "bill_settings"
        rented.at("+1d")
        assert hours(rented) == {"bob": charged}, choice


def test_what_was_taken_back_within_ten_minutes_costs_nothing(rented: Lab) -> None:
    rented.say("/book 8 1d", "bob")
    rented.at("2026-11-02T10:08:00+08:00")
    rented.say("/release", "bob")
    rented.at("2026-11-03T12:00:00+08:00")
    assert sum(hours(rented).values()) == pytest.approx(8 * 8 / 60)


def test_who_cancels_a_day_ahead_pays_nothing_and_within_two_hours_all_of_it(rented: Lab) -> None:
    rented.say("/book 1 11-04 10:00 4h", "bob")
    rented.say("/book 2 11-04 10:00 4h", "carol")
    rented.at("2026-11-03T09:00:00+08:00")
    rented.say("/cancel 1", "bob")
    rented.at("2026-11-04T09:00:00+08:00")
    rented.say("/cancel 2", "carol")
    rented.at("2026-11-05T10:00:00+08:00")
    # carol's first hour is within two hours of notice, the other three within a day: half of those
    assert hours(rented) == {"bob": 0, "carol": 2 * (1 + 3 / 2)}


def test_equal_parts_are_of_the_days_somebody_was_there(rented: Lab) -> None:
    rented.say("/split policy 平摊")
    rented.at("2026-12-16T00:00:00+08:00")
    rented.say("/help", "dan")
    rented.at("2027-01-01T00:00:00+08:00")
    # half of the month by three, half by four (15 and 16 of 31 days)
    found = shares(rented, "2026-12")
    assert found["dan"] == round(4_000_000 * 16 / 31 / 4)
    assert {found["alice"], found["bob"], found["carol"]} <= {
        found["dan"] + round(4_000_000 * 15 / 31 / 3) + by for by in (-1, 0, 1)
    }


def test_a_guest_pays_no_equal_part(rented: Lab) -> None:
    rented.say("/role carol guest")
    rented.say("/split policy 平摊")
    rented.at("2027-01-01T00:00:00+08:00")
    assert {name: share for name, share in shares(rented, "2026-12").items() if share} == {
        "alice": 2_000_000,
        "bob": 2_000_000,
    }


def test_who_left_still_stands_in_the_month_and_is_gone_from_the_next(rented: Lab) -> None:
    rented.say("/book 2 6h", "carol")
    rented.at("2026-11-10T10:00:00+08:00")
    rented.press(rented.say("/leave", "carol").token("退"), "carol")
    rented.say("/book 1 6h", "bob")
    rented.at("2026-12-05T10:00:00+08:00")
    assert shares(rented, "2026-11") == {"alice": 0, "bob": 1_333_333, "carol": 2_666_667}
    rented.say("/book 1 1h", "bob")
    rented.at("2026-12-06T10:00:00+08:00")
    assert "carol" not in shares(rented, "2026-12")


def test_somebody_who_comes_back_has_the_days_of_both_stays(rented: Lab) -> None:
    rented.at("2026-11-05T00:00:00+08:00")
    rented.press(rented.say("/leave", "carol").token("退"), "carol")
    rented.at("2026-11-25T00:00:00+08:00")
    rented.say("/help", "carol")
    rented.say("/split 付款人 alice")
    rented.at("2026-12-01T00:00:00+08:00")
    present = {one.name: one.present_s for one in now_worked_out(rented, "2026-11").inputs.people}
    assert present["carol"] == (14 + 24 * 2 + 6 * 24) * HOUR  # 2 Nov 10:00 to 5 Nov, and the last six days
