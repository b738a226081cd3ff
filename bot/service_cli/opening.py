"""Open settings and the database for a command, or say clearly why not."""

from pathlib import Path
from typing import Any

from sqlalchemy.exc import ArgumentError

from bot.errors import Refusal
from bot.service_cli.saying import CONFIG, stop_with
from bot.settings import Settings, load
from storage.database import Busy, Database, GuardMissing, SchemaMismatch, StorageFailed, open_database


def settings(**given: Any) -> Settings:
    """The settings, or an exit that names each problem."""
    try:
        return load(**given)
    except Refusal as refusal:
        problems = "\n".join(f"  {problem}" for problem in refusal.facts["problems"])
        stop_with(f"设置有问题：\n{problems}", "The settings have problems (listed above).", CONFIG)


def database(url: str, *, migrate: bool = True) -> Database:
    """The open database, migrated and guarded, or an exit that says what is wrong.

    Raises SchemaMismatch where it must not `migrate`.
    """
    try:
        return open_database(url, migrate=migrate)
    except GuardMissing as error:
        stop_with(
            f"数据库缺少防重订的约束，不敢启动：{error}",
            f"The guard against double booking is missing: {error}",
            CONFIG,
        )
    except SchemaMismatch as error:
        if not migrate:
            raise
        stop_with(f"数据库版本对不上：{error}", f"The database does not match this version: {error}", CONFIG)
    except Busy:
        stop_with(
            "数据库被别的进程占着，稍后再试。",
            "Another process keeps the database locked; try again later.",
            1,
        )
    except (ValueError, ArgumentError) as error:
        stop_with(f"数据库地址不对：{error}", f"Not a database address: {error}", CONFIG)
    except (StorageFailed, OSError) as error:
        stop_with(f"数据库打不开（{Path.cwd()}）：{error}", f"The database cannot be opened: {error}", 1)
