"""The months' bills and what was paid: statements, objections, payments, budgets. Amounts are minor units."""

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, partial_index, ref, text
from storage.words import PaymentPurpose, PaymentState, StatementState


class Statement(SQLModel, table=True):
    """A month's bill. From `closed` on `body` (JSON) is what it says for ever, `inputs_hash` what it was made from."""

    __tablename__ = "statement"
    __table_args__ = (
        UniqueConstraint("pool_id", "month", name="uq_statement_month"),
        one_of("state", StatementState, "statement"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    month: str = text()
    state: str = text(default=StatementState.OPEN.value)
    currency: str = text()
    opened_at: int = big()
    review_ends_at: int | None = big(default=None)
    closed_at: int | None = big(default=None)
    settled_at: int | None = big(default=None)
    inputs: str | None = text(default=None)
    inputs_hash: str | None = text(default=None)
    body: str | None = text(default=None)
    version: int = big(default=1)


class Agreement(SQLModel, table=True):
    """A member who agreed to a statement as it was at `version`."""

    __tablename__ = "agreement"
    __table_args__ = (UniqueConstraint("statement_id", "member_id", "version", name="uq_agreement"),)

    id: int | None = key()
    statement_id: int = ref("statement.id")
    member_id: int = ref("member.id")
    version: int = big()
    at: int = big()


class Objection(SQLModel, table=True):
    """What a member has against a line (`line` null = the whole bill). Open while `resolved_at` is null."""

    __tablename__ = "objection"

    id: int | None = key()
    statement_id: int = ref("statement.id", index=True)
    line: str | None = text(default=None)
    member_id: int = ref("member.id")
    words: str = text()
    made_at: int = big()
    resolved_at: int | None = big(default=None)
    resolved_by: int | None = ref("member.id", default=None)
    resolution: str | None = text(default=None)


class Payment(SQLModel, table=True):
    """Money from a member to a member; to the provider when `to_id` is null, from it when `from_id` is."""

    __tablename__ = "payment"
    __table_args__ = (
        one_of("state", PaymentState, "payment"),
        one_of("purpose", PaymentPurpose, "payment"),
        CheckConstraint("amount_minor > 0", name="ck_payment_amount"),
        Index("ix_payment_pool_said", "pool_id", "said_at"),
        partial_index("uq_payment_once", "pool_id", "once", where="once IS NOT NULL", unique=True),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    from_id: int | None = ref("member.id", default=None)
    to_id: int | None = ref("member.id", default=None)
    amount_minor: int = big()
    currency: str = text()
    purpose: str = text()
    state: str = text()
    statement_id: int | None = ref("statement.id", default=None)
    collection_id: int | None = ref("collection.id", default=None)
    note: str | None = text(default=None)
    once: str | None = text(default=None)
    said_by: int = ref("member.id")
    said_at: int = big()
    received_by: int | None = ref("member.id", default=None)
    received_at: int | None = big(default=None)
    voided_by: int | None = ref("member.id", default=None)
    voided_at: int | None = big(default=None)
    version: int = big(default=1)


class Collection(SQLModel, table=True):
    """An advance asked of the members: `each_minor` from everyone, to `to_id`."""

    __tablename__ = "collection"

    id: int | None = key()
    pool_id: int = ref("pool.id", index=True)
    to_id: int = ref("member.id")
    each_minor: int = big()
    currency: str = text()
    note: str | None = text(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()
    closed_at: int | None = big(default=None)


class Budget(SQLModel, table=True):
    """What a month may cost the pool, or (`member_id`) one member, from `from_at` on; null = no budget any more."""

    __tablename__ = "budget"
    __table_args__ = (Index("ix_budget_pool_from", "pool_id", "from_at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    member_id: int | None = ref("member.id", default=None)
    amount_minor: int | None = big(default=None)
    currency: str = text()
    reserve_permille: int = big(default=200)
    from_at: int = big()
    made_by: int = ref("member.id")
    made_at: int = big()


class BudgetAlert(SQLModel, table=True):
    """A warning that was given: once a period and level."""

    __tablename__ = "budget_alert"
    __table_args__ = (UniqueConstraint("pool_id", "subject", "period", "level", name="uq_budget_alert"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    subject: str = text()
    period: str = text()
    level: str = text()
    at: int = big()


class ProviderBalance(SQLModel, table=True):
    """What was left with the provider when somebody looked."""

    __tablename__ = "provider_balance"
    __table_args__ = (Index("ix_provider_balance_pool_at", "pool_id", "at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    at: int = big()
    amount_minor: int = big()
    currency: str = text()
    made_by: int = ref("member.id")


class Need(SQLModel, table=True):
    """What a member says to need in a month (`YYYY-MM`); the newest row counts."""

    __tablename__ = "need"
    __table_args__ = (Index("ix_need_month", "pool_id", "month"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    member_id: int = ref("member.id")
    month: str = text()
    kind: str | None = text(default=None)
    cards: int = big()
    hours: int = big()
    made_at: int = big()
