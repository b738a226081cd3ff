"""What a code is worth, and how the clocks of a machine become the bot's."""

import pytest

from bot.usage.rules.enrolment import ClockLine, Worth, corrected, measured, wall_ms_of, worth

NOW = 1_796_213_400


@pytest.mark.parametrize(
    ("found", "used_at", "expires_at", "value"),
    [
        (True, None, NOW + 1, Worth.GOOD),
        (True, None, NOW, Worth.EXPIRED),
        (True, NOW - 5, NOW + 500, Worth.USED),
        (False, None, NOW + 1, Worth.WRONG),
    ],
)
def test_a_code_is_good_once_and_until_its_last_second(
    found: bool, used_at: int | None, expires_at: int, value: Worth
) -> None:
    assert worth(found, used_at, expires_at, NOW) is value


def test_clocks_are_compared_half_way_between_question_and_answer() -> None:
    assert measured(10_000, 10_400, 7_200, 500) == ClockLine(3_000, 9_700)


@pytest.mark.parametrize(("offset", "wrong"), [(30_000, False), (30_001, True), (-30_001, True), (0, False)])
def test_half_a_minute_is_worth_a_word(offset: int, wrong: bool) -> None:
    assert ClockLine(offset, 0).is_wrong is wrong


def test_while_the_boot_lasts_the_clock_that_nobody_sets_is_trusted() -> None:
    line = ClockLine(3_600_000, 1_000_000)

    assert corrected(line, 5_000_000, 250_000, 9_000_000, same_boot=True) == 1_250
    assert corrected(line, 5_000_000, 250_000, 9_000_000, same_boot=False) == 8_600


def test_nothing_happened_in_the_future_or_before_all_time() -> None:
    assert corrected(ClockLine(0, 0), 0, 99_000_000, 9_000_000, same_boot=True) == 9_000
    assert corrected(ClockLine(0, -99_000_000), 0, 5, 9_000_000, same_boot=True) == 0


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00+23:59"])
def test_a_moment_that_is_none_only_looks_old(text: str) -> None:
    assert wall_ms_of(text) <= 0


def test_a_moment_is_read_with_its_zone() -> None:
    assert wall_ms_of("2026-12-02T20:10:00+08:00") == NOW * 1000
