"""The same verbs for a test in another process: `POST /control/<verb>` with a JSON object of their arguments.

Chats, users and messages are named by their ids. Answers are `{"result": …}` or `{"error": "…"}`.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from aiohttp import web

from tests.fakes.telegram.faults import Fault
from tests.fakes.telegram.objects import Chat, Json, User
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Call

FAULT_FACTS = {one.name for one in fields(Fault)} - {"id", "seen", "hits", "dropped", "reached", "released"}
STATES: dict[str, Callable[[Call], bool]] = {
    "arrived": lambda call: True,
    "executed": lambda call: call.executed,
    "answered": lambda call: call.answered,
}


class ControlRoutes:
    def __init__(self, telegram: FakeTelegram) -> None:
        self.telegram = telegram
        self.world, self.people, self.places = telegram.world, telegram.people, telegram.places
        self.membership = telegram.membership
        telegram.app.router.add_post("/control/{verb}", self._serve)

    async def _serve(self, request: web.Request) -> web.Response:
        verb = getattr(self, f"do_{request.match_info['verb']}", None)
        if verb is None:
            return web.json_response({"error": "no such verb"}, status=404)
        try:
            result = verb(**(await request.json()))
            if inspect.isawaitable(result):
                result = await result
        except TimeoutError:
            return web.json_response({"error": "timed out"}, status=408)
        except (LookupError, TypeError, ValueError) as error:
            return web.json_response({"error": f"{type(error).__name__}: {error}"}, status=400)
        return web.json_response({"result": result})

    def _chat(self, chat_id: int) -> Chat:
        return self.world.chats[chat_id]

    def _user(self, user_id: int) -> User:
        return self.world.users[user_id]

    def _message(self, chat: int, message: int) -> Json:
        return self.world.messages[chat, message]

    def do_user(self, first_name: str, last_name: str | None = None, **facts: Any) -> Json:
        return self.places.user(first_name, last_name, **facts).json()

    def do_group(self, title: str, members: list[int] | None = None, **facts: Any) -> Json:
        return self.places.group(title, [self._user(one) for one in members or []], **facts).json()

    def do_channel(self, title: str, **facts: Any) -> Json:
        return self.places.channel(title, **facts).json()

    def do_topic(self, chat: int, name: str) -> int:
        return self.places.topic(self._chat(chat), name).id

    def do_say(
        self,
        text: str,
        user: int,
        chat: int | None = None,
        topic: int | None = None,
        reply_to: int | None = None,
        forwarded_from: int | None = None,
        **how: Any,
    ) -> Json:
        place = self._chat(chat) if chat is not None else self.places.private(self._user(user))
        return self.people.say(
            text,
            self._user(user),
            place,
            topic=place.topics[topic] if topic else None,
            reply_to=self._message(place.id, reply_to) if reply_to else None,
            forwarded_from=self._user(forwarded_from) if forwarded_from else None,
            **how,
        )

    def do_start(self, user: int, payload: str = "") -> Json:
        return self.people.start(self._user(user), payload)

    def do_edit(self, chat: int, message: int, text: str) -> Json:
        return self.people.edit(self._message(chat, message), text)

    def do_delete(self, chat: int, message: int) -> None:
        self.people.delete(self._message(chat, message))

    def do_press(self, message: Json, what: str, user: int, forged: bool = False) -> Json:
        pressed = self.people.press(message, what, self._user(user), forged=forged)
        return {"id": pressed.id, "update_id": pressed.update_id, "query": pressed.query}

    def do_post(self, channel: int, text: str) -> Json:
        return self.people.post(self._chat(channel), text)

    def do_raw(self, kind: str, body: Json) -> int | None:
        return self.people.raw(kind, body)

    def do_join(self, chat: int, user: int) -> Json:
        return self.membership.join(self._chat(chat), self._user(user))

    def do_leave(self, chat: int, user: int) -> Json:
        return self.membership.leave(self._chat(chat), self._user(user))

    def do_add_bot(self, chat: int, admin: bool = False) -> None:
        self.membership.add_bot(self._chat(chat), admin=admin)

    def do_kick_bot(self, chat: int) -> None:
        self.membership.kick_bot(self._chat(chat))

    def do_promote_bot(self, chat: int) -> None:
        self.membership.promote_bot(self._chat(chat))

    def do_demote_bot(self, chat: int) -> None:
        self.membership.demote_bot(self._chat(chat))

    def do_block(self, user: int) -> None:
        self.membership.block(self._user(user))

    def do_unblock(self, user: int) -> None:
        self.membership.unblock(self._user(user))

    def do_migrate(self, chat: int, first: str = "to", announce: bool = True) -> Json:
        return self.membership.migrate(self._chat(chat), first=first, announce=announce).json()

    def do_redeliver(self, update_id: int | None = None) -> None:
        """Hands out again the update of that id, or the last one that was caused."""
        self.telegram.redeliver(update_id or self.people.last_update_id or 0)

    def do_pending(self) -> list[int]:
        return self.world.updates.pending()

    def do_fault(self, **facts: Any) -> int:
        if unknown := facts.keys() - FAULT_FACTS:
            raise ValueError(f"a fault has no {sorted(unknown)}")
        return self.telegram.faults.add(Fault(**facts)).id

    def do_release(self, fault: int, drop: bool = False) -> None:
        self.telegram.faults.by_id(fault).release(drop=drop)

    def do_clear_faults(self) -> None:
        self.telegram.faults.clear()

    async def do_reached(self, fault: int, timeout: float = 5) -> bool:
        reached = self.telegram.faults.by_id(fault).reached
        return await self.telegram.until(reached.is_set, timeout)

    async def do_wait(self, method: str, count: int = 1, state: str = "answered", timeout: float = 5) -> list[Json]:
        """The calls of a method once there are `count` that arrived, were executed or were answered."""
        log = self.world.polls if method == "getUpdates" else self.world.calls
        fits = STATES[state]

        def enough() -> list[Json]:
            found = [call.json() for call in log if call.method == method and fits(call)]
            return found if len(found) >= count else []

        return await self.telegram.until(enough, timeout)

    async def do_answer_to(self, message: Json, timeout: float = 5) -> Json:
        return await self.telegram.answer_to(message, timeout)

    def do_calls(self, method: str | None = None) -> list[Json]:
        return [call.json() for call in self.world.calls if method in (None, call.method)]

    def do_refusals(self) -> list[Json]:
        return [call.json() for call in self.telegram.refusals()]

    def do_sent(self, chat: int) -> list[Json]:
        return self.telegram.sent(chat)

    def do_message(self, chat: int, message: int) -> Json:
        return self._message(chat, message)

    def do_transcript(self) -> str:
        return self.telegram.transcript()

    def do_clock(self, at: float | None = None) -> None:
        """Stands still at `at` (UTC seconds); without it real time again."""
        self.world.clock = time.time if at is None else lambda: at

    def do_flood(self, per_minute: int | None = None) -> None:
        self.world.flood.per_minute = per_minute

    def do_privacy(self, on: bool) -> None:
        self.world.privacy = on
