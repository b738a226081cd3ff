"""The bill as CSV for Excel and programs alike: RFC 4180 with CRLF and a BOM, one row a line, one column a member."""

import csv
from io import StringIO

from bot.billing.exports.cells import guarded
from bot.billing.exports.figures import figures
from bot.billing.exports.shapes import MonthExport
from bot.billing.exports.words import WORDS

BOM = "\ufeff"
HEAD = ("month", "line", "kind", "note", "currency", "amount")


def csv_of(month: MonthExport, language: str) -> bytes:
    """Amounts are plain figures, names and notes guarded text. Down and across it adds up to the last row.

    With sponsors a row in between says what each owes after they took their part.
    """
    words = WORDS[language]
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow([*(words[one] for one in HEAD), *(guarded(one.name) for one in month.people)])
    for row in month.rows:
        named = " ".join(part for part in (row.node, row.note) if part)
        shares = [figures(row.shares.get(one.id, 0), month.currency) for one in month.people]
        head = [month.month, guarded(row.id), words.get(row.kind, row.kind), guarded(named), month.currency]
        table.writerow([*head, figures(row.amount_minor, month.currency), *shares])
    if month.sponsors:
        before = {one.id: sum(row.shares.get(one.id, 0) for row in month.rows) for one in month.people}
        moved = [figures(one.total_minor - before[one.id], month.currency) for one in month.people]
        table.writerow([month.month, "", words["after"], "", month.currency, figures(0, month.currency), *moved])
    totals = [figures(one.total_minor, month.currency) for one in month.people]
    total = figures(month.total_minor, month.currency)
    table.writerow([month.month, "", words["total"], "", month.currency, total, *totals])
    return (BOM + out.getvalue()).encode()
