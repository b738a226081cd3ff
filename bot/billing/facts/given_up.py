"""What was given up of a booking's cards, read off the record of its changes.

A promise that was taken back within ten minutes binds nobody: it was a slip of the hand.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bot.billing.rules.charging import GivenUp, How
from storage.words import BookingState

SLIP = 600
"""Seconds for which an end must have stood before giving it up counts."""


@dataclass(frozen=True, slots=True)
class Stood:
    """From `at` on a card was to be held until `end`."""

    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Given:
    """Until when a card would have been held, and how the rest was given up (None: nothing was)."""

    planned_end: int
    given_up: GivenUp | None = None


def changes_by_booking(rows: Iterable[tuple[int, int, str]]) -> dict[int, list[tuple[int, dict[str, Any]]]]:
    """`(booking, at, snapshot as JSON)` as the snapshots of each booking, oldest first."""
    found: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for booking_id, at, after in rows:
        snapshot = json.loads(after)
        if "booking" in snapshot and "cards" in snapshot:
            found.setdefault(booking_id, []).append((at, snapshot))
    return found


def ends_of(changes: Sequence[tuple[int, Mapping[str, Any]]]) -> dict[int, list[Stood]]:
    """How long each card was to be held, and since when."""
    found: dict[int, list[Stood]] = {}
    for at, snapshot in changes:
        holds = snapshot["booking"]["state"] in (BookingState.BOOKED.value, BookingState.HELD.value)
        for gpu_id, starts_at, ends_at, live in snapshot["cards"]:
            end = ends_at if holds and live else starts_at
            stood = found.setdefault(gpu_id, [])
            if not stood or stood[-1].end != end:
                stood.append(Stood(at, end))
    return found


def given_up(stood: Sequence[Stood], starts_at: int, ends_at: int) -> Given:
    """What of the longest promise that stood is not held in the end (`ends_at`; `starts_at` when nothing is)."""
    best = Given(ends_at)
    for one, following in pairwise(stood):
        if one.end > best.planned_end and following.at - one.at > SLIP:
            how = How.RELEASED if following.at > starts_at else How.CANCELLED
            best = Given(one.end, GivenUp(following.at, how))
    return best
