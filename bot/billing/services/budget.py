"""What a month may cost the group or oneself: set, shown beside what is spent, and a word at 50, 80 and 100 %."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.facts.ledger import lines, rents, settings
from bot.billing.facts.month import month_at, window_of
from bot.billing.rules.allocation import half_up
from bot.billing.rules.budget import RESERVE_PERMILLE, alerts, forecast, with_reserve
from bot.billing.rules.burn import ceiling
from bot.billing.rules.months import Window
from bot.billing.services.book_keepers import KEEPERS, still_keeps_books
from bot.billing.services.month import bill_of
from bot.billing.services.rates import HOUR, metered_cost, rates
from bot.billing.services.rents import parts_of
from bot.booking import facts as booking
from bot.chat.message import Notice, Reply
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present, still_here
from storage.database import lock_pool
from storage.queries import audit, budgets, jobs
from storage.tables import Budget

KIND = "budget"
LOOKED_AT = 10
"""The hour of each day at which the budgets are looked at."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A month so far: what is spent and what the whole of it will cost, exactly. `shares`: of each member."""

    month: str
    window: Window
    spent: Fraction
    forecast: Fraction
    shares: dict[int, Fraction]


def show(session: Session, pool: PoolFacts, member: MemberFacts, now: int, *, alone: bool, changed: str = "") -> Reply:
    """The budgets beside the figures. `alone`: nobody else reads it, so that one's own part may be said."""
    found = figures(session, pool, now)
    standing = budgets.in_force(session, pool.id, now)
    own = alone or not settings(session, pool.id, now).private
    at_rates = rates(session, pool, now)
    left = Fraction(found.window.ends_at - now, HOUR)
    lines_to_come = at_rates.fixed * left
    card_hour = at_rates.card_hour
    most = None if card_hour is None else ceiling(len(at_rates.metered), left, card_hour, lines_to_come)
    data = {
        "month": found.month,
        "currency": pool.currency,
        "pool": _said(standing.get(None), found.spent, found.forecast),
        "own": _said(standing.get(member.id), *_own(found, member.id)) if own else None,
        "cards": len(at_rates.metered) or len(booking.cards(session, pool.id)),
        "hours_left": int(left),
        "card_hour_minor": None if card_hour is None else half_up(card_hour),
        "fixed_minor": half_up(lines_to_come),
        "ceiling_minor": None if most is None else half_up(most),
        "changed": changed or None,
    }
    return Reply("budget", data)


def _said(row: Budget | None, spent: Fraction, whole: Fraction) -> dict[str, Any]:
    permille = RESERVE_PERMILLE if row is None else row.reserve_permille
    return {
        "budget_minor": None if row is None else row.amount_minor,
        "spent_minor": half_up(spent),
        "forecast_minor": half_up(whole),
        "with_reserve_minor": with_reserve(whole, permille),
        "reserve_permille": permille,
    }


def _own(found: Figures, member_id: int) -> tuple[Fraction, Fraction]:
    share = found.shares.get(member_id, Fraction(0))
    return found.spent * share, found.forecast * share


def figures(session: Session, pool: PoolFacts, now: int) -> Figures:
    """Rents by the time that has passed, lines as they were written down; without rents, the booked card-hours at
    their prices, which are expected to go on as they went."""
    month = month_at(session, pool.id, now)
    whole = window_of(session, pool.id, month)
    passed = Window(whole.starts_at, now)
    written = Fraction(sum(line.amount_minor for line in lines(session, pool.id, month)))
    parts = parts_of(rents(session, pool.id), whole)
    accrued = Fraction(0)
    for part in parts:
        within = passed.cut(part.window.starts_at, part.window.ends_at) if passed.seconds > 0 else None
        accrued += Fraction(part.cost * within.seconds) / part.window.seconds if within is not None else 0
    rent = sum((Fraction(part.cost) for part in parts), Fraction(0))
    metered = Fraction(0) if parts else metered_cost(session, pool, rates(session, pool, now).metered, passed)
    spent = written + accrued + metered
    coming = forecast(spent, rent - accrued, metered, passed.seconds, whole.ends_at - now)
    return Figures(month, whole, spent, coming, _shares(session, pool, month, now))


