"""An agent that speaks no version of ours is not let in; who can change that is told once, and `/node` shows it.

It has proven who it is in a version of its own; nothing else is believed of what it says.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session

from bot.chat.message import Choice, Notice
from bot.people import facts as people
from bot.people.facts import PoolFacts
from bot.people.services import telling
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.wire.messages import Hello
from bot.wire.versions import SPOKEN
from storage.queries import agents
from storage.words import AgentState

TOO_OLD, TOO_NEW = "too_old", "too_new"
UNSPOKEN = "unspoken"
"""Where an agent's `reason` keeps why it was turned away: {why, release}."""
WIDEST_RELEASE = 32


def why(versions: Sequence[int], ours: Sequence[int] = SPOKEN) -> str:
    """Which side has to be renewed, for versions of which none is ours."""
    return TOO_NEW if min(versions, default=0) > max(ours) else TOO_OLD


def turned_away(
    session: Session, agent: AgentFacts, hello: Hello, reason: str, now: int
) -> tuple[str, PoolFacts, list[Notice]]:
    """Remember that this agent was turned away; the notice is for the first time with this release."""
    pool = people.pool(session, agent.pool_id)
    said = {"why": reason, "release": hello.release[:WIDEST_RELEASE]}
    if agent.state is AgentState.REMOVED or agent.reason.get(UNSPOKEN) == said:
        return reason, pool, []
    agents.change(session, agent.id, reason=json.dumps({**agent.reason, UNSPOKEN: said}))
    node = facts.node(session, agent.node_id)
    data = {"node": node.name, **said}
    key = f"unspoken:{agent.id}:{reason}:{said['release']}"
    buttons = ((Choice("node.again", "node.add", {"name": node.name}),),) if reason == TOO_OLD else ()
    told = telling.in_group(session, pool, key, "agent_unspoken", data)
    return reason, pool, [replace(one, choices=buttons) for one in told]


def spoken(session: Session, agent: AgentFacts) -> AgentFacts:
    """It proved itself, so it speaks a version of ours (again)."""
    if UNSPOKEN not in agent.reason:
        return agent
    kept = {name: value for name, value in agent.reason.items() if name != UNSPOKEN}
    agents.change(session, agent.id, reason=json.dumps(kept) if kept else None)
    return replace(agent, reason=kept)
