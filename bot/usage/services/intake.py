"""A batch from an agent: its readings, their sums, use, gaps and events, together with the last sequence number.

All of it is one unit of work; only after its commit may the batch be acknowledged.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlmodel import Session

from bot.usage.facts import AgentFacts
from bot.usage.rules.gaps import gaps_between
from bot.usage.rules.looks import Look, working
from bot.usage.rules.rollups import summed
from bot.usage.rules.uses import BRIDGE, Seen, Stretch, Uses
from bot.usage.rules.whose import Whose, whose
from bot.usage.services import job_runs, lost_cards, machine_events, watch
from bot.usage.services.accounts import Holders, known_accounts
from bot.usage.services.looks import look_of
from bot.wire.sample import Event, Sample
from storage.queries import agents, usage
from storage.tables import CardUse, Gap
from storage.words import Grade

PERIOD = 15
"""Seconds for which one reading speaks: how often an agent keeps one."""

LOST = frozenset({"card_state", "cards"})

Numbered = tuple[int, int, Sample]
Happened = tuple[int, int, Event]


def store_batch(
    session: Session,
    agent: AgentFacts,
    boot_id: str,
    samples: Sequence[Numbered],
    events: Sequence[Happened],
    now: int,
) -> int:
    """Take in `(sequence number, corrected UTC second, what)` of one boot; what is here already is passed over.

    Returns the highest number of the batch: all up to it are stored once this unit of work is committed.
    """
    gpus = {card.uuid: int(card.id or 0) for card in agents.cards(session, agent.node_id) if card.uuid}
    fresh = _fresh(session, agent, boot_id, samples)
    if fresh:
        looks = sorted((look_of(sample, at, gpus) for _, at, sample in fresh), key=lambda look: look.at)
        before, after = usage.neighbour_times(session, agent.node_id, looks[0].at, looks[-1].at)
        usage.add_readings(session, [_row(agent, boot_id, *one) for one in fresh])
        _add_to_sums(session, looks)
        _carry_on_use(session, agent, boot_id, looks)
        times = [before, *(look.at for look in looks), after]
        find_gaps(session, agent.node_id, [at for at in times if at is not None], now)
        if agent.last_reading_at is None:
            watch.begin(session, agent.node_id, now)
    if any(event.kind in LOST for event in machine_events.keep(session, agent, boot_id, events, gpus)):
        lost_cards.look(session, agent.node_id, now)
    job_runs.keep(session, agent, events, now)
    return _remember(session, agent, boot_id, [*samples, *events], fresh, now)


def _remember(
    session: Session,
    agent: AgentFacts,
    boot_id: str,
    items: Sequence[Numbered | Happened],
    fresh: Sequence[Numbered],
    now: int,
) -> int:
    """The agent was heard, and how far it is stored. An older boot's leftovers do not move that back."""
    top = max((item[0] for item in items), default=agent.last_seq)
    newest = max([agent.last_reading_at or 0, *(at for _, at, _ in fresh)])
    boot, last = agent.boot_id, agent.last_seq
    if boot_id == boot:
        last = max(top, last)
    elif boot is None or newest > (agent.last_reading_at or 0):
        boot, last = boot_id, top
    agents.stored(session, agent.id, boot, last, newest or None, now)
    return top


def _fresh(session: Session, agent: AgentFacts, boot_id: str, samples: Sequence[Numbered]) -> list[Numbered]:
    unique = {one[0]: one for one in samples}
    if boot_id == agent.boot_id and all(number > agent.last_seq for number in unique):
        return list(unique.values())
    stored = usage.stored_seqs(session, agent.node_id, boot_id, list(unique)) if unique else set()
    return [one for number, one in unique.items() if number not in stored]


def _row(agent: AgentFacts, boot_id: str, number: int, at: int, sample: Sample) -> dict[str, object]:
    body = json.dumps(sample, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return {"node_id": agent.node_id, "boot_id": boot_id, "seq": number, "at": at, "body": body}


def _plain(part: Any) -> dict[str, Any]:
    """A dataclass as JSON writes it. `dataclasses.asdict` copies every value and takes five times as long."""
    return {name: getattr(part, name) for name in part.__slots__}


def _add_to_sums(session: Session, looks: Iterable[Look]) -> None:
    rows = [
        {"gpu_id": gpu_id, "span": span.value, "at": at, **_plain(sums)}
        for (gpu_id, span, at), sums in summed(looks).items()
    ]
    if rows:
        usage.add_to_rollups(session, rows)


def _carry_on_use(session: Session, agent: AgentFacts, boot_id: str, looks: Sequence[Look]) -> None:
    gpu_ids = sorted({card.gpu_id for look in looks for card in look.cards if card.residents})
    if not gpu_ids:
        return
    first, last = looks[0].at, looks[-1].at
    known = usage.uses_near(session, gpu_ids, first - BRIDGE, last + BRIDGE)
    uses = Uses((_stretch(row) for row in known), PERIOD)
    accounts = known_accounts(session, agent.pool_id)
    holders = Holders(session, gpu_ids, first, last)
    for look in looks:
        for card in look.cards:
            for one in working(card.residents or ()):
                owner = whose(one, accounts, holders.at(card.gpu_id, look.at), boot_id)
                uses.see(Seen(card.gpu_id, boot_id, one.name, look.at, owner, one.command, one.memory))
    _store(session, uses)


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


def find_gaps(session: Session, node_id: int, times: Sequence[int], now: int) -> None:
    """Bring the stored gaps between these reading times (sorted, all there are in their window) up to date.

    A gap that was told or decided keeps its row; one that later readings filled becomes empty.
    """
    wanted = gaps_between(times, PERIOD)
    stored = usage.gaps(session, [node_id], times[0], times[-1] + 1)
    if not wanted and not stored:
        return
    changed: list[tuple[Gap, int]] = []
    for start, end in wanted:
        same = next((gap for gap in stored if _touch(gap, start, end)), None)
        if same is None:
            made = usage.gap(session, usage.add_gap(session, node_id, start, end, "unheard"))
            changed += [] if made is None else [(made, start)]
            continue
        stored.remove(same)
        if same.decided is None and (same.starts_at, same.ends_at) != (start, end):
            changed.append((same, same.starts_at))
            same.starts_at, same.ends_at = start, end
    for gap in stored:
        if gap.decided is None and gap.starts_at >= times[0] and (gap.ends_at is None or gap.ends_at <= times[-1]):
            changed.append((gap, gap.starts_at))
            gap.ends_at = gap.starts_at
    session.flush()
    for gap, began in changed:
        watch.over(session, gap, began, now)


def _touch(gap: Gap, start: int, end: int) -> bool:
    return gap.starts_at < end and (gap.ends_at is None or start < gap.ends_at)
