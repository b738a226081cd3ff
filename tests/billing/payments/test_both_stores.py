"""A month is paid, advanced, funded and exported on either database, and two confirmations at once are one."""

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from storage.database import Database
from storage.queries import payments
from tests.commands.closed_month import CLOSED, lived, owed, pays, picture, state, with_picture
from tests.saying import laboratory


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
