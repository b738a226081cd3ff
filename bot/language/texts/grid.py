"""Grids that are narrow enough for a phone, the same in every language: hours of a day, blocks of a week.

Counted in columns of a monospace font; nothing here is wider than `WIDEST`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.language.texts.shape import Pre
from bot.language.writing import display_width, plain_name

WIDEST = 32
MOST_SINGLE_CARDS = 8
MOST_GROUPS = 40
MOST_GROUPS_OF_TWO_DAYS = 16
HOURS_BETWEEN_LABELS = 6
BLOCKS = range(0, 24, 4)
HOURS_HERE = "h"
"""Said where hours are: a chat may cut the blanks with which a block begins."""
CELLS = {"f": "·", "o": "■", "m": "●", "p": "◐", "b": "×"}


@dataclass(slots=True)
class Group:
    """The cards of one kind on one machine."""

    label: str
    numbers: list[int] = field(default_factory=list)


def groups_of(cards: Sequence[dict[str, Any]]) -> list[Group]:
    """Cards by machine and kind in the order of their lowest numbers; what all have in common is not said."""
    several = len({card["node"] for card in cards}) > 1
    names = kind_names([(card["kind"], card["memory_gb"]) for card in cards])
    groups: dict[tuple[str, str], Group] = {}
    for card, kind in sorted(zip(cards, names, strict=True), key=lambda one: int(one[0]["number"])):
        node = f"{card['node']} " if several else ""
        group = groups.setdefault((card["node"], kind), Group(f"{node}{kind}"))
        group.numbers.append(card["number"])
    return list(groups.values())


def kind_names(kinds: Sequence[tuple[str, int]]) -> list[str]:
    """A100 where that is clear, A100-80G where there are A100s of another size too."""
    sizes: dict[str, set[int]] = {}
    for kind, memory in kinds:
        sizes.setdefault(kind, set()).add(memory)
    return [kind if len(sizes[kind]) == 1 else f"{kind}-{memory}G" for kind, memory in kinds]


def shows_single_cards(cards: Sequence[Any]) -> bool:
    """Few cards have a row each; of many, each group has one, with figures."""
    return len(cards) <= MOST_SINGLE_CARDS


def days_that_fit(days: Sequence[dict[str, Any]], cards: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """All the days, or only the first where the pool has so many machines and kinds that two would be too long."""
    return days if len(groups_of(cards)) <= MOST_GROUPS_OF_TWO_DAYS else days[:1]


def day_grid(day: dict[str, Any], cards: Sequence[dict[str, Any]]) -> Pre:
    """One day by the hour."""
    cells = {card["number"]: card["cells"] for card in day["cards"]}
    groups = groups_of(cards)
    single = shows_single_cards(cards)
    wide = max(len(str(card["number"])) for card in cards) + 1 if single else 0
    rows = [f"{HOURS_HERE:<{wide}}{_hours(day['hours'])}" if single else _hours(day["hours"])]
    for group in groups[:MOST_GROUPS]:
        if not single:
            rows.append(plain_name(f"{group.label} ({len(group.numbers)})", WIDEST))
        elif len(groups) > 1:
            rows.append(plain_name(group.label, WIDEST))
        if single:
            rows += [f"{number:>{wide - 1}} {_drawn(cells[number])}" for number in group.numbers]
        else:
            rows += _counted([cells[number] for number in group.numbers])
    if len(groups) > MOST_GROUPS:
        rows.append("…")
    return Pre("\n".join(row.rstrip() for row in rows))


def _hours(hours: Sequence[int]) -> str:
    """Labels of some hours, each above its column."""
    places = [at for at, hour in enumerate(hours) if hour % HOURS_BETWEEN_LABELS == 0]
    if not places or places[0] > 2:
        places.insert(0, 0)
    line = ""
    for at in places:
        if not line or at > len(line):
            line = f"{line:<{at}}{hours[at]:02}"
    return line


def _drawn(cells: str) -> str:
    return "".join(CELLS[cell] for cell in cells)


def _counted(rows: Sequence[str]) -> list[str]:
    """How many cards are free in each hour, and below it where one's own are."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    figures = "".join(_figure(column) for column in columns)
    own = "".join(CELLS["m"] if "m" in column else " " for column in columns)
    return [figures, own] if own.strip() else [figures]


def _figure(column: str) -> str:
    free = column.count("f")
    if free:
        return str(free) if free < 10 else "+"
    if "p" in column:
        return CELLS["p"]
    return CELLS["b"] if set(column) == {"b"} else CELLS["o"]


def week_grid(days: Sequence[dict[str, Any]], kinds: Sequence[str], heads: Sequence[str], today: str) -> Pre:
    """Seven days by blocks of hours, a part for each kind: how many cards are free all along, and ● on own ones.

    `heads` are two columns wide; `today` stands above the day with which the blocks begin, if one is today.
    """
    rows = [_week_row("", heads), _week_row("", [day["date"][8:] for day in days])]
    if today:
        running = next(at for at, day in enumerate(days) if day["blocks"])
        rows.insert(0, " " * (6 + 3 * running) + today)
    rows[0] = HOURS_HERE + rows[0][len(HOURS_HERE) :]
    for at, kind in enumerate(kinds):
        if len(kinds) > 1:
            rows.append(plain_name(kind, WIDEST))
        rows += [_week_row(f"{hour:02}–{hour + 4:02}", [_block(day, hour, at) for day in days]) for hour in BLOCKS]
    return Pre("\n".join(row.rstrip() for row in rows))


def _week_row(head: str, cells: Iterable[str]) -> str:
    return f"{head:<5} " + "".join(cell + " " * (3 - display_width(cell)) for cell in cells)


def _block(day: dict[str, Any], hour: int, kind: int) -> str:
    block = next((one for one in day["blocks"] if one["hour"] == hour), None)
    if block is None:
        return " -"
    return f"{min(block['free'][kind], 99):>2}" + (CELLS["m"] if block["mine"][kind] else "")
