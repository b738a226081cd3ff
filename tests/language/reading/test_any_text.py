"""Whatever is typed: an answer, quickly, never an exception, and never a booking that could not be."""

from __future__ import annotations

import json
import time
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.reading import Card, as_json, read_booking
from bot.language.reading.vocabulary_en import WORDS as ENGLISH
from bot.language.reading.vocabulary_zh import WORDS as CHINESE

NOW = datetime.fromisoformat("2026-12-02T20:10:30+08:00")
CARDS = [Card(number, "A100", 80) for number in range(4)] + [Card(number, "4090", 24) for number in range(4, 8)]

FIGURES = ["2", "0", "99", "2张", "6h", "8点", "22:00", "25:00", "-", "~", ":", "、", ",", "x", "A100", "4090", "h100"]
DATES = [
    "2026-12-05",
    "12-05",
    "2026-12-05T20:00Z",
    "0.5",
    ".5",
    "½",
    "²",
    "🙏",
    "\u202e",
    "\x00",
    "一",
    "十",
    "三四",
    "零",
]
pieces = st.sampled_from(sorted(ENGLISH) + sorted(CHINESE)) | st.sampled_from(FIGURES + DATES) | st.text(max_size=3)


def check(text: str) -> None:
    reading = read_booking(text, NOW, CARDS)
    json.dumps(as_json(reading))
    for shown in (reading, *reading.candidates):
        if shown.outcome != "ok":
            continue
        assert shown.start and shown.end and shown.minutes and shown.count
        assert shown.start >= NOW and shown.start < shown.end
        assert 0 < shown.minutes <= 60 * 24 * 60
        assert 1 <= shown.count <= len(CARDS) - len(shown.exclude)
        assert not shown.gpus or len(shown.gpus) == shown.count
        assert not set(shown.gpus) & set(shown.exclude)
    if reading.outcome == "refuse":
        assert reading.reason
    if reading.outcome in ("refuse", "help"):
        assert not reading.candidates


@given(st.lists(pieces, max_size=14), st.sampled_from(["", " "]))
def test_words_in_any_order_are_answered(words: list[str], between: str) -> None:
    check(between.join(words))


@given(st.text(max_size=200))
def test_any_characters_are_answered(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    "piece", ["9", "张", " ", "1 ", "1,", "1-", "1:", "8点", "到", "half ", "2x", "从", "#", "不要", "用途"]
)
def test_long_texts_are_answered_at_once(piece: str) -> None:
    started = time.process_time()
    check(piece * (2000 // len(piece)))
    check(piece * (10_000 // len(piece)))
    assert time.process_time() - started < 1


def test_more_than_two_thousand_characters_are_refused() -> None:
    assert read_booking("2张 6小时" + " " * 1994, NOW, CARDS).outcome == "ok"
    assert read_booking("2张 6小时" + " " * 1995, NOW, CARDS).reason == "too_long_text"


def test_a_long_purpose_is_cut_not_refused() -> None:
    reading = read_booking("2张 6小时 " + "消融实验" * 100, NOW, CARDS)
    assert reading.outcome == "ok"
    assert reading.purpose == "消融实验" * 50


def test_the_running_minute_is_now() -> None:
    reading = read_booking("2张 20:10 2小时", NOW, CARDS)
    assert reading.start == NOW
    assert reading.minutes == 120


def test_kinds_of_a_mixed_pool_are_counted_apart() -> None:
    assert read_booking("all 4090 6h", NOW, CARDS).count == 4
    assert read_booking("全部 6h", NOW, CARDS).count == 8
    assert read_booking("5张A100 6h", NOW, CARDS).reason == "too_many"
    assert read_booking("2张A100 不要0号 6h", NOW, CARDS).exclude == (0,)
    assert read_booking("5号卡 A100 2h", NOW, CARDS).reason == "no_such_card"
    assert read_booking("2x24G 3h", NOW, CARDS).memory_gb == 24


def test_a_kind_of_figures_only_is_the_kind_and_not_a_number() -> None:
    for text in ("4090 2h", "4090卡 2h", "rtx 4090 2h", "1x4090 2h", "RTX4090 2h", "nvidia geforce rtx 4090 2h"):
        reading = read_booking(text, NOW, CARDS)
        assert (reading.outcome, reading.kind, reading.count) == ("ok", "4090", 1), text


def test_a_kind_nobody_listed_is_known_from_the_pool() -> None:
    cards = [Card(0, "K3000M", 2), Card(1, "K3000M", 2)]
    assert read_booking("2xk3000m 2h", NOW, cards).kind == "K3000M"


def test_a_pool_without_cards_has_none_to_book() -> None:
    assert read_booking("1 2h", NOW, []).outcome == "refuse"
