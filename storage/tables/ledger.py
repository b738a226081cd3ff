"""What is paid for and how: rents, lines, policies, funds. Dated or voided, never edited. Amounts are minor units."""

from sqlalchemy import CheckConstraint, Index, LargeBinary
from sqlmodel import Field, SQLModel

from storage.tables.columns import big, key, one_of, ref, text
from storage.words import AttachmentKind, BilledWhileOff, LineKind, RentUnit


class Rent(SQLModel, table=True):
    """The price of a node or a card (or of everything) a unit of time, from `from_at` until a later row of the same."""

    __tablename__ = "rent"
    __table_args__ = (one_of("unit", RentUnit, "rent"), Index("ix_rent_pool_from", "pool_id", "from_at"))

    id: int | None = key()
    pool_id: int = ref("pool.id")
    node_id: int | None = ref("node.id", default=None)
    gpu_id: int | None = ref("gpu.id", default=None)
    unit: str = text()
    amount_minor: int = big()
    currency: str = text()
    from_at: int = big()
    made_by: int = ref("member.id")
    made_at: int = big()
    voided_at: int | None = big(default=None)


class Rental(SQLModel, table=True):
    """The contract with the provider: from when until when, and what happens at its end."""

    __tablename__ = "rental"
    __table_args__ = (
        one_of("billed_while_off", BilledWhileOff, "rental"),
        Index("ix_rental_pool_end", "pool_id", "ends_at"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    node_id: int | None = ref("node.id", default=None)
    starts_at: int = big()
    ends_at: int | None = big(default=None)
    auto_renew: int = big(default=0)
    min_topup_minor: int | None = big(default=None)
    granularity_seconds: int = big(default=1)
    min_charge_minor: int | None = big(default=None)
    billed_while_off: str = text(default=BilledWhileOff.ALL.value)
    at_expiry: str | None = text(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()
    voided_at: int | None = big(default=None)


class BillLine(SQLModel, table=True):
    """An amount of a month (`YYYY-MM`). `split_key` is JSON: how it is shared. `voids` = the line it takes back."""

    __tablename__ = "bill_line"
    __table_args__ = (one_of("kind", LineKind, "bill_line"), Index("ix_bill_line_month", "pool_id", "month"))

    id: int | None = key()
    pool_id: int = ref("pool.id")
    month: str = text()
    kind: str = text()
    amount_minor: int = big()
    currency: str = text()
    starts_at: int | None = big(default=None)
    ends_at: int | None = big(default=None)
    split_key: str = text()
    note: str | None = text(default=None)
    node_id: int | None = ref("node.id", default=None)
    paid_by: int | None = ref("member.id", default=None)
    outage_id: int | None = ref("outage.id", default=None)
    voids: int | None = ref("bill_line.id", default=None, unique=True)
    corrects: str | None = text(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()
    version: int = big(default=1)


class SplitPolicy(SQLModel, table=True):
    """How the bill is split from `from_at` on (JSON). `confirmed` = members who agreed to an earlier start, as JSON."""

    __tablename__ = "split_policy"
    __table_args__ = (Index("ix_split_policy_pool_from", "pool_id", "from_at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    policy: str = text()
    from_at: int = big()
    confirmed: str | None = text(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()
    voided_at: int | None = big(default=None)


class BillSettings(SQLModel, table=True):
    """Who pays the provider, how long a bill is shown, whether amounts are private, what a cancellation credits."""

    __tablename__ = "bill_settings"
    __table_args__ = (Index("ix_bill_settings_pool_from", "pool_id", "from_at"),)

    id: int | None = key()
    pool_id: int = ref("pool.id")
    from_at: int = big()
    payer_id: int | None = ref("member.id", default=None)
    via_payer: int = big(default=0)
    private: int = big(default=0)
    review_seconds: int = big()
    credits: str = text()
    made_by: int = ref("member.id")
    made_at: int = big()


class Pledge(SQLModel, table=True):
    """A member's pledged share from `from_at` on."""

    __tablename__ = "pledge"

    id: int | None = key()
    member_id: int = ref("member.id", index=True)
    weight: int = big()
    from_at: int = big()
    made_by: int = ref("member.id")
    made_at: int = big()


class Voucher(SQLModel, table=True):
    """Money given (算力券): for one member, or (`beneficiary_id` null) for all; of no use after `expires_at`."""

    __tablename__ = "voucher"

    id: int | None = key()
    pool_id: int = ref("pool.id", index=True)
    beneficiary_id: int | None = ref("member.id", default=None)
    amount_minor: int = big()
    currency: str = text()
    expires_at: int | None = big(default=None)
    note: str | None = text(default=None)
    made_by: int = ref("member.id")
    made_at: int = big()
    voided_at: int | None = big(default=None)


class Fund(SQLModel, table=True):
    """A project's money (经费) that its members' shares are claimed from."""

    __tablename__ = "fund"

    id: int | None = key()
    pool_id: int = ref("pool.id", index=True)
    title: str = text()
    tax_number: str | None = text(default=None)
    in_charge: str | None = text(default=None)
    item: str = text()
    made_by: int = ref("member.id")
    made_at: int = big()
    closed_at: int | None = big(default=None)


class FundMember(SQLModel, table=True):
    """A member's share goes to a fund from `from_at` on; `until_at` null while it does."""

    __tablename__ = "fund_member"

    id: int | None = key()
    fund_id: int = ref("fund.id", index=True)
    member_id: int = ref("member.id", index=True)
    from_at: int = big()
    until_at: int | None = big(default=None)


class Attachment(SQLModel, table=True):
    """A picture or file: a line's receipt, a member's payment code. `file_ref` is its platform's name for it."""

    __tablename__ = "attachment"
    __table_args__ = (
        one_of("kind", AttachmentKind, "attachment"),
        CheckConstraint("size >= 0", name="ck_attachment_size"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id", index=True)
    kind: str = text()
    line_id: int | None = ref("bill_line.id", default=None)
    member_id: int | None = ref("member.id", default=None)
    sha256: str | None = text(default=None)
    mime: str | None = text(default=None)
    name: str | None = text(default=None)
    size: int = big(default=0)
    platform: str = text()
    file_ref: str = text()
    body: bytes | None = Field(default=None, sa_type=LargeBinary)
    made_by: int = ref("member.id")
    made_at: int = big()
    voided_at: int | None = big(default=None)
