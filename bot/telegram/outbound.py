"""Messages to Telegram: each piece is sent, amended when Telegram names a curable quirk, and sent again."""

import asyncio
import logging
from dataclasses import dataclass, replace

from telegram import InlineKeyboardMarkup, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated

from bot.chat.adapter import SendLater, SendRefused, SendUnknown
from bot.chat.message import Outgoing
from bot.telegram.api import Api
from bot.telegram.doors import Doors, Sleep
from bot.telegram.presses import PressDesk
from bot.telegram.quirks import SOON_SECONDS, Quirk, quirk_of, sending_failure
from bot.telegram.render import ALERT_UNITS, Piece, keyboard, pieces, units

log = logging.getLogger(__name__)
# A message of several pieces that was begun must not start over, so its rest waits here.
WAITS_FOR_THE_REST = 3
LONGEST_WAIT_FOR_THE_REST = 60


@dataclass(frozen=True, slots=True)
class Shot:
    """One piece on its way. Every amendment takes something away, so there is an end to them."""

    code: str
    chat: int
    piece: Piece
    thread: int | None = None
    reply_to: int | None = None
    edit_of: int | None = None
    markup: InlineKeyboardMarkup | None = None
    plain: bool = False
    moved: bool = False


def amended(shot: Shot, quirk: Quirk | None) -> Shot | None:
    """The shot without what Telegram did not take; None when there is no cure."""
    if quirk is Quirk.VANISHED and shot.edit_of:
        return replace(shot, edit_of=None)
    if quirk is Quirk.UNREADABLE and not shot.plain:
        return replace(shot, plain=True)
    if quirk is Quirk.NO_TOPIC and shot.thread:
        return replace(shot, thread=None)
    if quirk is Quirk.NO_REPLY and shot.reply_to:
        return replace(shot, reply_to=None)
    return None


class TelegramAdapter:
    """The sending side of `bot.chat.adapter.Adapter`.

    The handle of a message is the id of its last piece, the one that carries the buttons. An edit replaces
    that message by the first piece and sends further pieces after it.
    """

    platform = "telegram"

    def __init__(self, api: Api, doors: Doors, desk: PressDesk, sleep: Sleep = asyncio.sleep) -> None:
        self._bot = api.bot
        self._doors = doors
        self._desk = desk
        self._sleep = sleep

    async def send(self, message: Outgoing) -> str | None:
        """Send or edit. Raises SendLater, SendRefused or SendUnknown."""
        try:
            shots = _shots(message)
        except ValueError as error:
            log.error("the message %s cannot be written for Telegram: %s", message.code, error)
            raise SendRefused(str(error)) from error
        handle, landed = await self._land(shots[0])
        for shot in shots[1:]:
            # A later piece goes where the first one could go.
            here = replace(shot, chat=landed.chat, thread=landed.thread, moved=landed.moved)
            handle, landed = await self._land_rest(here)
        return str(handle)

    async def alert(self, press_key: str, message: Outgoing) -> bool:
        """A pop-up holds 200 characters and no buttons; what is longer is said as a message instead."""
        text = message.text.strip()
        if message.buttons or not 0 < units(text) <= ALERT_UNITS:
            return False
        return await self._desk.alert(press_key, text)

    async def _land_rest(self, shot: Shot) -> tuple[int, Shot]:
        for _ in range(WAITS_FOR_THE_REST):
            try:
                return await self._land(shot)
            except SendLater as error:
                await self._sleep(min(error.seconds, LONGEST_WAIT_FOR_THE_REST))
        raise SendUnknown("the rest of the message did not go out")

    async def _land(self, shot: Shot) -> tuple[int, Shot]:
        """The id of the message and the shot as it went out."""
        while True:
            try:
                return await self._post(shot), shot
            except ChatMigrated as error:
                if shot.moved:
                    raise sending_failure(error) from error
                shot = await self._follow(shot, error.new_chat_id)
            except BadRequest as error:
                quirk = quirk_of(error)
                if quirk is Quirk.SAME and shot.edit_of:
                    return shot.edit_of, shot
                if (cured := amended(shot, quirk)) is None:
                    raise sending_failure(error) from error
                log.log(_level(quirk), "message %s sent again without what failed: %s", shot.code, error)
                shot = cured
            except Exception as error:
                raise sending_failure(error) from error

    async def _follow(self, shot: Shot, new_chat: int) -> Shot:
        """Into the supergroup that the group became; the old message ids mean nothing there."""
        try:
            await self._doors.migrated(str(shot.chat), str(new_chat))
        except Exception as error:
            raise SendLater(SOON_SECONDS, "the move of the chat could not be stored") from error
        return replace(shot, chat=new_chat, reply_to=None, edit_of=None, thread=None, moved=True)

    async def _post(self, shot: Shot) -> int:
        text = shot.piece.plain if shot.plain else shot.piece.html
        mode = None if shot.plain else ParseMode.HTML
        if shot.edit_of:
            edited = await self._bot.edit_message_text(
                text, shot.chat, shot.edit_of, parse_mode=mode, reply_markup=shot.markup
            )
            return edited.message_id if isinstance(edited, Message) else shot.edit_of
        reply = ReplyParameters(shot.reply_to, allow_sending_without_reply=True) if shot.reply_to else None
        sent = await self._bot.send_message(
            shot.chat,
            text,
            parse_mode=mode,
            reply_markup=shot.markup,
            message_thread_id=shot.thread,
            reply_parameters=reply,
        )
        return sent.message_id


def _shots(message: Outgoing) -> list[Shot]:
    """The first piece answers or edits, the last one carries the buttons. Raises ValueError."""
    written = pieces(message.lines)
    markup = keyboard(message.buttons)
    place = message.place
    shots = [Shot(message.code, int(place.chat), piece, _number(place.topic)) for piece in written]
    shots[0] = replace(shots[0], reply_to=_number(message.reply_to), edit_of=_number(message.edit_of))
    shots[-1] = replace(shots[-1], markup=markup)
    return shots


def _number(text: str | None) -> int | None:
    """Quirk: an ephemeral message has the id 0 and can be neither answered nor edited."""
    return int(text) if text and text.isascii() and text.isdigit() and int(text) else None


def _level(quirk: Quirk | None) -> int:
    return logging.ERROR if quirk is Quirk.UNREADABLE else logging.INFO
