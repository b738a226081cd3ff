"""What a month's bill is made of: members, their use, lines with their keys, sponsors, payments."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from bot.billing.rules.allocation import Exact

PROVIDER = "provider"
"""The party of a payment that stands outside the group."""


class PolicyName(StrEnum):
    """How the rent is shared. `CHARGED` (booked or used, per card and second) is the default."""

    EQUAL = "equal"
    PRESENCE = "presence"
    BOOKED = "booked"
    USED = "used"
    CHARGED = "charged"
    TWO_PART = "two_part"
    PLEDGE = "pledge"
    DIRECT_IDLE = "direct_idle"


class Fallback(StrEnum):
    """Who paid a line for which nobody had a weight."""

    PLEDGE = "pledge"
    PAYER = "payer"


@dataclass(frozen=True, slots=True)
class Member:
    """`present_s`: seconds in the group this month, None = the whole of it. `weight` 0 pays no equal share."""

    id: str
    present_s: int | None = None
    pledge: Exact = 0
    weight: Exact = 1


@dataclass(frozen=True, slots=True)
class Use:
    """Card-seconds of a member in the month."""

    booked_s: Exact = 0
    used_s: Exact = 0
    charged_s: Exact = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to share. `fixed`: the part of `two_part` by presence; `rate`: how much of the average price overuse
    costs in `pledge`; `idle`: who bears idle time in `direct_idle` (equal, presence, charged, pledge, payer:ID).
    """

    name: PolicyName = PolicyName.CHARGED
    fixed: Exact = Fraction(3, 10)
    rate: Exact = 1
    idle: str = "charged"


@dataclass(frozen=True, slots=True)
class ByPolicy:
    """By the bill's policy, or by this one."""

    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class Weights:
    """By numbers of its own: TB-seconds of storage, bytes of traffic, card-seconds lost to an outage."""

    of: Mapping[str, Exact]


@dataclass(frozen=True, slots=True)
class One:
    """One member pays it: who asked for the image."""

    member: str


@dataclass(frozen=True, slots=True)
class Among:
    """Some members, equally."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subtotal:
    """By the rounded shares of the lines above: a tax."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """Shares that are known: a correction."""

    shares: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Parts of the month with keys of their own (a price or policy that changed); the line is rounded once."""

    of: "tuple[Piece, ...]"


Key: TypeAlias = ByPolicy | Weights | One | Among | Subtotal | Fixed | Pieces


@dataclass(frozen=True, slots=True)
class Piece:
    """`weight`: its part of the line's amount. `use` and `capacity_s` of just this part, else the month's."""

    weight: Exact
    key: Key = ByPolicy()
    use: Mapping[str, Use] | None = None
    capacity_s: Exact | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """An amount to share; a refund is negative."""

    id: str
    amount_minor: int
    key: Key = ByPolicy()


@dataclass(frozen=True, slots=True)
class Sponsor:
    """Somebody who takes part of the whole first: `fixed_minor`, or `percent` of what is left."""

    member: str
    fixed_minor: int = 0
    percent: Exact = 0


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that went from one to another; one side may be `PROVIDER`."""

    giver: str
    taker: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Bill:
    """All that a statement depends on. `tie`: "hash" for statements of the bot, "order" = the members' order."""

    statement: str
    members: tuple[Member, ...]
    lines: tuple[Line, ...]
    policy: Policy = Policy()
    use: Mapping[str, Use] = field(default_factory=dict)
    capacity_s: Exact | None = None
    payer: str | None = None
    sponsors: tuple[Sponsor, ...] = ()
    payments: tuple[Payment, ...] = ()
    tie: str = "hash"
    currency: str = "CNY"
