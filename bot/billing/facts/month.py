"""A month of a pool as facts: its cards, who held which and gave it up, what was seen, who was there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.facts.given_up import Given, changes_by_booking, ends_of, given_up
from bot.billing.rules.charging import CardSpan, Claim, CreditRules, GivenUp, Holders, How, MonthFacts, UseSpan
from bot.billing.rules.months import Window, month_of, month_window
from bot.booking.rules.holders import Held, Holding, spans
from bot.people import facts
from storage.queries import bills, co_holders, ledger, machines
from storage.tables import Booking, Gpu
from storage.words import BookingState, GapDecision, GpuState, Grade, Role

MIDDLE = 14 * 86_400
"""So long before a month begins the month before is surely running, in whatever zone."""


GRADES = {grade.value: grade for grade in Grade}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the month. `stays`: when they were in the pool within it. Guests pay no share by heads."""

    id: str
    name: str
    stays: tuple[Window, ...]
    guest: bool = False
    pledge: int = 0

    @property
    def present_s(self) -> int:
        return sum(stay.seconds for stay in self.stays)


def zone_of(session: Session, pool_id: int, at: int) -> ZoneInfo:
    """The zone in which the pool's months are cut at an instant. Raises LookupError without the pool."""
    return ZoneInfo(facts.zone_at(session, facts.pool(session, pool_id), at))


def window_of(session: Session, pool_id: int, month: str) -> Window:
    """The seconds of a month (`YYYY-MM`). It ends by the clock by which it ran, and there the next one begins."""
    return Window(_begins(session, pool_id, month), _begins(session, pool_id, next_month(month)))


def _begins(session: Session, pool_id: int, month: str) -> int:
    year, number = (int(part) for part in month.split("-"))
    zone = zone_of(session, pool_id, month_window(year, number, UTC).starts_at - MIDDLE)
    return month_window(year, number, zone).starts_at


def month_at(session: Session, pool_id: int, at: int) -> str:
    """The month (`YYYY-MM`) around an instant."""
    month = "{:04}-{:02}".format(*month_of(at, zone_of(session, pool_id, at)))
    window = window_of(session, pool_id, month)
    return next_month(month, -1 if at < window.starts_at else 1 if at >= window.ends_at else 0)


def start_of_day(session: Session, pool_id: int, day: date) -> int:
    """The first second of a date in the pool's zone, as the pool counts then."""
    zone = zone_of(session, pool_id, int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()))
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp())


def first_of_month(session: Session, pool_id: int, at: int, step: int) -> int:
    """The first second of the month `step` months after the one around `at`."""
    return window_of(session, pool_id, next_month(month_at(session, pool_id, at), step)).starts_at


def next_month(month: str, step: int = 1) -> str:
    """The month `step` months later."""
    year, number = (int(part) for part in month.split("-"))
    years, rest = divmod(year * 12 + number - 1 + step, 12)
    return f"{years:04}-{rest + 1:02}"


def people(session: Session, pool_id: int, window: Window) -> list[Person]:
    """Everybody who was in the pool within the window, in the order in which they first joined."""
    stays: dict[int, list[Window]] = {}
    for member_id, joined_at, left_at in bills.stays(session, pool_id, window.ends_at):
        part = window.cut(joined_at, window.ends_at if left_at is None else left_at)
        if part is not None:
            stays.setdefault(member_id, []).append(part)
    rows = bills.everybody(session, pool_id)
    pledged = ledger.pledges(session, [int(row.id or 0) for row in rows], window.ends_at)
    return [
        Person(
            str(row.id),
            row.name,
            tuple(stays.get(int(row.id or 0), ())),
            row.role == Role.GUEST.value,
            pledged.get(int(row.id or 0), 0),
        )
        for row in rows
    ]


def month_facts(session: Session, pool_id: int, window: Window, credits: CreditRules, now: int) -> MonthFacts:
    """All that decides who is charged for which second of `window`."""
    since, until = window.starts_at, window.ends_at
    cards = bills.cards(session, pool_id)
    nodes = sorted({card.node_id for card in cards})
    by_node: dict[int, list[int]] = {}
    for card in cards:
        by_node.setdefault(card.node_id, []).append(int(card.id or 0))
    seen_since = bills.observed_since(session, nodes)
    claims = _claims(session, pool_id, window)
    return MonthFacts(
        window,
        tuple(_rented(session, pool_id, cards, claims, window)),
        claims,
        tuple(_use(*row) for row in bills.uses(session, pool_id, since, until)),
        tuple(
            CardSpan(gpu, gap.starts_at, min(until, now) if gap.ends_at is None else gap.ends_at)
            for gap in bills.gaps(session, nodes, since, until)
            if gap.decided != GapDecision.OUTAGE.value and gap.starts_at < min(until, now)
            for gpu in by_node[gap.node_id]
        ),
        tuple(
            CardSpan(gpu, outage.starts_at, outage.ends_at)
            for outage in bills.outages(session, pool_id, since, until)
            for gpu in by_node.get(outage.node_id, ())
        ),
        credits,
        observed=seen_since is not None and seen_since < until,
    )


