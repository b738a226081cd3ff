"""The month of the billing bench in an SQLite file, as bookings, releases and use leave it there."""

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlmodel import Session

from bot.billing.facts.month import window_of
from bot.billing.rules.charging import MonthFacts
from bot.booking.services import machines
from bot.booking.services.machines import Declared
from bot.chat.message import Person, Place
from bot.people import facts as people
from bot.people.facts import PoolFacts
from bot.people.services import join, setup
from bot.people.services.recognise import recognise
from storage.database import Database, open_database

MONTH = "2026-11"
FOUNDED = 1_793_000_000
AFTER = 1_796_213_400
RENT = "INSERT INTO rent (pool_id, unit, amount_minor, currency, from_at, made_by, made_at) "
BOOKING = (
    "INSERT INTO booking (id, pool_id, member_id, node_id, state, starts_at, ends_at, planned_end_at, released_at, "
    "made_by, made_at, version, holder_weight) VALUES (?, 1, ?, 1, 'booked', ?, ?, ?, ?, 1, ?, ?, 1)"
)
CARD = "INSERT INTO booked_card (booking_id, gpu_id, starts_at, ends_at, live) VALUES (?, ?, ?, ?, 1)"
CHANGE = "INSERT INTO audit (pool_id, at, what, subject, after) VALUES (1, ?, ?, ?, ?)"
USE = (
    "INSERT INTO card_use (gpu_id, starts_at, ends_at, member_id, grade, boot_id, process) "
    "VALUES (?, ?, ?, ?, ?, 'b', ?)"
)
AGENT = (
    "INSERT INTO agent (node_id, name, key_hash, state, enrolled_by, enrolled_at, last_seq, offset_ms) "
    "VALUES (1, 'a', 'h', 'active', 1, ?, 0, 0)"
)


def stored(folder: Path, month: MonthFacts, members: int) -> tuple[Database, PoolFacts]:
    """A pool with the month's cards and members in a new file, its bookings and use in November 2026."""
    path = folder / "month.db"
    database = open_database(f"sqlite:///{path}")
    pool, begins = database.write_now(_founded, members, len(month.cards))
    _fill(path, month, begins)
    return database, pool


def _founded(session: Session, members: int, cards: int) -> tuple[PoolFacts, int]:
    place = Place("console", "lab", False, title="lab")
    for number in range(members):
        seen = recognise(session, place, Person(f"m{number}", f"m{number}"), FOUNDED)
        person = people.known(session, "console", f"m{number}")
        assert person is not None
        if number == 0:
            pool_id = setup.open_pool(session, seen.chat_id, person, "lab", "Asia/Shanghai", "zh", FOUNDED)
            machines.add_node(session, pool_id, "node1", (Declared(cards, "A100", 80),), FOUNDED)
        else:
            join.admit(session, people.pool(session, 1), person.id, person.name, None, FOUNDED)
    return people.pool(session, 1), window_of(session, 1, MONTH).starts_at


def _fill(path: Path, month: MonthFacts, begins: int) -> None:
    """Ids begin at 1: card 0 of the month is gpu 1, its booking 0 is booking 1, `m0` is member 1."""
    by_booking: dict[int, list[Any]] = {}
    for claim in month.claims:
        by_booking.setdefault(claim.booking, []).append(claim)
    bookings, cards, changes = [], [], []
    for number, claims in by_booking.items():
        one, member = claims[0], int(claims[0].holders[0].weights[0][0][1:]) + 1
        start, end, planned = (begins + at for at in (one.starts_at, one.ends_at, one.planned_end_at))
        released = end if one.given_up is not None else None
        bookings.append((number + 1, member, start, end, planned, released, start, 2 if released else 1))
        cards += [(number + 1, claim.gpu + 1, start, end) for claim in claims]
        for at, until, what in ((start, planned, "booked"), *(((end, end, "released"),) if released else ())):
            told = {
                "booking": {"state": "booked", "starts_at": start, "ends_at": until},
                "cards": [[claim.gpu + 1, start, until, 1] for claim in claims],
            }
            changes.append((at, what, f"booking:{number + 1}", json.dumps(told)))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(RENT + "VALUES (1, 'month', 4000000, 'CNY', ?, 1, ?)", (begins, begins))
        connection.execute(AGENT, (begins,))
        connection.executemany(BOOKING, bookings)
        connection.executemany(CARD, cards)
        connection.executemany(CHANGE, changes)
        connection.executemany(USE, _uses(month, begins))
    connection.close()


def _uses(month: MonthFacts, begins: int) -> Iterable[tuple[Any, ...]]:
    for number, use in enumerate(month.uses):
        member = None if use.member is None else int(use.member[1:]) + 1
        grade = "unknown" if member is None else "certain"
        yield use.gpu + 1, begins + use.starts_at, begins + use.ends_at, member, grade, f"{number}"
