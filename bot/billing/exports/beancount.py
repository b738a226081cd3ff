"""The month as a beancount ledger (version 3): double entry, with an assertion of every balance at its end.

Accounts are ASCII ids (M1, M2 …), because a name may hold anything; the name stands as metadata beside it.
Source of the syntax: beancount's language reference; `bean-check` accepts the whole file by itself.
"""

import re
from collections import Counter
from datetime import date, timedelta

from bot.billing.exports.figures import figures
from bot.billing.exports.shapes import MonthExport

PROVIDER = "Liabilities:Provider"
CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]+")


def beancount_of(month: MonthExport) -> bytes:
    """Each line is split onto the members, each payment moves between two; a member's account is what they owe."""
    book = _Book(month)
    book.opens()
    for row in month.rows:
        if not row.amount_minor and not any(row.shares.values()):
            continue
        words = " ".join(part for part in (row.kind, row.node, row.note) if part)
        book.entry(
            month.last_day, words, [(_account(one), share) for one, share in row.shares.items()], row.amount_minor
        )
    book.sponsored()
    book.paid_by_payer()
    book.payments()
    book.assertions()
    return ("\n".join(book.lines) + "\n").encode()


def quoted(text: str) -> str:
    """A string of beancount: on one line, with its quotes and backslashes escaped."""
    plain = CONTROL.sub(" ", text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _account(member: str) -> str:
    return f"Assets:Receivable:M{member}"


class _Book:
    def __init__(self, month: MonthExport) -> None:
        self.month = month
        self.lines: list[str] = []
        self.sums = Counter[str]()
        sides = [side for one in month.transfers for side in (one.giver, one.taker) if side is not None]
        named = [*(one.id for one in month.people), *sides, *([month.payer] if month.payer else [])]
        self.members = list(dict.fromkeys(named))
        self.last = max([month.last_day, *(one.day for one in month.transfers)])

    def opens(self) -> None:
        month = self.month
        first = min([month.first_day, *(one.day for one in month.transfers)])
        self.lines += [
            f'option "title" {quoted(f"Pinka {month.pool} {month.month}")}',
            f'option "operating_currency" {quoted(month.currency)}',
            "",
            f"{first} open {PROVIDER} {month.currency}",
        ]
        for member in self.members:
            self.lines.append(f"{first} open {_account(member)} {month.currency}")
            self.lines.append(f"  name: {quoted(month.name(member) or member)}")
        self.lines.append("")

    def entry(self, day: date, words: str, postings: list[tuple[str, int]], against: int) -> None:
        """Onto these accounts, and as much off the provider's."""
        month = self.month
        self.lines.append(f'{day} * "Pinka" {quoted(words)} ^stmt-{month.month}')
        for account, amount in [*postings, (PROVIDER, -against)]:
            if amount:
                self._post(account, amount)
        self.lines.append("")

    def _post(self, account: str, amount: int) -> None:
        self.sums[account] += amount
        self.lines.append(f"  {account}  {figures(amount, self.month.currency)} {self.month.currency}")

    def sponsored(self) -> None:
        """What the sponsors took off the others."""
        month = self.month
        moved = [
            (_account(one.id), one.total_minor - sum(row.shares.get(one.id, 0) for row in month.rows))
            for one in month.people
        ]
        if any(amount for _, amount in moved):
            self.entry(month.last_day, "sponsors", moved, 0)

    def paid_by_payer(self) -> None:
        """What nobody is known to have paid the provider was paid by the payer."""
        month = self.month
        outside = [one for one in month.transfers if one.giver is None or one.taker is None]
        known = sum(one.amount_minor if one.taker is None else -one.amount_minor for one in outside)
        if month.payer is not None and month.total_minor > known:
            rest = month.total_minor - known
            self.entry(month.last_day, "paid to the provider", [(_account(month.payer), -rest)], -rest)

    def payments(self) -> None:
        """Who pays owes less, who is paid owes more; the provider is paid by the group."""
        for one in self.month.transfers:
            self.lines.append(f'{one.day} * "Pinka" {quoted(f"{one.purpose} {one.number}")} ^stmt-{self.month.month}')
            for member, amount in ((one.giver, -one.amount_minor), (one.taker, one.amount_minor)):
                self._post(PROVIDER if member is None else _account(member), amount)
            self.lines.append("")

    def assertions(self) -> None:
        """On the day after everything: beancount compares at the beginning of a day."""
        day, currency = self.last + timedelta(days=1), self.month.currency
        for account in [PROVIDER, *map(_account, self.members)]:
            self.lines.append(f"{day} balance {account}  {figures(self.sums[account], currency)} {currency}")
