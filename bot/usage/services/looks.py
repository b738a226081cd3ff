"""From what an agent sent to what the rules need: cards by their id, figures in whole units."""

from collections.abc import Mapping

from bot.usage.rules.looks import CardLook, Look, Resident
from bot.wire.sample import CardReading, ProcessReading, Sample

SLOWED = 0x08 | 0x20 | 0x40 | 0x80
"""NVML's reasons that are never normal: hardware slowdown, software and hardware heat, power brake. A software power
cap at the stock limit is how a busy card works."""
STUCK = 30
"""Seconds that a card may have been read before its machine was: what is older says nothing about that moment."""


def look_of(sample: Sample, at: int, gpu_ids: Mapping[str, int]) -> Look:
    """The reading at the corrected UTC second `at`; cards that are no cards of the pool (yet) are left out."""
    ours = [card for card in sample.gpus if card.uuid is not None and card.uuid in gpu_ids]
    cards = [_card(card, gpu_ids[card.uuid or ""]) for card in ours if card.age_s - sample.age_s <= STUCK]
    return Look(at, tuple(card for card in cards if card is not None))


def _card(card: CardReading, gpu_id: int) -> CardLook | None:
    if card.state != "ok":
        return None
    return CardLook(
        gpu_id,
        None if card.processes is None else tuple(_resident(one) for one in card.processes),
        card.util,
        card.memory_used,
        None if card.power_w is None else round(card.power_w * 1_000),
        card.temperature_c,
        bool((card.throttle_mask or 0) & SLOWED),
    )


def _resident(process: ProcessReading) -> Resident:
    return Resident(
        f"{process.pid}:{process.start_ticks or 0}",
        process.user,
        process.grade,
        process.evidence,
        process.command,
        process.memory,
        process.job,
    )
