"""A wish to book, and how buttons carry it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.booking.rules.shapes import Need


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to book: cards for `seconds`, from `starts_at` or (None) from now on.

    `apart`: not as the extension of a booking that it continues. `whom`: the member for whom an owner wishes.
    `beyond`: also past the end of the machine's rental.
    """

    need: Need
    starts_at: int | None = None
    purpose: str | None = None
    assumed_count: bool = False
    apart: bool = False
    whom: int | None = None
    beyond: bool = False


def wish_of(payload: Mapping[str, Any]) -> Wish:
    """The wish that a button carries."""
    need = Need(
        count=int(payload["count"]),
        kind=payload.get("kind"),
        memory_gb=payload.get("memory_gb"),
        numbers=tuple(payload.get("gpus") or ()),
        exclude=tuple(payload.get("exclude") or ()),
        seconds=int(payload["seconds"]),
    )
    return Wish(
        need,
        payload.get("start"),
        payload.get("purpose"),
        bool(payload.get("assumed_count")),
        bool(payload.get("apart")),
        payload.get("whom"),
        bool(payload.get("beyond")),
    )


def payload_of(wish: Wish) -> dict[str, Any]:
    """A wish as a button carries it; `wish_of` reads it back."""
    need = wish.need
    return {
        "count": need.count,
        "kind": need.kind,
        "memory_gb": need.memory_gb,
        "gpus": list(need.numbers),
        "exclude": list(need.exclude),
        "seconds": need.seconds,
        "start": wish.starts_at,
        "purpose": wish.purpose,
        "assumed_count": wish.assumed_count,
        "apart": wish.apart,
        "whom": wish.whom,
        "beyond": wish.beyond,
    }
