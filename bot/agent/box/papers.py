"""What is kept for one person of this account: the personal code, the last answer's buttons, news not delivered yet.

Several may share one account; then PINKA_USER says whose papers are meant. Nobody but the account can read them.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bot.agent.home import replace_file
from bot.wire.box import JobNews
from bot.wire.decoding import BadMessage, read, written

MOST_OWED = 200


@dataclass(frozen=True, slots=True)
class Papers:
    """As whom and to which bot one speaks. `buttons`: the tokens of the last answer, in the order of their numbers."""

    key: str
    url: str
    pin: str | None = None
    member: str | None = None
    pool: str | None = None
    buttons: tuple[str, ...] = ()


def folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where papers lie; not made."""
    return Path(environment.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "pinka"


def _path(environment: Mapping[str, str]) -> Path:
    user = re.sub(r"[^\w.-]", "", environment.get("PINKA_USER", ""))[:64]
    return folder(environment) / (f"box-{user}.json" if user else "box.json")


def load(environment: Mapping[str, str] = os.environ) -> Papers | None:
    """The papers of whom PINKA_USER names, else those without a name; None without any, or when unreadable."""
    for path in dict.fromkeys((_path(environment), folder(environment) / "box.json")):
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            found = json.loads(path.read_text("utf-8"))
            if not all(isinstance(found.get(name), str) for name in ("key", "url")):
                continue
            papers = Papers(**{name: found.get(name) for name in Papers.__slots__})
            return replace(papers, buttons=tuple(str(one) for one in papers.buttons or ()))
    return None


def save(papers: Papers, environment: Mapping[str, str] = os.environ) -> Path:
    """Written whole or not at all, for this account alone; returns where. Raises OSError."""
    path = _path(environment)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    replace_file(path, asdict(papers), 0o600)
    return path


def forget(environment: Mapping[str, str] = os.environ) -> bool:
    """Away with them; False when there were none. Raises OSError."""
    try:
        _path(environment).unlink()
    except FileNotFoundError:
        return False
    return True


def owe(news: JobNews, at: int, environment: Mapping[str, str] = os.environ) -> bool:
    """Keep news of a job that happened at `at` (UTC seconds of this machine) until the bot can be told."""
    place = folder(environment) / "owed"
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        if len(list(place.iterdir())) >= MOST_OWED:
            return False
        replace_file(place / f"{news.job}.json", {"at": at, "news": json.loads(written(news))}, 0o600)
    except OSError:
        return False
    return True


def owed(now: int, environment: Mapping[str, str] = os.environ) -> Iterator[tuple[Path, JobNews]]:
    """News that wait, with their age as of `now`, and the file to remove once they are delivered."""
    place = folder(environment) / "owed"
    for path in sorted(place.glob("*.json")) if place.is_dir() else ():
        try:
            found = json.loads(path.read_text("utf-8"))
            news = read(JobNews, json.dumps(found["news"]))
            yield path, replace(news, ago=max(0, now - int(found["at"])))
        except (OSError, ValueError, KeyError, TypeError, BadMessage):
            continue
