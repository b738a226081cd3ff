"""Times, lengths, money, cards and names as people say them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.writing import (
    display_width,
    plain_name,
    write_amount,
    write_cards,
    write_minutes,
    write_point,
    write_span,
)

SHANGHAI = ZoneInfo("Asia/Shanghai")


def at(local: str, zone: ZoneInfo = SHANGHAI) -> int:
    return int(datetime.fromisoformat(local).replace(tzinfo=zone).timestamp())


NOW = at("2026-12-02T20:10")


@pytest.mark.parametrize(
    ("local", "zh", "en"),
    [
        ("2026-12-02T22:00", "今晚 22:00", "tonight 22:00"),
        ("2026-12-02T06:30", "今早 06:30", "today 06:30"),
        ("2026-12-02T09:30", "今天上午 09:30", "today 09:30"),
        ("2026-12-02T12:00", "今天中午 12:00", "today 12:00"),
        ("2026-12-02T13:00", "今天下午 13:00", "today 13:00"),
        ("2026-12-02T00:05", "今天凌晨 00:05", "today 00:05"),
        ("2026-12-03T02:10", "明天凌晨 02:10", "tomorrow 02:10"),
        ("2026-12-03T08:00", "明早 08:00", "tomorrow 08:00"),
        ("2026-12-03T20:00", "明晚 20:00", "tomorrow 20:00"),
        ("2026-12-01T20:00", "昨晚 20:00", "yesterday 20:00"),
        ("2026-12-04T22:00", "周五 12-04 22:00", "Fri 4 Dec 22:00"),
        ("2026-12-04T02:00", "周五 12-04 凌晨 02:00", "Fri 4 Dec 02:00"),
        ("2026-11-30T22:00", "周一 11-30 22:00", "Mon 30 Nov 22:00"),
        ("2027-01-01T08:00", "周五 2027-01-01 08:00", "Fri 1 Jan 2027 08:00"),
    ],
)
def test_a_point_says_its_day_as_people_do(local: str, zh: str, en: str) -> None:
    assert write_point(at(local), NOW, SHANGHAI, "zh") == zh
    assert write_point(at(local), NOW, SHANGHAI, "en") == en


@pytest.mark.parametrize(
    ("start", "end", "zh", "en"),
    [
        ("2026-12-02T22:00", "2026-12-03T08:00", "今晚 22:00–明早 08:00，10 小时",
         "tonight 22:00–tomorrow 08:00, 10 h"),
        ("2026-12-03T20:00", "2026-12-03T22:30", "明晚 20:00–22:30，2 小时 30 分钟",
         "tomorrow 20:00–22:30, 2 h 30 min"),
        ("2026-12-02T20:10", "2026-12-03T02:10", "今晚 20:10–明天凌晨 02:10，6 小时",
         "tonight 20:10–tomorrow 02:10, 6 h"),
        ("2026-12-02T20:10", "2026-12-03T00:00", "今晚 20:10–24:00，3 小时 50 分钟",
         "tonight 20:10–24:00, 3 h 50 min"),
        ("2026-12-04T20:00", "2026-12-07T00:00", "周五 12-04 20:00–周日 12-06 24:00，2 天 4 小时",
         "Fri 4 Dec 20:00–Sun 6 Dec 24:00, 2 days 4 h"),
    ],
)  # fmt: skip
def test_a_span_says_from_to_and_how_long(start: str, end: str, zh: str, en: str) -> None:
    assert write_span(at(start), at(end), NOW, SHANGHAI, "zh") == zh
    assert write_span(at(start), at(end), NOW, SHANGHAI, "en") == en


def test_the_second_of_two_like_hours_is_marked() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    now = at("2026-10-24T20:00", berlin)
    first = int(datetime(2026, 10, 25, 2, 30, tzinfo=berlin).timestamp())
    assert write_point(first, now, berlin, "zh") == "明天凌晨 02:30"
    assert write_point(first + 3600, now, berlin, "zh") == "明天凌晨 02:30（第二遍）"
    assert write_point(first + 3600, now, berlin, "en") == "tomorrow 02:30 (the second one)"


@pytest.mark.parametrize(
    ("minutes", "zh", "en"),
    [
        (0, "0 分钟", "0 min"), (1, "1 分钟", "1 min"), (60, "1 小时", "1 h"), (90, "1 小时 30 分钟", "1 h 30 min"),
        (1440, "1 天", "1 day"), (1500, "25 小时", "25 h"), (2880, "2 天", "2 days"),
        (3065, "2 天 3 小时 5 分钟", "2 days 3 h 5 min"),
        (-90, "-1 小时 30 分钟", "-1 h 30 min"),
    ],
)  # fmt: skip
def test_a_length_is_short(minutes: int, zh: str, en: str) -> None:
    assert write_minutes(minutes, "zh") == zh
    assert write_minutes(minutes, "en") == en


@pytest.mark.parametrize(
    ("minor", "currency", "zh", "en"),
    [
        (1234, "CNY", "¥12.34", "¥12.34"), (0, "CNY", "¥0.00", "¥0.00"), (5, "CNY", "¥0.05", "¥0.05"),
        (-5, "CNY", "-¥0.05", "-¥0.05"), (-123456, "CNY", "-¥1234.56", "-¥1,234.56"),
        (10**20 + 1, "CNY", "¥1000000000000000000.01", "¥1,000,000,000,000,000,000.01"),
        (50, "USD", "USD 0.50", "USD 0.50"), (300, "jpy", "JPY 300", "JPY 300"),
        (1234, "KWD", "KWD 1.234", "KWD 1.234"),
    ],
)  # fmt: skip
def test_money_is_exact(minor: int, currency: str, zh: str, en: str) -> None:
    assert write_amount(minor, currency) == zh
    assert write_amount(minor, currency, "en") == en


@pytest.mark.parametrize(
    ("numbers", "zh", "en"),
    [
        ([2, 3], "2、3 号卡", "cards 2, 3"), ([3], "3 号卡", "card 3"), ([0, 1, 2, 3], "0–3 号卡", "cards 0–3"),
        ([6, 0, 1, 2, 3], "0–3、6 号卡", "cards 0–3, 6"), ([3, 2, 2], "2、3 号卡", "cards 2, 3"), ([], "", ""),
    ],
)  # fmt: skip
def test_cards_are_said_by_number(numbers: list[int], zh: str, en: str) -> None:
    assert write_cards(numbers, "zh") == zh
    assert write_cards(numbers, "en") == en


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("张伟", "张伟"),
        ("Alice W.", "Alice W."),
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("two\nlines\tand tabs", "two lines and tabs"),
        ("  much   space　here ", "much space here"),
        ("zero\u200bwidth\u2066s\u2069", "zerowidths"),
        ("\x00\x1b[31mred", "[31mred"),
        ("👩\u200d💻 Ada", "👩\u200d💻 Ada"),
        ("Z\u0301\u0302\u0303\u0304\u0305algo", "Z\u0301\u0302algo"),
        ("\u202e\u200b\n", ""),
        ("", ""),
        ("一二三四五六七八九十一二", "一二三四五六七八九十一二"),
        ("一二三四五六七八九十一二三", "一二三四五六七八九十一…"),
        ("a" * 25, "a" * 23 + "…"),
    ],
)
def test_a_name_is_one_plain_line(typed: str, plain: str) -> None:
    assert plain_name(typed) == plain


@given(st.text(max_size=300))
def test_no_name_is_wider_than_its_column_or_breaks_a_line(name: str) -> None:
    plain = plain_name(name)
    assert display_width(plain) <= 24
    assert not any(c in plain for c in "\n\r\t\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
    assert plain == plain.strip()
