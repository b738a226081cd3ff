"""The CSV is RFC 4180, adds up, and no program takes a name for a formula."""

import csv
from dataclasses import replace
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.exports.cells import guarded
from bot.billing.exports.csv_table import csv_of
from bot.billing.exports.figures import figures, hours
from tests.billing.exports.months import NASTY, month

FORMULA_SIGNS = "=+-@\t\r＝＋－＠"


def table(body: bytes) -> list[list[str]]:
    """As Excel and every reader of RFC 4180 see it."""
    return list(csv.reader(StringIO(body.decode("utf-8-sig"), newline=""), strict=True))


def test_it_begins_with_a_bom_and_every_row_ends_with_crlf() -> None:
    body = csv_of(month(), "zh")
    assert body.startswith(b"\xef\xbb\xbf") and body.endswith(b"\r\n")
    assert body.count(b"\n") == body.count(b"\r\n") == 4


def test_it_adds_up_down_and_across() -> None:
    rows = table(csv_of(month(), "en"))
    amounts = [[Decimal(cell) for cell in row[5:]] for row in rows[1:]]
    assert all(row[0] == sum(row[1:]) for row in amounts)
    assert [sum(column) for column in zip(*amounts[:-1], strict=True)] == amounts[-1]
    assert amounts[-1][0] == Decimal("99.00")


def test_a_negative_amount_stays_a_number() -> None:
    assert table(csv_of(month(), "zh"))[2][5] == "-1.00"


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_never_the_start_of_a_formula_and_never_breaks_a_row(name: str) -> None:
    rows = table(csv_of(month(name, "小王"), "zh"))
    assert {len(row) for row in rows} == {8} and len(rows) == 4
    shown = rows[0][6]
    assert shown.lstrip()[:1] not in tuple(FORMULA_SIGNS)
    plain = "".join(one for one in name if one >= " " or one in "\t\n\r")
    assert shown.removeprefix("'") == plain


@settings(max_examples=60)
@given(st.text(max_size=30))
def test_whatever_it_is_called_the_cell_is_text(name: str) -> None:
    cell = guarded(name)
    assert cell.strip("\ufeff\u200b")[:1] not in tuple(FORMULA_SIGNS) and cell[:1] not in tuple(FORMULA_SIGNS)
    assert guarded(cell) == cell


def test_sponsors_stand_in_a_row_of_their_own_so_that_it_still_adds_up() -> None:
    plain = month()
    people = (plain.people[0], plain.people[1], plain.people[2])
    moved = tuple(
        replace(one, total_minor=one.total_minor + by) for one, by in zip(people, (50, -25, -25), strict=True)
    )
    sponsored = replace(plain, people=moved, sponsors=({"member": "1", "fixed_minor": 50, "percent": "0"},))
    rows = table(csv_of(sponsored, "zh"))
    amounts = [[Decimal(cell) for cell in row[5:]] for row in rows[1:]]
    assert rows[3][2] == "出资人承担"
    assert [sum(column) for column in zip(*amounts[:-1], strict=True)] == amounts[-1]


@pytest.mark.parametrize(
    ("minor", "currency", "shown"),
    [
        (1, "CNY", "0.01"),
        (-1, "CNY", "-0.01"),
        (0, "CNY", "0.00"),
        (10, "CNY", "0.10"),
        (2**53 + 1, "CNY", "90071992547409.93"),
        (10**18, "CNY", "10000000000000000.00"),
        (300, "JPY", "300"),
        (12_345, "KWD", "12.345"),
    ],
)
def test_figures_are_exact_to_the_last_digit(minor: int, currency: str, shown: str) -> None:
    assert figures(minor, currency) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0.00"), (3_600, "1.00"), (18, "0.01"), (17, "0.00"), (5_400, "1.50")]
)
def test_card_hours_have_two_digits_rounded_half_up(seconds: int, shown: str) -> None:
    assert hours(seconds) == shown
