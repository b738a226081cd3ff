"""Whom a booking is for, and slips of the finger: what may be guessed, and what may not."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.language.reading import Card, Reading, read_booking
from bot.language.reading.slips import meant

NOW = datetime.fromisoformat("2026-12-02T20:10:00+08:00")
CARDS = [Card(number, "A100", 80) for number in range(8)]


def read(text: str) -> Reading:
    return read_booking(text, NOW, CARDS)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2 cards 6h for @Li_Lei", "Li_Lei"), ("给@李想订2张6小时", "李想"), ("帮@li 占2张 6h", "li"),
        ("给李想订2张6小时", "李想"), ("替张伟约2张 6小时", "张伟"), ("给周杰留2张 6小时", "周杰"),
        ("给tom订2张6小时", "tom"), ("@pinka_bot 给@li订2张6小时", "li"),
        ("给我订2张6小时", None), ("帮我们订2张6小时", None), ("帮忙订2张6小时", None), ("给大家订2张6小时", None),
        ("明天给我们组订2张 9点 6小时", None), ("@pinka_bot 订2张6小时", None),
    ],
)  # fmt: skip
def test_a_name_behind_at_or_before_a_verb_is_whom_it_is_for(text: str, name: str | None) -> None:
    reading = read(text)
    assert (reading.outcome, reading.count, reading.for_whom) == ("ok", 2, name)


def test_two_names_contradict_each_other() -> None:
    assert read("2张 6小时 给@li 给@wang").reason == "contradiction"


def test_a_name_alone_is_nothing_to_book() -> None:
    assert read("给@li").outcome == "help"


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("tonigth", "tonight"), ("untill", "until"), ("thrusday", "thursday"), ("wensday", "wednesday"),
        ("horus", "hours"), ("satruday", "saturday"), ("tomorow", "tomorrow"),
        ("util", None), ("cars", None), ("house", None), ("holiday", None), ("fridays", None), ("smart", None),
        ("match", None), ("carts", None), ("birthday", None), ("weekends", None),
    ],
)  # fmt: skip
def test_a_slip_is_mended_only_when_one_word_can_be_meant(typed: str, right: str | None) -> None:
    assert meant(typed) == right


@pytest.mark.parametrize("text", ["2 cards tursday 9am 2h", "2 cards xyzday 9am 2h"])
def test_what_ends_like_a_weekday_never_passes_for_a_purpose(text: str) -> None:
    assert read(text).outcome != "ok"


@pytest.mark.parametrize(
    "text",
    [
        "2张 下班后 6小时", "2张 双十一 6小时", "2 cards 6h after dinner", "2 cards not now 6h",
        "2张 6小时 如果没人用", "等下用2张 6小时", "2 cards later 6h", "2 cards 6h unless bob needs them",
    ],
)  # fmt: skip
def test_a_time_nobody_can_place_asks_and_never_starts_now(text: str) -> None:
    reading = read(text)
    assert (reading.outcome, reading.reason) == ("ask_time", "flexible")


@pytest.mark.parametrize(
    "text",
    ["2 下个月 6h", "2张 6小时 下个月", "2张 6小时 明年", "2 cards 6h in december", "2 cards 6h next month"],
)
def test_a_month_without_a_day_is_refused_and_tonight_is_not_offered(text: str) -> None:
    reading = read(text)
    assert (reading.outcome, reading.reason, reading.candidates) == ("refuse", "bad_time", ())


@pytest.mark.parametrize(
    "text",
    ["负2张 6小时", "剩下的卡都要 6小时", "all remaining gpus 6h", "some gpus 6h", "several cards 6h", "n张卡 6小时"],
)
def test_a_count_nobody_can_know_is_refused(text: str) -> None:
    assert read(text).outcome == "refuse"


@pytest.mark.parametrize(
    ("text", "gpus"),
    [
        ("0123号卡 1h", (0, 1, 2, 3)), ("gpu4567 1h", (4, 5, 6, 7)), ("卡1到卡4 1h", (1, 2, 3, 4)), ("3#卡 1h", (3,)),
        ("gpu[0,1] 1h", (0, 1)), ("0号1号2号卡 1h", (0, 1, 2)), ("0-3号卡除了2号 1h", (0, 1, 3)),
    ],
)  # fmt: skip
def test_cards_are_named_in_many_ways(text: str, gpus: tuple[int, ...]) -> None:
    reading = read(text)
    assert (reading.outcome, reading.gpus) == ("ok", gpus)


def test_digits_that_do_not_rise_are_one_number_and_no_card() -> None:
    assert read("3210号卡 1h").outcome == "refuse"
    assert read("12号卡 1h").reason == "no_such_card"
