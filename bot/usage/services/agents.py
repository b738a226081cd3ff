"""What agents say while they are connected: that they live, and what they saw."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.rules.enrolment import ClockLine, corrected, wall_ms_of
from bot.usage.services import intake
from bot.wire.messages import Batch, Item
from bot.wire.sample import Event, Sample
from storage.database import Busy, StorageFailed, savepoint
from storage.queries import agents
from storage.words import AgentState

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sent:
    """A batch of an agent with how its clocks stood when it came."""

    agent_name: str
    batch: Batch
    clock: ClockLine


def take_batches(session: Session, sent: Sequence[Sent], now: int) -> list[int | None]:
    """Store batches of several agents in one unit of work; for each the number up to which it is stored.

    None: its agent is gone. An item that we cannot take in by a mistake of ours is logged and passed over.
    """
    known = facts.agents_named(session, [one.agent_name for one in sent])
    try:
        with savepoint(session):
            return [_store(session, _pop(session, known, one), one, one.batch.items, now) for one in sent]
    except (Busy, StorageFailed):
        raise
    except Exception:
        _log.exception("one of %d batches could not be taken in", len(sent))
    return [_carefully(session, one, now) for one in sent]


def _pop(session: Session, known: dict[str, AgentFacts], one: Sent) -> AgentFacts | None:
    """The agent as it is before this batch: after another batch of the same agent it is read again."""
    return known.pop(one.agent_name, None) or facts.agent_named(session, one.agent_name)


def _carefully(session: Session, one: Sent, now: int) -> int | None:
    """Item by item: one that breaks us must not keep the others waiting for ever."""
    for item in one.batch.items:
        agent = facts.agent_named(session, one.agent_name)
        try:
            with savepoint(session):
                _store(session, agent, one, (item,), now)
        except (Busy, StorageFailed):
            raise
        except Exception:
            _log.exception("item %s of agent %s was left out", item.seq, one.agent_name)
    agent = facts.agent_named(session, one.agent_name)
    if agent is None or agent.state is AgentState.REMOVED:
        return None
    return one.batch.items[-1].seq if one.batch.items else agent.last_seq


def _store(session: Session, agent: AgentFacts | None, one: Sent, items: Sequence[Item], now: int) -> int | None:
    if agent is None or agent.state is AgentState.REMOVED:
        return None
    samples: list[tuple[int, int, Sample]] = []
    events: list[tuple[int, int, Event]] = []
    for item in items:
        wall_ms = wall_ms_of(item.sample.at) if item.sample else item.event.at * 1000 if item.event else 0
        at = corrected(one.clock, wall_ms, item.mono_ms, now * 1000, same_boot=one.batch.same_boot)
        if item.sample is not None:
            samples.append((item.seq, at, item.sample))
        elif item.event is not None:
            events.append((item.seq, at, item.event))
    intake.store_batch(session, agent, one.batch.boot, samples, events, now)
    return items[-1].seq if items else agent.last_seq


def pulse(session: Session, heard: Mapping[int, int], held: Sequence[int], now: int) -> dict[int, AgentState]:
    """These agents live, each with how far its clock is off in milliseconds; those `held` back are only looked up.
    Returns how all of them stand by now, which an owner may have changed.
    """
    for agent_id, offset_ms in heard.items():
        agents.heard(session, agent_id, now, offset_ms)
    return {agent_id: AgentState(state) for agent_id, state in agents.states(session, [*heard, *held]).items()}
