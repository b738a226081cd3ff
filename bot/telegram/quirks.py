"""What Telegram means by its refusals: its English sentences are the only names it gives them."""

import math
from datetime import timedelta
from enum import Enum

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.chat.adapter import SendLater, SendRefused, SendUnknown


class Quirk(Enum):
    SAME = "the message already looks like this"
    VANISHED = "the message to edit is gone, too old or not ours"
    TOO_OLD = "the press was answered or is older than about 15 seconds"
    UNREADABLE = "the markup could not be read"
    NO_TOPIC = "the topic was deleted, closed or switched off"
    NO_REPLY = "the message to reply to is gone"
    NO_FILE = "the file is unknown here, or not taken"
    GONE = "the whole chat cannot be reached"


SENTENCES: tuple[tuple[str, Quirk], ...] = (
    ("message is not modified", Quirk.SAME),
    ("message to edit not found", Quirk.VANISHED),
    ("message can't be edited", Quirk.VANISHED),
    ("message_id_invalid", Quirk.VANISHED),
    ("there is no text in the message to edit", Quirk.VANISHED),
    ("query is too old", Quirk.TOO_OLD),
    ("query id is invalid", Quirk.TOO_OLD),
    ("can't parse entities", Quirk.UNREADABLE),
    ("message thread not found", Quirk.NO_TOPIC),
    ("topic_closed", Quirk.NO_TOPIC),
    ("topic_deleted", Quirk.NO_TOPIC),
    ("message to be replied not found", Quirk.NO_REPLY),
    ("message to reply not found", Quirk.NO_REPLY),
    ("wrong remote file identifier", Quirk.NO_FILE),
    ("wrong file identifier", Quirk.NO_FILE),
    ("file reference", Quirk.NO_FILE),
    ("file is too big", Quirk.NO_FILE),
    ("image_process_failed", Quirk.NO_FILE),
    ("photo_invalid_dimensions", Quirk.NO_FILE),
    ("not enough rights to send documents", Quirk.NO_FILE),
    ("not enough rights to send photos", Quirk.NO_FILE),
    ("chat not found", Quirk.GONE),
    ("chat was deactivated", Quirk.GONE),
    ("chat was deleted", Quirk.GONE),
    ("chat is deactivated", Quirk.GONE),
    ("bot was blocked", Quirk.GONE),
    ("bot was kicked", Quirk.GONE),
    ("bot is not a member", Quirk.GONE),
    ("user is deactivated", Quirk.GONE),
    ("can't initiate conversation", Quirk.GONE),
    ("can't send messages to bots", Quirk.GONE),
    ("peer_id_invalid", Quirk.GONE),
)
# Nothing reached Telegram: no connection was made, or none was free.
NEVER_LEFT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)
SOON_SECONDS = 5
NOT_TELEGRAM_SECONDS = 30


def quirk_of(error: Exception) -> Quirk | None:
    """The quirk behind an error answer of Telegram, if it is a known one."""
    if not isinstance(error, (BadRequest, Forbidden)):
        return None
    words = error.message.lower()
    return next((quirk for sentence, quirk in SENTENCES if sentence in words), None)


def speaks_telegram(error: TelegramError) -> bool:
    """False when the error's body was no JSON: a proxy or a captive portal spoke, not Telegram."""
    return not isinstance(error.__cause__, TelegramError)


def wait_asked(error: RetryAfter) -> int:
    """Whole seconds that Telegram wants to be left alone."""
    seconds = error.retry_after
    return math.ceil(seconds.total_seconds() if isinstance(seconds, timedelta) else seconds)


def sending_failure(error: Exception) -> SendLater | SendRefused | SendUnknown:
    """What a failed send means for the message: later, never, or nobody knows."""
    words = f"{type(error).__name__}: {error}"
    match error:
        case RetryAfter():
            return SendLater(wait_asked(error), words)
        case Forbidden() | BadRequest() if speaks_telegram(error):
            return SendRefused(words, gone=quirk_of(error) is Quirk.GONE)
        case Forbidden() | BadRequest() | InvalidToken() | Conflict():
            return SendLater(NOT_TELEGRAM_SECONDS, words)
        case ChatMigrated():
            return SendLater(SOON_SECONDS, words)
        case NetworkError() if isinstance(error.__cause__, NEVER_LEFT):
            return SendLater(SOON_SECONDS, words)
        case _:
            return SendUnknown(words)
