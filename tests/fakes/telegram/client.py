"""Drives a fake Telegram that runs as a process of its own. Standard library, synchronous, no proxies."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]
PATIENCE = 5.0
REPOSITORY = Path(__file__).parents[3]


class ControlError(Exception):
    """The server refused a verb: an unknown id, a button that is not there, a wrong argument."""


class Control:
    """`url` is what the process prints. Chats, users and faults are given by id, messages as received."""

    def __init__(self, url: str) -> None:
        self.url = url
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80

    @classmethod
    @contextmanager
    def launch(cls, *options: str) -> Iterator[Control]:
        """Starts `python -m tests.fakes.telegram` and ends it afterwards."""
        command = [sys.executable, "-m", "tests.fakes.telegram", "--port", "0", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as process:
            try:
                assert process.stdout is not None
                yield cls(json.loads(process.stdout.readline())["url"])
            finally:
                process.terminate()

    @property
    def base_url(self) -> str:
        return f"{self.url}/bot"

    def ask(self, verb: str, *, patience: float = PATIENCE, **facts: Any) -> Any:
        """One verb of the control interface. Raises ControlError, or TimeoutError after waiting in vain."""
        connection = http.client.HTTPConnection(self._host, self._port, timeout=patience + 10)
        try:
            body = json.dumps(facts).encode()
            connection.request("POST", f"/control/{verb}", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer = json.loads(response.read())
        finally:
            connection.close()
        if response.status == 408:
            raise TimeoutError(f"{verb} {facts}: nothing within {patience} s\n{self.transcript()}")
        if "error" in answer:
            raise ControlError(f"{verb}: {answer['error']}")
        return answer["result"]

    def user(self, first_name: str, last_name: str | None = None, **facts: Any) -> int:
        """A new person's id. Facts: username, language, is_bot, started."""
        return int(self.ask("user", first_name=first_name, last_name=last_name, **facts)["id"])

    def group(self, title: str, members: list[int], **facts: Any) -> int:
        """A new group's id; the first member owns it. Facts: kind, forum, bot, username."""
        return int(self.ask("group", title=title, members=members, **facts)["id"])

    def topic(self, chat: int, name: str) -> int:
        return int(self.ask("topic", chat=chat, name=name))

    def say(self, text: str, user: int, chat: int | None = None, **how: Any) -> Json:
        """How: topic, reply_to (a message id), anonymous, photo, forwarded_from. Returns the message."""
        message: Json = self.ask("say", text=text, user=user, chat=chat, **how)
        return message

    def press(self, message: Json, what: str, user: int, *, forged: bool = False) -> Json:
        pressed: Json = self.ask("press", message=message, what=what, user=user, forged=forged)
        return pressed

    def edit(self, message: Json, text: str) -> Json:
        changed: Json = self.ask("edit", chat=message["chat"]["id"], message=message["message_id"], text=text)
        return changed

    def migrate(self, chat: int, **how: Any) -> int:
        return int(self.ask("migrate", chat=chat, **how)["id"])

    def redeliver(self, update_id: int | None = None) -> None:
        self.ask("redeliver", update_id=update_id)

    def fault(self, method: str, action: str, **facts: Any) -> int:
        """Actions fail, hang, close, garbage; facts as in Fault (moment, nth, times, …). Returns its id."""
        return int(self.ask("fault", method=method, action=action, **facts))

    def wait_for_fault(self, fault: int, timeout: float = PATIENCE) -> None:
        """Returns as soon as the bot's call has run into this fault, e.g. hangs there."""
        self.ask("reached", fault=fault, timeout=timeout, patience=timeout)

    def release(self, fault: int, *, drop: bool = False) -> None:
        self.ask("release", fault=fault, drop=drop)

    def wait_for(
        self, method: str, count: int = 1, *, state: str = "answered", timeout: float = PATIENCE
    ) -> list[Json]:
        """The calls of a method once `count` of them have arrived, executed or answered (`state`)."""
        calls: list[Json] = self.ask("wait", method=method, count=count, state=state, timeout=timeout, patience=timeout)
        return calls

    def answer_to(self, message: Json, timeout: float = PATIENCE) -> Json:
        answer: Json = self.ask("answer_to", message=message, timeout=timeout, patience=timeout)
        return answer

    def calls(self, method: str | None = None) -> list[Json]:
        found: list[Json] = self.ask("calls", method=method)
        return found

    def refusals(self) -> list[Json]:
        """The calls that Telegram's rules refused."""
        found: list[Json] = self.ask("refusals")
        return found

    def sent(self, chat: int) -> list[Json]:
        found: list[Json] = self.ask("sent", chat=chat)
        return found

    def message(self, message: Json) -> Json:
        """The message as it stands now."""
        found: Json = self.ask("message", chat=message["chat"]["id"], message=message["message_id"])
        return found

    def transcript(self) -> str:
        return str(self.ask("transcript"))
