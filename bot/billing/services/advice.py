"""How the group would best have rented what it used last month: its own hours at the provider's prices."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sqlmodel import Session

from bot.billing.facts.ledger import lines, rents
from bot.billing.facts.month import month_at, month_facts, next_month, window_of
from bot.billing.rules.advice import CardPrices, Row, Terms, advise, cards_in_use
from bot.billing.rules.allocation import half_up
from bot.billing.rules.charging import CreditRules, MonthFacts
from bot.billing.rules.months import Window
from bot.billing.services.book_keepers import KEEPERS
from bot.billing.services.rates import HOUR
from bot.billing.services.rents import in_force_at, parts_of
from bot.booking import facts as booking
from bot.booking.rules.price import card_hour_minor
from bot.chat.message import Reply
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, notes, rentals
from storage.words import BilledWhileOff, LineKind, RentUnit

UNITS = ("hour", "day", "week", "month")
Said = Mapping[str, tuple[int, bool]]
"""By unit: minor units, and whether of one card (else of everything)."""


def advice(session: Session, pool: PoolFacts, member: MemberFacts, said: Said, now: int) -> Reply:
    """Last month under every way of renting that has a price; of a new group this month so far.

    Prices that are `said` by those who keep the books are remembered. Without a price by the hour and one by the
    month the reply asks for them.
    """
    if said and member.role in KEEPERS:
        _remember(session, pool, member, said, now)
    cards = booking.cards(session, pool.id)
    prices = card_prices(session, pool, said, now)
    if prices.hour is None or prices.month is None or not cards:
        return Reply("ask_rent_prices", {"known": _minor(prices), "currency": pool.currency, "cards": len(cards)})
    month, window, facts = _window(session, pool, now)
    whole = window_of(session, pool.id, month)
    hours, month_hours = window.seconds // HOUR, whole.seconds // HOUR
    spans = _spans(facts)
    counts = cards_in_use(spans, window.starts_at, hours)
    rented = max(len(cards), max(counts, default=0))
    found = advise(counts, rented, prices, _terms(session, pool, month, window, whole), month_hours)
    used = _seconds(spans, window)
    rent = _rent(session, pool, whole, window)
    data = {
        "month": month,
        "so_far": window.ends_at < whole.ends_at,
        "currency": pool.currency,
        "cards": rented,
        "hours": hours,
        "used_seconds": used,
        "peak": found.peak,
        "prices": _minor(prices),
        "rows": [_row(row) for row in found.rows],
        "best": _row(found.best) if found.best is not None and found.used else None,
        "breaks": [
            {"unit": one.unit.value, "seconds": half_up(one.hours * HOUR), "sensible": one.sensible}
            for one in found.breaks
        ],
        "rent_minor": None if rent is None else half_up(rent),
        "used_card_hour_minor": None if rent is None or not used else half_up(rent * HOUR / used),
    }
    return Reply("rent_advice", data)


def _row(row: Row) -> dict[str, Any]:
    return {
        "way": row.way.value,
        "cost_minor": half_up(row.cost),
        "kept": row.kept,
        "unserved": row.unserved,
        "card_hour_minor": None if row.card_hour is None else half_up(row.card_hour),
    }


def _minor(prices: CardPrices) -> dict[str, int | None]:
    known = {unit: prices.of(RentUnit(unit)) for unit in UNITS}
    return {unit: None if price is None else half_up(price) for unit, price in known.items()}


def _window(session: Session, pool: PoolFacts, now: int) -> tuple[str, Window, MonthFacts]:
    """Last month where anything was used in it, else this month up to the last full hour."""
    running = month_at(session, pool.id, now)
    last = next_month(running, -1)
    window = window_of(session, pool.id, last)
    facts = month_facts(session, pool.id, window, CreditRules(), now)
    if _seconds(_spans(facts), window):
        return last, window, facts
    begins = window_of(session, pool.id, running).starts_at
    so_far = Window(begins, max(begins + HOUR, now - (now - begins) % HOUR))
    return running, so_far, month_facts(session, pool.id, so_far, CreditRules(), now)


def _spans(facts: MonthFacts) -> list[tuple[int, int, int]]:
    """When each card was booked or somebody ran something on it, within the window."""
    found = []
    for gpu, since, until in (
        *((claim.gpu, claim.starts_at, claim.ends_at) for claim in facts.claims),
        *((use.gpu, use.starts_at, use.ends_at) for use in facts.uses),
    ):
        part = facts.window.cut(since, until)
        if part is not None:
            found.append((gpu, part.starts_at, part.ends_at))
    return found


def _seconds(spans: list[tuple[int, int, int]], window: Window) -> int:
    """Card-seconds that are covered, each once."""
    total, ends = 0, dict[int, int]()
    for gpu, since, until in sorted(spans):
        begins = max(since, ends.get(gpu, window.starts_at))
        total += max(0, until - begins)
        ends[gpu] = max(until, ends.get(gpu, 0))
    return total


def _terms(session: Session, pool: PoolFacts, month: str, window: Window, whole: Window) -> Terms:
    """The provider's rules as they were written down, else by the second and nothing while off."""
    disks = sum(line.amount_minor for line in lines(session, pool.id, month) if line.kind is LineKind.STORAGE)
    disk = half_up(Fraction(max(0, disks) * window.seconds, whole.seconds))
    rows = rentals.standing(session, pool.id)
    if not rows:
        return Terms(disk_minor=disk)
    row = rows[0]
    return Terms(row.granularity_seconds, row.min_charge_minor or 0, BilledWhileOff(row.billed_while_off), disk)


