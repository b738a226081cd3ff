"""The grids as a phone shows them: narrow, each column under its hour, nothing hidden."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.language.texts import TEXTS
from bot.language.texts.grid import WIDEST, day_grid, groups_of, week_grid
from bot.language.texts.shape import Context, Facts, Pre
from bot.language.writing import display_width
from bot.telegram.render import units
from tests.language.texts.calendar_samples import CALENDAR, CARD, CARDS, CROWDED, MANY, NOW, SPAN, WEEK, day, week_day

CASES = [(code, number) for code, samples in CALENDAR.items() for number in range(len(samples))]


def context(language: str) -> Context:
    return Context(language, ZoneInfo("Asia/Shanghai"), NOW)


def rows(grid: Pre) -> list[str]:
    return grid.split("\n")


def cards(*kinds: str, node: str = "node1") -> list[dict[str, Any]]:
    return [CARD | {"number": n, "kind": kind, "node": node, "free": [SPAN]} for n, kind in enumerate(kinds)]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize(("code", "number"), CASES)
def test_no_grid_is_wider_than_a_phone(code: str, number: int, language: str) -> None:
    lines = TEXTS[language][code](Facts(CALENDAR[code][number]), context(language))
    for grid in (line for line in lines if isinstance(line, Pre)):
        assert all(display_width(row) <= WIDEST and row == row.rstrip() for row in rows(grid)), grid
        assert not grid[0].isspace(), "a chat may cut the blanks with which a block begins"


def test_few_cards_have_a_row_each_under_their_hours() -> None:
    grid = rows(day_grid(day(0, ["ffff", "offf", "oooo", "bbbb", "fpmo"], [20, 21, 22, 23]), CARDS))
    assert grid == ["h 20", "0 ····", "1 ■···", "2 ■■■■", "3 ××××", "4 ·◐●■"]


@pytest.mark.parametrize(
    ("hours", "head"),
    [
        ([*range(24)], "h 00    06    12    18"),
        ([0, 1, *range(3, 24)], "h 00   06    12    18"),
        ([0, 1, 2, 2, *range(3, 24)], "h 00     06    12    18"),
        ([*range(13, 24)], "h 13   18"),
        ([*range(16, 24)], "h   18"),
        ([23], "h 23"),
    ],
)
def test_a_label_stands_above_its_hour(hours: Sequence[int], head: str) -> None:
    cells = ["o" if hour == 18 else "f" for hour in hours]
    grid = rows(day_grid(day(0, ["".join(cells)], [*hours]), cards("A100")))
    assert grid[0] == head
    if 18 in hours:
        assert grid[0].index("18") == grid[1].index("■")


def test_kinds_are_apart_and_one_kind_needs_no_name() -> None:
    two = day_grid(day(0, ["ff", "oo", "ff"], [22, 23]), cards("A100", "4090", "A100"))
    assert rows(two) == ["h 22", "A100", "0 ··", "2 ··", "4090", "1 ■■"]
    assert rows(day_grid(day(0, ["ff"], [22, 23]), cards("A100"))) == ["h 22", "0 ··"]


def test_cards_of_two_sizes_are_told_apart_by_their_memory() -> None:
    small = CARD | {"number": 1, "memory_gb": 40, "free": []}
    assert [group.label for group in groups_of([CARD, small])] == ["A100-80G", "A100-40G"]


def test_two_figures_of_a_card_leave_the_columns_in_place() -> None:
    late = [CARD | {"number": number, "free": []} for number in (9, 10)]
    cells = {"cards": [{"number": 9, "cells": "fo"}, {"number": 10, "cells": "of"}]}
    grid = day_grid(day(0, ["ff"], [22, 23]) | cells, late)
    assert rows(grid) == ["h  22", " 9 ·■", "10 ■·"]


def test_many_cards_are_counted_by_machine_and_kind_with_own_ones_below() -> None:
    cells = ["ffo"] * 5 + ["oom"] + ["opo"] * 6
    grid = day_grid(day(0, cells, [21, 22, 23]), cards(*["A100"] * 12))
    assert rows(grid) == ["21", "A100 (12)", "55■", "  ●"]


def test_ten_and_more_a_lone_part_and_broken_ones_have_signs() -> None:
    cells = ["fpb"] * 12
    assert rows(day_grid(day(0, cells, [21, 22, 23]), cards(*["A100"] * 12)))[2] == "+◐×"


def test_sixty_four_cards_of_four_kinds_on_eight_machines_are_read_at_a_glance() -> None:
    for language in ("zh", "en"):
        lines = TEXTS[language]["free"](Facts(CROWDED), context(language))
        assert units("\n".join(lines)) <= 1500
        assert max(len(rows(line)) for line in lines if isinstance(line, Pre)) <= 25
    assert [group.label for group in groups_of(MANY)][:2] == ["node0 RTX-0090", "node1 RTX-0090"]


def test_a_pool_of_sixty_machines_fits_one_message() -> None:
    many = [card | {"node": f"{'长' * 20}{n}"} for n, card in enumerate(MANY)]
    for language in ("zh", "en"):
        facts = CROWDED | {"cards": many, "days": [day(ahead, ["m" * 24] * 64) for ahead in (0, 1)]}
        lines = TEXTS[language]["free"](Facts(facts), context(language))
        assert sum(isinstance(line, Pre) for line in lines) == 1
        assert units("\n".join(lines)) <= 4096


def test_the_week_marks_today_own_bookings_and_what_is_over() -> None:
    grid = rows(week_grid(WEEK["days"], ["A100"], ["一", "二", "三", "四", "五", "六", "日"], "今天"))
    assert grid[:3] == ["h           今天", "      一 二 三 四 五 六 日", "      30 01 02 03 04 05 06"]
    assert grid[3] == "00–04  -  -  -  9  9● 9  9"
    assert grid[8] == "20–24  -  -  9  9  9● 9  9"


def test_a_week_to_come_has_no_today_and_a_part_for_each_kind() -> None:
    days = [week_day(number, 2, 0) for number in range(7)]
    grid = rows(week_grid(days, ["A100", "4090"], ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], ""))
    assert grid[0] == "h     Mo Tu We Th Fr Sa Su"
    assert (grid[2], grid[9]) == ("A100", "4090")
    assert grid[-1] == "20–24 12 12 12 12 12 12 12"