def _shares(session: Session, pool: PoolFacts, month: str, now: int) -> dict[int, Fraction]:
    """Each member's part of the bill as it stands; while it is empty, of the card-hours."""
    try:
        bill = bill_of(session, pool, month, now)
    except Refusal:
        return {}
    total = sum(bill.split.totals.values())
    if total:
        return {int(one): Fraction(minor, total) for one, minor in bill.split.totals.items() if one.isdecimal()}
    charged = {one: Fraction(seconds.charged_s) for one, seconds in bill.charged.members.items()}
    everything = sum(charged.values())
    return {int(one): seconds / everything for one, seconds in charged.items()} if everything else {}


def change(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    now: int,
    *,
    own: bool,
    amount_minor: int | None,
    keep: bool = False,
    reserve_permille: int | None = None,
    alone: bool,
) -> Reply:
    """A budget from now on; `amount_minor` None takes it off, `keep` leaves the amount. The pool's raises `role`."""
    lock_pool(session, pool.id)
    by = still_here(session, by) if own else still_keeps_books(session, by)
    subject = by.id if own else None
    before = budgets.in_force(session, pool.id, now).get(subject)
    amount = (None if before is None else before.amount_minor) if keep else amount_minor
    permille = reserve_permille
    if permille is None:
        permille = RESERVE_PERMILLE if before is None else before.reserve_permille
    row = {
        "pool_id": pool.id,
        "member_id": subject,
        "amount_minor": amount,
        "currency": pool.currency,
        "reserve_permille": permille,
        "from_at": now,
        "made_by": by.id,
        "made_at": now,
    }
    budgets.add(session, row)
    audit.note(
        session,
        at=now,
        what="budget_set",
        subject=f"pool:{pool.id}" if subject is None else f"member:{subject}",
        pool_id=pool.id,
        person_id=by.person_id,
        before=None if before is None else {"minor": before.amount_minor, "reserve": before.reserve_permille},
        after={"minor": amount, "reserve": permille},
    )
    if amount is not None:
        _plan(session, pool, now)
    return show(session, pool, by, now, alone=alone, changed="own" if own else "pool")


def _plan(session: Session, pool: PoolFacts, now: int) -> None:
    """The next morning."""
    zone = ZoneInfo(pool.zone)
    local = datetime.fromtimestamp(now, zone)
    day = local.date() + timedelta(days=int(local.hour >= LOOKED_AT))
    due = int(datetime(day.year, day.month, day.day, LOOKED_AT, tzinfo=zone).timestamp())
    jobs.plan(session, KIND, f"budget:{pool.id}", due, due + 30 * 86_400, {"pool": pool.id})


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Each morning: who has a budget is told of what it has reached, each level once a month, the gravest only."""
    pool = people.pool(session, int(payload["pool"]))
    lock_pool(session, pool.id)
    standing = {
        who: row for who, row in budgets.in_force(session, pool.id, now).items() if row.amount_minor is not None
    }
    if not standing:
        return pool, []
    _plan(session, pool, now)
    found = figures(session, pool, now)
    everybody = {member.id: member for member in present(session, pool)}
    told: list[Notice] = []
    for who, row in standing.items():
        own = (found.spent, found.forecast) if who is None else _own(found, who)
        readers = [one for one in everybody.values() if (one.role in KEEPERS if who is None else one.id == who)]
        told += _tell(session, pool, row, found, own, readers, now)
    return pool, told


def _tell(
    session: Session,
    pool: PoolFacts,
    row: Budget,
    found: Figures,
    spent_and_whole: tuple[Fraction, Fraction],
    readers: list[MemberFacts],
    now: int,
) -> list[Notice]:
    """Privately; the pool's in the group when none of its keepers can be reached. Nobody reached, nothing noted."""
    said = _said(row, *spent_and_whole)
    subject = "pool" if row.member_id is None else f"member:{row.member_id}"
    hold = alerts(said["spent_minor"], said["with_reserve_minor"], int(row.amount_minor or 0))
    given = budgets.given(session, pool.id, subject, found.month)
    fresh = [level for level in hold if level not in given]
    if not fresh:
        return []
    data = {
        "month": found.month,
        "currency": pool.currency,
        "level": fresh[-1],
        "own": row.member_id is not None,
        **said,
    }
    key = f"budget:{pool.id}:{subject}:{found.month}:{fresh[-1]}"
    told: list[Notice] = []
    for one in readers:
        told += telling.privately(session, pool, one, f"{key}:{one.id}", "budget_alert", data)
    if not told and row.member_id is None:
        told += telling.in_group(session, pool, key, "budget_alert", data)
    if told:
        for level in fresh:
            budgets.alert(session, pool.id, subject, found.month, level, now)
    return told
