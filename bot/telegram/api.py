"""One bot at Telegram: the library's bot over our two lines, and the two calls that bypass its types."""

import os
import warnings
from dataclasses import dataclass
from typing import Any

from telegram import LinkPreviewOptions
from telegram.ext import AIORateLimiter, Defaults, ExtBot
from telegram.warnings import PTBUserWarning

from bot.telegram.requests import polling_line, sending_line
from bot.telegram.settings import BotSettings

Json = dict[str, Any]
# Not `edited_message`: an edited /book is no second /book. `chat_member` comes where the bot is administrator.
WANTED_UPDATES = ("message", "callback_query", "my_chat_member", "chat_member")

# Quirk: without this switch every 429 raises a deprecation warning inside the library.
os.environ.setdefault("PTB_TIMEDELTA", "1")
# Quirk: the library warns when getUpdates is asked for raw, which is the point here.
warnings.filterwarnings("ignore", message=r"Please use 'Bot\.get_?[Uu]pdates' instead", category=PTBUserWarning)


@dataclass(frozen=True, slots=True)
class Me:
    """The bot itself. `can_read_all`: its privacy mode is off, so it hears every group it is in."""

    id: int
    username: str
    can_read_all: bool = False


class Garbage(Exception):
    """An answer that is no answer of Telegram, e.g. the page of a captive portal."""


class Api:
    """Owns the connections. `bot` is used as it is, except for the two methods below."""

    def __init__(self, settings: BotSettings) -> None:
        pace = settings.pace
        self._poll_seconds = settings.patience.poll
        self.polling = polling_line(settings)
        self.sending = sending_line(settings)
        self.bot: ExtBot[int] = ExtBot(
            settings.token,
            base_url=settings.base_url,
            base_file_url=settings.base_url.removesuffix("/bot") + "/file/bot",
            request=self.sending,
            get_updates_request=self.polling,
            defaults=Defaults(link_preview_options=LinkPreviewOptions(is_disabled=True)),
            rate_limiter=AIORateLimiter(
                pace.overall, pace.overall_seconds, pace.group, pace.group_seconds, pace.retries
            ),
        )

    async def me(self) -> Me:
        """getMe, also the test of a token. Not `bot.initialize()`: its error text contains the token."""
        user = await self.bot.get_me()
        if not user.is_bot or not user.username:
            raise Garbage("getMe did not describe a bot")
        return Me(user.id, user.username, bool(user.can_read_all_group_messages))

    async def updates(self, offset: int | None) -> list[Json]:
        """One long poll for raw updates; acknowledges everything below `offset`."""
        wanted = {"timeout": self._poll_seconds, "limit": 100, "allowed_updates": list(WANTED_UPDATES)}
        asked = wanted if offset is None else {"offset": offset, **wanted}
        answer = await self.bot.do_api_request("getUpdates", api_kwargs=asked)
        if not isinstance(answer, list) or not all(_is_update(item) for item in answer):
            raise Garbage("getUpdates did not answer with updates")
        return answer

    async def close(self) -> None:
        await self.polling.shutdown()
        await self.sending.shutdown()


def _is_update(item: object) -> bool:
    return isinstance(item, dict) and type(item.get("update_id")) is int
