"""The limits of a booking are inclusive to the second: 10 minutes, 3 days, 7 days ahead."""

from datetime import datetime, timedelta

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


def test_far_ahead_at_most_half_of_a_kind_is_granted(lab: Lab) -> None:
    assert lab.say("/book 4 2026-12-05 08:00 1h").code == "booked"
    reply = lab.say("/book 5 2026-12-05 10:00 1h")
    assert (reply.code, reply.data["rule"], reply.data["allowed"]) == ("limit", "half", 4)
    assert lab.say("/book 5 明晚20:10 1h").code == "booked"


def test_a_share_of_the_week_is_for_what_is_booked_ahead_and_the_day_itself_is_free(lab: Lab) -> None:
    for who in ("bob", "carol", "dan", "eve", "fay", "gil", "hao"):
        lab.say("/help", who)  # 8 members: 1.5 × 8 cards × 168 h ÷ 8 = 252 card-hours each
    assert lab.say("/book 4 12-04 00:00 2d").code == "booked"
    reply = lab.say("/book 4 12-06 01:00 20h")
    assert (reply.data["rule"], reply.data["left"], reply.data["allowed"]) == ("week", 60 * 3600, 252 * 3600)
    assert "60 卡时" in reply.text
    assert lab.say("/book 4 12-06 01:00 15h").code == "booked"
    assert lab.say("/book 1 12-06 20:00 1h").code == "limit"
    assert lab.say("/book 8 3h").code == "booked"


def test_what_was_cancelled_or_shortened_counts_no_more(lab: Lab) -> None:
    for who in ("bob", "carol", "dan", "eve", "fay", "gil", "hao"):
        lab.say("/help", who)
    lab.say("/book 4 12-04 00:00 2d12h")
    assert lab.say("/book 4 12-06 13:00 9h").code == "limit"
    lab.say("/extend 1 到12-05 12:00")
    assert lab.say("/book 4 12-06 13:00 9h").code == "booked"


@pytest.mark.parametrize(
    ("preset", "limits"),
    [("宽松", (7 * DAY, 14 * DAY, None, 3_000)), ("紧张", (DAY, 3 * DAY, DAY, 1_000))],
)
def test_an_owner_chooses_a_preset_by_button_and_it_holds_from_then_on(
    lab: Lab, preset: str, limits: tuple[object, ...]
) -> None:
    shown = lab.say("/limits")
    assert (shown.data["preset"], shown.data["max_seconds"], shown.labels) == ("usual", 3 * DAY, ["宽松", "紧张"])
    chosen = lab.press(shown.token(preset))
    names = ("max_seconds", "horizon_seconds", "half_ahead_seconds", "week_share_permille")
    assert tuple(chosen.data[name] for name in names) == limits
    assert chosen.labels == [label for label in ("宽松", "常规", "紧张") if label != preset]
    assert lab.say("/limits").data["preset"] == chosen.data["preset"]
    assert lab.say("/book 1 2d").code == ("booked" if preset == "宽松" else "limit")


def test_what_was_booked_before_stays_when_the_limits_become_tighter(lab: Lab) -> None:
    lab.say("/book 1 2d")
    lab.press(lab.say("/limits").token("紧张"))
    assert len(lab.say("/my").data["bookings"]) == 1
    assert lab.say("/extend 1h").data["rule"] == "max"
    assert lab.say("/extend 到12-04 10:00").code == "shortened"


def test_a_preset_that_is_chosen_and_taken_back_in_one_second_leaves_the_last_one(lab: Lab) -> None:
    tight = lab.press(lab.say("/limits").token("紧张"))
    usual = lab.press(tight.token("常规"))
    assert usual.data["preset"] == lab.say("/limits").data["preset"] == "usual"


def test_only_owners_choose_and_everybody_can_look(open_lab: Lab) -> None:
    shown = open_lab.say("/limits", "bob")
    assert (shown.code, shown.labels) == ("limits", [])
    token = open_lab.say("/limits").token("紧张")
    assert open_lab.press(token, "bob").code == "not_yours"
    assert open_lab.say("/limits").data["preset"] == "usual"


def test_a_new_pool_offers_the_presets_at_once(bare_lab: Lab) -> None:
    from bot.people.services.setup import issue_first_code

    code = bare_lab.database.write_now(issue_first_code, bare_lab.bridge.clock.now())
    done = bare_lab.say(f"/setup {code} 组")
    assert done.labels == ["宽松", "紧张"]
    assert bare_lab.press(done.token("宽松")).data["preset"] == "loose"


@pytest.mark.parametrize(
    ("text", "rule", "count", "hours"),
    [("/book 2 5d", "max", 2, 72), ("/book 1 5min", "min", 1, None), ("/book 8 后天晚上8点 3h", "half", 4, 3)],
)
def test_what_a_limit_allows_instead_is_one_press_away(
    lab: Lab, text: str, rule: str, count: int, hours: int | None
) -> None:
    refused = lab.say(text)
    assert (refused.code, refused.data["rule"]) == ("limit", rule)
    booked = lab.press(refused.token())
    assert booked.code == "booked"
    assert len(booked.data["gpus"]) == count
    if hours is not None:
        assert datetime.fromisoformat(booked.data["end"]) - datetime.fromisoformat(booked.data["start"]) == timedelta(
            hours=hours
        )


@pytest.mark.parametrize(
    "parts",
    [
        ("/book 4 12-04 00:00 2d12h", "/book 4 12-06 12:00 3h"),
        ("/book 1 12-03 00:00 3d", "/book 1 12-03 00:00 3d", "/book 4 12-06 00:00 24h", "/book 4 12-05 00:00 3h"),
        (
            *(f"/book 4 12-0{day} {hour:02}:00 9h" for day in (4, 5, 6) for hour in (0, 9)),
            "/book 4 12-04 18:00 6h",
            "/book 4 12-05 18:00 3h",
        ),
    ],
    ids=["two long ones", "few and many cards", "a chain of short ones"],
)
def test_the_share_is_in_card_hours_however_it_is_split(lab: Lab, parts: tuple[str, ...]) -> None:
    for who in ("bob", "carol", "dan", "eve", "fay", "gil", "hao"):
        lab.say("/help", who)  # 252 card-hours each
    lab.at("2026-12-02T20:11:00+08:00")
    for part in parts:
        reply = lab.say(part)
        if reply.code == "own_instead":
            reply = lab.press(reply.token("另订"))
        assert reply.code == "booked", (part, reply.data)
    refused = lab.say("/book 1 12-06 20:00 10min")
    assert (refused.code, refused.data["rule"], refused.data["left"]) == ("limit", "week", 0)
