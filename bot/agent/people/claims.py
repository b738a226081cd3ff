"""What people have said is theirs: a folder, a tmux or screen session, a container. The bot keeps these rules."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.agent.home import replace_file
from bot.wire.messages import ClaimRule

FILE = "claims.json"


@dataclass(frozen=True, slots=True)
class Claim:
    """`kind` is folder, session or container; `value` its path or name; `user` the name it stands for."""

    kind: str
    value: str
    user: str


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims of this machine."""

    rules: tuple[Claim, ...] = ()

    def folder(self, path: str) -> str | None:
        """Whose folder `path` lies in; of nested claims the innermost."""
        inside = [rule for rule in self._of("folder") if _lies_in(path, rule.value)]
        return max(inside, key=lambda rule: len(rule.value)).user if inside else None

    def named(self, kind: str, name: str) -> str | None:
        """Whose session or container this name is."""
        return next((rule.user for rule in self._of(kind) if rule.value == name), None)

    def _of(self, kind: str) -> Iterable[Claim]:
        return (rule for rule in self.rules if rule.kind == kind)


def heed(source: object, rules: Iterable[ClaimRule]) -> Claims:
    """The bot's rules hold for this source from now on. A machine that does not exist has nobody to tell apart."""
    claims = Claims(tuple(Claim(rule.kind, rule.value, rule.user) for rule in rules))
    take = getattr(source, "set_claims", None)
    if take is not None:
        take(claims)
    return claims


def keep(folder: Path, claims: Claims) -> None:
    """Remember them over a restart during which the bot is away. A full disk is no reason to stop."""
    with suppress(OSError):
        replace_file(folder / FILE, {"rules": [asdict(rule) for rule in claims.rules]}, 0o600)


def kept(folder: Path) -> tuple[ClaimRule, ...]:
    """What was remembered; nothing when it cannot be read."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))["rules"]
        return tuple(ClaimRule(str(one["kind"]), str(one["value"]), str(one["user"])) for one in found)
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _lies_in(path: str, folder: str) -> bool:
    base = folder.rstrip("/")
    return bool(base) and (path == base or path.startswith(f"{base}/"))
