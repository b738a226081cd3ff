"""What the agents know that matters for which cards a booking gets."""

from collections.abc import Sequence

from sqlmodel import Session

from bot.booking.rules.placement import Seen
from bot.booking.rules.shapes import Card
from bot.usage.rules.looks import SYSTEM_PROGRAMS
from bot.usage.rules.nearness import nearness
from bot.usage.rules.uses import BRIDGE
from bot.usage.services.live import READ, RECENT, age_of, process_name, warnings_of
from bot.usage.services.newest import Newest, newest_sample
from bot.wire.sample import CardReading
from storage.queries import agents, usage

HIDDEN = 1 << 30
"""Bytes in use that no listed process explains, from which somebody whom we cannot see is presumed on a card: a
container sees no processes of others, and a driver by itself keeps less."""


def seen_of(session: Session, cards: Sequence[Card], member_id: int, now: int) -> Seen:
    """Warnings and other people's processes of the last five minutes, and how near cards are to each other.

    A process is other people's unless it is known to be this member's. Nothing is seen where no agent reads.
    """
    newest = {node: found for node in {card.node_id for card in cards} if (found := newest_sample(session, node))}
    if not newest:
        return Seen()
    bound = agents.bound_cards(session, list(newest))
    topology: dict[frozenset[int], int] = {}
    readings: dict[int, tuple[Newest, CardReading]] = {}
    warned: set[int] = set()
    for node, found in newest.items():
        topology |= nearness(found.sample.topology or (), _gpu_ids(found, bound[node]))
        if found.age(now) > RECENT or found.sample.state not in READ:
            continue
        by_uuid = {one.uuid: one for one in found.sample.gpus}
        for uuid, gpu_id in bound[node].items():
            one = by_uuid.get(uuid)
            if one is None or age_of(found, one, now) > RECENT:  # it is gone, or answers nothing any more
                warned.add(gpu_id)
            else:
                readings[gpu_id] = (found, one)
    warned |= {gpu_id for gpu_id, (_, one) in readings.items() if warnings_of(one)}
    return Seen(frozenset(warned), _occupied(session, readings, member_id), topology)


def _gpu_ids(newest: Newest, bound: dict[str, int]) -> dict[int, int]:
    """The cards of a reading that are the pool's: gpu id by the index that the reading gives them."""
    return {one.index: bound[one.uuid] for one in newest.sample.gpus if one.uuid in bound}


def _occupied(session: Session, readings: dict[int, tuple[Newest, CardReading]], member_id: int) -> frozenset[int]:
    """The cards on which somebody else works: another member, or nobody knows who."""
    hidden = {gpu_id for gpu_id, (_, card) in readings.items() if (card.memory_unexplained or 0) >= HIDDEN}
    working = {
        (gpu_id, newest.boot, process_name(one))
        for gpu_id, (newest, card) in readings.items()
        for one in card.processes or ()
        if one.command not in SYSTEM_PROGRAMS
    }
    if working:
        times = [newest.at for newest, _ in readings.values()]
        uses = usage.uses_near(session, [gpu_id for gpu_id, _, _ in working], min(times) - BRIDGE, max(times))
        working -= {(use.gpu_id, use.boot_id, use.process) for use in uses if use.member_id == member_id}
    return frozenset(hidden | {gpu_id for gpu_id, _, _ in working})