def _use(gpu_id: int, starts_at: int, ends_at: int, member_id: int | None, grade: str) -> UseSpan:
    return UseSpan(gpu_id, starts_at, ends_at, None if member_id is None else str(member_id), GRADES[grade])


def _rented(
    session: Session, pool_id: int, cards: Sequence[Gpu], claims: Sequence[Claim], window: Window
) -> list[CardSpan]:
    """The time each card was there. A card that was retired counts as long as somebody held it."""
    removed = {int(node.id or 0): node.removed_at for node in machines.nodes(session, pool_id)}
    held_until: dict[int, int] = {}
    for claim in claims:
        held_until[claim.gpu] = max(claim.ends_at, held_until.get(claim.gpu, 0))
    found = []
    for card in cards:
        gpu = int(card.id or 0)
        end = removed.get(card.node_id) or window.ends_at
        if card.state == GpuState.RETIRED.value and removed.get(card.node_id) is None:
            end = held_until.get(gpu, window.starts_at)
        part = window.cut(card.added_at, end)
        if part is not None:
            found.append(CardSpan(gpu, part.starts_at, part.ends_at))
    return found


def _claims(session: Session, pool_id: int, window: Window) -> tuple[Claim, ...]:
    since, until = window.starts_at, window.ends_at
    rows = {int(row.id or 0): row for row in bills.bookings(session, pool_id, since, until)}
    ids = list(rows)
    changed = [booking_id for booking_id, row in rows.items() if row.version > 1]
    changes = changes_by_booking(bills.booking_changes(session, changed))
    stood = {booking_id: ends_of(list_of) for booking_id, list_of in changes.items()}
    shared = co_holders.dated(session, ids) if ids else {}
    held_by = {booking_id: _held_by(row, shared.get(booking_id, ())) for booking_id, row in rows.items()}
    untouched = {
        booking_id
        for booking_id, row in rows.items()
        if row.version == 1 and row.cancelled_at is None and row.released_at is None
    }
    booked = {booking_id for booking_id, row in rows.items() if row.state == BookingState.BOOKED.value}
    found = []
    for booking_id, gpu_id, starts_at, ends_at, live in bills.booked_cards(session, pool_id, since, until):
        if booking_id not in rows:
            continue
        end = ends_at if live == 1 and booking_id in booked else starts_at
        planned_end, gave_up = end, None
        if booking_id not in untouched:
            known = stood.get(booking_id, {}).get(gpu_id)
            unknown = _unrecorded(rows[booking_id], ends_at, end, live == 1)
            given = given_up(known, starts_at, end) if known else unknown
            planned_end, gave_up = given.planned_end, given.given_up
        if end > starts_at or planned_end > starts_at:
            holders = held_by[booking_id](planned_end)
            found.append(Claim(booking_id, gpu_id, starts_at, end, planned_end, holders, gave_up))
    return tuple(found)


def _unrecorded(row: Booking, ends_at: int, end: int, live: bool) -> Given:
    """Without a record of changes the row itself says what was given up."""
    if row.cancelled_at is not None and row.state == BookingState.CANCELLED.value:
        return Given(max(ends_at, end), GivenUp(row.cancelled_at, How.CANCELLED))
    if row.released_at is not None and row.planned_end_at > end and live:
        return Given(row.planned_end_at, GivenUp(row.released_at, How.RELEASED))
    return Given(end)


def _held_by(row: Booking, dated: Sequence[tuple[int, int, int, int | None]]) -> Callable[[int], tuple[Holders, ...]]:
    """Who holds a booking that was to end at an instant: nearly always one and the same."""
    if not dated:
        alone = (Holders(row.starts_at, ((str(row.member_id), 1),)),)
        return lambda planned_end: alone
    several = [Holding(*one) for one in dated]

    def holders(planned_end: int) -> tuple[Holders, ...]:
        held = Held(row.member_id, row.holder_weight, row.starts_at, max(planned_end, row.starts_at + 1))
        return tuple(Holders(turn.starts_at, _weights(turn.weights)) for turn in spans(held, several))

    return holders


def _weights(weights: Mapping[int, int]) -> tuple[tuple[str, int], ...]:
    return tuple((str(member_id), weight) for member_id, weight in weights.items())
