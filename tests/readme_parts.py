"""The parts of the READMEs that are made, not written: `python -m tests.readme_parts` puts them into both files, and
`python -m tests.readme_parts commands` only those that are named.

A part stands between `<!-- name -->` and `<!-- /name -->`. In the `jsonl` part the button's token, which is random, is
written as `1.0.…`, and the answer, one line, is broken for reading; all else is as `pinka` printed it.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.commands.all import build_registry
from bot.commands.table import command_table
from tests.bench.sizing import readme_table
from tests.readme_transcript import PINKA, ROOT, clean_environment, transcript

READMES = {"en": ROOT / "README.md", "zh": ROOT / "README.zh.md"}
CHAT = {
    "en": ("chat", "--jsonl", "--pool", "8xA100-80G", "--lang", "en"),
    "zh": ("chat", "--jsonl", "--pool", "8xA100-80G"),
}
LINE = {
    "id": "u1",
    "chat": "lab",
    "from": "alice",
    "name": "Alice",
    "text": "/book 2xA100 6h",
    "at": "2026-12-02T20:10:00+08:00",
}
TOKEN = re.compile(r'"(\d+\.\d+)\.[A-Za-z0-9_-]{10}"')


def commands_part(language: str) -> str:
    """The table of all commands."""
    return command_table(build_registry(), language)


def jsonl_part(language: str) -> str:
    """One line in, and the answer to it."""
    line = json.dumps(LINE, ensure_ascii=False)
    with TemporaryDirectory() as folder:
        words = [str(PINKA), *CHAT[language], "--db", f"sqlite:///{folder}/try.db"]
        process = subprocess.run(
            words, input=f"{line}\n", capture_output=True, text=True, check=True, cwd=folder, env=clean_environment()
        )
    answer, done = process.stdout.splitlines()
    shown = TOKEN.sub(r'"\1.…"', broken(answer))
    return f"```text\n$ pinka {' '.join(CHAT[language])}\n{line}\n\n{shown}\n{done}\n```"


def broken(line: str) -> str:
    """A JSON object with one field of it a line, and one fact of its data."""
    fields = []
    for name, value in json.loads(line).items():
        text = json.dumps(value, ensure_ascii=False)
        if name == "data":
            facts = (f"  {json.dumps(fact)}: {json.dumps(one, ensure_ascii=False)}" for fact, one in value.items())
            text = "{" + ",\n".join(facts).lstrip() + "}"
        fields.append(f"{json.dumps(name)}: {text}")
    return "{" + ",\n ".join(fields) + "}"


def transcript_part(language: str) -> str:
    """The story of a group in Telegram."""
    with TemporaryDirectory() as folder:
        return f"```text\n{transcript(language, Path(folder))}```"


def sizing_part(language: str) -> str:
    """How far off the estimates are, beside others; the same in both languages."""
    return readme_table().strip()


PARTS = {"transcript": transcript_part, "commands": commands_part, "jsonl": jsonl_part, "sizing": sizing_part}


def part_of(readme: str, name: str) -> str:
    """What stands between a part's marks. Raises ValueError when there is not exactly one such part."""
    found = re.findall(rf"<!-- {name} -->\n(.*?)\n?<!-- /{name} -->", readme, re.DOTALL)
    if len(found) != 1:
        raise ValueError(f"one <!-- {name} --> expected, {len(found)} found")
    return str(found[0])


def put_in(readme: str, name: str, made: str) -> str:
    """The README with a part replaced."""
    old = f"<!-- {name} -->\n{part_of(readme, name)}"
    return readme.replace(old, f"<!-- {name} -->\n{made}" + "\n" * (not part_of(readme, name)), 1)


def main(names: Sequence[str]) -> None:
    for language, path in READMES.items():
        text = path.read_text("utf-8")
        for name in names:
            text = put_in(text, name, PARTS[name](language))
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or list(PARTS))
