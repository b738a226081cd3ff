"""The house as a table: which room may import which. A breach fails here, with the import that makes it.

An import counts wherever it stands: in a function, under TYPE_CHECKING, by `import`, `from` or with dots.
"""

import ast
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# The rooms whose files are rules (rules*.py or rules/), facts.py, or services (everything else).
DOMAINS = frozenset({"people", "booking", "usage", "billing", "sizing", "day"})

# `storage.words` are the stored enums, `storage.database` is the handle through which units of work are run.
DOORS_OF_STORAGE = {"storage.words", "storage.database"}
DECISIONS = {"services", "facts", "rules"}
SHELL = {"queues", "chat", "language", "pictures", "wire", "settings", "clock", "errors"}
ADAPTER = {"commands"} | DECISIONS | SHELL | DOORS_OF_STORAGE
EVERYTHING = {"telegram", "console", "web", "storage"} | ADAPTER

# part of the house → the parts it may import (itself always).
MAY_IMPORT: dict[str, set[str]] = {
    "cli": {"agent", "service_cli"},
    "service_cli": {"app", "demo", "care"} | EVERYTHING,
    "demo": {"app", "agent"} | EVERYTHING,
    "care": {"app"} | EVERYTHING,
    "app": EVERYTHING,
    "telegram": ADAPTER,
    "console": ADAPTER,
    "web": ADAPTER,
    "commands": DECISIONS | {"chat", "queues", "language", "pictures", "errors"} | DOORS_OF_STORAGE,
    "services": {"facts", "rules", "queues", "chat", "wire", "errors", "storage"} | DOORS_OF_STORAGE,
    "facts": {"rules", "wire", "errors", "storage"} | DOORS_OF_STORAGE,
    "rules": {"errors", "storage.words"},
    "door": set(),
    "queues": {"chat", "clock", "errors", "storage"} | DOORS_OF_STORAGE,
    "chat": {"language", "clock", "errors"},
    "pictures": {"language", "errors"},
    "settings": {"errors"},
    "language": set(),
    "wire": set(),
    "clock": set(),
    "errors": set(),
    "agent": {"wire"},
    "storage": DOORS_OF_STORAGE,
    "storage.database": {"storage", "storage.words"},
    "storage.words": set(),
}

# part → the libraries beyond the standard one that it may import; a part not named here may import any.
LIBRARIES: dict[str, set[str]] = {
    "cli": set(),
    "agent": {"aiohttp", "pynvml", "prometheus_client"},
    "wire": set(),
    "rules": set(),
    "storage.words": set(),
    "clock": set(),
    "errors": set(),
}
# library → the only parts that may import it.
HOMES_OF_LIBRARIES: dict[str, set[str]] = {
    "telegram": {"telegram"},
    "pynvml": {"agent"},
    "typer": {"service_cli"},
    "openpyxl": set(),
    "beancount": set(),
}
CLOCK_READERS = {
    ("datetime", "now"),
    ("datetime", "utcnow"),
    ("datetime", "today"),
    ("date", "today"),
    ("time", "time"),
    ("time", "time_ns"),
    ("time", "monotonic"),
}

FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "manager", "managers", "common"}
LONGEST_FILE = 300
OURS = ("bot", "storage")
NOT_SOURCE = {"__pycache__", "build", "dist", "node_modules"}
# Written so that this file does not contain what it looks for.
LEAKS = re.compile(
    r"(?<![\w.])/wor[k]/|/op[t]/(pypi|wheels)|files\.pythonhoste[d]|https?://\S*(pyp[i]|/simpl[e]\b|npmj[s])|"
    r"--(extra-)?index-ur[l]|--find-link[s]"
)


@dataclass(frozen=True, slots=True)
class Breach:
    """One import, or one call, that the table does not allow."""

    module: str
    line: int
    what: str


def part_of(module: str) -> str | None:
    """The part of the house that a dotted name lies in; None for a room that the table does not know."""
    top, _, rest = module.partition(".")
    if top == "storage":
        door = ".".join(module.split(".")[:2])
        return door if door in DOORS_OF_STORAGE else "storage"
    room, *inner = rest.split(".")
    if room not in DOMAINS:
        return room if room in MAY_IMPORT and room not in DECISIONS else None
    if not inner:
        return "door"
    if inner[0].startswith("rules"):
        return "rules"
    return "facts" if inner[0] == "facts" else "services"


