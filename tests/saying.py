"""`say("/book 2xA100 6h")`: one line to the bot, the reply back, over a real store and the real core.

The conversation goes through the same bridge as `pinka chat --jsonl`, so what a test reads is what programs read.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from bot.app import build
from bot.chat.codes import CODES
from bot.chat.message import Event, Incoming, Message, Person, Place
from bot.clock import SettableClock
from bot.console.founding import founding
from bot.console.jsonl import Bridge
from bot.console.lines import PLATFORM
from bot.language.writing import display_width
from bot.queues.desk import Us
from storage.database import Database

WEDNESDAY_EVENING = "2026-12-02T20:10:00+08:00"
MESSAGE_UNITS = 4096  # Telegram's limit, in UTF-16 units
IDS = count()  # of all labs together: an id that came before is answered from the store
WIDEST_FIRST_LINE = 60  # columns: thirty Chinese characters


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the bot, as programs see it."""

    fields: Mapping[str, Any]

    @property
    def code(self) -> str:
        return str(self.fields["code"])

    @property
    def data(self) -> dict[str, Any]:
        return dict(self.fields["data"])

    @property
    def text(self) -> str:
        return str(self.fields["text"])

    @property
    def to(self) -> str:
        return str(self.fields["to"])

    @property
    def asked(self) -> bool:
        return self.fields["reply_to"] is not None

    @property
    def labels(self) -> list[str]:
        return [button["label"] for row in self.fields["buttons"] for button in row]

    def token(self, label: str = "") -> str:
        """The token of the first button whose label contains `label`."""
        for row in self.fields["buttons"]:
            for button in row:
                if label in button["label"] and "token" in button:
                    return str(button["token"])
        raise AssertionError(f"no button {label!r} among {self.labels}")


def keeps_the_contract(said: Said) -> None:
    """What holds for every message: a known code with just the facts it declares, and words that fit a phone."""
    declared = CODES[said.code]
    assert declared.said, f"{said.code} is never said"
    facts = set(said.data)
    assert facts >= set(declared.facts), f"{said.code} lacks {set(declared.facts) - facts}"
    assert facts <= {*declared.facts, *declared.maybe}, f"{said.code} has undeclared {facts - set(declared.facts)}"
    assert said.text.strip(), f"{said.code} says nothing"
    assert len(said.text.encode("utf-16-le")) // 2 <= MESSAGE_UNITS
    first = said.text.split("\n")[0]
    assert display_width(first) <= WIDEST_FIRST_LINE, f"too long for a first line: {first}"


