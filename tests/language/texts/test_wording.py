"""Single turns of phrase that were once wrong."""

import re

import pytest

from tests.language.texts.samples import BLOCKING, SAMPLES, TAKEN, Data
from tests.language.texts.test_texts import worded

NAMES = "(?:小李|小张|小王|张伟)"
BLANK = re.compile(f"{NAMES} [\u4e00-\u9fff]|[\u4e00-\u9fff] {NAMES}")
WITH_NAMES = ("undo_taken", "reminders", "last_owner", "removed", "role_set", "ask_who", "no_such_member", "ask_reason")


def said(code: str, data: Data, language: str = "zh") -> str:
    return "\n".join(worded(code, data, language))


@pytest.mark.parametrize("code", WITH_NAMES)
def test_no_blank_stands_between_a_chinese_name_and_the_words_around_it(code: str) -> None:
    for data in SAMPLES[code]:
        assert not BLANK.search(said(code, data))


@pytest.mark.parametrize(("language", "word"), [("zh", "后面"), ("en", "follows")])
@pytest.mark.parametrize("offers", [[], TAKEN["offers"]])
def test_that_somebody_follows_is_said_once(language: str, word: str, offers: list[Data]) -> None:
    data = TAKEN | {"count": 2, "kind": None, "gpus": [2, 3], "booking": 41, "offers": offers}
    assert said("taken", data, language).count(word) == 1


def test_too_few_cards_are_said_in_english_as_people_say_it() -> None:
    data = TAKEN | {"count": 2, "kind": None, "gpus": [], "blocking": BLOCKING}
    assert said("taken", data, "en").startswith("2 cards are not free then")
    assert "you can only change your own" in said("not_yours", {"booking": 42, "holder": "Li"}, "en")


def test_the_week_says_how_much_of_it_is_still_free() -> None:
    this_week = next(data for data in SAMPLES["week"] if data["weeks_ahead"] == 0)
    assert said("week", {**this_week, "free_permille": 990}).startswith("本周还空 99%")
    assert said("week", {**this_week, "free_permille": 990, "weeks_ahead": 1}).startswith("下周空着 99%")


@pytest.mark.parametrize(("cell", "zh", "full"), [("o", "全满", True), ("m", "全满", True), ("p", "没有整点", False)])
def test_a_day_on_which_somebody_has_every_card_is_full(cell: str, zh: str, full: bool) -> None:
    some = next(data for data in SAMPLES["free"] if data["day"] is not None and data["quiet"] is None)
    day = some["days"][0]
    cards = [{**card, "cells": [cell] * len(card["cells"])} for card in day["cards"]]
    data = {**some, "days": [{**day, "cards": cards}]}
    assert zh in said("free", data).split("\n")[0]
    assert ("every card is taken" in said("free", data, "en")) is full
