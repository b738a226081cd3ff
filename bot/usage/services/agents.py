"""What agents say while they are connected: that they live, and what they saw."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.rules.enrolment import ClockLine, corrected, wall_ms_of
from bot.usage.services import intake
from bot.wire.messages import Batch
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
    try:
        with savepoint(session):
            return _together(session, sent, now)
    except (Busy, StorageFailed):
        raise
    except Exception:
        _log.exception("one of %d batches could not be taken in", len(sent))
    return [_carefully(session, one, now) for one in sent]


def _together(session: Session, sent: Sequence[Sent], now: int) -> list[int | None]:
    """An agent's second batch comes after its first one, and sees what that left."""
    stored: dict[int, int | None] = {}
    while waiting := {place: one for place, one in enumerate(sent) if place not in stored}:
        first_of_each = {one.agent_name: place for place, one in reversed(waiting.items())}
        places = sorted(first_of_each.values())
        stored |= zip(places, _store(session, [sent[place] for place in places], now), strict=True)
    return [stored[place] for place in range(len(sent))]


def _carefully(session: Session, one: Sent, now: int) -> int | None:
    """Item by item: one that breaks us must not keep the others waiting for ever."""
    for item in one.batch.items:
        try:
            with savepoint(session):
                _store(session, [replace(one, batch=replace(one.batch, items=(item,)))], now)
        except (Busy, StorageFailed):
            raise
        except Exception:
            _log.exception("item %s of agent %s was left out", item.seq, one.agent_name)
    agent = facts.agent_named(session, one.agent_name)
    return None if agent is None or agent.state is AgentState.REMOVED else _top(agent, one)


def _store(session: Session, sent: Sequence[Sent], now: int) -> list[int | None]:
    """One batch of each of these agents."""
    known = facts.agents_named(session, [one.agent_name for one in sent])
    ours = {name: agent for name, agent in known.items() if agent.state is not AgentState.REMOVED}
    intake.store(session, [_portion(ours[one.agent_name], one, now) for one in sent if one.agent_name in ours], now)
    return [_top(ours[one.agent_name], one) if one.agent_name in ours else None for one in sent]


def _top(agent: AgentFacts, one: Sent) -> int:
    return one.batch.items[-1].seq if one.batch.items else agent.last_seq


def _portion(agent: AgentFacts, one: Sent, now: int) -> intake.Portion:
    """What was sent, each with its moment by the bot's clock."""
    samples: list[tuple[int, int, Sample]] = []
    events: list[tuple[int, int, Event]] = []
    for item in one.batch.items:
        wall_ms = wall_ms_of(item.sample.at) if item.sample else item.event.at * 1000 if item.event else 0
        at = corrected(one.clock, wall_ms, item.mono_ms, now * 1000, same_boot=one.batch.same_boot)
        if item.sample is not None:
            samples.append((item.seq, at, item.sample))
        elif item.event is not None:
            events.append((item.seq, at, item.event))
    bodies = {item.seq: item.body for item in one.batch.items}
    return intake.Portion(agent, one.batch.boot, samples, events, bodies)


def pulse(session: Session, heard: Mapping[int, int], held: Sequence[int], now: int) -> dict[int, AgentState]:
    """These agents live, each with how far its clock is off in milliseconds; those `held` back are only looked up.
    Returns how all of them stand by now, which an owner may have changed.
    """
    for agent_id, offset_ms in heard.items():
        agents.heard(session, agent_id, now, offset_ms)
    return {agent_id: AgentState(state) for agent_id, state in agents.states(session, [*heard, *held]).items()}
