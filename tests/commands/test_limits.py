"""The limits of a booking are inclusive to the second: 10 minutes, 3 days, 7 days ahead."""

import pytest

from tests.saying import Lab

MINUTE, DAY = 60, 86_400


@pytest.mark.parametrize("length", ["10m", "3d", "72h", "4320分钟"])
def test_the_shortest_and_the_longest_booking_are_still_granted(lab: Lab, length: str) -> None:
    assert lab.say(f"/book 1 {length}").code == "booked"


@pytest.mark.parametrize(
    ("length", "rule", "value", "allowed"),
    [
        ("9m", "min", 9 * MINUTE, 10 * MINUTE),
        ("4321分钟", "max", 4321 * MINUTE, 3 * DAY),
        ("30d", "max", 30 * DAY, 3 * DAY),
    ],
)
def test_a_minute_less_or_more_is_refused_with_what_is_allowed(
    lab: Lab, length: str, rule: str, value: int, allowed: int
) -> None:
    reply = lab.say(f"/book 1 {length}")
    assert (reply.code, reply.data) == ("limit", {"rule": rule, "value": value, "allowed": allowed})


def test_a_start_seven_days_ahead_to_the_second_is_granted(lab: Lab) -> None:
    assert lab.say("/book 1 2026-12-09 20:10 1h").data["start"] == "2026-12-09T20:10:00+08:00"


def test_a_start_one_second_beyond_the_horizon_is_refused_with_the_latest_start(lab: Lab) -> None:
    lab.at("2026-12-02T20:10:01+08:00")
    assert lab.say("/book 1 2026-12-09 20:10 1h").code == "booked"
    lab.at("2026-12-02T20:10:59+08:00")
    reply = lab.say("/book 1 2026-12-09 20:11 1h")
    assert reply.code == "limit"
    assert (reply.data["rule"], reply.data["horizon_days"]) == ("horizon", 7)
    assert reply.data["value"] == "2026-12-09T20:11:00+08:00"
    assert reply.data["allowed"] == "2026-12-09T20:10:59+08:00"


def test_the_minute_that_runs_is_now_and_the_one_before_is_past(lab: Lab) -> None:
    lab.at("2026-12-02T20:10:30+08:00")
    assert lab.say("/book 1 2026-12-02 20:10 1h").data["start"] == "2026-12-02T20:10:30+08:00"
    assert lab.say("/book 1 2026-12-02 20:09 1h").code == "past"


@pytest.mark.parametrize("when", ["昨天", "2026-12-02 08:00", "上周五 20:00", "yesterday 9am"])
def test_what_is_over_cannot_be_booked(lab: Lab, when: str) -> None:
    assert lab.say(f"/book 1 {when} 2h").code == "past"


def test_an_offered_start_that_has_passed_meanwhile_is_refused(lab: Lab) -> None:
    token = lab.say("/book 1 明晚 2h").token("明晚 18:00")
    lab.at("2026-12-03T18:00:01+08:00")
    reply = lab.press(token)
    assert (reply.code, reply.data["start"]) == ("past", "2026-12-03T18:00:00+08:00")
    assert lab.say("/my").data["bookings"] == []


def test_every_length_that_is_offered_is_allowed(lab: Lab) -> None:
    asked = lab.say("/book 2")
    for number, choice in enumerate(asked.data["choices"]):
        reply = lab.press(lab.say(f"/book {1 + number}号卡").data["choices"][number]["token"])
        assert reply.code == "booked", choice
