"""A nursery for services, and a store in which the group of the fake Telegram has its pool."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlmodel import Session

from bot.booking.services import machines
from bot.booking.services.machines import Declared
from bot.chat.message import Person, Place
from bot.people import facts
from bot.people.services import join, setup
from bot.people.services.recognise import recognise
from storage.database import open_database
from tests.fakes.telegram import FakeTelegram
from tests.faults.services import Nursery, Site

NOW = 1_796_000_000


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    one = Nursery()
    yield one
    one.close()


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a pool of eight cards for the first group of a fake Telegram. Copy it; never open it."""
    path = tmp_path_factory.mktemp("furnished") / "pinka.db"
    store = open_database(f"sqlite:///{path}")
    store.write_now(_furnish)
    store.close_now()
    return path


def _furnish(session: Session) -> None:
    tg = FakeTelegram()
    li, wang = tg.places.user("Li"), tg.places.user("Wang")
    lab = Place("telegram", str(tg.places.group("lab", [li, wang]).id), False, title="lab", hears_all=True)
    for user in (li, wang):
        seen = recognise(session, lab, Person(str(user.id), user.first_name, language="en"), NOW)
        person = facts.known(session, "telegram", str(user.id))
        assert person is not None
        chat = facts.chat(session, seen.chat_id)
        if chat.pool_id is None:
            pool_id = setup.open_pool(session, chat.id, person, "lab", "Asia/Shanghai", "en", NOW)
            machines.add_node(session, pool_id, "node1", (Declared(8, "A100", 80),), NOW)
        else:
            join.admit(session, facts.pool(session, chat.pool_id), person.id, person.name, None, NOW)


@pytest.fixture
async def site(nursery: Nursery, furnished: Path, tmp_path: Path) -> AsyncIterator[Site]:
    """A group in a fresh Telegram, whose bot is not running yet."""
    async with FakeTelegram(privacy=False) as tg:
        yield Site.over(nursery, tmp_path / "site", tg, furnished)
