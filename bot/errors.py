"""Refusals: the errors that are part of the language. Raised where the rule knows, worded where the reader is known."""

from collections.abc import Sequence
from typing import Any


class Refusal(Exception):
    """A wish that cannot be granted: a code (design: never renamed) and the facts that explain it.

    `choices` are rows of `bot.chat.message.Choice`: the ways out that become buttons.
    """

    def __init__(self, code: str, *, choices: Sequence[Sequence[Any]] = (), **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
        self.choices = tuple(tuple(row) for row in choices)

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code

    def offering(self, choices: Sequence[Sequence[Any]], **facts: Any) -> "Refusal":
        """The same refusal with ways out and perhaps more facts."""
        return Refusal(self.code, choices=choices, **{**self.facts, **facts})
