"""The month as an Excel workbook: bill, members, payments. Text is text, amounts are numbers, nothing is a formula."""

from datetime import datetime
from decimal import Decimal
from io import BytesIO
from typing import Any

from bot.billing.exports.cells import clean
from bot.billing.exports.figures import figures, hours
from bot.billing.exports.shapes import MonthExport
from bot.billing.exports.words import WORDS
from bot.billing.rules.currency import digits_of
from bot.errors import Refusal

MADE = datetime(2020, 1, 1)
"""A fixed moment of creation, so that the same month gives the same bytes."""


class Book:
    """A workbook that only ever writes text and numbers. Raises `no_xlsx` where xlsxwriter is not installed."""

    def __init__(self, currency: str) -> None:
        try:
            from xlsxwriter import Workbook
        except ImportError:
            raise Refusal("no_xlsx") from None
        self._out = BytesIO()
        safe = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
        self.book = Workbook(self._out, {"in_memory": True, **safe})
        self.book.set_properties({"created": MADE})
        digits = digits_of(currency)
        self._currency = currency
        self.money = self.book.add_format({"num_format": "0" + ("." + "0" * digits if digits else "")})
        self.count = self.book.add_format({"num_format": "0.00"})
        self.bold = self.book.add_format({"bold": True})
        self.boxed = self.book.add_format({"border": 1})
        self.boxed_bold = self.book.add_format({"border": 1, "bold": True})
        self.boxed_money = self.book.add_format({"border": 1, "num_format": self.money.num_format})
        self.boxed_count = self.book.add_format({"border": 1, "num_format": "0.00"})

    def text(self, sheet: Any, row: int, column: int, words: str | None, style: Any = None) -> None:
        if words:
            sheet.write_string(row, column, clean(words), style)

    def amount(self, sheet: Any, row: int, column: int, minor: int, style: Any = None) -> None:
        sheet.write_number(row, column, Decimal(figures(minor, self._currency)), style or self.money)

    def hours(self, sheet: Any, row: int, column: int, seconds: int, style: Any = None) -> None:
        sheet.write_number(row, column, Decimal(hours(seconds)), style or self.count)

    def done(self) -> bytes:
        self.book.close()
        return self._out.getvalue()


def workbook_of(month: MonthExport, language: str) -> bytes:
    """Three sheets; the last row of the bill is the total, before it what sponsors took. Raises `no_xlsx`."""
    words = WORDS[language]
    book = Book(month.currency)
    _bill(book, month, words)
    _people(book, month, words)
    _payments(book, month, words)
    return book.done()


def _head(book: Book, sheet: Any, names: list[str]) -> None:
    for column, name in enumerate(names):
        book.text(sheet, 0, column, name, book.bold)
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, max(1, len(names) - 1), 14)


def _bill(book: Book, month: MonthExport, words: Any) -> None:
    sheet = book.book.add_worksheet(words["bill"])
    _head(book, sheet, [words[one] for one in ("line", "kind", "note", "amount")] + [one.name for one in month.people])
    for at, row in enumerate(month.rows, 1):
        book.text(sheet, at, 0, row.id)
        book.text(sheet, at, 1, words.get(row.kind, row.kind))
        book.text(sheet, at, 2, " ".join(part for part in (row.node, row.note) if part))
        book.amount(sheet, at, 3, row.amount_minor)
        for column, one in enumerate(month.people, 4):
            book.amount(sheet, at, column, row.shares.get(one.id, 0))
    last = len(month.rows) + 1
    if month.sponsors:
        book.text(sheet, last, 0, words["after"])
        book.amount(sheet, last, 3, 0)
        for column, one in enumerate(month.people, 4):
            book.amount(sheet, last, column, one.total_minor - sum(row.shares.get(one.id, 0) for row in month.rows))
        last += 1
    book.text(sheet, last, 0, words["total"], book.bold)
    book.amount(sheet, last, 3, month.total_minor)
    for column, one in enumerate(month.people, 4):
        book.amount(sheet, last, column, one.total_minor)


def _people(book: Book, month: MonthExport, words: Any) -> None:
    sheet = book.book.add_worksheet(words["people"])
    _head(book, sheet, [words[one] for one in ("member", "fund", "booked", "used", "charged", "owed")])
    for at, one in enumerate(month.people, 1):
        book.text(sheet, at, 0, one.name)
        book.text(sheet, at, 1, one.fund)
        for column, seconds in enumerate((one.booked_s, one.used_s, one.charged_s), 2):
            book.hours(sheet, at, column, seconds)
        book.amount(sheet, at, 5, one.total_minor)


def _payments(book: Book, month: MonthExport, words: Any) -> None:
    sheet = book.book.add_worksheet(words["payments"])
    _head(book, sheet, [words[one] for one in ("number", "date", "giver", "taker", "amount", "purpose", "state")])
    for at, one in enumerate(month.transfers, 1):
        sheet.write_number(at, 0, one.number)
        book.text(sheet, at, 1, one.day.isoformat())
        book.text(sheet, at, 2, month.name(one.giver) or words["provider"])
        book.text(sheet, at, 3, month.name(one.taker) or words["provider"])
        book.amount(sheet, at, 4, one.amount_minor)
        book.text(sheet, at, 5, words[one.purpose])
        book.text(sheet, at, 6, words[one.state])
