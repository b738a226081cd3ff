"""Asks a question of the rules, with a pool's cards, prices and finished runs, without any chat."""

from typing import Any

from bot.commands.sizing import questions_in
from bot.language.texts import TEXTS
from bot.language.texts.shape import Context, Facts
from bot.sizing.rules.calibrate import Run
from bot.sizing.rules.shapes import GIB, Method
from bot.sizing.services.answer import Ours, answers
from bot.sizing.services.lookup import card_of_kind

A100, RTX4090 = card_of_kind("A100", 80), card_of_kind("4090", 24)
OURS = Ours(((A100, 8),))
MIXED = Ours(((A100, 4), (RTX4090, 4)), {A100.name: 800, RTX4090.name: 200})


def ask(text: str, ours: Ours = OURS, **more: Any) -> dict[str, Any]:
    """The answer to the first question of the text; `more` are facts put in beside those that are read."""
    (first, *_) = questions_in(text)
    return answers([{**first.said(), **more}], ours)[0]


def worded(answer: dict[str, Any], language: str = "zh") -> list[str]:
    """Its lines."""
    facts = Facts({"answers": [answer], "machine": None})
    return [str(line) for line in TEXTS[language]["sized"](facts, Context(language, None, 0))]  # type: ignore[arg-type]


def runs(*ratios: float, method: Method = Method.LORA, billions: float = 7.6, slower: float | None = None) -> Ours:
    """A pool of eight A100 whose finished runs took so many times their estimates."""
    made = tuple(
        Run(method, round(billions * 1e9), 20 * GIB, round(20 * GIB * ratio), "a run", at, *_times(slower))
        for at, ratio in enumerate(ratios)
    )
    return Ours(((A100, 8),), runs=made)


def _times(slower: float | None) -> tuple[int | None, int | None]:
    return (None, None) if slower is None else (3_600, round(3_600 * slower))
