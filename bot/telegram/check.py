"""A live bot tried out once in its owner's private chat: send, edit, press, picture, each compared.

It acknowledges no update but its own press, so it takes nothing away from the service.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, Conflict

from bot.telegram.api import Api, Json
from bot.telegram.doors import Sleep
from bot.telegram.picture import plain_png
from bot.telegram.quirks import Quirk, quirk_of
from bot.telegram.redact import Redactor
from bot.telegram.settings import BotSettings

WORDS = "拼卡 · Pinka 👋 <test> & code"
MARKED = "拼卡 · Pinka 👋 &lt;test&gt; &amp; <code>code</code>"
EDITED = "请按下面的按钮 · Please press the button"
LABEL = "按这里 · Press here"
SIDE = 64
GREEN = (46, 160, 67)
ROUND_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Difference:
    """A step of the check that did not go as it should."""

    step: str
    expected: str
    got: str


async def check(
    settings: BotSettings,
    owner_chat: str,
    *,
    patience: float = 60,
    sleep: Sleep = asyncio.sleep,
    told: Callable[[str], None] = lambda step: None,
) -> list[Difference]:
    """Every difference; empty when all is well. Waits up to `patience` seconds for the press.

    `told` hears the name of each step as it begins. The service must not be polling meanwhile.
    """
    api = Api(settings)
    try:
        trial = _Trial(api, int(owner_chat), Redactor(settings), patience, sleep, told)
        await trial.go()
        return trial.differences
    finally:
        await api.close()


class _Trial:
    def __init__(
        self,
        api: Api,
        chat: int,
        redactor: Redactor,
        patience: float,
        sleep: Sleep,
        told: Callable[[str], None],
    ) -> None:
        self.differences: list[Difference] = []
        self._api, self._chat, self._redactor = api, chat, redactor
        self._patience, self._sleep, self._told = patience, sleep, told
        self._token = f"check.{secrets.token_hex(5)}"

    async def go(self) -> None:
        message: Message | None = None
        async with self._step("getMe", "a bot's name"):
            await self._api.me()
        async with self._step("send", WORDS):
            message = await self._send()
        if message:
            async with self._step("edit", EDITED):
                await self._edit(message)
            async with self._step("edit again", "message is not modified"):
                await self._edit_again(message)
            async with self._step("press", f"the press within {self._patience:g} s"):
                await self._press()
        async with self._step("picture", f"{SIDE}×{SIDE}"):
            await self._picture()

    @asynccontextmanager
    async def _step(self, step: str, expected: str) -> AsyncIterator[None]:
        self._told(step)
        try:
            yield
        except _Unlike as error:
            self.differences.append(Difference(step, error.expected, error.got))
        except Conflict:
            self.differences.append(Difference(step, expected, "the bot is being polled elsewhere (409)"))
        except Exception as error:
            got = self._redactor.scrub(f"{type(error).__name__}: {error}")
            self.differences.append(Difference(step, expected, got))

    async def _send(self) -> Message:
        sent = await self._api.bot.send_message(
            self._chat, MARKED, parse_mode=ParseMode.HTML, reply_markup=self._keyboard()
        )
        _same(WORDS, sent.text)
        _same("code", " ".join(entity.type for entity in sent.entities))
        _same(LABEL, _labels(sent))
        return sent

    async def _edit(self, message: Message) -> None:
        edited = await self._api.bot.edit_message_text(
            EDITED, self._chat, message.message_id, reply_markup=self._keyboard()
        )
        _same(EDITED, edited.text if isinstance(edited, Message) else str(edited))

    async def _edit_again(self, message: Message) -> None:
        try:
            await self._edit(message)
        except BadRequest as error:
            if quirk_of(error) is not Quirk.SAME:
                raise
        else:
            raise _Unlike("message is not modified", "edited once more")

    async def _press(self) -> None:
        """Quirk: what is not acknowledged comes again at once, hence the pause between rounds."""
        async with asyncio.timeout(self._patience):
            while True:
                waiting = await self._api.updates(None)
                ours = [raw for raw in waiting if _token_of(raw) == self._token]
                if ours:
                    await self._api.bot.answer_callback_query(ours[0]["callback_query"]["id"], "✓")
                    if ours[0] is waiting[0]:
                        await self._acknowledge(ours[0]["update_id"])
                    return
                await self._sleep(ROUND_SECONDS)

    async def _acknowledge(self, update_id: int) -> None:
        wanted = {"offset": update_id + 1, "limit": 1, "timeout": 0}
        await self._api.bot.do_api_request("getUpdates", api_kwargs=wanted)

    async def _picture(self) -> None:
        sent = await self._api.bot.send_photo(self._chat, plain_png(SIDE, SIDE, GREEN), caption="✓")
        _same(f"{SIDE}×{SIDE}", ", ".join(f"{size.width}×{size.height}" for size in sent.photo[-1:]))
        _same("✓", sent.caption)

    def _keyboard(self) -> InlineKeyboardMarkup:
        return InlineKeyboardMarkup([[InlineKeyboardButton(LABEL, callback_data=self._token)]])


class _Unlike(Exception):
    def __init__(self, expected: str, got: str) -> None:
        super().__init__(got)
        self.expected, self.got = expected, got


def _same(expected: str, got: str | None) -> None:
    if got != expected:
        raise _Unlike(expected, got or "nothing")


def _labels(message: Message) -> str:
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    return " ".join(button.text for row in rows for button in row)


def _token_of(raw: Json) -> str | None:
    query = raw.get("callback_query")
    data = query.get("data") if isinstance(query, dict) else None
    return data if isinstance(data, str) else None
