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
            self.used_readings += bool(card.residents and working(card.residents))
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

    def plus(self, other: "Sums") -> "Sums":
        """Both together."""
        hottest = [one for one in (self.temperature_max, other.temperature_max) if one is not None]
        return Sums(
            self.readings + other.readings,
            self.used_readings + other.used_readings,
            self.util_sum + other.util_sum,
            self.util_count + other.util_count,
            self.memory_sum + other.memory_sum,
            self.memory_count + other.memory_count,
            max(self.memory_max, other.memory_max),
            self.power_mw_sum + other.power_mw_sum,
            self.power_count + other.power_count,
            self.temperature_sum + other.temperature_sum,
            self.temperature_count + other.temperature_count,
            max(hottest, default=None),
            self.throttled + other.throttled,
        )


def summed(looks: Iterable[Look]) -> dict[tuple[int, Span, int], Sums]:
    """By (gpu_id, span, its start): what these readings add to it."""
    minutes: dict[tuple[int, int], Sums] = {}
    for look in looks:
        minute = _start(look.at, Span.MINUTE)
        for card in look.cards:
            minutes.setdefault((card.gpu_id, minute), Sums()).add(card)
    hours: dict[tuple[int, int], Sums] = {}
    for (gpu_id, minute), sums in minutes.items():
        hour = gpu_id, _start(minute, Span.HOUR)
        hours[hour] = hours[hour].plus(sums) if hour in hours else sums
    by_minute = {(gpu_id, Span.MINUTE, at): sums for (gpu_id, at), sums in minutes.items()}
    return by_minute | {(gpu_id, Span.HOUR, at): sums for (gpu_id, at), sums in hours.items()}


def _start(at: int, span: Span) -> int:
    return at - at % SECONDS[span]
