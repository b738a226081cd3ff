"""Whose process it is: by what the group said of accounts, else the only holder of the card. Never a guess beyond."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.usage.rules.looks import Resident
from storage.words import Grade

BY_MARK = frozenset({"pinka_job", "PINKA_USER", "folder", "session", "container"})
"""First words of the evidence whose user is the name in the export line, which a member always has."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """`linked`: member by the account or folder that was linked; `marked`: member by the name of the export line;
    `claimed`: member by the process ("boot/pid:start") they said is theirs."""

    linked: Mapping[str, int]
    marked: Mapping[str, int]
    claimed: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Whose:
    """`member_id` None = nobody known."""

    member_id: int | None
    unix_name: str | None
    grade: Grade
    evidence: str | None


def whose(process: Resident, accounts: Accounts, holders: Sequence[int], boot: str = "") -> Whose:
    """The member behind a process of a boot, with how certain that is.

    A name that is linked to nobody is no member; then the only holder of the card is presumed, if there is just one.
    """
    claimed = accounts.claimed.get(f"{boot}/{process.name}")
    if claimed is not None:
        return Whose(claimed, process.user, Grade.CERTAIN, "claimed")
    if process.user is not None:
        marked = (process.evidence or "").partition(" ")[0] in BY_MARK
        member = accounts.marked.get(process.user) if marked else None
        member = accounts.linked.get(process.user) if member is None else member
        if member is not None:
            return Whose(member, process.user, Grade(process.grade), process.evidence)
    if len(set(holders)) == 1:
        return Whose(holders[0], process.user, Grade.PRESUMED, "only_holder")
    return Whose(None, process.user, Grade.UNKNOWN, process.evidence)
