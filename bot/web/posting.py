"""For agents whose WebSockets are broken: batches by POST, each proven by a nonce that is good once. And enrolment."""

import json
import logging
from collections import OrderedDict
from typing import TypeVar

from aiohttp import web
from sqlmodel import Session

from bot.clock import milliseconds
from bot.errors import Refusal
from bot.queues.house import House
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.rules.enrolment import measured
from bot.usage.rules.identity import Verdict
from bot.usage.services import enrolment
from bot.usage.services.agents import Sent
from bot.usage.services.claims import claims_of
from bot.web.door import Door
from bot.web.telling import Told, tell
from bot.wire.decoding import BadMessage, read, written
from bot.wire.messages import Enrol, Enrolled, Hello, Post, Posted
from bot.wire.proof import BATCH, BOT, holds, new_nonce, proof
from bot.wire.versions import agreed
from storage.words import AgentState

M = TypeVar("M")
_log = logging.getLogger(__name__)
NONCE_SECONDS = 120
MOST_NONCES = 1_000
MOST_VERSIONS = 8
"""Versions of an agent under which its proof is looked for: it speaks two."""
REFUSED = {
    "removed": 410,
    "wrong_proof": 401,
    "wrong_nonce": 401,
    "not_this_machine": 403,
    "too_old": 426,
    "too_new": 426,
}


class Nonces:
    """Those given out, each good once and for two minutes. The oldest give way when there are too many."""

    def __init__(self) -> None:
        self._given: OrderedDict[str, int] = OrderedDict()

    def give(self, now: int) -> str:
        nonce = new_nonce()
        self._given[nonce] = now + NONCE_SECONDS
        while len(self._given) > MOST_NONCES:
            self._given.popitem(last=False)
        return nonce

    def take(self, nonce: str, now: int) -> bool:
        """Whether it is one of ours and was not taken yet."""
        return self._given.pop(nonce, 0) > now


class Posting:
    """The handlers."""

    def __init__(self, house: House, door: Door) -> None:
        self.house = house
        self.door = door
        self.nonces = Nonces()

    async def enrol(self, request: web.Request) -> web.Response:
        """Let an agent in by its code."""
        wish = await _body(request, Enrol)
        if agreed(wish.hello.versions, self.door.spoken) is None:
            raise await self._unspoken(None, wish.hello)

        def unit(session: Session, now: int) -> Told[Enrolled]:
            return enrolment.enrol(session, wish, now)

        try:
            enrolled = await tell(self.house, unit)
        except Refusal as refusal:
            raise _refusal(refusal.code, **refusal.facts) from None
        _log.info("agent %s enrolled as %s", wish.hello.agent, enrolled.node)
        return web.json_response(text=written(enrolled))

    async def _unspoken(self, proven: AgentFacts | None, hello: Hello) -> web.HTTPException:
        return _refusal(await self.door.unspoken(proven, hello), versions=list(self.door.spoken))

    async def nonce(self, request: web.Request) -> web.Response:
        """A nonce for the first post."""
        return web.json_response({"nonce": self.nonces.give(self.house.clock.now())})

    async def post(self, request: web.Request) -> web.Response:
        """A greeting with a batch."""
        body = await request.read()
        nonce = request.headers.get("Pinka-Nonce", "")
        if not self.nonces.take(nonce, self.house.clock.now()):
            raise _refusal("wrong_nonce")
        post = await _body(request, Post)
        hello, spoken = post.hello, agreed(post.hello.versions, self.door.spoken) is not None
        agent = await self.house.database.read(facts.agent_named, hello.agent)
        key_hash = agent.key_hash if agent else new_nonce()
        said = request.headers.get("Pinka-Proof", "")
        theirs = hello.versions[:MOST_VERSIONS]
        version = next((v for v in theirs if holds(said, key_hash, BATCH, nonce, hello.agent, v, body)), None)
        if not spoken:
            raise await self._unspoken(agent if version is not None else None, hello)
        if version is None:
            raise _refusal("wrong_proof")
        if agent is None or agent.state is AgentState.REMOVED:
            raise _refusal("removed")
        other = self.door.agents.of(agent.node_id)
        greeted = await self.door.greeted(agent, hello, other.greeting if other else None)
        if greeted.verdict is Verdict.REFUSED:
            raise _refusal("not_this_machine")
        state = AgentState.ACTIVE if greeted.verdict is Verdict.SAME else AgentState.QUARANTINED
        if state is AgentState.ACTIVE and post.batch is not None:
            now_ms = milliseconds(self.house.clock)
            line = measured(now_ms, now_ms, post.wall_ms, post.mono_ms)
            if await self.door.batches.put(Sent(agent.name, post.batch, line)) is None:
                raise _refusal("removed")
            self.door.remember(agent.node_id, post.batch, line)
        fresh = await self.house.database.read(facts.agent_named, agent.name) or agent
        ours = proof(key_hash, BOT, hello.nonce, hello.agent, version)
        following = self.nonces.give(self.house.clock.now())
        active = state is AgentState.ACTIVE
        claims = await self.house.database.read(claims_of, agent.pool_id) if active else ()
        now_ms = milliseconds(self.house.clock)
        posted = Posted(ours, state.value, following, fresh.boot_id, fresh.last_seq, claims, now_ms)
        return web.json_response(text=written(posted))


async def _body(request: web.Request, kind: type[M]) -> M:
    try:
        return read(kind, await request.read())
    except BadMessage as bad:
        raise _refusal("bad_message", detail=str(bad)) from None


def _refusal(reason: str, **facts: object) -> web.HTTPException:
    """A refusal as JSON; the status says which kind."""
    body = json.dumps({"reason": reason, **facts})
    kind = {401: web.HTTPUnauthorized, 403: web.HTTPForbidden, 410: web.HTTPGone, 426: web.HTTPUpgradeRequired}
    return kind.get(REFUSED.get(reason, 400), web.HTTPBadRequest)(text=body, content_type="application/json")
