"""Sums of readings by minute and by hour. Averages are made by who reads them, from sums and counts."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.usage.rules.looks import CardLook, Look, working
from storage.words import Span

SECONDS = {Span.MINUTE: 60, Span.HOUR: 3_600}


@dataclass(slots=True)
class Sums:
    """`readings` count those in which the processes were known; each other figure has its own count."""

    readings: int = 0
    used_readings: int = 0
    util_sum: int = 0
    util_count: int = 0
    memory_sum: int = 0
    memory_count: int = 0
    memory_max: int = 0
    power_mw_sum: int = 0
    power_count: int = 0
    temperature_sum: int = 0
    temperature_count: int = 0
    temperature_max: int | None = None
    throttled: int = 0

    def add(self, card: CardLook) -> None:
        if card.residents is not None:
            self.readings += 1
            self.used_readings += bool(working(card.residents))
        if card.util is not None:
            self.util_sum += card.util
            self.util_count += 1
        if card.memory_used is not None:
            self.memory_sum += card.memory_used
            self.memory_count += 1
            self.memory_max = max(self.memory_max, card.memory_used)
        if card.power_mw is not None:
            self.power_mw_sum += card.power_mw
            self.power_count += 1
        if card.temperature is not None:
            self.temperature_sum += card.temperature
            self.temperature_count += 1
            self.temperature_max = max(self.temperature_max or card.temperature, card.temperature)
        self.throttled += card.throttled


def summed(looks: Iterable[Look]) -> dict[tuple[int, Span, int], Sums]:
    """By (gpu_id, span, its start): what these readings add to it."""
    sums: dict[tuple[int, Span, int], Sums] = {}
    for look in looks:
        for card in look.cards:
            for span, seconds in SECONDS.items():
                key = (card.gpu_id, span, look.at - look.at % seconds)
                sums.setdefault(key, Sums()).add(card)
    return sums
