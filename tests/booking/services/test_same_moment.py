"""Many who want the same at the same moment, on either database: one gets it, the others learn who and what is next."""

from concurrent.futures import ThreadPoolExecutor

from sqlmodel import Session

from bot.booking.rules.shapes import Need
from bot.booking.services.book import book
from bot.booking.services.wish import Wish
from bot.errors import Refusal
from bot.people import facts
from storage.database import Database
from tests.saying import laboratory

HOUR = 3_600
TWENTY = 20


def test_of_twenty_at_the_same_moment_one_gets_the_cards(database: Database) -> None:
    with laboratory(database) as lab:
        people = [f"s{number}" for number in range(TWENTY)]
        for who in people:
            lab.say("/help", who)
        now = lab.bridge.clock.now()

    def wish(person_id: int) -> Refusal | str:
        def unit(session: Session) -> str:
            member = facts.present_member(session, 1, person_id)
            assert member is not None
            return book(session, facts.pool(session, 1), member, Wish(Need(8, seconds=HOUR)), now).code

        try:
            return database.write_now(unit)
        except Refusal as refusal:
            return refusal

    with ThreadPoolExecutor(TWENTY) as all_at_once:
        found = list(all_at_once.map(wish, range(1, TWENTY + 1)))
    refused = [one for one in found if isinstance(one, Refusal)]
    assert [one for one in found if not isinstance(one, Refusal)] == ["booked"]
    winner = people[next(at for at, one in enumerate(found) if not isinstance(one, Refusal))]
    for one in refused:
        (blocker,) = one.facts["blocking"]
        assert (one.code, blocker["holder"], blocker["end"]) == ("taken", winner, now + HOUR)
        assert [(way["kind"], way["start"]) for way in one.facts["offers"]] == [("earliest", now + HOUR)]
