"""Which booking somebody means: the one they number, or the only one that fits; otherwise buttons ask."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.billing.services.cost import reference_cost
from bot.booking import facts
from bot.booking.facts import BookingFacts
from bot.booking.services.cards import brief, cost_data
from bot.chat.message import Choice
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services.finding import still_here
from storage.database import lock_pool
from storage.queries import bookings
from storage.tables import Booking
from storage.words import BookingState, Role

MOST_BUTTONS = 8
Fits = Callable[[Booking], bool]
Prefers = Callable[[Sequence[Booking]], Booking | None]


@dataclass(frozen=True, slots=True)
class Near:
    """What else was said about which of one's bookings is meant: cards it holds, a window (UTC) in which it lies."""

    numbers: tuple[int, ...] = ()
    window: tuple[int, int] | None = None


ANY = Near()


def target(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    booking_id: int | None,
    now: int,
    *,
    verb: str,
    payload: Mapping[str, Any] | None = None,
    near: Near = ANY,
    fits: Fits | None = None,
    instead: str | None = None,
    by_owner: bool = False,
    prefers: Prefers | None = None,
) -> Booking:
    """The booking to change, with its pool locked.

    `verb` (as in `booking.<verb>`) and `payload` make the buttons of `ask_target`; when nothing `fits` of what is
    `near`, `instead` is the verb that would do for it. `by_owner`: owners may number anybody's. `prefers` picks the
    one that is meant where several fit and no window was said; None: nobody can tell.
    Raises `not_member`, `no_such_booking`, `not_yours`, `already_done`, `ask_target`, `pick`.
    """
    lock_pool(session, pool.id)
    member = still_here(session, member)
    bookings.expire_holds(session, now)
    if booking_id is not None:
        return _numbered(session, pool, member, booking_id, now, by_owner=by_owner)
    mine = bookings.of_member(session, member.id, now)
    meant = _near(session, pool, mine, near)
    fitting = [row for row in meant if fits is None or fits(row)]
    if len(fitting) == 1:
        return fitting[0]
    likely = prefers(fitting) if fitting and prefers is not None and near.window is None else None
    if likely is not None:
        return likely
    if fitting:
        raise Refusal("ask_target", **shown(session, pool, fitting, verb, payload))
    if meant and instead is not None:
        raise rather(session, pool, meant, instead)
    names = people.names(session, pool.id)
    have = [brief(one) for one in facts.bookings_of(session, mine, names)]
    said: dict[str, Any] = {"mine": have} if have else {}
    if near.numbers:
        said |= {"cards": list(near.numbers), "others": _others(session, pool, member, near.numbers, now, names)}
    raise Refusal("no_such_booking", booking=None).offering((), **said)


def running(rows: Sequence[Booking], now: int, until: int | None = None) -> Booking | None:
    """The only one that runs, unless `until` could mean the end of a later one too."""
    begun = [row for row in rows if row.starts_at <= now]
    others = any(row.starts_at > now and until is not None and row.starts_at < until for row in rows)
    return begun[0] if len(begun) == 1 and not others else None


def _others(
    session: Session,
    pool: PoolFacts,
    member: MemberFacts,
    numbers: Sequence[int],
    now: int,
    names: Mapping[int, str],
) -> list[dict[str, Any]]:
    """Who else holds these cards at this moment."""
    gpu_ids = [card.gpu_id for card in facts.cards(session, pool.id) if card.number in numbers]
    there = bookings.on_cards(session, gpu_ids, now)
    theirs = [row for row in there if row.member_id != member.id and row.starts_at <= now]
    return [brief(one) for one in facts.bookings_of(session, theirs, names)]


def _near(session: Session, pool: PoolFacts, mine: Sequence[Booking], near: Near) -> list[Booking]:
    """Those that hold the cards, and that begin in the window or, where none does, lie in it."""
    wanted = set(near.numbers)
    rows = [row for row in mine if not wanted or wanted <= set(fact_of(session, pool, row).numbers)]
    if near.window is None:
        return rows
    first, last = near.window
    begin = [row for row in rows if first <= row.starts_at < last]
    return begin or [row for row in rows if row.starts_at < last and first < row.ends_at]


def _numbered(
    session: Session, pool: PoolFacts, member: MemberFacts, booking_id: int, now: int, *, by_owner: bool
) -> Booking:
    row = bookings.get(session, pool.id, booking_id) if booking_id < 2**63 else None
    if row is None or row.state in (BookingState.HELD.value, BookingState.EXPIRED.value):
        raise Refusal("no_such_booking", booking=booking_id)
    one = fact_of(session, pool, row)
    if row.member_id != member.id and not (by_owner and member.role is Role.OWNER):
        raise Refusal("not_yours", booking=booking_id, holder=one.holder)
    if row.state != BookingState.BOOKED.value:
        raise Refusal("already_done", what="cancelled", data=costed(session, pool, one, used=False))
    if row.ends_at <= now:
        what = "ended" if row.released_at is None else "released"
        raise Refusal("already_done", what=what, data=costed(session, pool, one, used=True))
    return row


def rather(session: Session, pool: PoolFacts, rows: Sequence[Booking], verb: str) -> Refusal:
    """The other word was meant: offer it instead of guessing."""
    return Refusal("pick", **shown(session, pool, rows, verb))


def shown(
    session: Session, pool: PoolFacts, rows: Sequence[Booking], verb: str, payload: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Bookings as facts with a button each."""
    listed = [brief(one) for one in facts.bookings_of(session, rows, people.names(session, pool.id))]
    label = verb if len(listed) == 1 and verb in ("release", "cancel") else "which"
    carried = payload or {}
    choices = [
        [Choice(label, f"booking.{verb}", {**carried, "booking": one["booking"]}, one)] for one in listed[:MOST_BUTTONS]
    ]
    return {"choices": choices, "verb": verb, "bookings": listed}


def fact_of(session: Session, pool: PoolFacts, row: Booking) -> BookingFacts:
    """One booking with its holder's name and the cards it holds."""
    return facts.bookings_of(session, [row], people.names(session, pool.id))[0]


def costed(session: Session, pool: PoolFacts, one: BookingFacts, *, used: bool = True) -> dict[str, Any]:
    """The facts of a booking with its reference cost at the prices known when it began, never final."""
    kinds = [card.kind for card in facts.cards(session, pool.id) if card.number in one.numbers]
    seconds = one.ends_at - one.starts_at
    cost = reference_cost(session, pool, kinds, seconds, one.starts_at) if used and kinds else None
    return {**brief(one), **cost_data(cost, pool.currency)}
