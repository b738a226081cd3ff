"""Two thousand bookings of one person, and sixty-four cards of five kinds: answers stay right and fit one message.

That a message fits and keeps its contract is checked for everything said (`tests.saying`).
"""

from collections.abc import Iterator

import pytest
from sqlmodel import Session, col, select

from storage.database import Database
from storage.queries import bookings
from storage.tables import BookedCard, Booking, Gpu, Member
from storage.words import BookingState
from tests.saying import Lab, laboratory

MANY = 2_000
CARDS = 8
SLOT = 1_800
AHEAD = 3 * 3_600
KINDS = ("A100-80G", "H100-80G", "4090-24G", "V100-32G", "A100-80G", "H100-80G", "3090-24G", "4090-24G")


def book_many(session: Session, now: int) -> None:
    """One card for half an hour each, back to back on all eight cards, from three hours ahead."""
    member = session.execute(select(Member)).scalars().one()
    gpus = list(session.execute(select(Gpu).order_by(col(Gpu.number))).scalars())
    for at in range(MANY):
        start = now + AHEAD + at // CARDS * SLOT
        row: dict[str, object] = {
            "pool_id": member.pool_id,
            "member_id": member.id,
            "node_id": gpus[0].node_id,
            "state": BookingState.BOOKED.value,
            "starts_at": start,
            "ends_at": start + SLOT,
            "planned_end_at": start + SLOT,
            "purpose": "很长的用途" * 20,
            "made_by": member.id,
            "made_at": now,
            "version": 1,
        }
        bookings.make(session, row, [_id(gpus[at % CARDS])])


def _id(gpu: Gpu) -> int:
    assert gpu.id is not None
    return gpu.id


def counted(lab: Lab) -> tuple[int, int]:
    """Bookings that stand and cards they hold."""

    def read(session: Session) -> tuple[int, int]:
        stand = session.execute(select(Booking).where(col(Booking.state) == BookingState.BOOKED.value)).scalars()
        live = session.execute(select(BookedCard).where(col(BookedCard.live) == 1)).scalars()
        return len(list(stand)), len(list(live))

    return lab.database.read_now(read)


@pytest.fixture
def busy(sqlite_database: Database) -> Iterator[Lab]:
    with laboratory(sqlite_database) as lab:
        lab.say("/help")
        lab.database.write_now(book_many, lab.bridge.clock.now())
        assert counted(lab) == (MANY, MANY)
        yield lab


def test_a_person_of_two_thousand_bookings_books_extends_and_takes_back(busy: Lab) -> None:
    booked = busy.say("/book 2 1h")
    assert (booked.code, booked.data["gpus"]) == ("booked", [0, 1])
    number = booked.data["booking"]
    extended = busy.say(f"/extend {number} 1h")
    assert (extended.code, extended.data["end"]) == ("extended", "2026-12-02T22:10:00+08:00")
    undone = busy.say("/undo")
    assert (undone.code, counted(busy)) == ("undone", (MANY + 1, MANY + 2))
    assert busy.say(f"/extend {number} 1h").code == "extended"
    assert busy.say(f"/extend {number} 6h", "bob").code in ("no_such_booking", "not_yours")
    busy.at("+10m")
    assert busy.say(f"/release {number}").code == "released"
    assert counted(busy)[0] == MANY + 1


def test_what_two_thousand_bookings_stand_before_is_refused_with_what_can_be_had(busy: Lab) -> None:
    number = busy.say("/book 2 1h").data["booking"]
    refused = busy.say(f"/extend {number} 6h")
    assert refused.code == "taken"
    taken = busy.say("/book 2 6h", "bob")
    assert taken.code == "taken"
    assert taken.data["offers"]
    assert busy.press(taken.data["offers"][0]["token"], "bob").code == "booked"


@pytest.mark.parametrize("said", ["/my", "/extend 1h", "/release", "/cancel", "/undo", "/share"])
def test_a_list_of_two_thousand_fits_one_message(busy: Lab, said: str) -> None:
    reply = busy.say(said)
    assert reply.code != "failed"
    assert len(reply.labels) <= 100
    assert counted(busy) == (MANY, MANY)


@pytest.mark.parametrize("said", ["/free", "/free 明天", "/week", "/status", "/who 0", "/help", "/limits"])
def test_the_pool_can_be_looked_at_all_the_same(busy: Lab, said: str) -> None:
    assert busy.say(said).code in ("free", "week", "status", "who", "help", "limits")


