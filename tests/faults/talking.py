"""A conversation with one run of `pinka chat --jsonl`, line by line, as another program would have it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from tests.faults.commands import Command, Json
from tests.faults.services import Nursery

IDS = count()


@dataclass
class Talk:
    """`said`: all that it printed, without what closes an answer."""

    command: Command
    stdin: TextIO
    said: list[Json] = field(default_factory=list)

    @classmethod
    def begin(cls, nursery: Nursery, folder: Path, url: str, **deadly: Any) -> Talk:
        """Start it. `deadly`: at which commit it kills itself (see `tests.faults.nursery`)."""
        number = next(IDS)
        pipe, out, told = (folder / f"talk{number}.{name}" for name in ("stdin", "stdout", "stderr"))
        os.mkfifo(pipe)
        streams = {"stdin": str(pipe), "stdout": str(out), "stderr": str(told)}
        words = ["chat", "--jsonl", "--db", url, "--pool", "8xA100-80G"]
        pid = nursery.start(pinka=words, cwd=str(folder), env={}, **streams, **deadly)
        return cls(Command(nursery, pid, out, told), pipe.open("w"))

    def write(self, **line: Any) -> None:
        """A line that nobody waits for."""
        self.stdin.write(json.dumps(line) + "\n")
        self.stdin.flush()

    def tell(self, **line: Any) -> list[Json]:
        """A line; everything that was printed for it, the answer last."""
        before, key = len(self.said), line.setdefault("id", f"t{next(IDS)}")
        self.write(**line)
        self.command.until(f'{{"done": "{key}"}}')
        self.said = [one for one in self.command.lines if "done" not in one]
        return self.said[before:]

    def say(self, text: str, who: str = "alice", at: str | None = None) -> Json:
        """Said in the group; the answer."""
        line = {"chat": "lab", "from": who, "text": text, **({} if at is None else {"at": at})}
        return next(one for one in self.tell(**line) if one["reply_to"] is not None)

    def press(self, label: str, who: str = "alice") -> Json:
        """The button that was shown last with this label; the answer."""
        shown = [button for one in self.said for row in one["buttons"] for button in row]
        token = next(button["token"] for button in reversed(shown) if label in button["label"])
        return next(one for one in self.tell(chat="lab", press=token, **{"from": who}) if one["reply_to"] is not None)

    def at(self, moment: str) -> list[Json]:
        """Time passes; what is said by itself."""
        return self.tell(at=moment)

    def end(self) -> None:
        self.stdin.close()
        assert self.command.wait() == 0, self.command.told
