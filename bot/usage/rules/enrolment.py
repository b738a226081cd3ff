"""The codes that let an agent in, and its clock."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

CODE_SECONDS = 10 * 60
CLOCK_WARNING_MS = 30_000


class Worth(StrEnum):
    """What a code is worth."""

    GOOD = "good"
    WRONG = "wrong"
    USED = "used"
    EXPIRED = "expired"


def worth(found: bool, used_at: int | None, expires_at: int, now: int) -> Worth:
    """Whether a code opens: it must be one of ours, unused, and younger than ten minutes."""
    if not found:
        return Worth.WRONG
    if used_at is not None:
        return Worth.USED
    return Worth.GOOD if now < expires_at else Worth.EXPIRED


@dataclass(frozen=True, slots=True)
class ClockLine:
    """How the agent's clocks stand to the bot's: bot = agent + offset, in milliseconds. `mono` lasts one boot."""

    wall_offset_ms: int
    mono_offset_ms: int

    @property
    def is_wrong(self) -> bool:
        """Far enough off that people should be told."""
        return abs(self.wall_offset_ms) > CLOCK_WARNING_MS


def measured(sent_ms: int, received_ms: int, wall_ms: int, mono_ms: int) -> ClockLine:
    """The agent's clocks were read about half way between question and answer (as in NTP, RFC 5905)."""
    middle = (sent_ms + received_ms) // 2
    return ClockLine(middle - wall_ms, middle - mono_ms)


def corrected(line: ClockLine, wall_ms: int, mono_ms: int, now_ms: int, *, same_boot: bool) -> int:
    """When something happened by the bot's clock, in seconds and never in the future. The machine's own clock since
    its start cannot be set, so it is trusted over the wall clock while its boot lasts.
    """
    at = mono_ms + line.mono_offset_ms if same_boot else wall_ms + line.wall_offset_ms
    return max(0, min(at, now_ms)) // 1000


def wall_ms_of(at: str) -> int:
    """Milliseconds of a moment in ISO 8601; 0 for what is none, so that it can only look old."""
    try:
        return round(datetime.fromisoformat(at).timestamp() * 1000)
    except (ValueError, OverflowError):
        return 0
