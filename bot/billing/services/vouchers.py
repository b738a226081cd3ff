"""Vouchers (算力券): written down for one member or for everybody, listed with what is left, taken back. What a closed
month has used stays used."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.billing.rules.currency import checked_minor
from bot.billing.services.book_keepers import still_keeps_books
from bot.billing.services.ledger import TWICE_SECONDS
from bot.billing.services.review import shown_again
from bot.billing.services.voucher_lines import KIND, VoucherFacts, vouchers
from bot.chat.message import Choice, Notice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, bills, ledger
from storage.words import StatementState

__all__ = ["KIND", "Grant", "grant", "show", "void"]

MOST_BUTTONS = 6


@dataclass(frozen=True, slots=True)
class Grant:
    """A voucher as somebody wants it. `beneficiary` None = everybody; from `expires_at` on it is void.

    `again`: it may be like one just written down.
    """

    amount_minor: int
    beneficiary: int | None = None
    expires_at: int | None = None
    note: str | None = None
    again: bool = False

    def fields(self) -> dict[str, Any]:
        """For a button to carry."""
        return {
            "amount_minor": self.amount_minor,
            "beneficiary": self.beneficiary,
            "expires_at": self.expires_at,
            "note": self.note,
        }


def grant(session: Session, pool: PoolFacts, by: MemberFacts, wish: Grant, now: int) -> Reply:
    """Write a voucher down: it pays from the next bill on that is closed, those of before too while they are shown.

    Raises `role`, `bad_amount`, `voucher_expired`, `voucher_twice`.
    """
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    amount = checked_minor(wish.amount_minor)
    if amount <= 0:
        raise Refusal("bad_amount", text="", fault="not_an_amount", reading="", currency=pool.currency)
    if wish.expires_at is not None and wish.expires_at <= now:
        raise Refusal("voucher_expired", until=wish.expires_at - 1)
    if not wish.again:
        _check_not_twice(session, pool, by, wish, now)
    row = {
        "pool_id": pool.id,
        "beneficiary_id": wish.beneficiary,
        "amount_minor": amount,
        "currency": pool.currency,
        "expires_at": wish.expires_at,
        "note": wish.note,
        "made_by": by.id,
        "made_at": now,
    }
    number = ledger.add_voucher(session, row)
    _note(session, pool, by, "voucher_added", number, row, now)
    made = next(one for one in vouchers(session, pool.id) if one.id == number)
    undo = (Choice("bill.undo", "voucher.void", {"voucher": number}),)
    data = {"voucher": _told(session, pool, made), "currency": pool.currency}
    return Reply("voucher_added", data, (undo,), notices=_shown_again(session, pool, now))


def _check_not_twice(session: Session, pool: PoolFacts, by: MemberFacts, wish: Grant, now: int) -> None:
    for one in vouchers(session, pool.id):
        same = (one.amount_minor, one.beneficiary, one.expires_at, one.note, one.made_by) == (
            wish.amount_minor, wish.beneficiary, wish.expires_at, wish.note, by.id,
        )  # fmt: skip
        if same and one.made_at > now - TWICE_SECONDS:
            again = Choice("bill.again", "voucher.again", wish.fields())
            raise Refusal(
                "voucher_twice", choices=((again,),), voucher=_told(session, pool, one), currency=pool.currency
            )


def show(session: Session, pool: PoolFacts, now: int, *, keeps: bool) -> Reply:
    """Every voucher that is not used up or past, with what is left of it."""
    known = [
        one for one in vouchers(session, pool.id) if one.left_minor and (one.expires_at is None or one.expires_at > now)
    ]
    data = {"currency": pool.currency, "vouchers": [_told(session, pool, one) for one in known]}
    return Reply("vouchers", data, _voids(known) if keeps else ())


def _voids(known: list[VoucherFacts]) -> Rows:
    return tuple(
        (Choice("voucher.void", "voucher.void", {"voucher": one.id}, {"number": one.id}),)
        for one in known[-MOST_BUTTONS:]
    )


def void(session: Session, pool: PoolFacts, by: MemberFacts, number: int, now: int) -> Reply:
    """It pays nothing from now on. Raises `role`, `no_such_voucher`, `already_done`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    row = ledger.voucher(session, pool.id, number)
    if row is None:
        raise Refusal("no_such_voucher", number=number)
    if row.voided_at is not None:
        raise Refusal("already_done", what="voucher_voided", data=_voided(pool, number, row.amount_minor, None))
    known = next(one for one in vouchers(session, pool.id) if one.id == number)
    ledger.void_voucher(session, number, now)
    _note(session, pool, by, "voucher_voided", number, {"left_minor": known.left_minor}, now)
    data = _voided(pool, number, row.amount_minor, row.amount_minor - known.left_minor)
    return Reply("voucher_voided", data, notices=_shown_again(session, pool, now))


def _voided(pool: PoolFacts, number: int, amount_minor: int, used_minor: int | None) -> dict[str, Any]:
    return {"number": number, "amount_minor": amount_minor, "used_minor": used_minor, "currency": pool.currency}


def _shown_again(session: Session, pool: PoolFacts, now: int) -> tuple[Notice, ...]:
    """The bills that are shown and are others now."""
    shown = [row for row in bills.statements(session, pool.id) if row.state == StatementState.REVIEW.value]
    return tuple(notice for row in shown for notice in shown_again(session, pool, row, now))


def _told(session: Session, pool: PoolFacts, one: VoucherFacts) -> dict[str, Any]:
    """`until`: its last second; null = for ever. `name` null = for everybody."""
    names = people.names(session, pool.id)
    return {
        "number": one.id,
        "amount_minor": one.amount_minor,
        "left_minor": one.left_minor,
        "name": None if one.beneficiary is None else names.get(one.beneficiary, "?"),
        "until": None if one.expires_at is None else one.expires_at - 1,
        "note": one.note,
        "kind": KIND,
    }


def _note(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, number: int, after: dict[str, Any], now: int
) -> None:
    audit.note(
        session, at=now, what=what, subject=f"voucher:{number}", pool_id=pool.id, person_id=by.person_id, after=after
    )
