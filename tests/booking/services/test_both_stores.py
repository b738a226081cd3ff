"""Booking and ending as they are kept, on either database."""

from collections.abc import Iterator

import pytest
from sqlmodel import Session, select

from storage.database import Database
from storage.tables import Audit, BookedCard, Booking, Job
from tests.commands.kept import held
from tests.saying import Lab, laboratory


@pytest.fixture
def lab(database: Database) -> Iterator[Lab]:
    with laboratory(database) as one:
        one.say("/help")
        yield one


def bookings(lab: Lab) -> list[tuple[str, int]]:
    def read(session: Session) -> list[tuple[str, int]]:
        return [(one.state, one.version) for one in session.execute(select(Booking).order_by(Booking.id)).scalars()]  # type: ignore[arg-type]

    return lab.database.read_now(read)


def live_cards(lab: Lab) -> list[tuple[int, int, int]]:
    def read(session: Session) -> list[tuple[int, int, int]]:
        rows = session.execute(select(BookedCard).where(BookedCard.live == 1)).scalars()
        return sorted((one.booking_id, one.starts_at, one.ends_at) for one in rows)

    return lab.database.read_now(read)


def changes(lab: Lab) -> list[tuple[str, str]]:
    def read(session: Session) -> list[tuple[str, str]]:
        rows = session.execute(select(Audit).order_by(Audit.id)).scalars()  # type: ignore[arg-type]
        return [(one.what, one.subject) for one in rows if one.subject.startswith("booking")]

    return lab.database.read_now(read)


def jobs(lab: Lab) -> list[str]:
    return lab.database.read_now(lambda session: sorted(session.execute(select(Job.key)).scalars()))


def test_a_booking_is_held_and_ended_with_every_change_written_down(lab: Lab) -> None:
    now = lab.bridge.clock.now()
    lab.say("/book 2 6h")
    lab.say("/book 1 明晚8点 6h")
    assert bookings(lab) == [("booked", 1), ("booked", 1)]
    assert jobs(lab) == [
        "booking:1:end",
        "booking:1:ended",
        "booking:2:end",
        "booking:2:ended",
        "booking:2:start",
    ]
    lab.at("+60m")
    assert lab.say("/release").code == "released"
    assert lab.say("/cancel").code == "cancelled"
    assert bookings(lab) == [("booked", 2), ("cancelled", 2)]
    assert live_cards(lab) == [(1, now, now + 3600)] * 2
    assert changes(lab) == [
        ("booked", "booking:1"),
        ("booked", "booking:2"),
        ("released", "booking:1"),
        ("cancelled", "booking:2"),
    ]
    assert jobs(lab) == []


def test_a_refused_booking_leaves_no_trace(lab: Lab) -> None:
    lab.say("/book 8 6h")
    before = (bookings(lab), live_cards(lab), changes(lab), jobs(lab))
    for said in ("/book 1 3h", "/book 9 1h", "/book 1 5m", "/book 1 9d", "/book 1 昨天 1h", "/release 99"):
        assert lab.say(said, "bob").code not in ("booked", "released")
    assert (bookings(lab), live_cards(lab), changes(lab), jobs(lab)) == before


def test_a_released_card_is_free_from_that_second(lab: Lab) -> None:
    lab.say("/book 8 6h")
    lab.at("+60m")
    lab.say("/release")
    assert lab.say("/book 8 6h", "bob").data["start"] == "2026-12-02T21:10:00+08:00"


def test_a_booking_is_changed_and_taken_back_with_every_change_written_down(lab: Lab) -> None:
    lab.say("/help", "bob")
    now = lab.bridge.clock.now()
    lab.say("/book 2 6h")
    lab.at("+60m")
    for said in ("/extend 1h", "/undo", "/extend 到23:00", "/share @bob 2:1", "/release 0号卡", "/undo", "/release"):
        assert lab.say(said).code not in ("failed", "bad_input"), said
    assert lab.say("/undo").code == "undone"
    end = now + 170 * 60
    assert live_cards(lab) == [(1, now, end)] * 2
    assert [what for what, _ in changes(lab)] == [
        "booked",
        "extended",
        "undone",
        "shortened",
        "co_holders",
        "card_dropped",
        "undone",
        "released",
        "undone",
    ]
    assert bookings(lab) == [("booked", 8)]
    lab.at("+10m")
    lab.say("/release 0号卡")
    lab.say("/book 0号卡 30m", "bob")
    assert lab.say("/undo").code == "undo_taken"
    assert lab.say("/extend 3h").code == "extended"
    lab.at("+10m")
    assert lab.say("/release 1").code == "released"
    assert live_cards(lab) == [
        (1, now, now + 70 * 60),
        (1, now, now + 80 * 60),
        (2, now + 70 * 60, now + 100 * 60),
    ]


def test_who_held_it_when_is_kept_while_parts_change_and_people_come_and_go(lab: Lab) -> None:
    for who in ("bob", "carol"):
        lab.say("/help", who)
    lab.say("/book 2 4h")
    lab.say("/share @bob")
    lab.at("+1h")
    lab.say("/share @bob @carol 2:3:1")
    lab.at("+1h")
    lab.press(lab.say("/share").token("bob"))
    lab.at("+1h")
    lab.say("/share @bob")
    assert held(lab, 1) == [
        (3_600, {1: 1, 2: 1}),
        (3_600, {1: 2, 2: 3, 3: 1}),
        (3_600, {1: 2, 3: 1}),
        (3_600, {1: 2, 2: 1, 3: 1}),
    ]
