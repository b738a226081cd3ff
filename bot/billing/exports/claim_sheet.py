"""报销: one printable A4 page a fund, in Chinese as the offices want it: 抬头, 税号, 项目, days, 合计 and 大写."""

from bot.billing.exports.shapes import Claim
from bot.billing.exports.words import ZH
from bot.billing.exports.workbook import Book
from bot.billing.rules.upper import rmb_upper

A4 = 9
LAST_COLUMN = 3


def claim_of(claim: Claim) -> bytes:
    """The page as a workbook. Amounts in words are only for yuan. Raises `no_xlsx`."""
    book = Book(claim.currency)
    sheet = book.book.add_worksheet("报销")
    sheet.set_paper(A4)
    sheet.set_portrait()
    sheet.fit_to_pages(1, 0)
    sheet.set_margins(left=0.7, right=0.7, top=0.75, bottom=0.75)
    sheet.center_horizontally()
    sheet.set_column(0, 0, 16)
    sheet.set_column(1, 1, 34)
    sheet.set_column(2, LAST_COLUMN, 16)
    title = book.book.add_format({"bold": True, "font_size": 16, "align": "center"})
    sheet.merge_range(0, 0, 0, LAST_COLUMN, "", title)
    sheet.write_string(0, 0, "算力费用明细" + ("" if claim.closed else "（未封账）"), title)
    at = _particulars(book, sheet, claim)
    at = _days(book, sheet, claim, at + 1)
    at = _total(book, sheet, claim, at)
    _people(book, sheet, claim, at + 1)
    return book.done()


def _particulars(book: Book, sheet: object, claim: Claim) -> int:
    named = (
        ("抬头", claim.title),
        ("税号", claim.tax_number),
        ("负责人", claim.in_charge),
        ("项目", claim.item),
        ("期间", claim.month),
        ("组", claim.pool),
    )
    at = 1
    for label, value in named:
        if value:
            book.text(sheet, at, 0, label, book.bold)
            book.text(sheet, at, 1, value)
            at += 1
    return at


def _days(book: Book, sheet: object, claim: Claim, at: int) -> int:
    for column, head in enumerate(("日期", "内容", "卡时", f"金额（{claim.currency}）")):
        book.text(sheet, at, column, head, book.boxed_bold)
    for day in claim.days:
        at += 1
        book.text(sheet, at, 0, day.day.isoformat(), book.boxed)
        book.text(sheet, at, 1, claim.item, book.boxed)
        book.hours(sheet, at, 2, day.card_s, book.boxed_count)
        book.amount(sheet, at, 3, day.amount_minor, book.boxed_money)
    for kind, note, amount in claim.others:
        at += 1
        book.text(sheet, at, 0, claim.month, book.boxed)
        book.text(sheet, at, 1, " ".join(part for part in (ZH.get(kind, kind), note) if part), book.boxed)
        book.text(sheet, at, 2, "—", book.boxed)
        book.amount(sheet, at, 3, amount, book.boxed_money)
    return at + 1


def _total(book: Book, sheet: object, claim: Claim, at: int) -> int:
    book.text(sheet, at, 0, "合计", book.boxed_bold)
    book.text(sheet, at, 1, " ", book.boxed)
    book.hours(sheet, at, 2, sum(day.card_s for day in claim.days), book.boxed_count)
    book.amount(sheet, at, 3, claim.total_minor, book.boxed_money)
    if claim.currency == "CNY":
        at += 1
        book.text(sheet, at, 0, "大写", book.boxed_bold)
        book.text(sheet, at, 1, rmb_upper(claim.total_minor), book.boxed)
    return at + 1


def _people(book: Book, sheet: object, claim: Claim, at: int) -> None:
    book.text(sheet, at, 0, "使用人", book.bold)
    for name, seconds, total in claim.people:
        at += 1
        book.text(sheet, at, 1, name)
        book.hours(sheet, at, 2, seconds)
        book.amount(sheet, at, 3, total)
    for column, label in enumerate(("经手人：", "负责人签字：", "日期：")):
        book.text(sheet, at + 2, column, label)
