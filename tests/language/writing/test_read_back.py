"""What is printed of times, lengths and cards is read back to the same minute, in both languages and any zone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from bot.language import Lang
from bot.language.reading import Card, read_booking
from bot.language.writing import write_cards, write_minutes, write_point, write_span
from bot.language.writing.times import write_window

CARDS = [Card(number, "A100", 80) for number in range(16)]
ZONES = [ZoneInfo(name) for name in ("Asia/Shanghai", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "UTC")]
FIRST, LAST = 1_764_000_000, 1_890_000_000  # late 2025 to late 2029
DAY = 86_400

langs = st.sampled_from(["zh", "en"])
zones = st.sampled_from(ZONES)
nows = st.integers(FIRST // 60, LAST // 60).map(lambda minute: minute * 60)
aheads = st.integers(1, 50 * 1440).map(lambda minutes: minutes * 60)
lengths = st.integers(1, 59 * 1440)


@given(nows, aheads, zones, langs)
@example(1_796_213_400, 13_800, ZONES[0], "zh")
def test_a_point_is_read_back(now: int, ahead: int, zone: ZoneInfo, lang: Lang) -> None:
    written = write_point(now + ahead, now, zone, lang)
    reading = read_booking(f"2 {written} 30m", datetime.fromtimestamp(now, zone), CARDS)
    assert reading.outcome == "ok", (written, reading)
    assert reading.start and int(reading.start.timestamp()) == now + ahead, (written, reading.start)
    assert reading.purpose is None


@given(nows, aheads, lengths, zones, langs)
@example(1_793_500_200, 9_000, 30, ZONES[2], "zh")
@example(1_793_500_200, 5_400, 60, ZONES[2], "en")
def test_a_span_is_read_back(now: int, ahead: int, length: int, zone: ZoneInfo, lang: Lang) -> None:
    start = now + ahead
    end = start + 60 * length
    for written in (write_window(start, end, now, zone, lang), write_span(start, end, now, zone, lang)):
        reading = read_booking(f"2 {written}", datetime.fromtimestamp(now, zone), CARDS)
        assert reading.outcome == "ok", (written, reading)
        assert reading.start and reading.end
        assert (int(reading.start.timestamp()), int(reading.end.timestamp())) == (start, end), written
        assert (reading.count, reading.minutes, reading.purpose) == (2, length, None)


@given(lengths, langs)
def test_a_length_is_read_back(minutes: int, lang: Lang) -> None:
    written = write_minutes(minutes, lang)
    reading = read_booking(f"2 {written}", datetime.fromtimestamp(FIRST, ZONES[0]), CARDS)
    assert (reading.outcome, reading.count, reading.minutes) == ("ok", 2, minutes), written


@given(st.sets(st.integers(0, 15), min_size=1), langs)
def test_cards_are_read_back(numbers: set[int], lang: Lang) -> None:
    written = write_cards(numbers, lang)
    reading = read_booking(f"{written} 6h", datetime.fromtimestamp(FIRST, ZONES[0]), CARDS)
    assert reading.outcome == "ok", (written, reading)
    assert reading.gpus == tuple(sorted(numbers)), written
