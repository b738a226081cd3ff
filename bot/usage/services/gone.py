"""What a machine had before a silence and has no more: cards, processes, or its whole uptime."""

from typing import Any

from sqlmodel import Session

from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage.rules.uses import BRIDGE
from bot.usage.services.newest import newest_sample
from storage.queries import agents, usage


def gone_since(session: Session, pool: PoolFacts, node_id: int, at: int) -> dict[str, Any]:
    """`{restarted, gone_cards, gone_processes}` by comparing the last reading before `at` with the newest one."""
    newest = newest_sample(session, node_id)
    before = usage.last_before(session, node_id, at + 1)
    if newest is None or before is None:
        return {"restarted": None, "gone_cards": [], "gone_processes": []}
    cards = agents.cards(session, node_id)
    there = {card.uuid for card in newest.sample.gpus if card.state == "ok"}
    lost = [card.number for card in cards if card.uuid is not None and card.uuid not in there]
    numbers = {int(card.id or 0): card.number for card in cards}
    names = people_facts.names(session, pool.id)
    uses = usage.uses_near(session, list(numbers), at - BRIDGE, newest.at) if numbers else []
    unread = {card.uuid for card in newest.sample.gpus if card.processes is None}
    blind = {int(card.id or 0) for card in cards if card.uuid in unread and card.uuid in there}
    alive = {(use.boot_id, use.process) for use in uses if use.ends_at >= newest.at}
    ended = {
        (use.gpu_id, use.boot_id, use.process): {
            "gpu": numbers[use.gpu_id],
            "holder": names.get(use.member_id) if use.member_id else None,
            "command": use.command,
        }
        for use in sorted(uses, key=lambda use: use.ends_at)
        if use.starts_at < at <= use.ends_at + BRIDGE
        and (use.boot_id, use.process) not in alive
        and not (use.gpu_id in blind and use.boot_id == newest.boot)  # nobody can say
    }
    return {
        "restarted": before.boot_id != newest.boot,
        "gone_cards": lost,
        "gone_processes": sorted(ended.values(), key=lambda one: int(one["gpu"])),
    }
