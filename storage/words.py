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


class AgentState(StrEnum):
    """`QUARANTINED`: connected, but an owner must say first that this is the machine."""

    ACTIVE = "active"
    QUARANTINED = "quarantined"
    REMOVED = "removed"


class Grade(StrEnum):
    """How certain it is whose process it was. `PRESUMED` = the only holder of the card at that time."""

    CERTAIN = "certain"
    LIKELY = "likely"
    PRESUMED = "presumed"
    UNKNOWN = "unknown"


class GapDecision(StrEnum):
    """What owners or treasurers said of an interval without readings."""

    OUTAGE = "outage"
    CHARGED = "charged"


class Span(StrEnum):
    """The width of a rollup."""

    MINUTE = "minute"
    HOUR = "hour"


class LineKind(StrEnum):
    """What an amount of the bill is for."""

    RENT = "rent"
    STORAGE = "storage"
    BANDWIDTH = "bandwidth"
    IMAGE = "image"
    TAX = "tax"
    DEPOSIT = "deposit"
    REFUND = "refund"
    COUPON = "coupon"
    OTHER = "other"
    CORRECTION = "correction"


class RentUnit(StrEnum):
    """What a rent is counted by."""

    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class BilledWhileOff(StrEnum):
    """What a provider bills for a machine that is shut down."""

    NONE = "none"
    DISK = "disk"
    ALL = "all"


class StatementState(StrEnum):
    """A month's bill: in progress, shown for objections, frozen, paid."""

    OPEN = "open"
    REVIEW = "review"
    CLOSED = "closed"
    SETTLED = "settled"


class PaymentState(StrEnum):
    """`SAID` by one side, `RECEIVED` confirmed by the other, `VOIDED` taken back."""

    SAID = "said"
    RECEIVED = "received"
    VOIDED = "voided"


class PaymentPurpose(StrEnum):
    """What a payment between members is for; `PROVIDER` = to the outside, for the group."""

    SETTLE = "settle"
    ADVANCE = "advance"
    PROVIDER = "provider"


class AttachmentKind(StrEnum):
    """A receipt of a line, the picture by which a member is paid, or a file that was made for somebody."""

    RECEIPT = "receipt"
    PAYEE_CODE = "payee_code"
    EXPORT = "export"