def imports(module: str, tree: ast.Module, is_package: bool) -> Iterator[tuple[int, str]]:
    """Each import as (line, full dotted name of what is imported)."""
    here = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*above, node.module] if node.module else above)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def breaches(module: str, source: str, is_package: bool = False) -> list[Breach]:
    """What in this module goes against the table."""
    tree = ast.parse(source)
    if module == "bot":
        return [Breach(module, line, f"imports {name}") for line, name in imports(module, tree, True)]
    part = part_of(module)
    if part is None:
        return [Breach(module, 0, "is a room that the house does not have")]
    found = [
        Breach(module, line, f"{part} imports {name}")
        for line, name in imports(module, tree, is_package)
        if not may_import(part, module, name)
    ]
    return found + (list(clock_readings(module, tree)) if part == "rules" else [])


def may_import(part: str, module: str, name: str) -> bool:
    """Whether a module of this part may import this dotted name."""
    top = name.split(".")[0]
    if top not in OURS:
        homes = HOMES_OF_LIBRARIES.get(top)
        at_home = homes is None or part in homes
        return top in sys.stdlib_module_names or (top in LIBRARIES.get(part, {top}) and at_home)
    if top == "bot" and module.startswith("storage"):
        return False
    if name in ("bot", "bot.__version__"):
        return True
    if part == "door" and name.split(".")[:2] == module.split(".")[:2]:
        return False
    target = part_of(name)
    return target is not None and (target == part or target in MAY_IMPORT[part])


