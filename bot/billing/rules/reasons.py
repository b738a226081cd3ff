"""Why a piece of a card's time stands on somebody's account, or on nobody's."""

from enum import StrEnum

from bot.billing.rules.allocation import Exact


class Reason(StrEnum):
    """Why a piece of a card's time stands on somebody's account. Only the first three are charged."""

    BOOKED = "booked"
    USED = "used"
    GIVEN_UP = "given_up"
    CREDITED = "credited"
    LOST = "lost"
    UNKNOWN = "unknown"
    UNSEEN = "unseen"
    IDLE = "idle"
    OUTAGE = "outage"

    # An enum hashes its name in Python; a month has a hundred thousand of these to hash.
    __hash__ = str.__hash__


CHARGED = frozenset({Reason.BOOKED, Reason.USED, Reason.GIVEN_UP})
Entry = tuple[str | None, Reason, int | None, Exact]
"""Member (None: nobody), reason, booking, part of the second."""
