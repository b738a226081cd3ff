"""What no rule reads is guessed from all its words: then something is shown, and never anything done."""

from datetime import datetime

import pytest

from bot.language.reading import Card, read_intent
from bot.language.reading.intended import DESTRUCTIVE
from tests.language.reading.test_intent import NAMES

CARDS = [Card(number, "A100", 80) for number in range(8)]
NOW = datetime.fromisoformat("2026-12-02T20:10:30+08:00")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("6号给下一位吧我用完了", "my"),
        ("房租这块还能撑到哪天呀", "rent"),
        ("got anything at all free this evening", "free"),
    ],
)
def test_a_wording_that_nobody_foresaw_shows_what_it_is_likeliest_about(text: str, command: str) -> None:
    intent = read_intent(text, NOW, CARDS, NAMES)
    assert intent is not None and (intent.command, intent.sure) == (command, False)


@pytest.mark.parametrize("text", ["今晚吃啥", "他那边跑完了吗", "who wants pizza", "导师说论文要延到下周", ""])
def test_talk_is_about_nothing(text: str) -> None:
    assert read_intent(text, NOW, CARDS, NAMES) is None


@pytest.mark.parametrize(
    "text", ["6号给下一位吧他用完了", "0号卡好像挂了", "6号别给下一位我没用完", "谁的6号用完了给下一位"]
)
def test_nothing_is_ended_by_a_guess(text: str) -> None:
    intent = read_intent(text, NOW, CARDS, NAMES)
    assert intent is None or intent.command not in DESTRUCTIVE
