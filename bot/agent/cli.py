"""`pinka agent …`, for the GPU machine itself. Needs only what plain `pinka` installs; never Typer."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from bot.agent.box import cli as box
from bot.agent.box.cli import FAMILIES
from bot.agent.host import Host
from bot.agent.pace import Watched
from bot.agent.reader import Reader
from bot.agent.words import NO_SUCH_WORD, describe

SERVICE = ("enrol", "run", "start", "stop", "status", "uninstall", "watch")
KNOWN_VERBS = ("sample", *SERVICE, "-h", "--help")
BETWEEN_LOOKS_S = 0.1  # long enough for the processors' clock ticks to say what they waited for


def main(words: Sequence[str]) -> int:
    """Run the words of the command line after `pinka`; returns the exit code. Whoever reads it may stop at any time."""
    try:
        code = _main(words)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left goes nowhere, and says nothing
        return 0
    return code


def _main(words: Sequence[str]) -> int:
    family, verb = [*words, "--help"][:2]
    if family in FAMILIES:
        return box.main(words)
    if verb not in KNOWN_VERBS:
        print(NO_SUCH_WORD.format(word=verb, words=" ".join(("sample", *SERVICE[:-1]))), file=sys.stderr)
        return 2
    if verb != "sample":
        return _service(verb, [family, verb, *words[2:]])
    choice = _parser().parse_args([family, verb, *words[2:]])
    return sample(choice.json)


def _service(verb: str, words: Sequence[str]) -> int:
    from bot.agent import service_cli  # aiohttp takes a while to import, and `sample` does without

    choice = _parser(service_cli.declare).parse_args(words)
    return service_cli.answer(verb, choice, lambda: Reader(watched_by(os.environ)))


def sample(as_json: bool) -> int:
    """One look, for a program or a person. Whatever is wrong with the driver is an answer, given within 5 s."""
    watched = watched_by(os.environ)
    host = Host(watched)
    host.read()
    began = time.monotonic()
    look = Reader(watched, listen=False).look(time.time())
    time.sleep(max(0.0, BETWEEN_LOOKS_S - (time.monotonic() - began)))
    look = replace(look, host=replace(host.read(), pids_visible=look.host.pids_visible))
    print(json.dumps(look.as_json()) if as_json else describe(look))
    return 0


def watched_by(environment: Mapping[str, str]) -> Watched:
    """What the settings name: PINKA_DISKS and PINKA_MOUNTS (paths with commas between), PINKA_SHARED_ACCOUNTS,
    PINKA_ARGUMENTS=1. Without them: the root disk, and the home folder's where that is another.
    """
    disks = _list(environment.get("PINKA_DISKS")) or _usual_disks()
    shared = _list(environment.get("PINKA_SHARED_ACCOUNTS")) or ("root",)
    return Watched(
        disks=disks,
        mounts=_list(environment.get("PINKA_MOUNTS")),
        shared_accounts=frozenset(shared),
        arguments=environment.get("PINKA_ARGUMENTS") == "1",
    )


def _list(text: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())


def _usual_disks() -> tuple[str, ...]:
    home = Path.home()
    try:
        another = home.stat().st_dev != Path("/").stat().st_dev
    except OSError:
        another = False
    return ("/", str(home)) if another else ("/",)


def _parser(
    declare: Callable[["argparse._SubParsersAction[argparse.ArgumentParser]"], None] | None = None,
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pinka")
    families = parser.add_subparsers(required=True)
    agent = families.add_parser("agent", help="在 GPU 机器上运行 / on the GPU machine")
    verbs = agent.add_subparsers(required=True, metavar="|".join(("sample", *SERVICE[:-1])))
    look = verbs.add_parser("sample", help="看一眼本机的显卡 / one look at this machine's cards")
    look.add_argument("--json", action="store_true", help="一行 JSON / one line of JSON")
    if declare is not None:
        declare(verbs)
    return parser