def test_all_of_them_can_be_found_by_number_and_time(busy: Lab) -> None:
    assert busy.say("/cancel 1999").data["booking"] == 1999
    assert counted(busy) == (MANY - 1, MANY - 1)
    assert busy.say("/undo").code == "undone"
    assert counted(busy) == (MANY, MANY)


@pytest.fixture
def wide(sqlite_database: Database) -> Iterator[Lab]:
    """Eight nodes of eight cards, five kinds: A100, H100 and 4090 on two nodes each, V100 and 3090 on one."""
    with laboratory(sqlite_database) as lab:
        lab.say("/help")
        for number, kind in enumerate(KINDS[1:], start=2):
            assert lab.say(f"/pool add node{number}: 8x{kind}").code == "pool"
        yield lab


@pytest.mark.parametrize(("kind", "first"), [("A100", 0), ("H100", 8), ("4090", 16), ("V100", 24), ("3090", 48)])
def test_a_kind_is_booked_on_a_node_that_has_it(wide: Lab, kind: str, first: int) -> None:
    booked = wide.say(f"/book 2x{kind} 6h")
    assert (booked.code, booked.data["kinds"], booked.data["gpus"]) == ("booked", [kind], [first, first + 1])


@pytest.mark.parametrize(("kind", "nodes"), [("A100", 2), ("H100", 2), ("4090", 2), ("V100", 1), ("3090", 1)])
def test_a_kind_can_be_had_as_often_as_there_are_nodes_of_it(wide: Lab, kind: str, nodes: int) -> None:
    for _ in range(nodes):
        assert wide.say(f"/book 8x{kind} 6h").code == "booked"
    refused = wide.say(f"/book 1x{kind} 6h", "bob")
    assert refused.code == "taken"
    ways = [offer["token"] for offer in refused.data["offers"]]
    assert ways
    assert wide.press(ways[0], "bob").data["kinds"] == [kind]


@pytest.mark.parametrize("pair", ["7、8号卡", "0、63号卡", "gpu 15,16"])
def test_cards_of_two_nodes_are_refused_and_told_apart(wide: Lab, pair: str) -> None:
    refused = wide.say(f"/book {pair} 2h")
    assert refused.code == "not_one_node"
    assert len(refused.data["nodes"]) == 2
    assert wide.say("/my").data["bookings"] == []


def test_cards_of_one_node_are_booked_by_number_up_to_the_last(wide: Lab) -> None:
    assert wide.say("/book 60、63号卡 2h").data["gpus"] == [60, 63]
    assert wide.say("/book 64号卡 2h").code == "no_such_card"
    assert wide.say("/book 2xA100 node5 2h").data["gpus"] == [32, 33]


def test_more_than_a_node_has_is_refused_with_how_many_there_are(wide: Lab) -> None:
    for said in ("/book 9xA100 2h", "/book 16 2h"):
        refused = wide.say(said)
        assert (refused.code, refused.data["have"]) == ("too_many", 8)


def test_a_full_node_is_refused_with_who_holds_it_and_fewer_cards(wide: Lab) -> None:
    wide.say("/book 2xV100 6h")
    refused = wide.say("/book 7xV100 6h", "bob")
    assert (refused.code, refused.data["blocking"][0]["holder"]) == ("taken", "alice")
    fewer = wide.press(refused.token("只要 6 张"), "bob")
    assert (fewer.code, fewer.data["gpus"]) == ("booked", [26, 27, 28, 29, 30, 31])


@pytest.mark.parametrize(
    "said", ["/status", "/free", "/free 明天", "/week", "/help", "/pool", "/book", "/my", "/limits"]
)
def test_a_wide_pool_that_is_half_full_is_shown_in_one_message(wide: Lab, said: str) -> None:
    for number in range(0, 64, 2):
        wide.say(f"/book {number}号卡 6h", f"person{number % 10}")
    assert wide.say(said).code == {"book": "pick"}.get(said[1:], said[1:].split()[0])


def test_every_card_is_counted_once_as_free_or_held(wide: Lab) -> None:
    for kind in ("A100", "H100", "4090", "V100", "3090"):
        wide.say(f"/book 2x{kind} 6h")
    assert wide.say("/status").text.startswith("10 张有人，54 张空着")
    assert wide.say("/free").text.startswith("现在空 54 张")
