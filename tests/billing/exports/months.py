"""A month with names that programs stumble over, as it is handed to the writers."""

from dataclasses import replace
from datetime import date

from bot.billing.exports.shapes import Claim, Day, MonthExport, Person, Row, Transfer

NASTY = (
    "=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tTAB", "\rCR", "＝1+1", "＋1", "－1", "＠A1", " =1+1",
    "\u3000=1+1", "\ufeff=1",
    'quote"d', "com,ma", "line\nbreak", "a\x00b\x07c", "\\back", "张伟 (2)", "👩‍🔬", "长" * 300,
)  # fmt: skip


def month(*names: str, **changes: object) -> MonthExport:
    """A rent of 10,000 fen and a refund of 100 among people of these names; P is the first of them."""
    names = names or ("小李", "小王", "小张")
    ids = [str(number) for number in range(1, len(names) + 1)]
    rent = _shared(10_000, ids)
    back = _shared(-100, ids)
    people = tuple(
        Person(one, name, rent[one] + back[one], 3_600, 1_800, 5_400, "经费=1" if one == "1" else None)
        for one, name in zip(ids, names, strict=True)
    )
    made = MonthExport(
        1,
        "视觉组",
        "2026-11",
        "closed",
        "CNY",
        date(2026, 11, 1),
        date(2026, 12, 1),
        "charged",
        "1",
        9_900,
        people,
        (
            Row("rent0", 0, "rent", 10_000, rent, None, "node1"),
            Row("line2", 2, "refund", -100, back, '=HYPERLINK("x")', None, None, ("ab" * 32,)),
        ),
        (Transfer(7, date(2026, 12, 5), ids[-1], "1", rent[ids[-1]] + back[ids[-1]], "settle", "received"),),
        (),
        {"statement": "1/2026-11", "total_minor": 9_900},
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def _shared(amount: int, ids: list[str]) -> dict[str, int]:
    each, rest = divmod(abs(amount), len(ids))
    sign = -1 if amount < 0 else 1
    return {one: sign * (each + (at < rest)) for at, one in enumerate(ids)}


CLAIM = Claim(
    "视觉组",
    "2026-11",
    "CNY",
    "=某某大学",
    "12100000400000000X",
    "张老师",
    "测试费",
    (Day(date(2026, 11, 2), 36_000, 1_000_000), Day(date(2026, 11, 3), 18_000, 500_000)),
    (("storage", "数据盘", 12_345), ("refund", None, -45)),
    (("小李", 54_000, 1_512_300),),
    1_512_300,
    True,
)
