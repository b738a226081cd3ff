"""`pinka agent …`, for the GPU machine itself. Needs only what plain `pinka` installs; never Typer."""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.agent.sample import take_sample
from bot.agent.words import NOT_IN_THIS_VERSION, describe

KNOWN_VERBS = ("sample", "-h", "--help")


def main(words: Sequence[str]) -> int:
    """Run the words of the command line after `pinka`; returns the exit code."""
    family, verb = [*words, "--help"][:2]
    if family != "agent" or verb not in KNOWN_VERBS:
        command = f"pinka {family} {verb}" if family == "agent" else f"pinka {family}"
        print(NOT_IN_THIS_VERSION.format(command=command), file=sys.stderr)
        return 2
    choice = _parser().parse_args([family, verb, *words[2:]])
    sample = take_sample(datetime.now(UTC))
    print(json.dumps(sample.as_json()) if choice.json else describe(sample))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pinka")
    families = parser.add_subparsers(required=True)
    agent = families.add_parser("agent", help="在 GPU 机器上运行 / on the GPU machine")
    verbs = agent.add_subparsers(required=True, metavar="sample")
    sample = verbs.add_parser("sample", help="看一眼本机的显卡 / one look at this machine's cards")
    sample.add_argument("--json", action="store_true", help="一行 JSON / one line of JSON")
    return parser
