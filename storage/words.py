"""Stored enums: the words that stand in the database and nowhere else twice.

Standard library only: the one storage module that rules may import.
"""

from enum import StrEnum


class Role(StrEnum):
    """What a member may do in a pool."""

    OWNER = "owner"
    TREASURER = "treasurer"
    MEMBER = "member"
    GUEST = "guest"


class BookingState(StrEnum):
    """Stored states. Upcoming, running and ended are read off the clock."""

    HELD = "held"
    BOOKED = "booked"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class ChatKind(StrEnum):
    """A private chat has one person, a group chat at most one pool."""

    PRIVATE = "private"
    GROUP = "group"


class ChatState(StrEnum):
    """`GONE`: the bot was removed or blocked; nothing is sent until it is back."""

    ACTIVE = "active"
    GONE = "gone"
    MERGED = "merged"


class GpuState(StrEnum):
    """`BROKEN` cards are skipped and named; `RETIRED` ones keep their number for ever."""

    OK = "ok"
    BROKEN = "broken"
    RETIRED = "retired"


class InboxState(StrEnum):
    """`KEPT`: stored for a person to look at, never dispatched (it could not be read)."""

    NEW = "new"
    DONE = "done"
    KEPT = "kept"


class OutboxState(StrEnum):
    """`UNKNOWN`: a send ended without an answer and must not be repeated."""

    DUE = "due"
    SENDING = "sending"
    SENT = "sent"
    DROPPED = "dropped"
    UNKNOWN = "unknown"


class Priority(StrEnum):
    """People first. Stored as text, ordered by `Priority.rank`."""

    ANSWER = "answer"
    NOTICE = "notice"
    DIGEST = "digest"

    @property
    def rank(self) -> int:
        return list(Priority).index(self)


class CodeKind(StrEnum):
    """What a one-time code opens."""

    FIRST = "first"
    POOL = "pool"


LIVE_STATES = (BookingState.HELD, BookingState.BOOKED)
"""A booking in one of these states keeps its cards guarded (`booked_card.live = 1`)."""
