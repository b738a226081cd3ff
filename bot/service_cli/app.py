"""The Typer application. Each subcommand's module is imported only when it is the one that was asked for: `pinka size`
does not wait for the Telegram library."""

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
        module = import_module(f"bot.service_cli.{COMMANDS[name]}")
        app.command(name)(getattr(module, name))
    app.callback()(_group)
    return app


def _group() -> None:
    """Without this, Typer takes a lone subcommand for the whole program."""


def run(words: list[str]) -> None:
    """Run the words of a command line after `pinka`; ends by SystemExit."""
    application(words[0] if words else None)(args=words, prog_name="pinka")
