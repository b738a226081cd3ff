"""Whatever is said, confirmed and taken back in whatever order: balances sum to zero and a month is settled rightly."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from sqlmodel import Session

from bot.billing.facts.payments import closed_months
from bot.billing.services import payments_answered
from bot.billing.services.payments import Wish, say
from bot.billing.services.settling import accounts
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import payments, pools
from storage.words import PaymentPurpose, PaymentState, StatementState
from tests.commands.closed_month import november
from tests.saying import Lab

NOW = 1_796_500_000
HISTORIES, STEPS = 8, 20
EXPECTED = {"pay_self", "role", "payment_not_yours", "already_done", "no_such_payment", "bad_amount"}


class Undone(Exception):
    """So that every history begins with the same November."""


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path) as one:
        yield one


def step(session: Session, pool: PoolFacts, everybody: list[MemberFacts], dice: Random, now: int) -> None:
    by, other, third = (dice.choice(everybody) for _ in range(3))
    rows = payments.latest(session, pool.id, 50)
    number = dice.choice(rows).id if rows else 7
    debts = accounts(session, pool, now).debts
    match dice.randrange(5):
        case 0 if debts:
            debt = dice.choice(debts)
            say(session, pool, by, Wish(debt.giver, debt.taker, debt.amount_minor, once=f"{dice.randrange(9)}"), now)
        case 1:
            say(session, pool, by, Wish(other.id, third.id, dice.choice([0, 1, 5_000, 10**15])), now)
        case 2:
            sides = dice.choice([(None, other.id), (other.id, None)])
            say(session, pool, by, Wish(*sides, dice.choice([1, 40_000]), PaymentPurpose.PROVIDER), now)
        case 3:
            payments_answered.void(session, pool, by, number or 7, now)
            for row in closed_months(session, pool.id):
                assert row.state is not StatementState.SETTLED or accounts(session, pool, now, row.month).even
        case _:
            waiting = [row for row in rows if row.state == PaymentState.SAID.value]
            taken = dice.choice(waiting).id if waiting else number
            payments_answered.confirm(session, pool, by, [taken or 7], now)


def history(session: Session, seed: int) -> None:
    pool, dice = people.pool(session, 1), Random(seed)
    everybody = [people.member_facts(row) for row in pools.members(session, pool.id)]
    known: dict[str, int] = {}
    for turn in range(STEPS):
        try:
            step(session, pool, everybody, dice, NOW + 60 * turn)
        except Refusal as refusal:
            assert refusal.code in EXPECTED, refusal.code
        found = accounts(session, pool, NOW + 60 * turn)
        assert sum(found.standing.balances.values()) == 0
        assert all(debt.amount_minor > 0 for debt in found.debts)
        for row in payments.latest(session, pool.id, 50):
            assert row.once is None or known.setdefault(row.once, int(row.id or 0)) == row.id
    raise Undone


def test_balances_sum_to_zero_after_every_step_and_one_key_is_one_payment(lab: Lab) -> None:
    for seed in range(HISTORIES):
        with pytest.raises(Undone):
            lab.database.write_now(partial(history, seed=seed))
