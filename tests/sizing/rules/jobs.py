"""Jobs of known models for the tests, each with what matters given by keyword."""

from dataclasses import replace
from typing import Any

from bot.sizing.facts import find_card, find_model
from bot.sizing.rules.memory import memory
from bot.sizing.rules.shapes import Card, Job, Model


def model(name: str) -> Model:
    found = find_model(name)
    assert found is not None, name
    return found


def card(name: str) -> Card:
    found = find_card(name)
    assert found is not None, name
    return found


def job(name: str = "Llama-2-7B", **settings: Any) -> Job:
    return replace(Job(model(name)), **settings)


def term(asked: Job, name: str) -> int:
    """Bytes of one term; 0 when the estimate has none of that name."""
    return sum(each.bytes for each in memory(asked).terms if each.name == name)
