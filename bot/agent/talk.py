"""One message at a time over a WebSocket, and why it came to an end."""

from typing import Any, TypeVar

import aiohttp

from bot.wire.decoding import BadMessage, decode, encode
from bot.wire.messages import Bye, Message

T = TypeVar("T")


class Ended(Exception):
    """The connection ended, and why: a reason of `Bye`, or what went wrong on the way."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason} {detail}".strip())
        self.reason = reason
        self.detail = detail


async def send(socket: aiohttp.ClientWebSocketResponse, message: Message) -> None:
    """Say one message. Raises ConnectionError."""
    await socket.send_str(encode(message))


async def hear(socket: aiohttp.ClientWebSocketResponse, kind: type[T] | None) -> Any:
    """The next message, of this kind if one is given. Raises Ended."""
    raw = await socket.receive()
    if raw.type is not aiohttp.WSMsgType.TEXT:
        raise Ended("closed", f"{socket.close_code or ''} {socket.exception() or ''}".strip())
    try:
        message = decode(raw.data)
    except BadMessage as bad:
        raise Ended("bad_message", str(bad)) from None
    if isinstance(message, Bye):
        raise Ended(message.reason, message.detail)
    if kind is not None and not isinstance(message, kind):
        raise Ended("bad_message", f"{kind.__name__} expected, {type(message).__name__} found")
    return message
