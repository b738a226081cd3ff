"""What everybody needs next month: said by each, added up for all, with who has not said it yet."""

from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.facts.month import month_at, next_month, window_of
from bot.billing.rules.budget import RESERVE_PERMILLE
from bot.billing.rules.needs import Want, add_up
from bot.billing.services.advice import card_prices
from bot.billing.services.rates import HOUR
from bot.chat.message import Choice, Reply
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import present, still_here
from storage.database import lock_pool
from storage.queries import audit, budgets, needs
from storage.words import Role

USUAL = ((1, 40), (1, 120), (2, 120), (4, 200))
"""What the buttons offer: cards at once, hours of the month."""
DAYS = {"month": Fraction(1), "week": Fraction(7), "day": Fraction(1)}
MOST_MONTHS = 12


def coming(session: Session, pool: PoolFacts, now: int) -> str:
    """The month that plans are made for: the next one."""
    return next_month(month_at(session, pool.id, now))


def show(session: Session, pool: PoolFacts, month: str, now: int, changed: str | None = None) -> Reply:
    """All needs of a month, added up; everybody may change their own by the button."""
    said = needs.of_month(session, pool.id, month)
    here = [member for member in present(session, pool) if member.role is not Role.GUEST]
    wants = [Want(str(one.id), said[one.id].cards, said[one.id].hours) for one in here if one.id in said]
    names = {str(one.id): one.name for one in here}
    budget = budgets.in_force(session, pool.id, now).get(None)
    reserve = RESERVE_PERMILLE if budget is None else budget.reserve_permille
    whole = window_of(session, pool.id, month)
    prices = card_prices(session, pool, {}, now)
    found = add_up(wants, whole.seconds // HOUR, reserve, prices.hour, prices.month)
    data = {
        "month": month,
        "currency": pool.currency,
        "needs": [
            {
                "name": names[want.member],
                "cards": want.cards,
                "hours": want.hours,
                "kind": said[int(want.member)].kind,
                "share_minor": found.shares.get(want.member),
            }
            for want in wants
        ],
        "missing": [one.name for one in here if one.id not in said],
        "card_hours": found.card_hours,
        "cards": found.cards,
        "reserve_permille": reserve,
        "hourly_minor": found.hourly_minor,
        "monthly_minor": found.monthly_minor,
        "way": found.way,
        "changed": changed,
    }
    change = Choice("plan.change", "plan.change", {"month": month})
    return Reply("plan", data, ((change,),), anyone=True)


def say(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    month: str,
    cards: int,
    hours: int,
    now: int,
    *,
    per: str = "month",
    kind: str | None = None,
) -> Reply:
    """One's own need of a month; a later word replaces it. `hours` a day or a week count for all of the month.

    Raises `bad_input` for a month that is over or far ahead, or more hours than the month has.
    """
    lock_pool(session, pool.id)
    member = still_here(session, member)
    running = month_at(session, pool.id, now)
    if not running <= month <= next_month(running, MOST_MONTHS):
        raise Refusal("bad_input", reason="bad_month", facts={"text": month})
    whole = window_of(session, pool.id, month)
    total = hours_of_month(hours, per, _days(whole.starts_at, whole.ends_at, pool.zone))
    if total > whole.seconds // HOUR:
        raise Refusal("bad_input", reason="too_many_hours", facts={"allowed": whole.seconds // HOUR})
    row: dict[str, Any] = {
        "pool_id": pool.id,
        "member_id": member.id,
        "month": month,
        "kind": kind,
        "cards": cards if total else 0,
        "hours": total,
        "made_at": now,
    }
    needs.add(session, row)
    audit.note(
        session,
        at=now,
        what="need_said",
        subject=f"member:{member.id}",
        pool_id=pool.id,
        person_id=member.person_id,
        after={"month": month, "cards": row["cards"], "hours": total},
    )
    return show(session, pool, month, now, changed=member.name)


def _days(since: int, until: int, zone: str) -> int:
    first = datetime.fromtimestamp(since, ZoneInfo(zone)).date()
    return (datetime.fromtimestamp(until, ZoneInfo(zone)).date() - first).days


def hours_of_month(hours: int, per: str, days: int) -> int:
    """40 hours a week are 178 of a month of 31 days: what is begun counts."""
    if per == "month":
        return hours
    return -int(-Fraction(hours * days) / DAYS[per] // 1)


def ask(session: Session, pool: PoolFacts, month: str) -> Reply:
    """How much does one need? By a button, or typed."""
    usual = [
        Choice(
            "plan.need", "plan.need", {"month": month, "cards": cards, "hours": hours}, {"cards": cards, "hours": hours}
        )
        for cards, hours in USUAL
    ]
    none = Choice("plan.none", "plan.need", {"month": month, "cards": 0, "hours": 0})
    return Reply("ask_need", {"month": month}, (tuple(usual[:2]), tuple(usual[2:]), (none,)))
