"""`pinka chat`: the same bot in the terminal, or as lines of JSON for programs."""

import asyncio
import os
from pathlib import Path
from typing import Annotated

import typer

from bot.app import build
from bot.clock import MachineClock, SettableClock
from bot.console.founding import Founding, founding
from bot.console.jsonl import Bridge
from bot.console.lines import PLATFORM
from bot.console.streams import print_line, standard_input
from bot.console.talk import Talk
from bot.language.reading import Unreadable
from bot.queues.desk import Us
from bot.queues.holders import this_process
from bot.service_cli import opening
from bot.service_cli.saying import stop_with

OWN_FILE = "sqlite:///pinka-chat.db"


def chat(
    jsonl: Annotated[bool, typer.Option("--jsonl", help="每行一个 JSON，进和出 · one JSON object a line")] = False,
    db: Annotated[str | None, typer.Option(help="数据库 · the database")] = None,
    pool: Annotated[str | None, typer.Option(help="没有组时建一个 · make a pool, e.g. 8xA100-80G")] = None,
    as_name: Annotated[str | None, typer.Option("--as", help="我是谁 · who speaks")] = None,
    lang: Annotated[str | None, typer.Option(help="zh 或 en · zh or en")] = None,
    files: Annotated[Path | None, typer.Option(help="图片和文件放哪 · where pictures and files lie")] = None,
) -> None:
    """The bot without any chat platform."""
    if lang not in (None, "zh", "en"):
        stop_with("--lang 只能是 zh 或 en。", "--lang is zh or en.")
    database = opening.database(_own_file(db))
    wish = _founding(pool, lang)
    if files is not None:
        _make(files)
    us = Us(f"{PLATFORM}:{this_process()}", (PLATFORM,))
    if jsonl:
        clock = SettableClock()
        bridge = Bridge.over(lambda adapter: build(database, clock, us, {PLATFORM: adapter}), clock, print_line, wish)
        bridge.files = files
        asyncio.run(_bridged(bridge))
        return
    name = as_name or os.environ.get("USER") or "me"
    talk = Talk.over(
        lambda adapter: build(database, MachineClock(), us, {PLATFORM: adapter}), name, lang, print_line, wish
    )
    asyncio.run(_talked(talk))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop_with(f"文件夹建不了：{error}", f"The folder cannot be made: {error}")


def _own_file(db: str | None) -> str:
    """A trial in the terminal must not sit in the file of the service: its own unless this call or PINKA_DB says
    otherwise. What the settings file says is the service's."""
    given = opening.settings(db=db)
    return given.db if db is not None or os.environ.get("PINKA_DB") else OWN_FILE


def _founding(pool: str | None, lang: str | None) -> Founding | None:
    if pool is None:
        return None
    try:
        return founding(pool, lang or "zh")
    except Unreadable as error:
        stop_with(f"卡池没看懂：{pool}（{error.code}）", f"Cannot read the pool {pool!r} ({error.code}).")


async def _bridged(bridge: Bridge) -> None:
    try:
        await bridge.run(standard_input())
    finally:
        await bridge.house.close()


async def _talked(talk: Talk) -> None:
    try:
        await talk.run(standard_input())
    finally:
        await talk.house.close()
