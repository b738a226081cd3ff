"""A month as it leaves: everything a file says, frozen, with the members' ids beside their names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any


@dataclass(frozen=True, slots=True)
class Person:
    """A member or sponsor. `fund`: the title of the fund that their share is claimed from."""

    id: str
    name: str
    total_minor: int
    booked_s: int = 0
    used_s: int = 0
    charged_s: int = 0
    fund: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the bill; `shares` by member id. `number` 0 = made by the rent in force."""

    id: str
    number: int
    kind: str
    amount_minor: int
    shares: Mapping[str, int]
    note: str | None = None
    node: str | None = None
    corrects: str | None = None
    receipts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment that stands; None is the provider. `day`: its date in the pool's zone."""

    number: int
    day: date
    giver: str | None
    taker: str | None
    amount_minor: int
    purpose: str
    state: str


@dataclass(frozen=True, slots=True)
class MonthExport:
    """One month of one pool. `payer`: the id of who pays the provider. `body`: the statement as it is kept (JSON).

    `inputs` and `inputs_hash`: what it was made from, once it is closed.
    """

    pool_id: int
    pool: str
    month: str
    state: str
    currency: str
    first_day: date
    next_day: date
    policy: str
    payer: str | None
    total_minor: int
    people: tuple[Person, ...]
    rows: tuple[Row, ...]
    transfers: tuple[Transfer, ...]
    sponsors: tuple[Mapping[str, Any], ...]
    body: Mapping[str, Any]
    inputs: str | None = None
    inputs_hash: str | None = None

    @property
    def last_day(self) -> date:
        return self.next_day - timedelta(days=1)

    @property
    def closed(self) -> bool:
        return self.inputs is not None

    def name(self, member: str | None) -> str | None:
        """None for the provider."""
        if member is None:
            return None
        return next((one.name for one in self.people if one.id == member), member)


@dataclass(frozen=True, slots=True)
class Day:
    """What a day cost a fund: its members' card-seconds, and their part of what goes by use."""

    day: date
    card_s: int
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What a fund is asked to pay for a month. `others`: what does not go by days, as (kind, note, amount)."""

    pool: str
    month: str
    currency: str
    title: str
    tax_number: str | None
    in_charge: str | None
    item: str
    days: tuple[Day, ...]
    others: tuple[tuple[str, str | None, int], ...]
    people: tuple[tuple[str, int, int], ...]
    total_minor: int
    closed: bool
