"""Messages to Telegram: each piece is sent, amended when Telegram names a curable quirk, and sent again."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

from telegram import Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken

from bot.chat.adapter import SendLater, SendRefused, SendUnknown
from bot.chat.message import Outgoing
from bot.telegram.api import Api
from bot.telegram.attached import post_file
from bot.telegram.doors import Doors, Sleep
from bot.telegram.pins import PINNED, pin
from bot.telegram.presses import PressDesk
from bot.telegram.quirks import SOON_SECONDS, Quirk, quirk_of, sending_failure, speaks_telegram
from bot.telegram.render import ALERT_UNITS, units
from bot.telegram.shots import Shot, amended, landed_like, number, shots_of
from bot.telegram.whispers import Whisper, Whispers

log = logging.getLogger(__name__)
# A message of several pieces that was begun must not start over, so its rest waits here.
WAITS_FOR_THE_REST = 3
LONGEST_WAIT_FOR_THE_REST = 60


class TelegramAdapter:
    """The sending side of `bot.chat.adapter.Adapter`.

    The handle of a message is the id of its last piece, the one that carries the buttons; a whisper has none.
    An edit replaces that message by the first piece and sends further pieces after it.
    """

    platform = "telegram"
    username: str | None = None
    """The bot's own name, as soon as Telegram has told it."""

    def __init__(
        self, api: Api, doors: Doors, desk: PressDesk, whispers: Whispers, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._bot = api.bot
        self._doors = doors
        self._desk = desk
        self._whispers = whispers
        self._sleep = sleep

    async def send(self, message: Outgoing) -> str | None:
        """Send or edit. Raises SendLater, SendRefused or SendUnknown."""
        try:
            shots = shots_of(message, self._whisper(message), self.username)
        except ValueError as error:
            log.error("the message %s cannot be written for Telegram: %s", message.code, error)
            raise SendRefused(str(error)) from error
        handle, landed = await self._land(shots[0])
        is_new = landed.edit_of is None  # also where the message to edit was gone, or stayed behind in another chat
        for shot in shots[1:]:
            handle, landed = await self._land_rest(landed_like(shot, landed))
        if handle and message.code in PINNED and is_new:
            await pin(self._bot, landed.chat, handle)
        return str(handle) if handle else None

    async def alert(self, press_key: str, message: Outgoing) -> bool:
        """A pop-up holds 200 characters and no buttons; what is longer is said as a message instead."""
        text = message.text.strip()
        if message.buttons or not 0 < units(text) <= ALERT_UNITS:
            return False
        return await self._desk.alert(press_key, text)

    def _whisper(self, message: Outgoing) -> Whisper | None:
        """Not in private, where nobody else listens, and not for a card that all have seen."""
        if message.only_for is None or message.place.private or number(message.edit_of):
            return None
        return self._whispers.to(int(message.place.chat), int(message.only_for), message.asked)

    async def _land_rest(self, shot: Shot) -> tuple[int, Shot]:
        for _ in range(WAITS_FOR_THE_REST):
            try:
                return await self._land(shot)
            except SendLater as error:
                await self._sleep(min(error.seconds, LONGEST_WAIT_FOR_THE_REST))
        raise SendUnknown("the rest of the message did not go out")

    async def _land(self, shot: Shot) -> tuple[int, Shot]:
        """The id of the message (0 for a whisper) and the shot as it went out."""
        while True:
            try:
                handle = await self._post(shot)
            except ChatMigrated as error:
                if shot.moved:
                    raise sending_failure(error) from error
                shot = await self._follow(shot, error.new_chat_id)
            except (BadRequest, Forbidden, InvalidToken) as error:
                if quirk_of(error) is Quirk.SAME and shot.edit_of:
                    return shot.edit_of, shot
                shot = self._cured(shot, error)
            except Exception as error:
                raise sending_failure(error) from error
            else:
                return handle, self._as_it_went(shot, handle)

    def _cured(self, shot: Shot, error: BadRequest | Forbidden | InvalidToken) -> Shot:
        """What can be sent instead; raises the failure when nothing can."""
        quirk = quirk_of(error)
        if cured := amended(shot, quirk):
            log.log(_level(quirk), "message %s sent again without what failed: %s", shot.code, error)
            return cured
        if shot.whisper is None or not speaks_telegram(error):
            raise sending_failure(error) from error
        # Whatever it was about, saying it aloud will show. Quirk: to the library a 404 is an invalid token.
        if isinstance(error, InvalidToken):
            self._whispers.impossible()
        elif quirk is not Quirk.GONE:
            self._whispers.refused(shot.whisper)
        log.info("message %s is said aloud instead of whispered: %s", shot.code, error)
        return replace(shot, whisper=None)

    def _as_it_went(self, shot: Shot, handle: int) -> Shot:
        if shot.whisper is None or not handle:
            return shot
        self._whispers.went_to_everybody(shot.whisper)
        return replace(shot, whisper=None)

    async def _follow(self, shot: Shot, new_chat: int) -> Shot:
        """Into the supergroup that the group became; the old message ids mean nothing there."""
        try:
            await self._doors.migrated(str(shot.chat), str(new_chat))
        except Exception as error:
            raise SendLater(SOON_SECONDS, "the move of the chat could not be stored") from error
        return replace(shot, chat=new_chat, reply_to=None, edit_of=None, thread=None, moved=True, whisper=None)

    async def _post(self, shot: Shot) -> int:
        text = shot.piece.plain if shot.plain else shot.piece.html
        mode = None if shot.plain else ParseMode.HTML
        if shot.edit_of:
            edited = await self._bot.edit_message_text(
                text, shot.chat, shot.edit_of, parse_mode=mode, reply_markup=shot.markup
            )
            return edited.message_id if isinstance(edited, Message) else shot.edit_of
        # Quirk: a whisper that quotes what everybody sees is refused.
        quoted = None if shot.whisper else shot.reply_to
        how: dict[str, Any] = {
            "parse_mode": mode,
            "reply_markup": shot.markup,
            "message_thread_id": shot.thread,
            "disable_notification": shot.silent or None,
            "reply_parameters": ReplyParameters(quoted, allow_sending_without_reply=True) if quoted else None,
            "api_kwargs": shot.whisper.parameters() if shot.whisper else None,
        }
        if shot.attached is not None:
            return await post_file(self._bot, shot.chat, shot.attached, text, how)
        sent = await self._bot.send_message(shot.chat, text, **how)
        return sent.message_id


def _level(quirk: Quirk | None) -> int:
    return logging.ERROR if quirk is Quirk.UNREADABLE else logging.INFO
