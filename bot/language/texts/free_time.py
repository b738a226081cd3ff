"""Free time as both languages tell it: cards that are free or taken alike, and a line that books a window."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from bot.language.texts.grid import kind_names


class Standing(NamedTuple):
    """Free now `until`, or free again `since`, or neither within the time that is looked at; or broken."""

    kind: str
    until: int | None = None
    since: int | None = None
    broken: bool = False


@dataclass(slots=True)
class Alike:
    """Cards that stand alike, in the order of their numbers."""

    standing: Standing
    numbers: list[int] = field(default_factory=list)


def alike(cards: Sequence[dict[str, Any]], now: int, most: int) -> list[Alike]:
    """Cards in groups by how they stand, the lowest number first. Of too many groups those free now are kept."""
    groups: dict[Standing, Alike] = {}
    names = kind_names([(card["kind"], card["memory_gb"]) for card in cards])
    for card, kind in sorted(zip(cards, names, strict=True), key=lambda one: int(one[0]["number"])):
        standing = _standing(card, kind, now)
        groups.setdefault(standing, Alike(standing)).numbers.append(card["number"])
    kept = sorted(groups.values(), key=lambda group: group.standing.until is None)[:most]
    return sorted(kept, key=lambda group: group.numbers[0])


def _standing(card: dict[str, Any], kind: str, now: int) -> Standing:
    if card["broken"]:
        return Standing(kind, broken=True)
    first = card["free"][0] if card["free"] else None
    if first is None:
        return Standing(kind)
    return Standing(kind, until=first["end"]) if first["start"] <= now else Standing(kind, since=first["start"])


def free_on(day: dict[str, Any]) -> tuple[int, bool]:
    """How many cards are free in every hour of a day, and whether any is free in some."""
    rows = [card["cells"] for card in day["cards"]]
    return sum(set(cells) == {"f"} for cells in rows), any("f" in cells for cells in rows)


def all_taken(day: dict[str, Any]) -> bool:
    """Whether somebody has a card in every hour of a day, and none is free even in part of one."""
    cells = {cell for card in day["cards"] for cell in card["cells"]}
    return bool(cells & {"m", "o"}) and not cells & {"f", "p"}


def booking_line(start: int, end: int, now: int, zone: ZoneInfo) -> str:
    """What to type for one card in the whole hours of a window; from now on when it has begun."""
    hours = (end - max(start, now)) // 3600
    begins = "" if start <= now else f"{datetime.fromtimestamp(start, zone):%m-%d %H:%M} "
    return f"/book 1 {begins}{max(1, hours)}h"
