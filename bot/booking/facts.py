"""Rows about cards and bookings as frozen facts for the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.booking.rules.holders import Held, HeldSpan, Holding, spans
from bot.booking.rules.limits import LimitsInForce
from bot.booking.rules.price import PriceInForce
from bot.booking.rules.shapes import Busy, Card
from storage.queries import bookings, co_holders, limits, machines, offers
from storage.tables import Booking
from storage.words import GpuState


@dataclass(frozen=True, slots=True)
class BookingFacts:
    """A booking with its holder's name and the numbers of its cards."""

    id: int
    member_id: int
    holder: str
    node_id: int
    numbers: tuple[int, ...]
    starts_at: int
    ends_at: int
    planned_end_at: int
    version: int
    purpose: str | None
    co_holders: tuple[str, ...] = ()


def cards(session: Session, pool_id: int) -> list[Card]:
    """The pool's cards by number."""
    return [
        Card(
            int(row.id or 0),
            row.number,
            row.node_id,
            row.kind,
            row.memory_gb,
            row.state == GpuState.BROKEN.value,
        )
        for row in machines.gpus(session, pool_id)
    ]


def node_names(session: Session, pool_id: int) -> dict[int, str]:
    """What the machines of a pool are called, by node id."""
    return {int(node.id or 0): node.name for node in machines.nodes(session, pool_id)}


def busy(session: Session, of: Sequence[Card], since: int, until: int, names: Mapping[int, str]) -> list[Busy]:
    """Live booked time of these cards in `[since, until)`."""
    return [
        Busy(gpu_id, starts_at, ends_at, booking_id, names.get(member_id, "?"))
        for gpu_id, starts_at, ends_at, booking_id, member_id in bookings.busy_rows(
            session, [card.gpu_id for card in of], since, until
        )
    ]


def limits_in_force(session: Session, pool_id: int, at: int) -> LimitsInForce:
    """The pool's limits at an instant; raises LookupError when none were ever set."""
    row = limits.in_force(session, pool_id, at)
    if row is None:
        raise LookupError(f"pool {pool_id} has no limits")
    return LimitsInForce(
        row.min_seconds, row.max_seconds, row.horizon_seconds, row.half_ahead_seconds, row.week_share_permille
    )


def prices(session: Session, pool_id: int, at: int) -> list[PriceInForce]:
    """Reference prices known by `at`."""
    return [PriceInForce(row.kind, row.card_hour_minor, row.from_at) for row in limits.prices(session, pool_id, at)]


def bookings_of(session: Session, rows: Sequence[Booking], names: Mapping[int, str]) -> list[BookingFacts]:
    """Booking rows with names and numbers."""
    if not rows:
        return []
    ids = [int(row.id or 0) for row in rows]
    numbers, shared = bookings.numbers(session, ids), co_holders.of(session, ids)
    return [
        BookingFacts(
            int(row.id or 0),
            row.member_id,
            names.get(row.member_id, "?"),
            row.node_id,
            tuple(numbers.get(int(row.id or 0), ())),
            row.starts_at,
            row.ends_at,
            row.planned_end_at,
            row.version,
            row.purpose,
            tuple(name for _, name, _ in shared.get(int(row.id or 0), ())),
        )
        for row in rows
    ]


def held_spans(session: Session, rows: Sequence[Booking]) -> dict[int, list[HeldSpan]]:
    """By booking id: who holds it when with which weight, over the whole of `[starts_at, ends_at)`."""
    dated = co_holders.dated(session, [int(row.id or 0) for row in rows])
    return {
        int(row.id or 0): spans(
            Held(row.member_id, row.holder_weight, row.starts_at, row.ends_at),
            [Holding(*one) for one in dated.get(int(row.id or 0), ())],
        )
        for row in rows
    }


def last_question(session: Session, chat_id: int, person_id: int, since: int, name: str) -> str | None:
    """The words that led to the last question somebody was asked in a chat, if it is still open."""
    payload = offers.latest_payload(session, chat_id, person_id, since)
    said = payload.get(name) if payload is not None else None
    return said if isinstance(said, str) else None
