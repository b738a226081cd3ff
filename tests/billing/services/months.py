"""What the tests of a month's bill share: a lab at the start of a month, and looks behind the chat."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from bot.billing.services.month import bill_of, gather
from bot.billing.services.statement import MonthBill, worked_out
from bot.people.facts import PoolFacts, pool
from storage.database import Database
from storage.queries import bills
from storage.tables import CardUse, Gap, Outage, Statement
from tests.saying import Lab, laboratory

NOVEMBER = "2026-11-02T10:00:00+08:00"
HOUR = 3_600


@contextmanager
def a_lab(database: Database, at: str = NOVEMBER, pool: str = "8xA100-80G") -> Iterator[Lab]:
    """alice owns it, bob and carol are in it; whoever speaks later joins then."""
    with laboratory(database, pool, at) as lab:
        for who in ("alice", "bob", "carol"):
            lab.say("/help", who)
        yield lab


def at(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())


def the_pool(session: Session) -> PoolFacts:
    return pool(session, 1)


def row(lab: Lab, month: str) -> Statement:
    """The stored statement of a month."""

    def read(session: Session) -> Statement:
        found = bills.statement(session, 1, month)
        assert found is not None, f"no statement of {month}"
        session.expunge(found)
        return found

    return lab.database.read_now(read)


def body(lab: Lab, month: str) -> dict[str, Any]:
    """What a closed month says."""
    found: dict[str, Any] = json.loads(row(lab, month).body or "null")
    return found


def now_worked_out(lab: Lab, month: str) -> MonthBill:
    """The month's bill as it stands: frozen if it is closed."""
    now = lab.bridge.clock.now()
    return lab.database.read_now(lambda session: bill_of(session, the_pool(session), month, now))


def gathered(lab: Lab, month: str) -> MonthBill:
    """The month's bill from the rows as they are now, closed or not."""
    now = lab.bridge.clock.now()
    return lab.database.read_now(lambda session: worked_out(gather(session, the_pool(session), month, now)))


def shares(lab: Lab, month: str) -> dict[str, int]:
    """What each owes, by name."""
    bill = now_worked_out(lab, month)
    return {bill.names[one]: total for one, total in bill.split.totals.items()}


def adds_up(bill: MonthBill) -> None:
    """Down and across, to the fen."""
    for line, shared in zip(bill.inputs.lines, bill.split.lines, strict=True):
        assert sum(shared.shares.values()) == line.amount_minor == shared.amount_minor, line
    for member, total in bill.split.totals.items():
        assert sum(shared.shares.get(member, 0) for shared in bill.split.lines) == total
    assert sum(bill.split.totals.values()) == bill.total_minor
    charged = bill.charged
    parts = charged.charged_s - charged.doubled_s + charged.idle_s + charged.unknown_s + charged.outage_s
    assert charged.capacity_s == parts


def add_outage(lab: Lab, start: str, end: str) -> None:
    """An owner decided that the machine was out of order."""
    fields = {"pool_id": 1, "node_id": 1, "starts_at": at(start), "ends_at": at(end), "decided_by": 1}
    lab.database.write_now(lambda session: session.add(Outage(**fields, decided_at=lab.bridge.clock.now())))


def add_use(lab: Lab, gpu: int, member: int | None, start: str, end: str) -> None:
    """A process was seen on a card (by its number; ids begin at 1)."""
    grade = "certain" if member is not None else "unknown"
    fields: dict[str, Any] = {"gpu_id": gpu + 1, "starts_at": at(start), "ends_at": at(end), "member_id": member}
    use = CardUse(**fields, grade=grade, boot_id="b", process=f"{gpu}:{start}")
    lab.database.write_now(lambda session: session.add(use))


def add_gap(lab: Lab, start: str, end: str) -> None:
    """The agent said nothing for a while."""
    gap = Gap(node_id=1, starts_at=at(start), ends_at=at(end), reason="unheard")
    lab.database.write_now(lambda session: session.add(gap))


def add_agent(lab: Lab, since: str) -> None:
    """An agent has been on the machine since."""
    insert = "INSERT INTO agent (node_id, name, key_hash, state, enrolled_by, enrolled_at, last_seq, offset_ms)"
    values = "VALUES (1, 'a', 'h', 'active', 1, :at, 0, 0)"
    lab.database.write_now(lambda session: session.execute(text(f"{insert} {values}"), {"at": at(since)}))


def lines_of(lab: Lab, month: str) -> list[tuple[str, int]]:
    """Kind and amount of every line of a month."""
    return [(line.kind, line.amount_minor) for line in now_worked_out(lab, month).inputs.lines]
