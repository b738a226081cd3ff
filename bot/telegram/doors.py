"""What this adapter needs from the house, as callables, and how it gives up."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.chat.message import Message

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Doors:
    """`receive` stores all messages in one commit, each key once, and raises when the store fails.

    `keep` stores an update that could not be read, as (key, raw JSON); True when it is new.
    `migrated` renames a chat everywhere, as (old key, new key), in one transaction; again does no harm.
    `lease` says whether this process still holds the role of polling this bot.
    """

    receive: Callable[[Sequence[Message]], Awaitable[None]]
    keep: Callable[[str, str], Awaitable[bool]]
    migrated: Callable[[str, str], Awaitable[None]]
    lease: Callable[[], Awaitable[bool]]


class BadToken(Exception):
    """Telegram itself said twice that it does not know this token."""


class RoleLost(Exception):
    """Another process polls this bot now."""
