"""Whoever asks about the machine is shown it as it is at that moment: its agent is asked first, over the socket."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot.chat.message import Incoming, Person, Place
from bot.console.lines import PLATFORM
from bot.service_cli.agents import AgentSide
from bot.web.lookout import Lookout
from tests.saying import Said
from tests.usage.box import another_pool
from tests.web.site import PATIENCE, Box, Site, until

SOON = 0.05


@pytest.fixture
def watched(site: Site, box: Box) -> Box:
    """A machine whose last reading is 12 seconds old, and a bot that asks before it answers."""
    box.connect().keep()
    box.delivered()
    site.advance(12)
    site.lab.bridge.house.inbox.lookout = Lookout(site.web.agents, PATIENCE)
    return box


@pytest.fixture
def free() -> threading.Event:
    """Lets the driver answer again."""
    return threading.Event()


@pytest.fixture
def stuck(site: Site, watched: Box, free: threading.Event) -> Iterator[Box]:
    """Its driver answers nothing."""
    site.lab.bridge.house.inbox.lookout = Lookout(site.web.agents, SOON)

    def never(now: float) -> object:
        watched.source.looks += 1
        free.wait(PATIENCE)
        return watched.source.latest()

    watched.source.look = never  # type: ignore[method-assign,assignment]
    yield watched
    free.set()


def age(said: Said) -> object:
    """Seconds, of whatever is shown of the machine."""
    if said.code == "gpu":
        return said.data["live"]["age"]
    return (said.data["agent"] if said.code == "status" else said.data["machines"])[0]["age"]


ASKED = ("/status", "/gpu 3", "3号卡谁的", "谁在用", "/health")


def test_whatever_shows_the_machine_shows_it_as_it_is_now_and_keeps_nothing_of_that(site: Site, watched: Box) -> None:
    before = site.rows("SELECT count(*), max(ends_at) FROM reading, card_use")
    ages = {}
    for words in ASKED:
        site.advance(5)
        looks = watched.source.looks
        ages[words] = age(site.lab.say(words))
        assert watched.source.looks == looks + 1, words

    assert ages == dict.fromkeys(ASKED, 0)
    assert site.rows("SELECT count(*), max(ends_at) FROM reading, card_use") == before


def asking(site: Site, chat: str, who: str) -> Incoming:
    place = Place(PLATFORM, chat, False, hears_all=True)
    return Incoming(f"{chat}{who}", place, Person(who, who), "/status", round(site.now), addressed=True)


def test_ten_people_who_ask_at_once_cost_one_look(site: Site, watched: Box) -> None:
    people = [f"p{number}" for number in range(10)]
    for who in people:
        site.lab.hear("/help", who)
    inbox, before = site.lab.bridge.house.inbox, watched.source.looks
    at_home = [asking(site, "lab", who) for who in people[:5]]
    in_private = [
        Incoming(f"p:{who}", Place(PLATFORM, f"@{who}", True), Person(who, who), "/status", round(site.now), True)
        for who in people[5:]
    ]

    async def ask() -> None:
        await inbox.take_in([*at_home, *in_private])
        await inbox.idle()
        await site.lab.bridge.house.outbox.idle()

    site.lab.printed.clear()
    site.run(ask())
    said = [one for one in site.lab._said() if one.code == "status"]

    assert (len(said), {age(one) for one in said}) == (10, {0})
    assert watched.source.looks == before + 1


def test_a_machine_that_does_not_answer_is_shown_as_it_was_and_not_waited_for_again_and_again(
    site: Site, stuck: Box
) -> None:
    said = [site.lab.say("/status") for _ in range(3)]
    looks = stuck.source.looks
    site.advance(15)
    later = site.lab.say("/status")

    assert [age(one) for one in said] == [12, 12, 12] and looks == 1
    assert (age(later), stuck.source.looks) == (27, 2)


def test_an_answer_that_comes_too_late_serves_the_next_who_ask(site: Site, stuck: Box, free: threading.Event) -> None:
    assert age(site.lab.say("/status")) == 12
    free.set()
    site.run(until(lambda: site.web.agents._latest[1].at == site.now))

    assert (age(site.lab.say("/status")), stuck.source.looks) == (0, 1)


def test_while_a_machine_is_waited_for_other_places_are_served(site: Site, stuck: Box) -> None:
    site.lab.bridge.house.inbox.lookout = Lookout(site.web.agents, PATIENCE)
    site.lab.hear("/help", "bob")
    house, printed, before = site.lab.bridge.house, site.lab.printed, stuck.source.looks
    printed.clear()

    async def ask() -> list[str]:
        await house.inbox.take_in([asking(site, "lab", "alice")])
        await until(lambda: stuck.source.looks > before)
        place = Place(PLATFORM, "@bob", True)
        await house.inbox.take_in([Incoming("my", place, Person("bob", "bob"), "/my", round(site.now), True)])
        await until(lambda: printed)
        meanwhile = [one.code for one in site.lab._said()]
        site.web.agents.of(1).lost()  # type: ignore[union-attr]
        await house.inbox.idle()
        await house.outbox.idle()
        return meanwhile

    assert site.run(ask()) == ["my"]
    assert [one.code for one in site.lab._said()] == ["my", "status"]


def test_where_no_agent_is_connected_and_where_it_broke_what_is_stored_is_shown(site: Site, watched: Box) -> None:
    async def broken(node_id: int, timeout: float) -> object:
        raise ZeroDivisionError

    ask, site.web.agents.ask = site.web.agents.ask, broken  # type: ignore[method-assign,assignment]
    assert age(site.lab.say("/status")) == 12
    site.web.agents.ask = ask  # type: ignore[method-assign]
    watched.kill()
    site.run(until(lambda: not site.web.agents.are_any))

    assert age(site.lab.say("/status")) == 12


def test_a_refusal_asks_no_machine(site: Site, watched: Box) -> None:
    before = watched.source.looks
    assert site.lab.say("/status", "eve", chat=None).code == "not_member"

    assert watched.source.looks == before


def test_asked_in_private_about_one_of_several_pools_the_machine_of_that_one_is_asked(site: Site, watched: Box) -> None:
    another_pool(site.lab)
    asked = site.lab.say("/status", chat=None)
    looks = watched.source.looks
    said = site.lab.press(asked.token("lab"), chat=None)

    assert (asked.code, said.code, age(said)) == ("ask_pool", "status", 0)
    assert watched.source.looks == looks + 1


def test_many_machines_are_asked_at_once(site: Site, watched: Box) -> None:
    others = [site.box(seed=seed) for seed in (2, 3)]
    for number, one in enumerate(others, start=2):
        one.enrol(site.code(f"node{number}"))
        one.connect()
    together = threading.Barrier(3, timeout=PATIENCE)
    for one in (watched, *others):
        look = one.source.look

        def at_the_same_time(now: float, look=look) -> object:  # type: ignore[no-untyped-def]
            together.wait()
            return look(now)

        one.source.look = at_the_same_time  # type: ignore[method-assign,assignment]
    said = site.lab.say("/status")

    assert [one["age"] for one in said.data["agent"]] == [0, 0, 0]


def test_a_look_is_asked_for_by_who_runs_the_service(site: Site) -> None:
    house = site.lab.bridge.house
    side = AgentSide(house, None)

    assert house.inbox.lookout is side.web.lookout and not side.web.lookout.sees_any
    assert asyncio.run(side.web.lookout.look(1)) == {}
