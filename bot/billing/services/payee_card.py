"""The one card of who was paid: everything that waits for their word, [全部收到] or one by one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.facts.payments import PaymentFacts, payment_facts
from bot.billing.services.book_keepers import KEEPERS
from bot.chat.message import Choice, Notice, Reply, Rows
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present
from storage.queries import members, payments, pools

MOST_BUTTONS = 6
SAME_CARD_SECONDS = 43_200
"""So long a card is edited when another payment comes; later a new one is sent, which is seen."""


def waiting_card(session: Session, pool: PoolFacts, member: MemberFacts) -> Reply:
    """What one was said to be paid and has not confirmed."""
    rows = [payment_facts(row) for row in payments.waiting(session, pool.id, member.id)]
    names = people.names(session, pool.id)
    data: dict[str, Any] = {
        "taker": member.name,
        "currency": pool.currency,
        "payments": [
            {"payment": one.id, "giver": names.get(one.giver or 0, "?"), "amount_minor": one.amount_minor}
            for one in rows
        ],
        "total_minor": sum(one.amount_minor for one in rows),
    }
    return Reply("pay_waiting", data, _buttons(pool, rows, names))


def _buttons(pool: PoolFacts, rows: list[PaymentFacts], names: dict[int, str]) -> Rows:
    if not rows:
        return ()
    everything = Choice("pay.all_received", "pay.received", {"pool": pool.id, "payments": [one.id for one in rows]})
    if len(rows) == 1:
        return ((replace(everything, label="pay.received"), _not_received(pool, rows[0])),)
    each = tuple(
        (
            Choice(
                "pay.one_received",
                "pay.received",
                {"pool": pool.id, "payments": [one.id]},
                {"name": names.get(one.giver or 0, "?"), "amount_minor": one.amount_minor, "currency": pool.currency},
            ),
            _not_received(pool, one),
        )
        for one in rows[:MOST_BUTTONS]
    )
    return ((everything,), *each)


def _not_received(pool: PoolFacts, one: PaymentFacts) -> Choice:
    return Choice("pay.not_received", "pay.void", {"pool": pool.id, "payment": one.id})


def card_notice(session: Session, pool: PoolFacts, latest: PaymentFacts) -> tuple[Notice, ...]:
    """The card for who was paid, after `latest`: the one they have is brought up to date, unless it is old.

    Of one who left, those who keep the books answer in the group; where amounts are private the group reads none.
    """
    row = pools.member(session, latest.taker or 0)
    if row is None:
        return ()
    member = people.member_facts(row)
    card = waiting_card(session, pool, member)
    others = [
        one
        for one in payments.waiting(session, pool.id, member.id)
        if one.id != latest.id and one.said_at > latest.said_at - SAME_CARD_SECONDS
    ]
    replaces = f"payment:{others[-1].id}:card" if others else None
    key = f"payment:{latest.id}:card"
    private = settings(session, pool.id, latest.said_at).private
    if members.standing(session, member.id) is None:
        told = _for_who_left(session, pool, card, key, private=private)
        return tuple(replace(one, choices=card.choices, replaces=replaces) for one in told)
    tell = telling.privately if private else telling.member
    told = tell(session, pool, member, key, "pay_waiting", card.data)
    return tuple(
        replace(one, data=card.data, choices=card.choices, replaces=replaces, owner_id=member.person_id) for one in told
    )


def _for_who_left(session: Session, pool: PoolFacts, card: Reply, key: str, *, private: bool) -> tuple[Notice, ...]:
    if not private:
        return telling.in_group(session, pool, key, card.code, card.data)
    told: tuple[Notice, ...] = ()
    for one in present(session, pool):
        if one.role in KEEPERS:
            told += telling.privately(session, pool, one, f"{key}:{one.id}", card.code, card.data)
    return told


def card_of(session: Session, pool: PoolFacts, member: MemberFacts, ids: Sequence[int]) -> Reply:
    """The card on which these payments stood: the presser's, or that of who left."""
    rows = [payments.get(session, pool.id, one) for one in ids]
    row = pools.member(session, next((one.to_id for one in rows if one is not None and one.to_id), member.id))
    return waiting_card(session, pool, member if row is None else people.member_facts(row))
