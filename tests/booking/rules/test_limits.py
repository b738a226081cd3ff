import pytest

from bot.booking.rules.limits import (
    DAY,
    HOUR,
    PRESETS,
    LimitsInForce,
    Preset,
    check_half_ahead,
    check_length,
    check_limits,
    half_of,
)
from bot.errors import Refusal
from tests.booking.rules.calendars import pool

NOW = 1_796_000_000
USUAL = PRESETS[Preset.USUAL]


def refusal(check, *arguments):
    with pytest.raises(Refusal) as refused:
        check(*arguments)
    return refused.value.code, refused.value.facts


def test_the_three_presets_are_those_that_setup_promises():
    assert PRESETS[Preset.LOOSE] == LimitsInForce(600, 7 * DAY, 14 * DAY, None, 3_000)
    assert PRESETS[Preset.USUAL] == LimitsInForce(600, 3 * DAY, 7 * DAY, DAY, 1_500)
    assert PRESETS[Preset.TIGHT] == LimitsInForce(600, DAY, 3 * DAY, DAY, 1_000)
    assert set(PRESETS) == set(Preset)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (NOW, NOW + 600),
        (NOW, NOW + 3 * DAY),
        (NOW + 7 * DAY, NOW + 7 * DAY + 600),
        (NOW + 7 * DAY, NOW + 10 * DAY),
    ],
)
def test_a_booking_exactly_at_a_limit_is_allowed(start, end):
    assert check_limits(USUAL, start, end, NOW) is None


def test_one_second_too_short_is_refused():
    assert refusal(check_limits, USUAL, NOW, NOW + 599, NOW) == (
        "limit",
        {"rule": "min", "value": 599, "allowed": 600},
    )


def test_one_second_too_long_is_refused():
    assert refusal(check_limits, USUAL, NOW, NOW + 3 * DAY + 1, NOW) == (
        "limit",
        {"rule": "max", "value": 3 * DAY + 1, "allowed": 3 * DAY},
    )


def test_one_second_too_far_ahead_is_refused_with_the_latest_start():
    start = NOW + 7 * DAY + 1
    assert refusal(check_limits, USUAL, start, start + HOUR, NOW) == (
        "limit",
        {"rule": "horizon", "value": start, "allowed": NOW + 7 * DAY, "horizon_days": 7},
    )


def test_a_start_in_the_past_is_refused_whatever_else_is_wrong():
    assert refusal(check_limits, USUAL, NOW - 1, NOW + 90 * DAY, NOW) == ("past", {"start": NOW - 1})


def test_a_running_booking_is_extended_up_to_the_longest_whole_booking():
    began = NOW - 2 * DAY
    assert check_length(USUAL, began, began + 3 * DAY) is None
    assert refusal(check_length, USUAL, began, began + 3 * DAY + 1)[1]["rule"] == "max"


@pytest.mark.parametrize(("total", "half"), [(1, 1), (2, 1), (3, 1), (4, 2), (7, 3), (8, 4)])
def test_half_is_rounded_down_but_is_never_nothing(total, half):
    assert half_of(total) == half


def test_more_than_half_of_a_kind_is_refused_only_beyond_a_day_ahead():
    cards = pool([8])
    five, four = range(100, 105), range(100, 104)
    assert check_half_ahead(USUAL, cards, five, NOW + DAY, NOW) is None
    assert check_half_ahead(USUAL, cards, four, NOW + DAY + 1, NOW) is None
    assert refusal(check_half_ahead, USUAL, cards, five, NOW + DAY + 1, NOW) == (
        "limit",
        {"rule": "half", "value": 5, "allowed": 4, "kind": "A100", "ahead_seconds": DAY},
    )


def test_half_is_counted_for_each_kind_over_the_whole_pool():
    mixed = pool([4, 4])[:6] + pool([4, 4], kind="4090")[6:]
    assert check_half_ahead(USUAL, mixed, (100, 101, 102, 106), NOW + 2 * DAY, NOW) is None
    assert refusal(check_half_ahead, USUAL, mixed, (106, 107), NOW + 2 * DAY, NOW)[1]["kind"] == "4090"


def test_a_pool_without_the_half_rule_gives_all_cards_ahead():
    assert check_half_ahead(PRESETS[Preset.LOOSE], pool([8]), range(100, 108), NOW + 9 * DAY, NOW) is None
