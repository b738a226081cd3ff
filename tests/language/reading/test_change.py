"""The words behind /extend, /cancel and /release: which booking, which cards, how much longer, until when."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.reading import Change, read_change

ZONE = ZoneInfo("Asia/Shanghai")
NOW = int(datetime(2026, 12, 2, 20, 10, tzinfo=ZONE).timestamp())


def change(text: str) -> Change:
    return read_change(text, NOW, ZONE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("42 2h", {"target": 42, "by_minutes": 120}),
        ("2h", {"by_minutes": 120}),
        ("2小时", {"by_minutes": 120}),
        ("#42 一个半小时", {"target": 42, "by_minutes": 90}),
        ("预约42 半小时", {"target": 42, "by_minutes": 30}),
        ("booking 42 by 30 min", {"target": 42, "by_minutes": 30}),
        ("到明早9点", {"until": "12-03 09:00"}),
        ("42 到明早9点", {"target": 42, "until": "12-03 09:00"}),
        ("until 23:00", {"until": "12-02 23:00"}),
        ("42 until 11pm", {"target": 42, "until": "12-02 23:00"}),
        ("23:00", {"until": "12-02 23:00"}),
        ("3号卡", {"gpus": (3,)}),
        ("gpu 3", {"gpus": (3,)}),
        ("卡3", {"gpus": (3,)}),
        ("gpu3,5", {"gpus": (3, 5)}),
        ("3号", {"gpus": (3,)}),
        ("2、3号卡", {"gpus": (2, 3)}),
        ("42", {"target": 42}),
        ("#42", {"target": 42}),
        ("42号预约", {"target": 42}),
        ("3号卡 2h", {"gpus": (3,), "by_minutes": 120}),
        ("", {}),
        ("-1h", {"by_minutes": -60}),
        ("- 半小时", {"by_minutes": -30}),
        ("−1h", {"by_minutes": -60}),
        ("42 -2h", {"target": 42, "by_minutes": -120}),
        ("3号卡 -90m", {"gpus": (3,), "by_minutes": -90}),
        ("少1小时", {"by_minutes": -60}),
        ("42 少用一小时", {"target": 42, "by_minutes": -60}),
        ("提前半小时", {"by_minutes": -30}),
        ("1h less", {"by_minutes": -60}),
        ("到昨天20点", {"until": "12-01 20:00"}),
        ("until 20:00 today", {"until": "12-02 20:00"}),
        ("到今天下午3点", {"until": "12-02 15:00"}),
        ("到12-01 10:00", {"until": "12-01 10:00"}),
        ("42 到 2026-12-01 10:00", {"target": 42, "until": "12-01 10:00"}),
        ("到今天10点", {}),
    ],
)
def test_what_is_to_change_is_read(text: str, expected: dict[str, Any]) -> None:
    read = change(text)
    found = {
        "target": read.target,
        "gpus": read.gpus or None,
        "by_minutes": read.by_minutes,
        "until": read.until.strftime("%m-%d %H:%M") if read.until else None,
    }
    assert {key: value for key, value in found.items() if value is not None} == expected
    assert read.unread == ""


@pytest.mark.parametrize("text", ["张伟的", "42 43", "2h 3h", "2张", "blah", "-1", "-2h 3h", "9点到11点", "x" * 500])
def test_what_nobody_can_place_is_named(text: str) -> None:
    assert change(text).unread


def test_a_day_points_at_the_bookings_on_it() -> None:
    read = change("明晚那个")
    assert read.around is not None
    assert [at.strftime("%d %H:%M") for at in read.around] == ["03 17:00", "04 05:00"]
    assert read.at is None


def test_an_hour_points_at_its_moment() -> None:
    read = change("今晚10点那个")
    assert read.at is not None and read.at.strftime("%d %H:%M") == "02 22:00"


def test_the_clock_may_be_given_as_a_time_with_its_zone() -> None:
    assert read_change("2h", datetime.fromtimestamp(NOW, ZONE), ZONE) == change("2h")


@given(
    st.text(max_size=120)
    | st.lists(st.sampled_from(["42", "3号卡", "2h", "到", "9点", "明天", "x", "-", "#"])).map(" ".join)
)
def test_no_text_makes_it_raise(text: str) -> None:
    change(text)
