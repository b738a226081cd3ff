"""How long, how far ahead and how many: the limits of one booking. All of them are inclusive."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.booking.rules.shapes import Card
from bot.errors import Refusal

MINUTE, HOUR, DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class LimitsInForce:
    """None switches a rule off. `week_share_permille` 1500 = 1.5 × an equal share (see `week_share`)."""

    min_seconds: int
    max_seconds: int
    horizon_seconds: int
    half_ahead_seconds: int | None = None
    week_share_permille: int | None = None


class Preset(StrEnum):
    """宽松, 常规, 紧张."""

    LOOSE = "loose"
    USUAL = "usual"
    TIGHT = "tight"


PRESETS: Mapping[Preset, LimitsInForce] = {
    Preset.LOOSE: LimitsInForce(10 * MINUTE, 7 * DAY, 14 * DAY, None, 3_000),
    Preset.USUAL: LimitsInForce(10 * MINUTE, 3 * DAY, 7 * DAY, DAY, 1_500),
    Preset.TIGHT: LimitsInForce(10 * MINUTE, 1 * DAY, 3 * DAY, DAY, 1_000),
}


def check_limits(limits: LimitsInForce, start: int, end: int, now: int) -> None:
    """Refuses a new booking in the past (`past`) or against a limit (`limit`: min, max, horizon)."""
    check_start(limits, start, now)
    check_length(limits, start, end)


def check_start(limits: LimitsInForce, start: int, now: int) -> None:
    """Refuses a start in the past or beyond the horizon; `allowed` is the latest start."""
    if start < now:
        raise Refusal("past", start=start)
    latest = now + limits.horizon_seconds
    if start > latest:
        days = limits.horizon_seconds // DAY
        raise Refusal("limit", rule="horizon", value=start, allowed=latest, horizon_days=days)


def check_length(limits: LimitsInForce, start: int, end: int) -> None:
    """Refuses a whole booking, extensions included, that is too short or too long; in seconds."""
    seconds = end - start
    if seconds < limits.min_seconds:
        raise Refusal("limit", rule="min", value=seconds, allowed=limits.min_seconds)
    if seconds > limits.max_seconds:
        raise Refusal("limit", rule="max", value=seconds, allowed=limits.max_seconds)


def half_of(total: int) -> int:
    """What "half of a kind's cards" means: rounded down, but at least one card."""
    return max(1, total // 2)


def check_half_ahead(
    limits: LimitsInForce, cards: Sequence[Card], gpu_ids: Collection[int], start: int, now: int
) -> None:
    """Refuses a booking far ahead that takes more than half of the pool's cards of a kind (`limit`: half)."""
    if limits.half_ahead_seconds is None or start <= now + limits.half_ahead_seconds:
        return
    totals = Counter(card.kind for card in cards)
    taken = Counter(card.kind for card in cards if card.gpu_id in gpu_ids)
    for kind, count in sorted(taken.items()):
        if count > half_of(totals[kind]):
            raise Refusal(
                "limit",
                rule="half",
                value=count,
                allowed=half_of(totals[kind]),
                kind=kind,
                ahead_seconds=limits.half_ahead_seconds,
            )
