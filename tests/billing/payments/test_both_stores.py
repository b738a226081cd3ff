"""A month is paid, advanced, funded and exported on either database, and two answers at once are one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from bot.billing.services import payments_answered
from bot.billing.services.payments import Wish, say
from bot.errors import Refusal
from bot.people import facts as people
from storage.database import Database
from storage.queries import payments, pools
from storage.tables import Member
from tests.commands.closed_month import CLOSED, lived, owed, pays, picture, state, with_picture
from tests.saying import laboratory


def member_row(session: Session, member_id: int) -> Member:
    found = pools.member(session, member_id)
    assert found is not None
    return found


def test_a_month_is_paid_and_exported(database: Database, tmp_path: Path) -> None:
    lived(database, closed=True)
    with laboratory(database, at=CLOSED) as lab:
        lab.bridge.files = tmp_path
        assert with_picture(lab, "收款码", picture(lab)).code == "payee_code"
        assert with_picture(lab, "收据 1", picture(lab)).code == "receipt"
        lab.say("/fund 新建 某某大学")
        assert lab.say("/fund 加入 1 bob carol").data["funds"][0]["members"] == ["bob", "carol"]
        lab.say("/collect 50")
        pays(lab, "/pay alice 50", "bob")
        pays(lab, "/pay alice", "bob")
        card = pays(lab, "/pay alice", "carol")[-1]
        lab.press(card.token("全部收到"), "alice", chat=None)
        assert owed(lab) == {} and state(lab) == "settled"
        first, again = (lab.say("/export 11月 报销").data for _ in range(2))
        assert first == again and first["attached"] is not None
        assert lab.say("/pay void 2", "bob").code == "pay_voided"
        assert state(lab) == "closed"


def test_one_key_is_one_payment_whatever_the_code_does(database: Database) -> None:
    lived(database, closed=False)
    row = {
        "pool_id": 1,
        "from_id": 2,
        "to_id": 1,
        "amount_minor": 5,
        "currency": "CNY",
        "purpose": "settle",
        "state": "said",
        "once": "2:2:1:5:0",
        "said_by": 2,
        "said_at": 1,
    }
    database.write_now(lambda session: payments.add(session, row))
    with pytest.raises(IntegrityError):
        database.write_now(lambda session: payments.add(session, row))

    def counted(session: Session) -> int:
        return int(session.execute(text("SELECT count(*) FROM payment")).scalar_one())

    assert database.read_now(counted) == 1


def test_two_who_answer_at_once_for_one_payment_leave_one_answer(database: Database) -> None:
    """alice keeps the books and was paid; bob takes it back in the same moment."""
    lived(database, closed=False)

    def paid(session: Session) -> None:
        bob = people.member_facts(member_row(session, 2))
        say(session, people.pool(session, 1), bob, Wish(2, 1, 500, once="k"), 1_796_500_000)

    def answered(who: int) -> str:
        def answer(session: Session) -> str:
            pool, by = people.pool(session, 1), people.member_facts(member_row(session, who))
            try:
                if who == 1:
                    return str(payments_answered.confirm(session, pool, by, [1], 1_796_500_001).code)
                return str(payments_answered.void(session, pool, by, 1, 1_796_500_001).code)
            except Refusal as refusal:
                return refusal.code

        return database.write_now(answer)

    database.write_now(paid)
    with ThreadPoolExecutor(4) as both:
        codes = list(both.map(answered, [2, 1, 2, 1]))
    assert codes.count("pay_voided") == 1 and codes.count("already_done") >= 1
    assert (
        database.read_now(lambda session: session.execute(text("SELECT state FROM payment")).scalar_one()) == "voided"
    )
