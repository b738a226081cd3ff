"""The fake as a test holds it: a server on a free port, and waiting for what the bot does."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from aiohttp import web

from tests.fakes.telegram.bot_api import BotApi
from tests.fakes.telegram.membership import Membership
from tests.fakes.telegram.objects import Json, User
from tests.fakes.telegram.people import People, Pressed
from tests.fakes.telegram.pictures import LARGEST_FILE
from tests.fakes.telegram.places import Places
from tests.fakes.telegram.transcript import render
from tests.fakes.telegram.world import BEFORE_WHISPERS, Call, World

TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
T = TypeVar("T")


class FakeTelegram:
    """`async with FakeTelegram() as tg:` serves on a free port; the bot gets `tg.base_url` and `tg.token`."""

    def __init__(
        self,
        *,
        token: str = TOKEN,
        bot_name: str = "Pinka",
        bot_username: str = "pinka_bot",
        privacy: bool = True,
        flood_per_minute: int | None = None,
        api: tuple[int, int] = BEFORE_WHISPERS,
        clock: Callable[[], float] = time.time,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        self.token = token
        bot = User(int(token.partition(":")[0]), bot_name, username=bot_username, is_bot=True)
        self.world = World(bot, clock, privacy, api)
        self.world.flood.per_minute = flood_per_minute
        self.places = Places(self.world)
        self.membership = Membership(self.world, self.places)
        self.people = People(self.world, self.places, self.membership)
        self.api = BotApi(self.world, token)
        self.faults = self.api.faults
        self.app = web.Application(client_max_size=2 * LARGEST_FILE)
        self.app.router.add_route("*", "/bot{token}/{method}", self.api.serve)
        self.app.router.add_get("/file/bot{token}/files/{file_id}", self.api.download)
        self._host, self.port = host, port
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1, handler_cancellation=False)

    async def __aenter__(self) -> FakeTelegram:
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.faults.clear()
        self.world.updates.close()
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return f"http://{self._host}:{self.port}"

    @property
    def base_url(self) -> str:
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        return f"{self.url}/file/bot"

    @property
    def calls(self) -> list[Call]:
        """Every call but getUpdates, in order; those are in `world.polls`."""
        return self.world.calls

    def calls_of(self, method: str) -> list[Call]:
        return [call for call in self.world.calls if call.method == method]

    def refusals(self) -> list[Call]:
        """The calls that Telegram's rules refused (injected faults are not among them)."""
        return [call for call in self.calls if (call.status or 0) >= 400 and not call.spoiled]

    def transcript(self) -> str:
        return render(self.world.story)

    async def until(self, look: Callable[[], T], timeout: float = 5) -> T:
        """Waits, woken by each change and never polling, until `look()` is truthy, and returns that."""
        try:
            return await self.world.changes.until(look, timeout)
        except TimeoutError:
            last = [f"{call.method} → {call.status} {call.description}" for call in self.calls[-5:]]
            told = f"nothing within {timeout} s. The last calls: {last}. So far:\n{self.transcript()}"
            raise TimeoutError(told) from None

    async def answer_to(self, message: Json, timeout: float = 5) -> Json:
        """The bot's reply to this message, else the first message of the bot after it in the same place."""
        return await self.until(lambda: self.answer_now(message), timeout)

    def answer_now(self, message: Json) -> Json:
        """As `answer_to`, empty when there is none yet."""
        chat_id, message_id = message["chat"]["id"], message["message_id"]
        later = [
            one
            for (chat, number), one in sorted(self.world.messages.items())
            if chat == chat_id and number > message_id and self._by_bot(one)
        ]
        replies = (one for one in later if one.get("reply_to_message", {}).get("message_id") == message_id)
        loose = (one for one in later if "reply_to_message" not in one and _same_topic(one, message))
        return next(replies, next(loose, {}))

    async def answer_to_press(self, press: Pressed, timeout: float = 5) -> Call:
        """The accepted answerCallbackQuery call of this press."""

        def accepted() -> list[Call]:
            calls = self.calls_of("answerCallbackQuery")
            return [one for one in calls if one.executed and one.params["callback_query_id"] == press.id]

        return (await self.until(accepted, timeout))[0]

    def sent(self, chat_id: int) -> list[Json]:
        """The bot's messages in a chat as they stand now, oldest first."""
        mine = ((key, one) for key, one in sorted(self.world.messages.items()) if key[0] == chat_id)
        return [one for _, one in mine if self._by_bot(one)]

    def whispered(self, chat_id: int, user: User) -> list[Json]:
        """The bot's messages that only this person saw in a chat, oldest first."""
        mine = (one for one in self.world.whispers if self._by_bot(one))
        return [one for one in mine if (one["chat"]["id"], one["receiver_user"]["id"]) == (chat_id, user.id)]

    def message(self, message: Json) -> Json:
        """The message as it stands now. Raises KeyError once it was deleted."""
        return self.world.messages[message["chat"]["id"], message["message_id"]]

    def redeliver(self, update_id: int) -> None:
        self.world.updates.redeliver(update_id)

    def _by_bot(self, message: Json) -> bool:
        return bool(message.get("from", {}).get("id") == self.world.bot.id)


def _same_topic(one: Json, other: Json) -> bool:
    return not other.get("is_topic_message") or one.get("message_thread_id") == other["message_thread_id"]
