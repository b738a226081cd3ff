"""What an agent told unasked: kept once each, for the health of the machine and for those whom it concerns."""

import json
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from bot.usage.facts import AgentFacts
from bot.wire.sample import Event
from storage.queries import machine_events

KEPT = frozenset({"state", "card_state", "xid", "cards"})
"""Starts and ends of processes are in the use itself."""


def keep(
    session: Session,
    agent: AgentFacts,
    boot_id: str,
    events: Sequence[tuple[int, int, Event]],
    gpus: Mapping[str, int],
) -> list[Event]:
    """Store `(sequence number, corrected UTC second, event)`; returns those that were new."""
    wanted = {number: (at, event) for number, at, event in events if event.kind in KEPT}
    stored = machine_events.stored_seqs(session, agent.node_id, boot_id, list(wanted)) if wanted else set()
    fresh = {number: one for number, one in wanted.items() if number not in stored}
    if fresh:
        machine_events.add(
            session,
            [
                {
                    "node_id": agent.node_id,
                    "gpu_id": gpus.get(event.uuid or ""),
                    "boot_id": boot_id,
                    "seq": number,
                    "at": at,
                    "kind": event.kind,
                    "detail": json.dumps(event.facts, ensure_ascii=False),
                }
                for number, (at, event) in fresh.items()
            ],
        )
    return [event for _, event in fresh.values()]
