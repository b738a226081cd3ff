"""A booking that is only held: its cards are guarded for a while, nobody is charged with it, and it ends by itself."""

import pytest
from sqlmodel import Session

from storage.database import Database
from storage.queries import bookings
from tests.saying import Lab, laboratory

HOLD_SECONDS = 300


def hold(lab: Lab, member_id: int, start: int, end: int) -> int:
    """All eight cards, held for five minutes."""
    now = lab.bridge.clock.now()
    row: dict[str, object] = {
        "pool_id": 1,
        "member_id": member_id,
        "node_id": 1,
        "state": "held",
        "starts_at": start,
        "ends_at": end,
        "planned_end_at": end,
        "hold_until": now + HOLD_SECONDS,
        "purpose": None,
        "made_by": member_id,
        "made_at": now,
        "version": 1,
    }

    def unit(session: Session) -> int:
        return bookings.make(session, row, range(1, 9))

    return lab.database.write_now(unit)


@pytest.fixture
def lab(database: Database):
    with laboratory(database) as one:
        for who in ("alice", "bob", "carol", "dan", "eve", "fay", "gil"):
            one.say("/help", who)
        yield one


def test_held_cards_are_not_given_to_others_and_are_free_again_when_the_hold_is_over(lab: Lab) -> None:
    now = lab.bridge.clock.now()
    hold(lab, 2, now, now + 3_600)
    assert lab.say("/book 1 1h").code == "taken"
    lab.at("+299s")
    assert lab.say("/book 1 1h").code == "taken"
    lab.at("+1s")
    assert lab.say("/book 8 1h").code == "booked"


def test_a_hold_is_in_no_limit_and_in_nobodys_list(lab: Lab) -> None:
    tomorrow = lab.bridge.clock.now() + 86_400
    held = hold(lab, 2, tomorrow, tomorrow + 36 * 3_600)  # 288 card-hours: all of bob's share of the week
    assert lab.say("/my", "bob").data["bookings"] == []
    assert lab.say(f"/cancel {held}", "bob").code == "no_such_booking"
    assert lab.say("/book 1 明早8点 3h", "bob").code == "booked"
