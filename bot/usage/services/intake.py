"""Batches from agents: their readings, the sums of them, use, gaps and events, together with the last sequence numbers.

All of it is one unit of work; only after its commit may the batches be acknowledged. What several agents sent together
is looked up and written together: one statement costs more than the rows it carries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from sqlmodel import Session

from bot.usage.facts import AgentFacts
from bot.usage.rules.looks import Look
from bot.usage.rules.rollups import summed
from bot.usage.services import gaps_seen, job_runs, lost_cards, machine_events, uses_seen, watch
from bot.usage.services.looks import look_of
from bot.usage.services.uses_seen import PERIOD, Glance
from bot.wire.decoding import written
from bot.wire.sample import Event, Sample
from storage.queries import agents, usage

__all__ = ["PERIOD", "Portion", "store", "store_batch"]

_SUMS = attrgetter(*usage.SUMS)
LOST = frozenset({"card_state", "cards"})

Numbered = tuple[int, int, Sample]
Happened = tuple[int, int, Event]


@dataclass(frozen=True, slots=True)
class Portion:
    """What an agent sent of one boot: `(sequence number, corrected UTC second, what)`.

    `bodies`: by number, the JSON of samples as it came; what is not there is written anew.
    """

    agent: AgentFacts
    boot_id: str
    samples: Sequence[Numbered] = ()
    events: Sequence[Happened] = ()
    bodies: Mapping[int, str] = field(default_factory=dict)

    @property
    def top(self) -> int:
        """The highest number; what is stored already where it carries nothing."""
        return max((item[0] for item in (*self.samples, *self.events)), default=self.agent.last_seq)


def store_batch(
    session: Session,
    agent: AgentFacts,
    boot_id: str,
    samples: Sequence[Numbered],
    events: Sequence[Happened],
    now: int,
) -> int:
    """Take in one batch; what is here already is passed over.

    Returns the highest number of the batch: all up to it are stored once this unit of work is committed.
    """
    portion = Portion(agent, boot_id, samples, events)
    store(session, [portion], now)
    return portion.top


def store(session: Session, portions: Sequence[Portion], now: int) -> None:
    """Take in a batch each of several agents, none of which may be among them twice."""
    cards = agents.bound_cards(session, [one.agent.node_id for one in portions])
    fresh = [(one, _fresh(session, one)) for one in portions]
    glances = [
        Glance(one.agent, one.boot_id, _looks(samples, cards[one.agent.node_id])) for one, samples in fresh if samples
    ]
    if glances:
        usage.add_readings(session, [_row(one, *item) for one, samples in fresh for item in samples])
        _add_to_sums(session, [look for glance in glances for look in glance.looks])
        uses_seen.carry_on(session, glances)
        gaps_seen.bring_up_to_date(session, glances, now)
    for one in portions:
        _happened(session, one, cards[one.agent.node_id], now)
    agents.stored(session, [_heard(one, samples, now) for one, samples in fresh])
    for glance in glances:
        if glance.agent.last_reading_at is None:
            watch.begin(session, glance.agent.node_id, now)


def _fresh(session: Session, portion: Portion) -> list[Numbered]:
    agent, boot_id = portion.agent, portion.boot_id
    unique = {one[0]: one for one in portion.samples}
    if boot_id == agent.boot_id and all(number > agent.last_seq for number in unique):
        return list(unique.values())
    stored = usage.stored_seqs(session, agent.node_id, boot_id, list(unique)) if unique else set()
    return [one for number, one in unique.items() if number not in stored]


def _looks(samples: Sequence[Numbered], gpus: Mapping[str, int]) -> tuple[Look, ...]:
    return tuple(sorted((look_of(sample, at, gpus) for _, at, sample in samples), key=lambda look: look.at))


def _row(portion: Portion, number: int, at: int, sample: Sample) -> tuple[int, str, int, int, str]:
    body = portion.bodies.get(number) or written(sample)
    return portion.agent.node_id, portion.boot_id, number, at, body


def _add_to_sums(session: Session, looks: Iterable[Look]) -> None:
    found = summed(looks).items()
    usage.add_to_rollups(session, [(gpu_id, span.value, at, *_SUMS(sums)) for (gpu_id, span, at), sums in found])


def _happened(session: Session, portion: Portion, gpus: Mapping[str, int], now: int) -> None:
    if not portion.events:
        return
    agent, events = portion.agent, portion.events
    if any(event.kind in LOST for event in machine_events.keep(session, agent, portion.boot_id, events, gpus)):
        lost_cards.look(session, agent.node_id, now)
    job_runs.keep(session, agent, events, now)


def _heard(portion: Portion, fresh: Sequence[Numbered], now: int) -> tuple[int, str | None, int, int | None, int]:
    """The agent was heard, and how far it is stored. An older boot's leftovers do not move that back."""
    agent, boot_id = portion.agent, portion.boot_id
    newest = max([agent.last_reading_at or 0, *(at for _, at, _ in fresh)])
    boot, last = agent.boot_id, agent.last_seq
    if boot_id == boot:
        last = max(portion.top, last)
    elif boot is None or newest > (agent.last_reading_at or 0):
        boot, last = boot_id, portion.top
    return agent.id, boot, last, newest or None, now
