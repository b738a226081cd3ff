"""Pictures and files at Telegram: what people send with a caption, and what is sent to them.

Only a file whose words say what it is (收款码, 收据 12, /bill …, /export import) is looked at, for its hash.
"""

import asyncio
import logging
from dataclasses import replace
from hashlib import sha256
from typing import Any

from telegram import InputFile
from telegram.ext import ExtBot

from bot.chat.message import Attached, Event, Incoming, Message, Picture, Press
from bot.language.reading.pay import says_what_it_is
from bot.telegram.api import Json

log = logging.getLogger(__name__)
LARGEST_UPLOAD = 50_000_000
LARGEST_PHOTO = 10_000_000
LARGEST_LOOKED_AT = 10_000_000
LOOKING_SECONDS = 20.0
JSON = "application/json"
KNOWN_DOCUMENTS = ("image/", "application/pdf", JSON)


def picture_of(raw: Json) -> Picture | None:
    """The largest size of a photo, or a document that is a picture, a PDF or JSON."""
    sizes = raw.get("photo")
    if isinstance(sizes, list) and sizes and isinstance(sizes[-1], dict) and sizes[-1].get("file_id"):
        return Picture(str(sizes[-1]["file_id"]), "image/jpeg", None, int(sizes[-1].get("file_size") or 0))
    document = raw.get("document")
    if not isinstance(document, dict) or not document.get("file_id"):
        return None
    if not str(document.get("mime_type", "")).startswith(KNOWN_DOCUMENTS):
        return None
    name = str(document.get("file_name") or "").encode("utf-8", "replace").decode("utf-8").replace("\0", "")
    size = int(document.get("file_size") or 0)
    return Picture(str(document["file_id"]), str(document["mime_type"]), name[:120] or None, size)


async def looked_at(bot: ExtBot[int], message: Incoming | Press | Event) -> Message:
    """The message with the hash of its picture's bytes. It comes without where they cannot be had in time."""
    if not isinstance(message, Incoming) or message.picture is None or not says_what_it_is(message.text):
        return message
    picture = message.picture
    if picture.size > LARGEST_LOOKED_AT:
        return message
    try:
        async with asyncio.timeout(LOOKING_SECONDS):
            file = await bot.get_file(picture.ref)
            body = bytes(await file.download_as_bytearray())
    except Exception as error:
        log.info("a picture could not be looked at: %s", type(error).__name__)
        return message
    text = body.decode("utf-8", "replace") if picture.mime == JSON else None
    looked = replace(picture, size=len(body), sha256=sha256(body).hexdigest(), text=text)
    return replace(message, picture=looked)


def fits(attached: Attached | None) -> bool:
    """Whether Telegram takes it: it is known there, or small enough and not empty."""
    if attached is None:
        return False
    most = LARGEST_PHOTO if attached.image else LARGEST_UPLOAD
    return attached.ref is not None or 0 < len(attached.body or b"") <= most


async def post_file(bot: ExtBot[int], chat: int, attached: Attached, caption: str, how: dict[str, Any]) -> int:
    """Send it with its words; the id of the message. Raises what the library raises."""
    what = attached.ref if attached.body is None else InputFile(attached.body, attached.name, attach=False)
    assert what is not None
    if attached.image:
        sent = await bot.send_photo(chat, what, caption=caption, **how)
    else:
        sent = await bot.send_document(chat, what, caption=caption, **how)
    return sent.message_id
