"""How asking the bot can fail."""

from typing import Any


class Unreachable(Exception):
    """The bot could not be asked; the text says why."""


class Refused(Exception):
    """The bot said no: `reason`, with its facts."""

    def __init__(self, reason: str, facts: dict[str, Any]) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
