"""Questions to the bot over HTTP: by the agent, proven with its key, or by a person with their personal code."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import aiohttp

from bot.agent.box.papers import Papers
from bot.agent.box.reach import Refused, Unreachable
from bot.agent.dialling import Route, route
from bot.agent.home import Identity
from bot.agent.questions import Questions
from bot.wire.box import BoxAsk, Covering
from bot.wire.decoding import BadMessage, read, written
from bot.wire.proof import BATCH, BOT, holds, key_hash, new_nonce, proof
from bot.wire.versions import VERSION

SECONDS = 8.0


async def covering(way: Route, identity: Identity, ask: BoxAsk) -> Covering:
    """What the bot says to the agent of whoever asks here. Raises Unreachable, Refused."""
    hashed, ask = key_hash(identity.key), replace(ask, agent=identity.agent, nonce=new_nonce())
    body = written(ask).encode()
    async with aiohttp.ClientSession() as http:
        given = json.loads((await _exchange(http, way, "GET", "/agent/nonce"))[0])
        nonce = str(given.get("nonce"))
        said = proof(hashed, BATCH, nonce, identity.agent, VERSION, body)
        headers = {"Pinka-Nonce": nonce, "Pinka-Proof": said}
        text, theirs = await _exchange(http, way, "POST", "/agent/booking", body, headers)
    if not holds(theirs, hashed, BOT, ask.nonce or "", identity.agent, VERSION, text.encode()):
        raise Unreachable("whoever answers does not know our key")
    return _read_covering(text)


def by_code(papers: Papers, path: str, body: str, seconds: float = SECONDS) -> str:
    """What the bot answers a person. Raises Unreachable, Refused, and Unsafe or BadPin for a wrong address."""
    return asyncio.run(_by_code(route(papers.url, papers.pin), papers.key, path, body, seconds))


async def _by_code(way: Route, key: str, path: str, body: str, seconds: float) -> str:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    async with aiohttp.ClientSession() as http:
        return (await _exchange(http, way, "POST", path, body.encode(), headers, seconds))[0]


def covering_by_code(papers: Papers, ask: BoxAsk) -> Covering:
    """The booking that covers a person. Raises Unreachable, Refused."""
    return _read_covering(by_code(papers, "/box/booking", written(ask)))


def _read_covering(text: str) -> Covering:
    try:
        return read(Covering, text)
    except BadMessage as bad:
        raise Unreachable(str(bad)) from None


async def _exchange(
    http: aiohttp.ClientSession,
    way: Route,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    seconds: float = SECONDS,
) -> tuple[str, str]:
    """The answer's text and its proof."""
    options: dict[str, Any] = {"ssl": way.tls, "proxy": way.proxy, "timeout": aiohttp.ClientTimeout(total=seconds)}
    headers = {"Content-Type": "application/json", **(headers or {})}
    try:
        async with http.request(method, way.to(path), data=body, headers=headers, **options) as answer:
            text = await answer.text()
            found = json.loads(text)
            if answer.status == 200 and isinstance(found, dict):
                return text, answer.headers.get("Pinka-Proof", "")
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Unreachable(f"{type(error).__name__} {error}".strip()[:200]) from None
    except ValueError:
        raise Unreachable(f"{way.url} is not Pinka") from None
    if not isinstance(found, dict) or "reason" not in found:
        raise Unreachable(f"{way.url} is not Pinka")
    raise Refused(str(found["reason"]), found)


def asked_by(
    way: Route | None, identity: Identity, questions: Questions | None = None
) -> Callable[[BoxAsk], Awaitable[Covering]]:
    """How an agent asks: it goes to the bot, or waits for the bot to come and fetch its `questions`."""
    fetched = questions or Questions()

    async def ask(question: BoxAsk) -> Covering:
        return await (fetched.ask(question) if way is None else covering(way, identity, question))

    return ask
