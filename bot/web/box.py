"""People on the machine, by a personal code: words for the chat, the booking that covers them, word of their jobs.

And the same questions by the machine's agent, for those whom it knows. Nothing is kept here but who guessed wrongly.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from aiohttp import web
from sqlmodel import Session

from bot.chat.message import Button, Incoming, Message, Outgoing, Person, Place, Press
from bot.people import facts as people_facts
from bot.queues.house import House
from bot.queues.inbox import write_new
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.services import box_codes, job_runs
from bot.usage.services.box_codes import PLATFORM, Speaker, Worth
from bot.web.guesses import Guesses
from bot.web.posting import Nonces
from bot.wire.box import Answers, BoxAnswer, BoxAsk, BoxButton, Covering, JobNews, Line, Taken
from bot.wire.decoding import BadMessage, read, written
from bot.wire.proof import BATCH, BOT, holds, new_nonce, proof
from bot.wire.versions import SPOKEN
from storage.database import Busy, StorageFailed
from storage.words import AgentState

M = TypeVar("M")
_log = logging.getLogger(__name__)
LONGEST_ID = 64
LONGEST_TEXT = 2_000
LONGEST_JOB = 64
OLDEST_NEWS = 7 * 86_400
STATUS = {"wrong_code": 401, "too_many_tries": 429, "busy": 503, "again": 409}
Handler = Callable[[web.Request], Awaitable[web.Response]]


class Box:
    """The handlers. `nonces` are those that agents are given at `/agent/nonce`, `spoken` the versions of the wire."""

    def __init__(self, house: House, nonces: Nonces, spoken: Sequence[int] = SPOKEN) -> None:
        self.house = house
        self._spoken = spoken
        self._nonces = nonces
        self._guesses = Guesses(house.clock)
        self._running: dict[str, asyncio.Lock] = {}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/box/enter", _answered(self.enter)),
            web.post("/box/say", _answered(self.say)),
            web.post("/box/booking", _answered(self.booking)),
            web.post("/box/job", _answered(self.job)),
            web.post("/agent/booking", _answered(self.booking_for_agent)),
        ]

    async def enter(self, request: web.Request) -> web.Response:
        """Exchange a one-time code for a personal one that the machine made; it sends only the hash."""
        wish = _object(await request.read())
        code, key_hash = str(wish.get("code", "")), str(wish.get("key_hash", ""))
        if len(key_hash) != 64 or not key_hash.isalnum():
            raise _refusal("bad_input", detail="key_hash")
        found = await self._tried(request, lambda s, now: box_codes.fetch(s, code, key_hash, now))
        return web.json_response({"member": found.member.name, "pool": found.pool.name})

    async def say(self, request: web.Request) -> web.Response:
        """Words or a press for the chat, answered in words. The same id again gets the same answer."""
        speaker = await self._speaker(request)
        line = _read(Line, await request.read())
        if not line.id or len(line.id) > LONGEST_ID or (line.text is None) == (line.press is None):
            raise _refusal("bad_input", detail="id, and text or press")
        lock = self._running.setdefault(speaker.account, asyncio.Lock())
        try:
            async with lock:
                answers = await self._say(speaker, line)
        finally:
            if not lock.locked():
                self._running.pop(speaker.account, None)
        return web.json_response(text=written(Answers(tuple(_answer(one) for one in answers))))

    async def _say(self, speaker: Speaker, line: Line) -> list[Outgoing]:
        """The row is stored, done and its answer read out; what is owed to others goes its usual way."""
        message, house = _message(speaker, line, self.house.clock.now()), self.house
        new = await house.inbox.receive([message])
        for row_id, _, stored in new:
            await self._carry_out(row_id, stored)
        found = await house.inbox.seen(message.key)
        if found is None:
            raise _refusal("again")
        row_id, done = found
        if not done:  # somebody else's process began it, or this one before a restart
            left = await house.inbox.reclaim(row_id)
            if left is None:
                raise _refusal("again")
            await self._carry_out(row_id, left)
        answers = await house.outbox.worded_again(row_id)
        await house.outbox.told(row_id)
        return answers

    async def _carry_out(self, row_id: int, message: Message) -> None:
        chats = await self.house.inbox.handle(row_id, message)
        for chat_id in await self.house.database.read(_elsewhere, chats):
            self.house.outbox.wake(chat_id)

    async def booking(self, request: web.Request) -> web.Response:
        """Which booking covers who asks."""
        speaker = await self._speaker(request)
        ask, now = _read(BoxAsk, await request.read()), self.house.clock.now()

        def unit(session: Session) -> Covering:
            return job_runs.covering(session, speaker.pool, None, speaker.member, ask, now)

        return web.json_response(text=written(await self.house.database.read(unit)))

    async def job(self, request: web.Request) -> web.Response:
        """A command began or ended on a machine without an agent, or whose agent does not run."""
        speaker = await self._speaker(request)
        news, now = _read(JobNews, await request.read()), self.house.clock.now()
        if not news.job or len(news.job) > LONGEST_JOB or not 0 <= news.ago <= OLDEST_NEWS or news.seconds < 0:
            raise _refusal("bad_input", detail="job")

        def unit(session: Session) -> bool:
            node_id = job_runs.node_of(session, speaker.pool, news.booking)
            if node_id is not None:
                job_runs.take(session, speaker.pool, node_id, speaker.member, news, now - news.ago, now)
            return node_id is not None

        if not await write_new(lambda: self.house.database.write(unit)):
            raise _refusal("bad_input", detail="no machine")
        return web.json_response(text=written(Taken(news.job)))

    async def booking_for_agent(self, request: web.Request) -> web.Response:
        """The same question by the agent of a machine, proven as its batches are; the answer is proven too."""
        body, nonce = await request.read(), request.headers.get("Pinka-Nonce", "")
        ask = _read(BoxAsk, body)
        name, now = ask.agent or "", self.house.clock.now()
        if not self._nonces.take(nonce, now):
            raise _refusal("wrong_code", worth="nonce")
        agent = await self.house.database.read(facts.agent_named, name)
        key_hash = agent.key_hash if agent else new_nonce()
        said_proof = request.headers.get("Pinka-Proof", "")
        version = next((v for v in self._spoken if holds(said_proof, key_hash, BATCH, nonce, name, v, body)), None)
        if version is None:
            raise _refusal("wrong_code", worth="proof")
        if agent is None or agent.state is not AgentState.ACTIVE:
            raise _refusal("wrong_code", worth="agent")
        said = written(await self.house.database.read(covering_for, agent, ask, now))
        ours = proof(key_hash, BOT, ask.nonce or "", name, version, said.encode())
        return web.json_response(text=said, headers={"Pinka-Proof": ours})

    async def _speaker(self, request: web.Request) -> Speaker:
        kind, _, key = request.headers.get("Authorization", "").partition(" ")
        code = key if kind.lower() == "bearer" else ""
        return await self._tried(request, lambda s, now: box_codes.speaker(s, code, now), write=False)

    async def _tried(
        self, request: web.Request, f: Callable[[Session, int], Speaker | Worth], *, write: bool = True
    ) -> Speaker:
        """Whom a code stands for. Whoever is wrong too often waits, whatever they try meanwhile."""
        where = request.remote or "?"
        wait = self._guesses.wait(where)
        if wait:
            raise _refusal("too_many_tries", seconds=wait)
        now, database = self.house.clock.now(), self.house.database
        found = await (database.write(f, now) if write else database.read(f, now))
        if isinstance(found, Worth):
            self._guesses.wrong(where)
            raise _refusal("wrong_code", worth=found.value)
        return found


def covering_for(session: Session, agent: AgentFacts, ask: BoxAsk, now: int) -> Covering:
    """Which booking covers whom an agent asks for."""
    pool = people_facts.pool(session, agent.pool_id)
    member = job_runs.whose(session, pool, ask.user, ask.account)
    return job_runs.covering(session, pool, agent.node_id, member, ask, now)


def _message(speaker: Speaker, line: Line, now: int) -> Incoming | Press:
    place = Place(PLATFORM, box_codes.place_of(speaker.account), True, hears_all=True)
    person = Person(speaker.account, speaker.account, language=speaker.language)
    key = f"{PLATFORM}:{speaker.account}:{line.id}"
    if line.press is not None:
        return Press(key, place, person, line.press, now)
    return Incoming(key, place, person, (line.text or "")[: LONGEST_TEXT + 1], now, addressed=True)


def _elsewhere(session: Session, chat_ids: list[int]) -> list[int]:
    """Without the places on the machine: there the answer is read out, nobody sends."""
    found = [(one, people_facts.chat(session, one)) for one in dict.fromkeys(chat_ids)]
    return [chat_id for chat_id, chat in found if chat.platform != PLATFORM]


def _answer(one: Outgoing) -> BoxAnswer:
    buttons = [_button(button) for row in one.buttons for button in row if not button.link]
    return BoxAnswer(one.code, one.text, tuple(buttons))


def _button(button: Button) -> BoxButton:
    return BoxButton(button.label, button.token, button.copy)


def _read(kind: type[M], body: bytes) -> M:
    try:
        return read(kind, body)
    except BadMessage as bad:
        raise _refusal("bad_input", detail=str(bad)) from None


def _object(body: bytes) -> dict[str, object]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _refusal("bad_input", detail="an object expected")
    return found


def _answered(handler: Handler) -> Handler:
    """A store in trouble is a refusal of its own: the machine tries again."""

    async def answered(request: web.Request) -> web.Response:
        try:
            return await handler(request)
        except (Busy, StorageFailed) as error:
            _log.warning("the machine's people wait for the store: %s", error)
            raise _refusal("busy") from None

    return answered


class _Refused(web.HTTPException):
    def __init__(self, status: int, body: str) -> None:
        self.status_code = status
        super().__init__(text=body, content_type="application/json")


def _refusal(reason: str, **facts_: object) -> _Refused:
    return _Refused(STATUS.get(reason, 400), json.dumps({"reason": reason, **facts_}))
