"""Quiet hours: from a minute of the local day until another one, perhaps over midnight."""

from datetime import datetime
from zoneinfo import ZoneInfo


def is_quiet(at: int, zone: ZoneInfo, quiet_from: int | None, quiet_to: int | None) -> bool:
    """Whether an instant lies in `[quiet_from, quiet_to)`, in minutes of the day by the clock of `zone`."""
    if quiet_from is None or quiet_to is None:
        return False
    local = datetime.fromtimestamp(at, zone)
    minute = local.hour * 60 + local.minute
    if quiet_from <= quiet_to:
        return quiet_from <= minute < quiet_to
    return minute >= quiet_from or minute < quiet_to
