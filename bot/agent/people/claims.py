"""What people have said is theirs: a folder, a tmux or screen session, a container. The bot keeps these rules."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.wire.messages import ClaimRule


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


def heed(source: object, rules: Iterable[ClaimRule]) -> None:
    """The bot's rules hold for this source from now on. A machine that does not exist has nobody to tell apart."""
    take = getattr(source, "set_claims", None)
    if take is not None:
        take(Claims(tuple(Claim(rule.kind, rule.value, rule.user) for rule in rules)))


def _lies_in(path: str, folder: str) -> bool:
    base = folder.rstrip("/")
    return bool(base) and (path == base or path.startswith(f"{base}/"))
