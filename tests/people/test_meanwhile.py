"""Who somebody is, is read once more when the pool is locked: who left or lost a role meanwhile does nothing."""

from collections.abc import Iterator

import pytest
from sqlmodel import Session

from bot.booking.rules.shapes import Need
from bot.booking.services import end
from bot.booking.services.book import book
from bot.booking.services.wish import Wish
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import leave, roles
from storage.database import Database
from storage.queries import members
from storage.words import Role
from tests.saying import Lab, laboratory


@pytest.fixture
def lab(database: Database) -> Iterator[Lab]:
    """alice owns the pool, bob and carol are members; bob has a booking."""
    with laboratory(database) as one:
        for who in ("alice", "bob", "carol"):
            one.say("/help", who)
        one.say("/book 2 6h", "bob")
        yield one


WISH = Wish(Need(1, seconds=3600))


def seen(lab: Lab) -> tuple[PoolFacts, dict[str, MemberFacts]]:
    """The pool and everybody in it as one who has just begun would see them."""

    def read(session: Session) -> tuple[PoolFacts, dict[str, MemberFacts]]:
        known = [facts.known(session, "console", who) for who in ("alice", "bob", "carol")]
        pairs = [facts.pools_of(session, one.id)[0] for one in known if one is not None]
        return pairs[0][0], {member.name: member for _, member in pairs}

    return lab.database.read_now(read)


def leaves(lab: Lab, who: MemberFacts) -> None:
    lab.database.write_now(lambda session: members.leave(session, who.id, lab.bridge.clock.now()))


def becomes(lab: Lab, who: MemberFacts, role: Role) -> None:
    lab.database.write_now(lambda session: members.set_role(session, who.id, role))


def refused(lab: Lab, does: object, *args: object, **named: object) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as caught:
        lab.database.write_now(lambda session: does(session, *args, **named))  # type: ignore[operator]
    return caught.value.code, dict(caught.value.facts)


def test_who_left_meanwhile_books_nothing(lab: Lab) -> None:
    pool, who = seen(lab)
    leaves(lab, who["bob"])
    assert refused(lab, book, pool, who["bob"], WISH, lab.bridge.clock.now()) == ("not_member", {"group": True})


def test_who_became_a_guest_meanwhile_books_nothing(lab: Lab) -> None:
    pool, who = seen(lab)
    becomes(lab, who["carol"], Role.GUEST)
    assert refused(lab, book, pool, who["carol"], WISH, lab.bridge.clock.now())[0] == "role"


def test_nobody_books_for_one_who_left_and_no_owner_of_yesterday_books_for_others(lab: Lab) -> None:
    pool, who = seen(lab)
    now = lab.bridge.clock.now()
    becomes(lab, who["alice"], Role.MEMBER)
    assert refused(lab, book, pool, who["bob"], WISH, now, who["alice"])[0] == "role"
    becomes(lab, who["alice"], Role.OWNER)
    leaves(lab, who["bob"])
    assert refused(lab, book, pool, who["bob"], WISH, now, who["alice"])[0] == "not_member"


def test_who_left_meanwhile_changes_nothing_and_who_is_no_owner_ends_nobodys(lab: Lab) -> None:
    pool, who = seen(lab)
    now = lab.bridge.clock.now() + 600
    becomes(lab, who["alice"], Role.MEMBER)
    assert refused(lab, end.release, pool, who["alice"], 1, now, reason="重启")[0] == "not_yours"
    leaves(lab, who["bob"])
    assert refused(lab, end.release, pool, who["bob"], 1, now)[0] == "not_member"


def test_roles_are_given_by_who_is_an_owner_now_to_who_is_here_now(lab: Lab) -> None:
    pool, who = seen(lab)
    now = lab.bridge.clock.now()
    leaves(lab, who["carol"])
    assert refused(lab, roles.give, pool, who["alice"], who["carol"], Role.OWNER, now)[0] == "no_such_member"
    becomes(lab, who["bob"], Role.OWNER)
    becomes(lab, who["alice"], Role.MEMBER)
    assert refused(lab, roles.give, pool, who["alice"], who["bob"], Role.MEMBER, now)[0] == "role"


def test_who_became_the_only_owner_meanwhile_does_not_leave(lab: Lab) -> None:
    pool, who = seen(lab)
    becomes(lab, who["bob"], Role.OWNER)
    becomes(lab, who["alice"], Role.MEMBER)
    assert refused(lab, leave.leave, pool, who["bob"], (), lab.bridge.clock.now())[0] == "last_owner"


def test_the_only_owner_by_now_keeps_the_role(lab: Lab) -> None:
    pool, who = seen(lab)
    becomes(lab, who["bob"], Role.OWNER)
    becomes(lab, who["alice"], Role.MEMBER)
    now = lab.bridge.clock.now()
    assert refused(lab, roles.give, pool, who["bob"], who["bob"], Role.MEMBER, now)[0] == "last_owner"
