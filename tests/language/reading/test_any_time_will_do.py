"""Where any time will do, several starts are offered, soonest first, within what was said."""

from datetime import datetime

import pytest

from bot.language.reading import Card, Reading, read_booking

CARDS = [Card(number, "A100", 80) for number in range(8)]


def read(text: str, now: str = "2026-12-02T20:10:00+08:00") -> Reading:
    return read_booking(text, datetime.fromisoformat(now), CARDS)


def offered(text: str, now: str = "2026-12-02T20:10:00+08:00") -> list[str]:
    return [one.start.strftime("%d %H:%M") for one in read(text, now).candidates if one.start]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("2张 今晚有空就行", ["02 20:10", "02 22:00", "02 23:00"]),
        ("2卡6h 不急 今晚有空就行", ["02 20:10", "02 22:00", "02 23:00"]),
        ("2张 明晚有空就行 3小时", ["03 18:00", "03 20:00", "03 22:00"]),
        ("2张 明天有空就行 3小时", ["03 09:00", "03 14:00", "03 20:00"]),
        ("2张 下午有空就行", ["03 14:00", "03 15:00", "03 16:00"]),
        ("2张 不急 6h", ["02 20:10", "03 09:00", "03 14:00", "03 20:00"]),
        ("2张 周末有空就行 3h", ["05 09:00", "05 14:00", "05 20:00"]),
        ("2张 明晚10点有空就行 3h", ["03 22:00", "03 23:00", "04 00:00", "04 02:00"]),
    ],
)
def test_starts_across_what_was_named_are_offered(text: str, starts: list[str]) -> None:
    reading = read(text)
    assert (reading.outcome, reading.reason) == ("ask_time", "flexible")
    assert offered(text) == starts


def test_the_length_that_was_said_stays_with_each() -> None:
    assert {one.minutes for one in read("2卡6h 不急 今晚有空就行").candidates} == {360}


@pytest.mark.parametrize("hour", range(24))
@pytest.mark.parametrize("text", ["2张 今晚有空就行 1h", "2张 今天有空就行 1h", "2张 下午有空就行 1h", "2张 随便 1h"])
def test_nothing_is_offered_that_is_past_or_twice(text: str, hour: int) -> None:
    now = f"2026-12-02T{hour:02}:10:00+08:00"
    reading = read(text, now)
    starts = [one.start for one in reading.candidates if one.start]
    assert starts == sorted(set(starts))
    assert starts[0] >= datetime.fromisoformat(now)


def test_with_an_end_the_start_is_not_spread() -> None:
    assert len(read("2张 到明早9点 不急").candidates) == 1


def test_what_is_over_is_refused_all_the_same() -> None:
    assert read("2张 昨晚有空就行 3h").outcome == "refuse"
