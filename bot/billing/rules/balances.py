"""Who stands where after closed months and payments: always to zero, the provider counted exactly once.

Each month's bill is taken from what members paid the provider, earliest first; what nobody is known to have paid
was paid by the month's payer. Advances count as far as their member owes, the rest stays an advance.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.billing.rules.advances import use_prepaid
from bot.errors import Refusal

MOST_ROUNDS = 64
"""Advances go to the payer, so one or two are enough; a ring of them would go on until it is used up."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A closed month: what each owes of it (sponsors too), and who pays the provider."""

    month: str
    totals: Mapping[str, int]
    payer: str | None


@dataclass(frozen=True, slots=True)
class Paid:
    """Money from `giver` to `taker`; None is the provider. `month` (YYYY-MM): of what it paid the provider for."""

    giver: str | None
    taker: str | None
    amount_minor: int
    month: str
    advance: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """`balances`: positive is owed money; they sum to zero. `left`: advances not used yet, by member.

    `ahead_minor`: paid to the provider beyond the closed months.
    """

    balances: Mapping[str, int]
    left: Mapping[str, int]
    ahead_minor: int


def standing(months: Iterable[Owed], payments: Iterable[Paid]) -> Standing:
    """Raises `no_payer` (month) where a bill was paid by nobody known."""
    months, payments = sorted(months, key=lambda one: one.month), list(payments)
    balances: dict[str, int] = {}
    for month in months:
        for member, total in month.totals.items():
            _add(balances, member, -total)
    ahead = _provider(balances, months, [one for one in payments if one.giver is None or one.taker is None])
    between = [one for one in payments if one.giver is not None and one.taker is not None]
    for one in between:
        if not one.advance:
            _move(balances, str(one.giver), str(one.taker), one.amount_minor)
    left = _advances(balances, [one for one in between if one.advance])
    return Standing(balances, left, ahead)


def _provider(balances: dict[str, int], months: list[Owed], payments: list[Paid]) -> int:
    """Gives each month's bill to those who paid it; what is over stays ahead."""
    waiting = sorted(payments, key=lambda one: one.month)
    purse: list[tuple[str, int]] = []
    for month in months:
        need = sum(month.totals.values())
        while waiting and waiting[0].month <= month.month:
            one = waiting.pop(0)
            if one.giver is not None:
                purse.append((one.giver, one.amount_minor))
            elif one.taker is not None:  # the provider gave back: it was needed that much more
                _add(balances, one.taker, -one.amount_minor)
                need += one.amount_minor
        while need > 0 and purse:
            giver, amount = purse.pop(0)
            used = min(need, amount)
            _add(balances, giver, used)
            need -= used
            if amount > used:
                purse.insert(0, (giver, amount - used))
        if need:
            if month.payer is None:
                raise Refusal("no_payer", month=month.month)
            _add(balances, month.payer, need)
    later = sum(one.amount_minor for one in waiting if one.giver is not None)
    return sum(amount for _, amount in purse) + later


def _advances(balances: dict[str, int], advances: list[Paid]) -> dict[str, int]:
    """Uses each member's advances as far as they owe, the earliest first; what is left of them.

    Who got an advance may owe by it, and has perhaps paid one themselves: so again, until nobody who owes has any.
    """
    left = [one.amount_minor for one in advances]
    for _ in range(MOST_ROUNDS):
        moved = False
        for at, one in enumerate(advances):
            giver = str(one.giver)
            used = use_prepaid({giver: -balances.get(giver, 0)}, {giver: left[at]})[giver]
            if used:
                left[at] -= used
                _move(balances, giver, str(one.taker), used)
                moved = True
        if not moved:
            break
    rest: dict[str, int] = {}
    for one, amount in zip(advances, left, strict=True):
        if amount:
            _add(rest, str(one.giver), amount)
    return rest


def _move(balances: dict[str, int], giver: str, taker: str, amount: int) -> None:
    _add(balances, giver, amount)
    _add(balances, taker, -amount)


def _add(balances: dict[str, int], member: str, amount: int) -> None:
    balances[member] = balances.get(member, 0) + amount
