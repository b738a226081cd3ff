"""The command `pinka`: who answers which word. Standard library only, so it starts on a bare GPU machine.

The agent's words go to bot.agent, everything else to bot.service_cli, whose libraries may not be installed.
"""

import importlib.util
import io
import sys
from collections.abc import Sequence

from bot import __version__

AGENT_WORDS = frozenset({"agent", "job", "say", "my", "status"})
HELP_WORDS = frozenset({"-h", "--help", "help"})
# The import names that an extra brings. What is missing under another name is our fault, not the install's.
EXTRA_OF_MODULE = {
    "telegram": "bot",
    "aiolimiter": "bot",
    "httpx": "bot",
    "sqlmodel": "bot",
    "sqlalchemy": "bot",
    "alembic": "bot",
    "pydantic": "bot",
    "pydantic_settings": "bot",
    "typer": "bot",
    "rich": "bot",
    "structlog": "bot",
    "msgspec": "bot",
    "tzdata": "bot",
    "prometheus_client": "bot",
    "psycopg": "postgres",
}
OVERVIEW = """\
拼卡 Pinka {version}：谁在用哪张卡，群里一问就知道 / who has which card, asked in the group chat

GPU 机器上 / on the GPU machine:
  pinka agent sample [--json]   看一眼本机的显卡 / one look at this machine's cards
  pinka agent enrol URL CODE    用群里的口令接入 / come in with the code from the chat
  pinka agent start | status    在后台运行；通不通 / run in the background; what works and what does not
  pinka job run -- CMD          在订的卡上跑，跑完群里说 / run on your booked cards; the chat hears how it ended
  pinka say TEXT | my | status  连不上 Telegram 时在这里说 / the chat's commands from here, with a code from /code
"""
SERVICE_MISSING = """\
机器人、终端聊天、演示要另装 / the bot, the terminal chat and the demo are one install away:
  pip install 'pinka[bot]'
"""
MISSING_EXTRA = """\
pinka: 缺少 {module}，请先运行：pip install 'pinka[{extra}]'
pinka: {module} is missing; run this first: pip install 'pinka[{extra}]'"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Hand the words to whoever answers them; returns the exit code (2: not to be had here)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _never_fail_on_a_character()
    first = words[0] if words else "--help"
    if first in ("--version", "-V"):
        print(f"pinka {__version__}")
        return 0
    if first in AGENT_WORDS:
        from bot.agent.cli import main as agent

        return agent(words)
    try:
        return _overview() if first in HELP_WORDS else _service(words)
    except ModuleNotFoundError as error:
        module = missing_module_of_an_extra(error)
        if module is None:
            raise
        print(MISSING_EXTRA.format(module=module, extra=EXTRA_OF_MODULE[module]), file=sys.stderr)
        return 2


def missing_module_of_an_extra(error: ModuleNotFoundError) -> str | None:
    """The top-level name that an extra would bring, or None when installing one would not help."""
    module = (error.name or "").partition(".")[0]
    if module not in EXTRA_OF_MODULE or importlib.util.find_spec(module) is not None:
        return None
    return module


def _service(words: list[str]) -> int:
    from bot.service_cli import run

    run(words)
    return 0


def _overview() -> int:
    print(OVERVIEW.format(version=__version__))
    if importlib.util.find_spec("typer") is None:
        print(SERVICE_MISSING)
        return 0
    return _service(["--help"])


def _never_fail_on_a_character() -> None:
    """A terminal that cannot show Chinese gets a question mark instead of a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