def clock_readings(module: str, tree: ast.Module) -> Iterator[Breach]:
    """Where a rule asks what time it is instead of being told."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner = ast.unparse(node.func.value).rpartition(".")[2]
        if (owner, node.func.attr) in CLOCK_READERS:
            yield Breach(module, node.lineno, f"reads the clock by {owner}.{node.func.attr}()")


def source_files() -> list[Path]:
    return sorted(file for top in OURS for file in (ROOT / top).rglob("*.py"))


def dotted(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Every text file of the repository that is not made by a tool, as (path, text)."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in folders
            if name not in NOT_SOURCE
            and not name.endswith(".egg-info")
            and (name == ".ci" or not name.startswith("."))
            and not (folder == str(ROOT) and name == "shared")
        ]
        for name in files:
            file = Path(folder, name)
            try:
                yield str(file.relative_to(ROOT)), file.read_text("utf-8")
            except UnicodeDecodeError:
                continue


@pytest.mark.parametrize("file", source_files(), ids=dotted)
def test_no_import_goes_against_the_house(file: Path) -> None:
    found = breaches(dotted(file), file.read_text("utf-8"), file.name == "__init__.py")

    assert not found, "\n".join(f"{file}:{each.line}: {each.what}" for each in found)


@pytest.mark.parametrize("file", source_files(), ids=dotted)
def test_every_module_says_what_it_is_for(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text("utf-8")))


# A migration is a frozen list of statements, as long as the schema is.
IDEAS = [file for file in source_files() if ROOT / "storage/migrations/versions" not in file.parents]


@pytest.mark.parametrize("file", IDEAS, ids=dotted)
def test_no_file_is_too_long_to_be_one_idea(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= LONGEST_FILE


def test_no_module_hides_behind_a_name_that_says_nothing() -> None:
    everywhere = [*source_files(), *(ROOT / "tests").rglob("*.py")]
    nothing = [file for file in everywhere if FORBIDDEN_NAMES & set(file.stem.lower().split("_"))]

    assert not nothing


def test_no_tracked_file_names_a_package_registry_or_a_path_of_one_machine() -> None:
    leaks = [
        f"{path}:{number}: {line.strip()}"
        for path, text in tracked_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if LEAKS.search(line)
    ]

    assert not leaks, "\n".join(leaks)


BREACHES = [
    ("bot.booking.rules", "from storage.tables import bookings"),
    ("bot.booking.rules_limits", "from bot.booking.facts import Facts"),
    ("bot.booking.rules.earliest", "from bot.clock import now"),
    ("bot.booking.rules", "from bot.chat import Reply"),
    ("bot.booking.rules", "import sqlmodel"),
    ("bot.booking.rules", "def f():\n    import telegram"),
    ("bot.booking.rules", "from datetime import datetime\nx = datetime.now()"),
    ("bot.booking.rules", "import datetime\nx = datetime.datetime.utcnow()"),
    ("bot.booking.rules", "import time\nx = time.time()"),
    ("bot.booking.rules", "from .book import book"),
    ("bot.booking.facts", "from bot.booking.book import book"),
    ("bot.booking.book", "from bot.commands.book import Book"),
    ("bot.booking.book", "from bot.telegram.render import html"),
    ("bot.booking", "from bot.booking.book import book"),
    ("bot.commands.book", "from storage.tables.bookings import Booking"),
    ("bot.commands.book", "from bot.console import render"),
    ("bot.telegram.inbound", "from storage.queries import inbox"),
    ("bot.telegram.inbound", "from bot import console"),
    ("bot.telegram.inbound", "from bot.app import build"),
    ("bot.console.run", "from telegram import Update"),
    ("bot.queues.inbox", "from bot.commands import registry"),
    ("bot.queues.inbox", "from bot.booking.book import book"),
    ("bot.chat.registry", "from storage.words import Role"),
    ("bot.chat.registry", "from bot.queues import outbox"),
    ("bot.language.reading.counts", "from bot.errors import Refusal"),
    ("bot.errors", "import bot.language"),
    ("bot.agent.cards", "from bot.language import texts"),
    ("bot.agent.cards", "from bot.errors import Refusal"),
    ("bot.agent.cards", "import pydantic"),
    ("bot.queues.jobs", "import pynvml"),
    ("bot.cli", "import typer"),
    ("bot.cli", "def f():\n    from bot.app import build"),
    ("bot.app", "from bot.service_cli import application"),
    ("bot", "from bot.agent import cli"),
    ("bot.weather.rain", "x = 1"),
    ("storage.tables.bookings", "from bot.clock import now"),
    ("storage.database", "import bot"),
    ("storage.words", "import sqlmodel"),
    ("storage.words", "from storage.tables import bookings"),
]


@pytest.mark.parametrize(("module", "source"), BREACHES)
def test_the_table_sees_a_breach(module: str, source: str) -> None:
    assert len(breaches(module, source)) == 1


SOUND = [
    ("bot.booking.rules_limits", "from storage.words import Role\nfrom bot.errors import Refusal"),
    ("bot.booking.rules", "import heapq\nfrom bot.booking.rules_limits import Limits"),
    ("bot.booking.rules", "from datetime import datetime\nx = datetime.fromtimestamp(0)"),
    ("bot.booking.facts", "from storage.queries import bookings\nfrom bot.booking.rules import Window"),
    (
        "bot.booking.book",
        "from bot.people.facts import Who\nfrom storage.tables import Booking",
    ),
    ("bot.booking.book", "from .facts import load"),
    ("bot.commands.book", "from bot.booking.book import book\nfrom bot.chat import Reply"),
    ("bot.telegram.inbound", "from telegram import Update\nfrom bot.queues import inbox"),
    ("bot.telegram.inbound", "from storage.database import Database"),
    ("bot.cli", "import sys\ndef f():\n    from bot.service_cli import run"),
    ("bot.agent.host", "from bot import __version__\nfrom bot.wire.sample import Sample\nimport pynvml"),
    ("bot.service_cli.serve", "import typer\nfrom bot.app import build\nfrom bot.care import doctor"),
    ("storage.database", "from storage.guards import install\nimport sqlalchemy"),
]


@pytest.mark.parametrize(("module", "source"), SOUND)
def test_the_table_lets_a_sound_import_through(module: str, source: str) -> None:
    assert breaches(module, source) == []


def test_the_leak_search_sees_what_it_looks_for() -> None:
    machine, registry, option = "/" + "work/main", "https://" + "pypi.org/simple", "--index" + "-url x"

    assert all(LEAKS.search(text) for text in (machine, registry, option))
    assert not LEAKS.search("https://example.org/work/of/art and network/work/")