def _rent(session: Session, pool: PoolFacts, whole: Window, window: Window) -> Fraction | None:
    """What the rents of that time come to; None when there were none."""
    total = Fraction(0)
    for part in parts_of(rents(session, pool.id), whole):
        within = window.cut(part.window.starts_at, part.window.ends_at)
        total += Fraction(part.cost * within.seconds) / part.window.seconds if within is not None else 0
    return total or None


def card_prices(session: Session, pool: PoolFacts, said: Said, now: int) -> CardPrices:
    """What one card costs: as said now, by the rents in force, as said before, by the reference price of an hour."""
    cards = len(booking.cards(session, pool.id))
    offers = _each(_remembered(session, pool), cards)
    known = _of_prices(session, pool, now) | offers | _of_rents(session, pool, cards, now) | _each(said, cards)
    return CardPrices(*(known.get(unit) for unit in UNITS))


def _each(said: Said, cards: int) -> dict[str, Fraction]:
    return {unit: Fraction(minor, 1 if per_card else max(1, cards)) for unit, (minor, per_card) in said.items()}


def _of_prices(session: Session, pool: PoolFacts, now: int) -> dict[str, Fraction]:
    prices = booking.prices(session, pool.id, now)
    found = [card_hour_minor(card.kind, prices, now) for card in booking.cards(session, pool.id)]
    priced = [price for price in found if price]
    return {"hour": Fraction(sum(priced), len(priced))} if priced and len(priced) == len(found) else {}


def _of_rents(session: Session, pool: PoolFacts, cards: int, now: int) -> dict[str, Fraction]:
    """Where all that is in force is counted by the same unit, its sum is borne by the cards."""
    in_force = list(in_force_at(rents(session, pool.id), now).values())
    units = {rent.unit for rent in in_force}
    if len(units) != 1 or not cards:
        return {}
    return {units.pop().value: Fraction(sum(rent.amount_minor for rent in in_force), cards)}


def _remembered(session: Session, pool: PoolFacts) -> dict[str, tuple[int, bool]]:
    fields = json.loads(notes.get(session, _name(pool)) or "{}")
    return {unit: (int(minor), bool(per_card)) for unit, (minor, per_card) in fields.items()}


def _remember(session: Session, pool: PoolFacts, by: MemberFacts, said: Said, now: int) -> None:
    """A provider's offers are nobody's bill: the newest counts, and the audit knows who said it."""
    lock_pool(session, pool.id)
    before = _remembered(session, pool)
    after = before | dict(said)
    if after == before:
        return
    notes.put(session, _name(pool), json.dumps(after))
    audit.note(
        session,
        at=now,
        what="rent_offers_set",
        subject=f"pool:{pool.id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before=before,
        after=after,
    )


def _name(pool: PoolFacts) -> str:
    return f"rent_offers:{pool.id}"
