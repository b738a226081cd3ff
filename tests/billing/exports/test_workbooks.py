"""Workbooks as another program reads them: numbers are numbers, text is text, nothing is a formula."""

import sys
from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest

from bot.billing.exports.claim_sheet import claim_of
from bot.billing.exports.workbook import workbook_of
from bot.billing.rules.upper import rmb_upper
from bot.errors import Refusal
from tests.billing.exports.months import CLAIM, NASTY, month


def opened(body: bytes) -> Any:
    return openpyxl.load_workbook(BytesIO(body))


def formulas(body: bytes) -> list[str]:
    """Every `<f>` of the raw sheets, whatever a reader makes of them."""
    with ZipFile(BytesIO(body)) as whole:
        sheets = [name for name in whole.namelist() if name.startswith("xl/worksheets/")]
        return [name for name in sheets if b"<f" in whole.read(name).replace(b"<formula", b"")]


def test_amounts_and_hours_are_numbers_and_the_total_stands_below() -> None:
    book = opened(workbook_of(month(), "zh"))
    bill = book["账单"]
    assert [bill.cell(1, column).value for column in range(1, 8)] == [
        "行",
        "类别",
        "备注",
        "金额",
        "小李",
        "小王",
        "小张",
    ]
    assert all(bill.cell(row, column).data_type == "n" for row in (2, 3, 4) for column in range(4, 8))
    assert bill.cell(4, 4).value == 99 and bill.cell(3, 4).value == -1
    cents = [round(Decimal(str(bill.cell(4, column).value)) * 100) for column in range(5, 8)]
    assert sum(cents) == 9_900 == sum(one.total_minor for one in month().people)
    people = book["成员"]
    assert [people.cell(2, column).value for column in range(1, 7)] == ["小李", "经费=1", 1, 0.5, 1.5, 33]
    paid = book["付款"]
    assert [paid.cell(2, column).value for column in range(1, 8)] == [
        7,
        "2026-12-05",
        "小张",
        "小李",
        33,
        "结算",
        "已收到",
    ]


def test_sponsors_stand_in_a_row_of_their_own_so_that_the_sheet_adds_up() -> None:
    plain = month()
    moved = [
        replace(one, total_minor=one.total_minor + by) for one, by in zip(plain.people, (50, -25, -25), strict=True)
    ]
    sponsored = replace(plain, people=tuple(moved), sponsors=({"member": "1", "fixed_minor": 50, "percent": "0"},))
    bill = opened(workbook_of(sponsored, "zh"))["账单"]
    rows = [[round(100 * bill.cell(row, column).value) for column in range(4, 8)] for row in range(2, 6)]
    assert (bill.cell(4, 1).value, rows[2]) == ("出资人承担", [0, 50, -25, -25])
    assert [sum(column) for column in zip(*rows[:-1], strict=True)] == rows[-1]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_name_and_no_note_becomes_a_formula_or_a_link(language: str) -> None:
    body = workbook_of(month(*NASTY), language)
    assert not formulas(body)
    book = opened(body)
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert cells and {cell.data_type for cell in cells} == {"s", "n"}
    assert all(cell.hyperlink is None for cell in cells)
    texts = {cell.value for cell in cells if cell.data_type == "s"}
    assert {"=1+1", "+cmd|' /C calc'!A0", '=HYPERLINK("x")', "张伟 (2)"} <= texts


def test_the_same_month_gives_the_same_bytes() -> None:
    assert workbook_of(month(), "zh") == workbook_of(month(), "zh")


def test_the_claim_is_one_a4_page_with_title_tax_number_item_days_total_and_words() -> None:
    body = claim_of(CLAIM)
    assert not formulas(body)
    sheet = opened(body)["报销"]
    assert sheet.page_setup.paperSize == 9 and sheet.page_setup.orientation == "portrait"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    by_label = {row[0]: row for row in rows if row[0]}
    assert by_label["抬头"][1] == "=某某大学" and by_label["税号"][1] == "12100000400000000X"
    assert by_label["项目"][1] == "测试费" and by_label["负责人"][1] == "张老师"
    assert by_label["2026-11-02"][2:] == [10, 10_000] and by_label["2026-11-03"][2:] == [5, 5_000]
    assert by_label["合计"][3] == 15_123 and by_label["大写"][1] == rmb_upper(1_512_300) == "壹万伍仟壹佰贰拾叁元整"
    amounts = [row[3] for row in rows if isinstance(row[3], (int, float))]
    assert round(sum(amounts[:4]), 2) == 15_123


def test_amounts_in_words_are_only_for_yuan() -> None:
    sheet = opened(claim_of(replace(CLAIM, currency="JPY")))["报销"]
    assert "大写" not in [row[0].value for row in sheet.iter_rows()]


def test_without_the_library_it_is_said_and_nothing_else_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(Refusal) as refused:
        workbook_of(month(), "zh")
    assert refused.value.code == "no_xlsx"
