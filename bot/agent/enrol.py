"""`pinka agent enrol URL CODE`: make a key, show the bot the one-time code, remember who we are."""

import asyncio
import json
from pathlib import Path
from secrets import token_hex

import aiohttp

from bot.agent import home
from bot.agent.buffer import Buffer
from bot.agent.dialling import Route, route
from bot.agent.home import Identity
from bot.agent.link import Clocks, Link, Source
from bot.agent.spool import Spool
from bot.agent.talk import Ended
from bot.wire.decoding import read, written
from bot.wire.messages import Enrol, Enrolled
from bot.wire.proof import key_hash, new_key, new_nonce

SECONDS = 30.0


async def enrol(folder: Path, url: str, code: str, source: Source, clocks: Clocks, pin: str | None = None) -> Enrolled:
    """Become the agent of the machine that the code is for. An earlier identity of this folder is replaced.

    Raises Unsafe, BadPin, Ended (wrong_enrol_code with what the code is worth), aiohttp.ClientError, TimeoutError,
    OSError.
    """
    way = route(url, pin)
    wanted = Identity(token_hex(8), new_key(), way.url, "", "", pin)
    buffer = Buffer(Spool(folder / "spool.db"))
    try:
        link = Link(wanted, way, buffer, source, clocks)
        await asyncio.to_thread(source.look, clocks.wall_ms() / 1000)
        wish = Enrol(code, key_hash(wanted.key), link.hello(new_nonce()))
        async with aiohttp.ClientSession() as http:
            enrolled = await _asked(http, way, wish)
    finally:
        buffer.close()
    home.save(folder, Identity(wanted.agent, wanted.key, wanted.url, enrolled.node, enrolled.pool, pin))
    return enrolled


async def _asked(http: aiohttp.ClientSession, way: Route, wish: Enrol) -> Enrolled:
    timeout = aiohttp.ClientTimeout(total=SECONDS)
    body = written(wish).encode()
    headers = {"Content-Type": "application/json"}
    async with http.post(
        way.to("/agent/enrol"), data=body, headers=headers, ssl=way.tls, proxy=way.proxy, timeout=timeout
    ) as answer:
        text = await answer.text()
        try:
            found = json.loads(text)
        except ValueError:
            raise Ended("not_our_bot", f"{answer.status}, and no answer of ours") from None
        if answer.status != 200:
            raise Ended(str(found.get("reason")), str(found.get("worth") or found.get("detail") or ""))
        return read(Enrolled, text)
