"""Intervals of use made of what agents saw: those that go on grow, new ones begin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.usage.facts import AgentFacts
from bot.usage.rules.looks import Look, working
from bot.usage.rules.uses import BRIDGE, Seen, Stretch, Uses
from bot.usage.rules.whose import Accounts, Whose, whose
from bot.usage.services.accounts import Holders, known_accounts
from storage.queries import usage
from storage.tables import CardUse
from storage.words import Grade

PERIOD = 15
"""Seconds for which one reading speaks: how often an agent keeps one."""
TOGETHER = 600
"""Seconds that a window may span within which several machines are looked up at once."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What an agent saw of its machine in one boot: at least one look, by time."""

    agent: AgentFacts
    boot_id: str
    looks: tuple[Look, ...]

    @property
    def first(self) -> int:
        return self.looks[0].at

    @property
    def last(self) -> int:
        return self.looks[-1].at

    @property
    def used(self) -> set[int]:
        """The cards on which a process was seen."""
        return {card.gpu_id for look in self.looks for card in look.cards if card.residents}


def carry_on(session: Session, glances: Sequence[Glance]) -> None:
    """Bring the stored intervals up to what was seen."""
    accounts: dict[int, Accounts] = {}
    for group in _close_in_time([one for one in glances if one.used]):
        for pool_id in {one.agent.pool_id for one in group} - accounts.keys():
            accounts[pool_id] = known_accounts(session, pool_id)
        gpu_ids = sorted(set().union(*(one.used for one in group)))
        first, last = min(one.first for one in group), max(one.last for one in group)
        known = usage.uses_near(session, gpu_ids, first - BRIDGE, last + BRIDGE)
        uses = Uses((_stretch(row) for row in known), PERIOD)
        holders = Holders(session, gpu_ids, first, last)
        for one in group:
            for seen in _seen(one, accounts[one.agent.pool_id], holders):
                uses.see(seen)
        _store(session, uses)


def _close_in_time(glances: Sequence[Glance]) -> Iterator[list[Glance]]:
    """Groups whose common window is short: what an agent kept for a day must not fetch that day for all others."""
    group: list[Glance] = []
    for one in sorted(glances, key=lambda glance: glance.first):
        if group and one.last - group[0].first > TOGETHER:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _seen(glance: Glance, accounts: Accounts, holders: Holders) -> Iterator[Seen]:
    boot = glance.boot_id
    for look in glance.looks:
        for card in look.cards:
            for one in working(card.residents or ()):
                owner = whose(one, accounts, holders.at(card.gpu_id, look.at), boot)
                yield Seen(card.gpu_id, boot, one.name, look.at, owner, one.command, one.memory)


def _store(session: Session, uses: Uses) -> None:
    changed = uses.changed()
    new = [_use_row(one) for one in changed if one.id is None]
    longer = [{"b_id": one.id, **_moving(one)} for one in changed if one.id is not None]
    if uses.swallowed:
        usage.drop_uses(session, uses.swallowed)
    if longer:
        usage.lengthen_uses(session, longer)
    if new:
        usage.add_uses(session, new)


def _moving(one: Stretch) -> dict[str, object]:
    return {
        "starts_at": one.starts_at,
        "ends_at": one.ends_at,
        "memory_max": one.memory_max,
        "command": one.command,
    }


def _use_row(one: Stretch) -> dict[str, object]:
    return {
        **_moving(one),
        "gpu_id": one.gpu_id,
        "member_id": one.whose.member_id,
        "unix_name": one.whose.unix_name,
        "grade": one.whose.grade.value,
        "evidence": one.whose.evidence,
        "boot_id": one.boot,
        "process": one.process,
    }


def _stretch(row: CardUse) -> Stretch:
    return Stretch(
        int(row.id or 0),
        row.gpu_id,
        row.boot_id,
        row.process,
        row.starts_at,
        row.ends_at,
        Whose(row.member_id, row.unix_name, Grade(row.grade), row.evidence),
        row.command,
        row.memory_max,
    )
