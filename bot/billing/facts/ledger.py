"""What is paid for and how it is split, as facts: rents, lines, split policies, settings."""

import json
from dataclasses import dataclass, field

from sqlmodel import Session

from bot.billing.facts.keys import credits_of, policy_of, read_key, sponsors_of
from bot.billing.rules.charging import CreditRules
from bot.billing.rules.dated import Dated
from bot.billing.rules.shapes import Key, Policy, Sponsor
from storage.queries import ledger
from storage.tables import BillLine, Rent, SplitPolicy
from storage.words import LineKind, RentUnit

REVIEW_SECONDS = 3 * 86_400
"""How long a month's bill is shown before it is closed, unless the group chose otherwise."""


@dataclass(frozen=True, slots=True)
class RentFacts:
    """`amount_minor` a `unit` for a card, a machine, or (both None) everything; 0 ends it."""

    id: int
    node_id: int | None
    gpu_id: int | None
    unit: RentUnit
    amount_minor: int
    from_at: int


@dataclass(frozen=True, slots=True)
class LineFacts:
    """An amount that somebody wrote down. `corrects`: "<month>/<line>" that was wrong."""

    id: int
    month: str
    kind: LineKind
    amount_minor: int
    key: Key
    note: str | None
    node_id: int | None
    outage_id: int | None
    corrects: str | None
    made_by: int
    made_at: int


@dataclass(frozen=True, slots=True)
class SplitWay:
    """A policy in force with the sponsors that go before it. `id` 0 = the one that holds when none was chosen."""

    id: int = 0
    policy: Policy = field(default_factory=Policy)
    sponsors: tuple[Sponsor, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """`private`: amounts are each member's own to know. `via_payer`: everybody settles with the payer."""

    payer: int | None = None
    via_payer: bool = False
    private: bool = False
    review_seconds: int = REVIEW_SECONDS
    credits: CreditRules = field(default_factory=CreditRules)


def rent_facts(row: Rent) -> RentFacts:
    return RentFacts(int(row.id or 0), row.node_id, row.gpu_id, RentUnit(row.unit), row.amount_minor, row.from_at)


def rents(session: Session, pool_id: int) -> list[RentFacts]:
    """Every rent, also those to come, by when it begins."""
    return [rent_facts(row) for row in ledger.rents(session, pool_id)]


def line_facts(row: BillLine) -> LineFacts:
    return LineFacts(
        int(row.id or 0),
        row.month,
        LineKind(row.kind),
        row.amount_minor,
        read_key(row.split_key),
        row.note,
        row.node_id,
        row.outage_id,
        row.corrects,
        row.made_by,
        row.made_at,
    )


def lines(session: Session, pool_id: int, month: str) -> list[LineFacts]:
    """The month's lines that stand: one taken back within its month is gone together with what takes it back."""
    rows = ledger.lines(session, pool_id, month)
    ids = {row.id for row in rows}
    gone = {row.voids for row in rows if row.voids in ids}
    return [line_facts(row) for row in rows if row.id not in gone and row.voids not in gone]


def split_way(row: SplitPolicy) -> SplitWay:
    fields = json.loads(row.policy)
    return SplitWay(int(row.id or 0), policy_of(fields), sponsors_of(fields.get("sponsors", [])))


def split_ways(session: Session, pool_id: int) -> list[Dated[SplitWay]]:
    """The policies by when they begin; first the one that holds when none was chosen."""
    chosen = [Dated(row.from_at, split_way(row)) for row in ledger.policies(session, pool_id)]
    return [Dated(0, SplitWay()), *chosen]


def settings(session: Session, pool_id: int, at: int) -> Settings:
    """The settings in force at an instant."""
    row = ledger.settings(session, pool_id, at)
    if row is None:
        return Settings()
    return Settings(row.payer_id, bool(row.via_payer), bool(row.private), row.review_seconds, credits_of(row.credits))
