"""Makes the transcript of the README: `python -m tests.readme_transcript en` prints it; zh makes the Chinese one.

A run of real processes: our Telegram server and `pinka run` on a SQLite file, which is killed with SIGKILL on the way.
Three things are not left as they were: the clock of `pinka run` is set (tests/readme_clock), the random code of
`/setup` is written as one and the same, and the server's words for presses and edits are put into Chinese (`REWORDED`).
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.fakes.telegram.client import Control

ROOT = Path(__file__).resolve().parent.parent
PINKA = Path(sys.executable).with_name("pinka")
CLOCK = ROOT / "tests/readme_clock"
TOKEN = "7700000001:AAreadme_readme_readme_readme_readme"
WEDNESDAY_EVENING = 1_796_213_400
"""2026-12-02 20:10 in Shanghai."""
HALF_AN_HOUR = 1800
PATIENCE = 60.0

CODE = "7k2m-q9xd-4trc"
REWORDED = (
    (re.compile(r"^(.+) presses \[(.+)\] on (#\d+)$", re.MULTILINE), r"\1 按 \3 的 [\2]"),
    (re.compile(r"^(.+) edits (#\d+): ", re.MULTILINE), r"\1 把 \2 改成："),
)
SILENT = re.compile(r"^.+ answers the press\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Words:
    """What is said in one language."""

    client: str
    group: str
    li: str
    wang: str
    book: str
    more: str
    killed: str


WORDS = {
    "zh": Words(
        client="zh-hans",
        group="408 炼丹房",
        li="李想",
        wang="王芳",
        book="/book 2xA100 6h",
        more="/book 7 3h",
        killed="── kill -9；半小时后王芳发 /my；再次 pinka run ──",
    ),
    "en": Words(
        client="en",
        group="Room 408",
        li="Li",
        wang="Wang",
        book="/book 2xA100 6h",
        more="/book 7 3h",
        killed="── kill -9; half an hour later Wang sends /my; pinka run again ──",
    ),
}


def clean_environment() -> dict[str, str]:
    """Ours without settings of Pinka's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PINKA_")}


@contextmanager
def pinka_run(server: Control, database: Path, clock: int) -> Iterator["subprocess.Popen[str]"]:
    """`pinka run` as a process of its own, killed at the end. What it logged goes with whatever fails meanwhile."""
    env = clean_environment() | {
        "PINKA_TELEGRAM_TOKEN": TOKEN,
        "PINKA_TELEGRAM_BASE_URL": server.base_url,
        "PINKA_DB": f"sqlite:///{database}",
        "PYTHONPATH": str(CLOCK),
        "README_CLOCK": str(clock),
    }
    with (
        open(database.with_suffix(".log"), "a") as log,
        subprocess.Popen(
            [PINKA, "run"], stderr=log, env=env, cwd=database.parent, stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        try:
            yield process
        except Exception as problem:
            problem.add_note(database.with_suffix(".log").read_text("utf-8"))
            raise
        finally:
            process.kill()


def first_code(process: "subprocess.Popen[str]") -> str:
    """The code that `pinka run` shows on its screen."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"/setup (\S+)", line):
            return found[1]
    raise RuntimeError("pinka run ended without showing a code")


@dataclass(slots=True)
class Group:
    """The group on the server: people speak and press, and nobody goes on before the bot has said all it owes."""

    server: Control
    chat: int
    sent: int = 0
    edits: int = 0

    def say(self, text: str, user: int) -> dict[str, Any]:
        """Say it; the answer."""
        answer = self.server.answer_to(self.server.say(text, user, self.chat), PATIENCE)
        self._wait(sent=1)
        return answer

    def press(self, card: dict[str, Any], row: int, user: int, *, beside: int = 0) -> None:
        """Press the first button of a row; the card turns into the answer, and `beside` it come so many messages."""
        button = card["reply_markup"]["inline_keyboard"][row][0]
        self.server.press(card, button["callback_data"], user)
        self._wait(sent=beside, edits=1)

    def _wait(self, *, sent: int = 0, edits: int = 0) -> None:
        self.sent += sent
        self.edits += edits
        for method, count in (("sendMessage", self.sent), ("editMessageText", self.edits)):
            if count:
                self.server.wait_for(method, count, timeout=PATIENCE)


def transcript(language: str, folder: Path) -> str:
    """Play the story in one language and tell it."""
    words, database = WORDS[language], folder / f"{language}.db"
    with Control.launch("--token", TOKEN) as server:
        server.ask("clock", at=WEDNESDAY_EVENING)
        li, wang = (server.user(name, language=words.client) for name in (words.li, words.wang))
        group = Group(server, server.group(words.group, [li, wang]))
        with pinka_run(server, database, WEDNESDAY_EVENING) as process:
            code = first_code(process)
            group.say(f"/setup {code}", li)
            group.say("/pool 8xA100-80G", li)
            group.press(group.say("/join", wang), 0, li, beside=1)
            group.say(words.book, wang)
            group.press(group.say(words.more, li), -1, li)
        before = server.transcript()
        server.ask("clock", at=WEDNESDAY_EVENING + HALF_AN_HOUR)
        asked = server.say("/my", wang, group.chat)
        with pinka_run(server, database, WEDNESDAY_EVENING + HALF_AN_HOUR):
            server.answer_to(asked, PATIENCE)
            after = server.transcript().removeprefix(before)
    return tidy(f"{before}\n{words.killed}\n{after}", code, language)


def tidy(told: str, code: str, language: str) -> str:
    """The told story as the README shows it."""
    told = SILENT.sub("", told.replace(code, CODE))
    for pattern, words in REWORDED if language == "zh" else ():
        told = pattern.sub(words, told)
    return told


def main(languages: list[str]) -> None:
    with TemporaryDirectory() as folder:
        for language in languages:
            print(transcript(language, Path(folder)), end="")


if __name__ == "__main__":
    main(sys.argv[1:] or list(WORDS))
