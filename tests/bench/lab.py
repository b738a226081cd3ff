"""A real house over a real SQLite file, spoken to as Telegram speaks, with a sending side that takes no time."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from sqlmodel import Session

from bot.app import build
from bot.booking.services import machines
from bot.booking.services.machines import Declared
from bot.chat.message import Incoming, Outgoing, Person, Place
from bot.clock import Clock, SettableClock
from bot.people import facts
from bot.people.services import join, setup
from bot.people.services.recognise import recognise
from bot.queues.desk import Us
from bot.queues.house import House
from bot.telegram.api import Me
from bot.telegram.inbound import read
from storage.database import open_database
from tests.bench.seeding import MEMBERS, fill, history

NOW = 1_796_213_400
CARDS = (Declared(8, "A100", 80),)
PLATFORM = "telegram"
ME = Me(42, "pinka_bot")
GROUP = -1001
SPEAKER = 7
PAST = 30 * 365 * 86400
SEEDED_CARDS = range(1, 7)
"""Two of the eight cards stay free, so that there is always something to book."""


@dataclass(slots=True)
class Hand:
    """The adapter: keeps the code and data of the last message."""

    platform: str = PLATFORM
    code: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    sent: int = 0

    async def send(self, message: Outgoing) -> str | None:
        self.code, self.data = message.code, message.data
        self.sent += 1
        return str(self.sent)

    async def alert(self, press_key: str, message: Outgoing) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds from the text to the effect's commit, and for the sends after it; the answer's code."""

    effect: float
    sends: float
    code: str


@dataclass(slots=True)
class Lab:
    house: House
    hand: Hand
    clock: SettableClock
    ids: Any = field(default_factory=lambda: count(1))

    async def say(self, text: str, account: int = SPEAKER) -> Took:
        """A text to the moment the effect's commit returned (the inbox's commit is before it), then the sends."""
        message = read(update(next(self.ids), text, account, self.clock.now()), ME, self.clock.now())
        assert isinstance(message, Incoming)
        began = time.perf_counter()
        [(row_id, _, stored)] = await self.house.inbox.receive([message])
        chats = await self.house.inbox.handle(row_id, stored)
        committed = time.perf_counter()
        for chat_id in chats:
            await self.house.outbox.drain(chat_id)
        return Took(committed - began, time.perf_counter() - committed, self.hand.code)

    async def expect(self, code: str, text: str, account: int = SPEAKER) -> Took:
        took = await self.say(text, account)
        assert took.code == code, f"{text}: {took.code}"
        return took


def update(number: int, text: str, account: int, at: int) -> dict[str, Any]:
    """A group message as getUpdates gives it."""
    person = {"id": account, "is_bot": False, "first_name": "李", "last_name": "雷", "language_code": "zh-hans"}
    return {
        "update_id": number,
        "message": {
            "message_id": number,
            "from": person,
            "chat": {"id": GROUP, "type": "supergroup", "title": "205 实验室"},
            "date": at,
            "text": text,
            "entities": [{"offset": 0, "length": 5, "type": "bot_command"}],
        },
    }


async def opened(url: str, clock: Clock, hand: Hand, holder: str = "bench") -> House:
    """A house over a store that has a pool with eight cards."""
    database = open_database(url)
    house = build(database, clock, Us(f"{PLATFORM}:{holder}", (PLATFORM,)), {PLATFORM: hand})
    for account in range(SPEAKER, SPEAKER + MEMBERS):
        await admitted(house, account)
    return house


async def admitted(house: House, account: int) -> None:
    """A member of the pool: the first one founds it."""
    await house.database.write(_admit, account)


def _admit(session: Session, account: int) -> None:
    place, name = Place(PLATFORM, str(GROUP), False, title="205 实验室"), "李 雷"
    seen = recognise(session, place, Person(str(account), name), NOW)
    chat, person = facts.chat(session, seen.chat_id), facts.known(session, PLATFORM, str(account))
    assert person is not None
    if chat.pool_id is None:
        pool_id = setup.open_pool(session, chat.id, person, place.chat, "Asia/Shanghai", "zh", NOW - PAST)
        machines.add_node(session, pool_id, "node1", CARDS, NOW - PAST)
    elif facts.present_member(session, chat.pool_id, person.id) is None:
        join.admit(session, facts.pool(session, chat.pool_id), person.id, name, None, NOW - PAST)


async def furnished(folder: Path, bookings: int) -> Lab:
    """A lab in a new file with so many bookings in its past and near future."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"with_{bookings}.db"
    hand, clock = Hand(), SettableClock(NOW)
    house = await opened(f"sqlite:///{path}", clock, hand)
    await house.close()
    if bookings:
        fill(path, history(bookings, NOW, SEEDED_CARDS), whole=True)
    return Lab(await opened(f"sqlite:///{path}", clock, hand), hand, clock)
