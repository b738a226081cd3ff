"""The adapter's neighbours in memory, and a bot that lives for the length of a test."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bot.chat.message import Button, Incoming, Message, Outgoing, Place, Press
from bot.clock import SettableClock
from bot.telegram.api import Api, Me
from bot.telegram.doors import Doors
from bot.telegram.health import Health
from bot.telegram.outbound import TelegramAdapter
from bot.telegram.presses import PressDesk
from bot.telegram.run import RememberedMenu, run
from bot.telegram.settings import BotSettings, Pace, Patience
from bot.telegram.whispers import Whispers
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, Topic, User

T = TypeVar("T")
NOW = 1_796_200_000
UNLIMITED = Pace(overall=0, group=0)
# Long polls that the fake really holds, and limits that no healthy test reaches.
CALM = Patience(poll=1, poll_limit=5, send_limit=5, upload_limit=5, connect=2, press=0.05, stop=2)
# For tests in which the server hangs: every limit is reached soon.
HASTY = Patience(poll=0, poll_limit=0.15, send_limit=0.15, upload_limit=0.3, connect=1, press=0.05, stop=1)


@dataclass
class Naps:
    """Sleeps that take no time but move the clock, so that hours pass in a moment."""

    clock: SettableClock
    taken: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.taken.append(seconds)
        self.clock.set(NOW + int(sum(self.taken)))
        await asyncio.sleep(0.002)


@dataclass
class House:
    """Stores each key once, as the real house does; can be out of order."""

    received: dict[str, Message] = field(default_factory=dict)
    batches: list[list[str]] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)
    on_store: Callable[[Message], Awaitable[None]] | None = None
    failures_ahead: int = 0
    holds_role: bool = True

    @property
    def doors(self) -> Doors:
        return Doors(self._receive, self._keep, self._migrated, self._lease)

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.received.values() if isinstance(message, Incoming)]

    @property
    def presses(self) -> list[Press]:
        return [message for message in self.received.values() if isinstance(message, Press)]

    def _fail_if_told(self) -> None:
        if self.failures_ahead:
            self.failures_ahead -= 1
            raise OSError("no space left on device")

    async def _receive(self, messages: Sequence[Message]) -> None:
        self._fail_if_told()
        self.batches.append([message.key for message in messages])
        for message in messages:
            self.received.setdefault(message.key, message)
            if self.on_store:
                await self.on_store(message)

    async def _keep(self, key: str, raw: str) -> bool:
        self._fail_if_told()
        return self.kept.setdefault(key, raw) is raw

    async def _migrated(self, old: str, new: str) -> None:
        self._fail_if_told()
        self.moves.append((old, new))

    async def _lease(self) -> bool:
        return self.holds_role


@dataclass
class Live:
    """A running bot, and what a test looks at."""

    tg: FakeTelegram
    house: House
    health: Health
    naps: Naps
    stop: asyncio.Event
    task: "asyncio.Task[None]"
    adapter: TelegramAdapter
    me: Me

    async def hears(self, text: str) -> Incoming:
        def heard() -> list[Incoming]:
            messages = self.house.received.values()
            return [one for one in messages if isinstance(one, Incoming) and one.text == text]

        return (await eventually(heard))[0]


async def eventually(look: Callable[[], T], seconds: float = 5) -> T:
    """The first truthy value of `look()`."""
    async with asyncio.timeout(seconds):
        while not (seen := look()):
            await asyncio.sleep(0.005)
        return seen


def settings(tg: FakeTelegram, patience: Patience = CALM, pace: Pace = UNLIMITED) -> BotSettings:
    return BotSettings(tg.token, tg.base_url, patience=patience, pace=pace)


@contextlib.asynccontextmanager
async def living(
    tg: FakeTelegram,
    house: House | None = None,
    *,
    patience: Patience = CALM,
    menu: RememberedMenu | None = None,
) -> AsyncIterator[Live]:
    house = house or House()
    clock, health, stop = SettableClock(NOW), Health(), asyncio.Event()
    naps = Naps(clock)
    met: asyncio.Future[tuple[TelegramAdapter, Me]] = asyncio.get_running_loop().create_future()

    async def ready(adapter: TelegramAdapter, me: Me) -> None:
        met.set_result((adapter, me))

    task = asyncio.create_task(
        run(
            settings(tg, patience), house.doors, ready, stop,
            clock=clock, health=health, menu=menu, sleep=naps.sleep,
        )
    )  # fmt: skip
    try:
        adapter, me = await asyncio.wait_for(met, 5)
        yield Live(tg, house, health, naps, stop, task, adapter, me)
    finally:
        stop.set()
        await asyncio.wait_for(asyncio.gather(task, return_exceptions=True), 5)


@dataclass
class Sender:
    """Only the sending side."""

    tg: FakeTelegram
    house: House
    api: Api
    desk: PressDesk
    adapter: TelegramAdapter
    naps: Naps
    whispers: Whispers

    async def say(self, chat: Chat | Place, *lines: str, code: str = "test", **more: object) -> str | None:
        place = chat if isinstance(chat, Place) else place_of(chat)
        return await self.adapter.send(Outgoing(place, code, {}, lines or ("好",), **more))  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def sending(
    tg: FakeTelegram, patience: Patience = CALM, pace: Pace = UNLIMITED, whispers: Whispers | None = None
) -> AsyncIterator[Sender]:
    house, naps = House(), Naps(SettableClock(NOW))
    whispers = whispers or Whispers(wanted=False)
    api = Api(settings(tg, patience, pace))
    desk = PressDesk(api.bot, patience.press)
    try:
        adapter = TelegramAdapter(api, house.doors, desk, whispers, naps.sleep)
        yield Sender(tg, house, api, desk, adapter, naps, whispers)
    finally:
        await desk.close()
        await api.close()


def place_of(chat: Chat, topic: Topic | None = None) -> Place:
    return Place("telegram", str(chat.id), chat.user is not None, str(topic.id) if topic else None)


def button(label: str = "好", token: str = "1.0.abcdefghij") -> tuple[tuple[Button, ...], ...]:
    return ((Button(label, token),),)


@dataclass
class Lab:
    """A small group of students with the bot in it."""

    li: User
    wang: User
    group: Chat

    @classmethod
    def of(cls, tg: FakeTelegram, **group: object) -> "Lab":
        li = tg.places.user("李", "雷", username="li_lei", language="zh-hans", started=True)
        wang = tg.places.user("Wang", language="en", started=True)
        return cls(li, wang, tg.places.group("205 实验室", [li, wang], **group))  # type: ignore[arg-type]
