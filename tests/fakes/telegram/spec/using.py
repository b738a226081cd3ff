"""A real bot of python-telegram-bot against the fake, and small things for it to send."""

from __future__ import annotations

import os
import re
import struct
import zlib
from typing import Any

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.error import BadRequest
from telegram.ext import ExtBot
from telegram.request import HTTPXRequest

from tests.fakes.telegram import FakeTelegram

NOON = 1_796_000_400


def forget_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would send even loopback requests through a proxy of the environment."""
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


def refused(words: str, error: type[Exception] = BadRequest) -> pytest.RaisesExc[Exception]:
    """Expects an error with these words; the library writes the first letter large."""
    return pytest.raises(error, match=re.compile(re.escape(words), re.IGNORECASE))


def real_bot(tg: FakeTelegram, *, token: str = "", read_timeout: float = 5) -> ExtBot[None]:
    """With room for calls side by side, and without a rate limiter: the fake's refusals must show."""
    plain: dict[str, Any] = {"verify": False}
    request = HTTPXRequest(connection_pool_size=8, read_timeout=read_timeout, httpx_kwargs=plain)
    polls = HTTPXRequest(connection_pool_size=8, read_timeout=read_timeout, httpx_kwargs=plain)
    return ExtBot(token or tg.token, tg.base_url, tg.base_file_url, request=request, get_updates_request=polls)


async def poll(bot: Bot, offset: int = 0, timeout: int = 0, **more: Any) -> list[Update]:
    """One getUpdates, every update read by the library."""
    raw = await bot.do_api_request("getUpdates", {"offset": offset, "timeout": timeout, **more})
    assert isinstance(raw, list)
    return [Update.de_json(one, bot) for one in raw]


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(label, callback_data=f"do:{label}") for label in labels]])


def png(width: int, height: int) -> bytes:
    """A black picture that any program can open."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    pixels = zlib.compress((b"\0" + b"\0" * width) * height)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
