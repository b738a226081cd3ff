"""The demo in a test: a stage whose painting is collected, without pauses."""

import asyncio
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from bot.chat.message import Outgoing
from bot.clock import SettableClock
from bot.demo.paint import Paint
from bot.demo.play import Play
from bot.demo.stage import Stage
from bot.demo.talk import Talk
from bot.demo.tour import BEGINS
from storage.database import open_database

COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7])(?:;[0-9]+)*m")
TERMINAL = {"TERM": "xterm-256color"}


@dataclass(frozen=True, slots=True)
class Theatre:
    """A play and what stands on its screen."""

    play: Play
    screen: io.StringIO
    runner: asyncio.Runner

    @property
    def heard(self) -> list[Outgoing]:
        return self.play.stage.heard

    @property
    def codes(self) -> list[str]:
        return [message.code for message in self.heard]

    @property
    def shown(self) -> str:
        return self.screen.getvalue()

    def type(self, *lines: str) -> None:
        """What a person types at the demo, from the first line to the last."""
        Talk(self.play, self.runner.run).run(iter(lines))


@contextmanager
def theatre(
    folder: Path, language: str = "zh", environ: Mapping[str, str] | None = None, seed: int = 1
) -> Iterator[Theatre]:
    """A theatre over a store in `folder`; with `environ` its screen is a terminal of those variables."""
    (folder / "demo.db").write_bytes(_migrated())
    screen = io.StringIO()
    variables = dict(environ or {"TERM": "dumb"})
    console = Console(file=screen, width=80, force_terminal=environ is not None, _environ=variables)
    paint = Paint(console, language)
    with asyncio.Runner() as runner:
        stage = Stage(folder, language, SettableClock(BEGINS), paint.answered, seed)
        try:
            yield Theatre(Play(stage, paint), screen, runner)
        finally:
            runner.run(stage.close())


@cache
def _migrated() -> bytes:
    """An empty store as the demo would make it."""
    with TemporaryDirectory() as folder:
        open_database(f"sqlite:///{folder}/demo.db").close_now()
        return (Path(folder) / "demo.db").read_bytes()
