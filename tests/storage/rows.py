"""The smallest pool that bookings can stand on, written with plain statements."""

from sqlalchemy import text
from sqlmodel import Session


def make_pool(session: Session, cards: int = 4) -> None:
    """One person, pool 1, member 1, node 1, and cards with the ids 1…`cards`."""
    for statement in (
        "INSERT INTO person (name, created_at) VALUES ('li', 1)",
        "INSERT INTO pool (name, zone, language, currency, created_at) VALUES ('lab', 'Asia/Shanghai', 'zh', 'CNY', 1)",
        "INSERT INTO member (pool_id, person_id, name, role) VALUES (1, 1, 'li', 'owner')",
        "INSERT INTO node (pool_id, name, created_at) VALUES (1, 'node1', 1)",
    ):
        session.connection().execute(text(statement))
    for number in range(cards):
        session.connection().execute(
            text(
                "INSERT INTO gpu (pool_id, node_id, number, kind, memory_gb, state, added_at)"
                " VALUES (1, 1, :number, 'A100', 80, 'ok', 1)"
            ),
            {"number": number},
        )


def make_booking(session: Session, starts_at: int = 0, ends_at: int = 10) -> int:
    """A booking row without cards; returns its id."""
    made = session.connection().execute(
        text(
            "INSERT INTO booking (pool_id, member_id, node_id, state, starts_at, ends_at, planned_end_at,"
            " made_by, made_at, version) VALUES (1, 1, 1, 'booked', :s, :e, :e, 1, 1, 1) RETURNING id"
        ),
        {"s": starts_at, "e": ends_at},
    )
    return int(made.scalar_one())


def add_card(session: Session, booking_id: int, gpu_id: int, starts_at: int, ends_at: int, live: int = 1) -> None:
    session.connection().execute(
        text("INSERT INTO booked_card (booking_id, gpu_id, starts_at, ends_at, live) VALUES (:b, :g, :s, :e, :l)"),
        {"b": booking_id, "g": gpu_id, "s": starts_at, "e": ends_at, "l": live},
    )


def book(session: Session, gpu_id: int, starts_at: int, ends_at: int) -> int:
    """A booking of one card; returns the booking's id."""
    booking_id = make_booking(session, starts_at, ends_at)
    add_card(session, booking_id, gpu_id, starts_at, ends_at)
    return booking_id


def count(session: Session, table: str) -> int:
    return int(session.connection().execute(text(f"SELECT count(*) FROM {table}")).scalar_one())
