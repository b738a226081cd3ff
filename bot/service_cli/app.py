"""The Typer application. Each subcommand's module is imported only when it is the one that was asked for: `pinka size`
does not wait for the Telegram library."""

import inspect
import re
from collections.abc import Iterable
from importlib import import_module

import typer

COMMANDS: dict[str, str] = {
    "demo": "demo",
    "run": "serve",
    "setup": "care",
    "doctor": "care",
    "chat": "chat",
    "parse": "tools",
    "size": "size",
    "split": "billing",
    "settle": "billing",
}
"""The module of `bot.service_cli` in which each subcommand stands, under its own name."""

IN_CHINESE: dict[str, str] = {
    "demo": "终端里看一看：四个同学，8 张模拟的卡，不要口令，不要显卡，不联网。",
    "run": "在 Telegram 里听着，到点的事按时办，直到停下。",
    "setup": "问口令、代理和数据库，写成 pinka.toml（只有你能读）。",
    "doctor": "看哪里不对、怎么办；有不对的，退出码是 1。什么都不建，什么都不改。",
    "chat": "不用聊天软件，在终端里和机器人说话；--jsonl 给程序用。",
    "parse": "看一句话怎么读，不真的订。",
    "size": "放不放得下、要几张、跑多久、多少钱：不用进群就能问。",
    "split": "一个月的账单：每人多少，精确到分，谁转给谁。",
    "settle": "给出余额，用最少的转账结清。",
}
"""What each does, said first; the docstring says it in English."""


def application(wanted: str | None = None) -> typer.Typer:
    """The application with this subcommand only; with all of them when it is none."""
    app = typer.Typer(
        name="pinka",
        help="拼卡：一群人合租一台机器，在群里订卡。 Pinka: share a rented GPU machine from your group chat.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    names: Iterable[str] = [wanted] if wanted in COMMANDS and wanted is not None else COMMANDS
    for name in names:
        does = getattr(import_module(f"bot.service_cli.{COMMANDS[name]}"), name)
        english = inspect.getdoc(does) or ""
        shortly = english.partition("\n\n")[0].replace("\n", " ")
        app.command(name, help=f"{IN_CHINESE[name]}\n\n{english}", short_help=f"{IN_CHINESE[name]}\n{shortly}")(does)
    app.callback()(_group)
    return app


def _group() -> None:
    """Without this, Typer takes a lone subcommand for the whole program."""


def run(words: list[str]) -> None:
    """Run the words of a command line after `pinka`; ends by SystemExit."""
    application(words[0] if words else None)(args=_said(words), prog_name="pinka")


def _said(words: list[str]) -> list[str]:
    """`pinka size "-7B …"`: no option begins with a digit, so that word is what is asked."""
    asked = [word for word in words if re.match(r"-\d", word)]
    if words[:1] != ["size"] or not asked or "--" in words:
        return words
    return [*(word for word in words if word not in asked), "--", *asked]