@dataclass
class Lab:
    """A group `lab` with a pool; everybody in it can speak, and so can strangers elsewhere."""

    bridge: Bridge
    runner: asyncio.Runner
    printed: list[str] = field(default_factory=list)
    ids: Iterator[int] = IDS

    def send(self, **line: Any) -> list[Said]:
        """One raw line; everything printed for it."""
        self.printed.clear()
        self.runner.run(self._one(json.dumps(line, ensure_ascii=False)))
        return self._said()

    def _said(self) -> list[Said]:
        lines = [json.loads(text) for text in self.printed]
        said = [Said(fields) for fields in lines if "done" not in fields]
        for one in said:
            keeps_the_contract(one)
        return said

    async def _one(self, raw: str) -> None:
        async def lines() -> Any:
            yield raw

        await self.bridge.run(lines())

    def deliver(
        self,
        text: str,
        who: str = "alice",
        *,
        chat: str | None = "lab",
        sent_at: int | None = None,
        anonymous: bool = False,
        addressed: bool = True,
        hears_all: bool = True,
        language: str | None = None,
    ) -> list[Said]:
        """As a platform that knows more than a line can say: old messages, anonymous administrators, mere talk."""
        place = Place(PLATFORM, chat or f"@{who}", chat is None, hears_all=hears_all)
        person = Person(who, who, language=language, anonymous=anonymous)
        key = f"{PLATFORM}:" + json.dumps([chat, who, f"d{next(self.ids)}"])
        sent = self.bridge.clock.now() if sent_at is None else sent_at
        self.printed.clear()
        self.runner.run(self._deliver(Incoming(key, place, person, text, sent, addressed=addressed)))
        return self._said()

    def happen(self, kind: str, *, chat: str = "lab", **facts: Any) -> list[Said]:
        """Something happens to a chat: `bot_added`, `bot_removed`, `bot_changed`."""
        place = Place(PLATFORM, chat, False)
        key = f"{PLATFORM}:event:{next(self.ids)}"
        self.printed.clear()
        self.runner.run(self._deliver(Event(key, place, kind, self.bridge.clock.now(), facts)))
        return self._said()

    async def _deliver(self, message: Message) -> None:
        house = self.bridge.house
        for row_id, _, stored in await house.inbox.receive([message]):
            for chat_id in dict.fromkeys(await house.inbox.handle(row_id, stored)):
                await house.outbox.drain(chat_id)

    def fire(self) -> list[Said]:
        """Fire the jobs that are due by the bot's clock, as a process does that was down until now."""
        self.printed.clear()
        self.runner.run(self._fire())
        return self._said()

    async def _fire(self) -> None:
        house = self.bridge.house
        for chat_id in dict.fromkeys(await house.jobs.fire_due(self.bridge.clock.now())):
            await house.outbox.drain(chat_id)

    def say(
        self,
        text: str,
        who: str = "alice",
        *,
        chat: str | None = "lab",
        name: str | None = None,
        id: str | None = None,
    ) -> Said:
        """Say it; the one answer. Unasked messages of the same moment are left out."""
        answers = [said for said in self.hear(text, who, chat=chat, name=name, id=id) if said.asked]
        assert len(answers) == 1, f"{text!r} got {len(answers)} answers: {[said.text for said in answers]}"
        return answers[0]

    def hear(
        self,
        text: str,
        who: str = "alice",
        *,
        chat: str | None = "lab",
        name: str | None = None,
        id: str | None = None,
    ) -> list[Said]:
        """Say it; all that the bot says then."""
        line: dict[str, Any] = {"id": id or f"s{next(self.ids)}", "from": who, "text": text}
        if chat is not None:
            line["chat"] = chat
        if name is not None:
            line["name"] = name
        return self.send(**line)

    def press(self, token: str, who: str = "alice", *, chat: str | None = "lab") -> Said:
        """Press a button; the one answer."""
        line: dict[str, Any] = {"id": f"p{next(self.ids)}", "from": who, "press": token}
        if chat is not None:
            line["chat"] = chat
        answers = [said for said in self.send(**line) if said.asked]
        assert len(answers) == 1, f"a press got {len(answers)} answers"
        return answers[0]

    def at(self, moment: str) -> list[Said]:
        """Let the time come; what the bot says by itself meanwhile. `moment` is ISO 8601, or `+90m`, `+2h`, `+3d`."""
        return self.send(at=moment if moment[0] != "+" else self.later(moment))

    def later(self, span: str) -> str:
        """The instant that is `+90m`, `+2h` or `+3d` from now on the bot's clock."""
        units = {"s": 1, "m": 60, "h": 3600, "d": 86400}
        seconds = int(span[1:-1]) * units[span[-1]]
        now = datetime.fromtimestamp(self.bridge.clock.now(), datetime.fromisoformat(WEDNESDAY_EVENING).tzinfo)
        return (now + timedelta(seconds=seconds)).isoformat()

    @property
    def database(self) -> Database:
        return self.bridge.house.database


@contextmanager
def laboratory(database: Database, pool: str | None = "8xA100-80G", at: str = WEDNESDAY_EVENING) -> Iterator[Lab]:
    """A lab over a store. With `pool`, the first speaker becomes owner and later ones join."""
    printed: list[str] = []
    clock = SettableClock()
    us = Us(f"{PLATFORM}:test", (PLATFORM,))
    bridge = Bridge.over(
        lambda adapter: build(database, clock, us, {PLATFORM: adapter}),
        clock,
        printed.append,
        founding(pool) if pool else None,
    )
    with asyncio.Runner() as runner:
        lab = Lab(bridge, runner, printed)
        lab.at(at)
        yield lab
