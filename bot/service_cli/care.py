"""`pinka setup` asks for settings; `pinka doctor` says what is wrong and what to do."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from sqlmodel import Session

from bot.service_cli import opening
from bot.service_cli.saying import CONFIG, stop_with
from bot.service_cli.serve import TELEGRAM, bot_settings
from bot.settings import MACHINE, PROXIES, SAFE_URL, Settings, settings_file
from bot.telegram.api import Api
from bot.telegram.check import check
from bot.telegram.redact import Redactor
from bot.usage.services import doors
from storage.database import Database, SchemaMismatch
from storage.queries import people, pools

TOKEN = re.compile(r"\d{5,}:[A-Za-z0-9_-]{20,}")


def setup(
    file: Annotated[Path | None, typer.Option(help="写到哪 · where to write")] = None,
) -> None:
    """Ask for the token, the proxy and the database, and write pinka.toml (only you can read it)."""
    path = file or settings_file()
    if path.exists() and not typer.confirm(f"{path} 已存在，覆盖吗？ · exists, overwrite?", default=False):
        raise typer.Exit(1)
    token = _ask("Telegram 口令（@BotFather 给的） · token", "", lambda text: bool(TOKEN.fullmatch(text)))
    proxy = _ask(
        "代理，没有就回车 · proxy, e.g. socks5://127.0.0.1:7890",
        "",
        lambda text: not text or text.startswith(PROXIES),
    )
    db = _ask(
        "数据库 · database",
        "sqlite:///pinka.db",
        lambda text: text.startswith(("sqlite:///", "postgresql://")),
    )
    lines = [f'telegram_token = "{token}"', f'db = "{db}"']
    if proxy:
        lines.append(f'telegram_proxy = "{proxy}"')
    lines += _agents()
    path.touch(mode=0o600)
    path.chmod(0o600)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"写好了 {path}。启动：pinka run\nWrote {path}. Start: pinka run")


def _agents() -> list[str]:
    """Which of the three ways the agent on the GPU machine finds the bot."""
    print(
        "GPU 机器怎么连到机器人 · how the GPU machine reaches the bot:\n"
        "  1  机器人在实验室电脑上，由它开 SSH 隧道 · the bot is on a lab PC and keeps an SSH tunnel\n"
        "  2  机器人就在 GPU 机器上 · the bot is on the GPU machine itself\n"
        "  3  机器人在公网服务器上 · the bot is on a public server\n"
        "  0  以后再说 · later"
    )
    way = _ask("1, 2, 3, 0", "0", lambda text: text in ("0", "1", "2", "3"))
    if way == "1":
        machine = _ask("用户@机器:端口 · user@host:port", "", lambda text: bool(MACHINE.fullmatch(text)))
        return [f'tunnel = "{machine}"']
    if way == "2":
        return ['listen = "127.0.0.1:8765"']
    if way == "3":
        url = _ask("外面看到的地址 · https://…", "", lambda text: bool(SAFE_URL.fullmatch(text)))
        return ['listen = "127.0.0.1:8765"', f'public_url = "{url}"']
    return []


def _ask(question: str, default: str, good: Callable[[str], bool]) -> str:
    while True:
        answer = str(typer.prompt(question, default=default, show_default=bool(default))).strip()
        if good(answer) and '"' not in answer:
            return answer
        print("看着不对，再来一次。 · That does not look right; once more.")


def doctor(
    chat: Annotated[
        bool, typer.Option("--chat", help="在管理员私聊里真发一遍 · try everything in the owner's chat")
    ] = False,
    db: Annotated[str | None, typer.Option(help="数据库 · the database")] = None,
) -> None:
    """Say what is wrong and what to do. Exit code 1 when something is. Makes nothing and changes nothing."""
    given = opening.settings(db=db)
    database = _as_it_stands(given.db)
    try:
        if database is not None:
            print(f"数据库 · database: 好 · fine ({database.dialect})")
            print(_door(database))
        if given.telegram_token is None:
            stop_with("没有 Telegram 口令：运行 pinka setup。", "No Telegram token: run pinka setup.", CONFIG)
        Redactor(bot_settings(given)).install()
        problems = asyncio.run(_chat(given, database) if chat else _reach(given))
    finally:
        if database is not None:
            database.close_now()
    for problem in problems:
        print(f"✗ {problem}")
    if problems:
        raise typer.Exit(1)
    print("全都正常 · all well")


def _as_it_stands(url: str) -> Database | None:
    """The open database; where none is yet, or one of another version, that is said. Looking makes and changes none."""
    file = url.removeprefix("sqlite:///")
    if file != url and not Path(file).exists():
        print(f"数据库 · database: 还没有，pinka run 会建 · not made yet, pinka run makes it ({Path(file).absolute()})")
        return None
    try:
        return opening.database(url, migrate=False)
    except SchemaMismatch as error:
        print(
            "数据库 · database: 版本不同，pinka run 会升级，除非是更新的 pinka 写的 · "
            f"of another version; pinka run brings it up, unless a newer Pinka wrote it ({error})"
        )
        return None


def _door(database: Database) -> str:
    """Where agents come in, and how the tunnel stands, as the service that runs wrote it down last."""
    door, tunnel = database.read_now(doors.door), database.read_now(doors.tunnel)
    if door is None:
        return "采集程序 · agents: 没开门，设 PINKA_TUNNEL 或 PINKA_LISTEN · none are let in, set one of these"
    said = f"采集程序 · agents: {door.url}"
    if tunnel is None:
        return said
    why = f"：{tunnel['why']}" if tunnel["why"] else ""
    return f"{said}，隧道 · tunnel: {'通 · up' if tunnel['state'] == 'up' else '断 · down'}{why}"


async def _reach(given: Settings) -> list[str]:
    """Whether Telegram answers and knows the token."""
    settings = bot_settings(given)
    api = Api(settings)
    try:
        me = await api.me()
    except Exception as error:
        said = Redactor(settings).scrub(f"{type(error).__name__}: {error}")
        return [f"Telegram 没有应答，看看代理和口令 · no answer from Telegram, check proxy and token: {said}"]
    finally:
        await api.close()
    hears = "" if me.can_read_all else "（群里要设为管理员才听得到普通消息 · hears plain words only as administrator）"
    print(f"Telegram: @{me.username} {hears}")
    return []


async def _chat(given: Settings, database: Database | None) -> list[str]:
    """Try a live bot in its first owner's private chat."""
    owner = await database.read(_owner_chat) if database is not None else None
    if owner is None:
        return [
            "没有私聊过机器人的管理员：先私聊它发 /start · no owner has a private chat with the bot: send it /start"
        ]
    found = await check(bot_settings(given), owner, told=lambda step: print(f"… {step}"))
    return [f"{one.step}: 应为 · expected {one.expected}，实为 · got {one.got}" for one in found]


def _owner_chat(session: Session) -> str | None:
    owner = pools.first_owner(session)
    return people.private_key(session, owner, TELEGRAM) if owner is not None else None
