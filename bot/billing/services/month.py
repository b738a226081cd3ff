"""A month's inputs, gathered from the store; whether it is open, shown, closed; when its bill is due to be shown."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.facts.ledger import lines, rents, settings, split_ways
from bot.billing.facts.month import month_at, month_facts, next_month, people, window_of
from bot.billing.rules.months import Window
from bot.billing.rules.shapes import Subtotal
from bot.billing.services.frozen import thaw
from bot.billing.services.rents import rent_lines
from bot.billing.services.statement import InputLine, MonthBill, MonthInputs, worked_out
from bot.billing.services.voucher_lines import left_after, vouchers, with_vouchers
from bot.booking import facts as booking
from bot.errors import Refusal
from bot.people.facts import PoolFacts
from storage.queries import bills, jobs
from storage.tables import Statement
from storage.words import StatementState

REVIEW = "bill_review"
SHOWN_AT = 10
"""The hour of the month's first day at which the bill of the month before is shown."""
A_DAY = 86_400
USELESS_AFTER = 60 * A_DAY
CLOSED = (StatementState.CLOSED.value, StatementState.SETTLED.value)


@dataclass(frozen=True, slots=True)
class MonthStands:
    """Where a month is. `row` None while its bill was never shown; `runs`: it is not over yet."""

    month: str
    whole: Window
    row: Statement | None
    runs: bool

    @property
    def state(self) -> str:
        return StatementState.OPEN.value if self.row is None else self.row.state

    @property
    def closed(self) -> bool:
        return self.state in CLOSED


def stands(session: Session, pool: PoolFacts, month: str, now: int) -> MonthStands:
    """Raises `no_such_month` for one that has not begun."""
    row = bills.statement(session, pool.id, month)
    whole = window_of(session, pool.id, month)
    if row is not None and row.body is not None:
        body = json.loads(row.body)
        whole = Window(body["starts_at"], body["ends_at"])
    if whole.starts_at >= now:
        raise Refusal("no_such_month", month=month)
    return MonthStands(month, whole, row, now < whole.ends_at)


def bill_of(session: Session, pool: PoolFacts, month: str, now: int) -> MonthBill:
    """The bill as it stands; of a closed month as it was frozen. Raises `no_weights`, `bad_input`, `no_such_month`."""
    return worked_out(inputs_of(session, pool, month, now))


def inputs_of(session: Session, pool: PoolFacts, month: str, now: int) -> MonthInputs:
    """What the month's bill is made from: frozen if it is closed, else read now."""
    row = bills.statement(session, pool.id, month)
    if row is not None and row.inputs is not None:
        return thaw(row.inputs)
    return gather(session, pool, month, now)


def gather(session: Session, pool: PoolFacts, month: str, now: int) -> MonthInputs:
    """The month's inputs as the store has them now; of a month that runs up to now. Raises `no_such_month`.

    A voucher pays one month only once: those before this one that are not closed yet come first.
    """
    known = vouchers(session, pool.id)
    inputs = _without_vouchers(session, pool, month, now)
    for earlier in _not_closed_before(session, pool, month) if known else ():
        known = left_after(known, with_vouchers(_without_vouchers(session, pool, earlier, now), known))
    return with_vouchers(inputs, known)


def _not_closed_before(session: Session, pool: PoolFacts, month: str) -> list[str]:
    """The months whose bill is shown; and the one just before, whose bill is perhaps not shown yet."""
    rows = {row.month: row for row in bills.statements(session, pool.id)}
    shown = {name for name, row in rows.items() if row.state == StatementState.REVIEW.value and name < month}
    before = next_month(month, -1)
    return sorted(shown | ({before} if before not in rows else set()))


def _without_vouchers(session: Session, pool: PoolFacts, month: str, now: int) -> MonthInputs:
    """What is credited is as it was agreed then; who stands in for nobody may still be decided when the month is
    over."""
    whole = window_of(session, pool.id, month)
    if whole.starts_at >= now:
        raise Refusal("no_such_month", month=month)
    so_far = Window(whole.starts_at, min(now, whole.ends_at))
    chosen, payer = settings(session, pool.id, so_far.ends_at), settings(session, pool.id, now).payer
    return MonthInputs(
        f"{pool.id}/{month}",
        month,
        pool.currency,
        whole,
        month_facts(session, pool.id, so_far, chosen.credits, now),
        tuple(people(session, pool.id, Window(whole.starts_at, min(now + 1, whole.ends_at)))),
        tuple(_lines(session, pool, month, whole)),
        tuple(split_ways(session, pool.id)),
        None if payer is None else str(payer),
        tuple((card.gpu_id, card.number) for card in booking.cards(session, pool.id)),
    )


def _lines(session: Session, pool: PoolFacts, month: str, whole: Window) -> list[InputLine]:
    """Rents first, then what was written down; what goes by the subtotal comes last."""
    nodes = booking.node_names(session, pool.id)
    written = [
        InputLine(
            f"line{line.id}",
            line.kind.value,
            line.amount_minor,
            line.key,
            number=line.id,
            note=line.note,
            node=nodes.get(line.node_id) if line.node_id is not None else None,
            corrects=line.corrects,
        )
        for line in lines(session, pool.id, month)
    ]
    made = rent_lines(rents(session, pool.id), nodes, whole)
    return sorted([*made, *written], key=lambda line: isinstance(line.key, Subtotal))


def plan_review(session: Session, pool: PoolFacts, month: str, now: int) -> None:
    """The month has something to share: its bill is shown on the morning after its end. What is written down when that
    is over waits for a day: there may be more to write."""
    if bills.statement(session, pool.id, month) is not None:
        return
    whole = window_of(session, pool.id, month)
    first = datetime.fromtimestamp(whole.ends_at, ZoneInfo(pool.zone))
    due = int((first + timedelta(hours=SHOWN_AT)).timestamp())
    due = due if due > now else now + A_DAY
    payload: dict[str, Any] = {"pool": pool.id, "month": month}
    jobs.plan(session, REVIEW, f"bill:{pool.id}:{month}:review", due, due + USELESS_AFTER, payload)


def open_month(session: Session, pool: PoolFacts, now: int) -> str:
    """The first month from now on whose bill was not shown yet: what comes late goes there."""
    month = month_at(session, pool.id, now)
    while bills.statement(session, pool.id, month) is not None:
        month = next_month(month)
    return month


def months_so_far(session: Session, pool: PoolFacts, now: int, most: int = 12) -> list[str]:
    """The latest months, the running one first."""
    month = month_at(session, pool.id, now)
    return [next_month(month, -step) for step in range(most)]
