"""The wire without an agent: a test says what no agent would."""

import json
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.wire.decoding import decode, encode
from bot.wire.messages import Auth, Bye, Challenge, Hello, Message, SeenCard, Welcome
from bot.wire.proof import AGENT, key_hash, proof
from bot.wire.versions import VERSION
from tests.web.site import Box, Site


def hello_of(box: Box, **more: Any) -> Hello:
    """What the agent of a box would greet with."""
    sample = box.source.latest()
    cards = tuple(SeenCard(card.uuid or "", card.index, card.name, card.memory_total) for card in sample.gpus)
    boot = sample.host.boot_id or ""
    facts = {"versions": (VERSION,), "nonce": "0" * 64, "boot": f"{boot}/0000", "machine": boot, "cards": cards}
    return Hello(**{"agent": box.identity.agent, **facts, **more})


@dataclass
class Raw:
    """One WebSocket."""

    http: aiohttp.ClientSession
    socket: aiohttp.ClientWebSocketResponse
    challenge: Challenge | None = None

    @classmethod
    async def open(cls, site: Site) -> "Raw":
        """It is closed when the test is over, if not before."""
        http = aiohttp.ClientSession()
        raw = cls(http, await http.ws_connect(f"{site.url}/agent/connect", max_msg_size=0))
        site.at_the_end.append(raw.close)
        return raw

    async def say(self, message: Message | str | dict[str, Any]) -> None:
        text = message if isinstance(message, str) else json.dumps(message) if isinstance(message, dict) else None
        await self.socket.send_str(text if text is not None else encode(message))  # type: ignore[arg-type]

    async def hear(self) -> Message:
        raw = await self.socket.receive(timeout=5)
        assert raw.type is aiohttp.WSMsgType.TEXT, raw
        return decode(raw.data)

    async def greet(self, box: Box, **more: Any) -> Message:
        """All that an agent says to be let in; what is answered to it."""
        hello = hello_of(box, **more)
        await self.say(hello)
        challenge = await self.hear()
        if not isinstance(challenge, Challenge):
            return challenge
        self.challenge = challenge
        said = proof(key_hash(box.identity.key), AGENT, challenge.nonce, hello.agent, challenge.version)
        await self.say(Auth(said, round(box.wall() * 1000), box.clocks.mono_ms()))
        return await self.hear()

    async def until_bye(self) -> str:
        """Why it is ended; "" when it is closed without a word."""
        while True:
            raw = await self.socket.receive(timeout=5)
            if raw.type is not aiohttp.WSMsgType.TEXT:
                await self.close()
                return ""
            message = decode(raw.data)
            if isinstance(message, Bye):
                await self.close()
                return message.reason

    async def close(self) -> None:
        await self.socket.close()
        await self.http.close()


async def greeted(site: Site, box: Box, **more: Any) -> Raw:
    """A connection that was let in."""
    raw = await Raw.open(site)
    answer = await raw.greet(box, **more)
    assert isinstance(answer, Welcome), answer
    return raw
