"""Messages over the socket of one agent: said, heard, and ended with a reason."""

import logging
from typing import TypeVar

from aiohttp import WebSocketError, WSCloseCode, WSMessage, WSMsgType, web

from bot.web.decoding import decode
from bot.wire.decoding import BadMessage, encode
from bot.wire.messages import Bye, Message

M = TypeVar("M")
_log = logging.getLogger(__name__)


class Rejected(Exception):
    """The connection is ended with this reason."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def decoded(data: str) -> Message:
    """What was said. Raises Rejected."""
    try:
        return decode(data)
    except BadMessage as bad:
        raise Rejected("bad_message", str(bad)) from None


def not_a_text(raw: WSMessage) -> Rejected:
    """Why what came is nothing that is said."""
    too_large = isinstance(raw.data, WebSocketError) and raw.data.code == WSCloseCode.MESSAGE_TOO_BIG
    return Rejected("too_large" if too_large else "bad_message", str(raw.data)[:100])


async def hear(socket: web.WebSocketResponse, kind: type[M]) -> M:
    """The next message, which has to be of this kind. Raises Rejected."""
    raw = await socket.receive()
    if raw.type is not WSMsgType.TEXT:
        raise not_a_text(raw)
    message = decoded(raw.data)
    if not isinstance(message, kind):
        raise Rejected("bad_message", f"{kind.__name__} expected")
    return message


async def send(socket: web.WebSocketResponse, message: Message) -> None:
    """Raises ConnectionError."""
    await socket.send_str(encode(message))


async def close(socket: web.WebSocketResponse, reason: str, detail: str = "") -> None:
    """Say why, if it is still there to hear, and close."""
    if not socket.closed:
        try:
            await send(socket, Bye(reason, detail[:200]))
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=reason.encode())
        except ConnectionError:
            _log.debug("gone before it heard %s", reason)
