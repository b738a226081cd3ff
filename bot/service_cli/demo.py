"""`pinka demo`: a simulated group in the terminal; at a keyboard one plays, otherwise a tour is shown."""

import asyncio
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

from bot.clock import SettableClock, machine_seconds
from bot.demo.paint import Paint
from bot.demo.play import Play, no_pause
from bot.demo.stage import Stage
from bot.demo.talk import BYE, Talk
from bot.demo.tour import BEGINS, NEXT, Tour
from bot.service_cli.saying import stop_with


def demo(
    tour: Annotated[bool, typer.Option("--tour", help="看一段四分钟的故事 · a story of four minutes")] = False,
    lang: Annotated[str, typer.Option(help="zh 或 en · zh or en")] = "zh",
) -> None:
    """Four students and a machine with 8 cards in the terminal: no token, no GPU, no network."""
    if lang not in ("zh", "en"):
        stop_with("--lang 只能是 zh 或 en。", "--lang is zh or en.")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    paint = Paint(Console(), lang)
    told = tour or not sys.stdin.isatty()
    began = BEGINS if told else machine_seconds() // 60 * 60
    with TemporaryDirectory(prefix="pinka-demo-", ignore_cleanup_errors=True) as folder, asyncio.Runner() as runner:
        stage = Stage(Path(folder), lang, SettableClock(began), paint.answered)
        play = Play(stage, paint, asyncio.sleep if told and sys.stdout.isatty() else no_pause)
        try:
            _tell(play, runner) if told else _talk(play, runner)
        except KeyboardInterrupt:
            told = False
            paint.blank()
        finally:
            runner.run(stage.close())
    paint.blank()
    paint.note((NEXT if told else BYE).to(lang))


def _tell(play: Play, runner: asyncio.Runner) -> None:
    runner.run(Tour(play).run())


def _talk(play: Play, runner: asyncio.Runner) -> None:
    """Reading blocks the loop on purpose: nothing happens here while nobody types, and Ctrl-C ends it at once."""
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` its line editing)
    talk = Talk(play, runner.run)
    talk.run(_typed(talk.prompt))


def _typed(prompt: Callable[[], str]) -> Iterator[str]:
    while True:
        try:
            yield input(prompt())
        except EOFError:
            print()
            return
