"""What the bot says of a job's cards, and what it hears of its end."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlmodel import Session

from bot.people import facts as people_facts
from bot.usage.services import job_runs
from bot.usage.services.claims import claims_of
from bot.wire.box import BoxAsk, Covering, JobNews
from bot.wire.decoding import plain
from bot.wire.messages import ClaimRule
from bot.wire.sample import Event
from storage.database import Database
from tests.saying import Said, laboratory
from tests.usage.box import Box


@pytest.fixture
def box(sqlite_database: Database) -> Iterator[Box]:
    """Alice founded the pool and is its owner; 鲍勃 joined. What the store itself has to do is tried on both below."""
    with laboratory(sqlite_database) as lab:
        lab.say("/help", "alice")
        lab.say("/help", "bob", name="鲍勃")
        yield Box(sqlite_database, lab)


def asked(box: Box, user: str | None, account: str | None = None, booking: int | None = None) -> Covering:
    """What the machine's agent is told."""

    def unit(session: Session) -> Covering:
        pool = people_facts.pool(session, 1)
        member = job_runs.whose(session, pool, user, account)
        return job_runs.covering(session, pool, 1, member, BoxAsk(user, account, booking), box.lab.bridge.clock.now())

    return box.database.read_now(unit)


def numbers(found: Covering) -> list[int]:
    return [card.number for card in found.cards]


def ended(box: Box, **more: Any) -> list[Said]:
    """A job ends now; what the bot says."""
    news = JobNews(**{"job": "j1", "command": "train.py", "seconds": 700, "user": "bob", "exit_code": 0, **more})
    box.send(events=[Event(box.now, "job_ended", None, plain(news))])
    return [said for said in box.lab.fire() if said.code == "job_ended"]


def test_a_booking_that_runs_covers_with_its_cards_and_its_end(box: Box) -> None:
    said = box.lab.say("/book 2 2h", "bob")
    found = asked(box, "bob")
    assert (found.member, found.user, found.bookings) == ("鲍勃", "bob", (said.data["booking"],))
    assert numbers(found) == said.data["gpus"] and found.end == box.now + 7_200
    assert [card.visible for card in found.cards] == [f"GPU-{number}" for number in said.data["gpus"]]


def test_a_linked_account_says_more_than_the_name_that_is_claimed(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    assert asked(box, "alice", "zhang").member == "鲍勃"
    assert asked(box, "alice", "root").member == "alice"
    assert asked(box, None, "root").member is None


def test_several_bookings_cover_together_and_one_can_be_meant(box: Box) -> None:
    first = box.lab.say("/book 1 2h", "bob").data
    second = box.lab.say("/book 1 1h", "bob").data
    found = asked(box, "bob")
    assert numbers(found) == sorted([*first["gpus"], *second["gpus"]]) and found.end == box.now + 3_600
    assert numbers(asked(box, "bob", booking=first["booking"])) == first["gpus"]


def test_who_was_added_to_a_booking_is_covered_by_it(box: Box) -> None:
    booked = box.lab.say("/book 1 2h").data
    box.lab.say(f"/share {booked['booking']} 鲍勃")
    assert numbers(asked(box, "bob")) == booked["gpus"]


def test_without_a_booking_it_is_said_who_has_which_card_and_when_ones_own_begins(box: Box) -> None:
    booked = box.lab.say("/book 1 2h").data
    box.lab.say("/book 1 明天 10:00 2h", "bob")
    found = asked(box, "bob")
    assert found.bookings == () and found.end is None and found.next_start is not None
    assert [(one.number, one.holder) for one in found.others] == [(booked["gpus"][0], "alice")]


def test_an_extension_shows_and_a_booking_given_back_covers_no_more(box: Box) -> None:
    booking = box.lab.say("/book 1 2h", "bob").data["booking"]
    box.lab.say(f"/extend {booking} 1h", "bob")
    assert asked(box, "bob").end == box.now + 3 * 3_600
    box.lab.at("+10m")
    box.lab.say(f"/release {booking}", "bob")
    assert asked(box, "bob").bookings == ()


def test_the_end_of_a_job_is_told_its_member_alone(box: Box) -> None:
    box.lab.say("/my", "bob", chat=None)
    (said,) = ended(box, exit_code=137, description="abl", peaks={"GPU-2": 71 << 30, "GPU-x": 5}, gpus=(2,))
    assert said.to == "bob" and said.data["exit_code"] == 137 and said.data["seconds"] == 700
    assert said.data["peaks"] == [{"gpu": 2, "bytes": 71 << 30}] and "71.0 GiB" in said.text


def test_who_cannot_be_told_alone_is_told_in_the_group_when_it_ran_for_long(box: Box) -> None:
    (said,) = ended(box)
    assert said.to == "lab" and "鲍勃" in said.text
    assert ended(box, job="j2", seconds=599) == []


def test_the_same_end_twice_is_told_once_and_a_start_that_comes_late_opens_nothing(box: Box) -> None:
    box.lab.say("/my", "bob", chat=None)
    assert len(ended(box)) == 1 and ended(box) == []
    box.send(events=[Event(box.now, "job_started", None, plain(JobNews("j1", "train.py", user="bob")))])
    rows = box.database.read_now(
        lambda s: s.connection().exec_driver_sql("SELECT name, member_id, exit_code, ended_at FROM job_run").all()
    )
    assert [tuple(row) for row in rows] == [("j1", 2, 0, box.now)]


def test_a_job_of_nobody_known_and_word_that_cannot_be_read_trouble_nobody(box: Box) -> None:
    assert ended(box, user="ghost") == []
    box.send(events=[Event(box.now, "job_ended", None, {"job": 5}), Event(box.now, "job_started", None, {})])
    assert box.lab.fire() == []


def test_the_agent_is_told_what_members_said_is_theirs(box: Box) -> None:
    def rules() -> tuple[ClaimRule, ...]:
        return box.database.read_now(lambda s: claims_of(s, 1))

    box.lab.say("/link zhang", "bob")
    box.lab.say("/link 目录 /data/bob", "bob")
    linked = box.lab.say("/link tmux bob", "bob")
    assert rules() == (ClaimRule("folder", "/data/bob", "bob"), ClaimRule("session", "bob", "bob"))
    box.lab.press(linked.token("解绑"), "bob")
    assert rules() == (ClaimRule("folder", "/data/bob", "bob"),)
