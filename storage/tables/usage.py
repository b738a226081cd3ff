"""What cards did: readings as they came, their sums, and the intervals that bills and digests read."""

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlmodel import SQLModel

from storage.tables.columns import big, key, one_of, partial_index, ref, text
from storage.words import Grade, Span


class Reading(SQLModel, table=True):
    """One sample of a node as the agent sent it (JSON), at the bot's corrected time. Kept for 7 days."""

    __tablename__ = "reading"
    __table_args__ = (
        UniqueConstraint("node_id", "boot_id", "seq", name="uq_reading_seq"),
        Index("ix_reading_node_at", "node_id", "at"),
    )

    id: int | None = key()
    node_id: int = ref("node.id")
    boot_id: str = text()
    seq: int = big()
    at: int = big()
    body: str = text()


class Rollup(SQLModel, table=True):
    """Sums and counts of a card's readings within a minute or an hour; `at` is its start."""

    __tablename__ = "rollup"
    __table_args__ = (
        UniqueConstraint("gpu_id", "span", "at", name="uq_rollup"),
        one_of("span", Span, "rollup"),
        Index("ix_rollup_span_at", "span", "at"),
    )

    id: int | None = key()
    gpu_id: int = ref("gpu.id")
    span: str = text()
    at: int = big()
    readings: int = big()
    used_readings: int = big(default=0)
    util_sum: int = big(default=0)
    util_count: int = big(default=0)
    memory_sum: int = big(default=0)
    memory_count: int = big(default=0)
    memory_max: int = big(default=0)
    power_mw_sum: int = big(default=0)
    power_count: int = big(default=0)
    temperature_sum: int = big(default=0)
    temperature_count: int = big(default=0)
    temperature_max: int | None = big(default=None)
    throttled: int = big(default=0)


class CardUse(SQLModel, table=True):
    """A process that was resident on a card from the first reading that saw it to the last plus one period.

    `process` = "pid:start", which names it within a boot. `member_id` null = nobody known.
    """

    __tablename__ = "card_use"
    __table_args__ = (
        one_of("grade", Grade, "card_use"),
        CheckConstraint("starts_at < ends_at", name="ck_card_use_window"),
        Index("ix_card_use_gpu_end", "gpu_id", "ends_at"),
        Index("ix_card_use_process", "gpu_id", "boot_id", "process"),
    )

    id: int | None = key()
    gpu_id: int = ref("gpu.id")
    starts_at: int = big()
    ends_at: int = big()
    member_id: int | None = ref("member.id", default=None)
    unix_name: str | None = text(default=None)
    grade: str = text()
    evidence: str | None = text(default=None)
    command: str | None = text(default=None)
    boot_id: str = text()
    process: str = text()
    memory_max: int | None = big(default=None)


class Gap(SQLModel, table=True):
    """An interval without readings of a node; `ends_at` null while it lasts. `decided` null = counts as booked."""

    __tablename__ = "gap"
    __table_args__ = (
        CheckConstraint("decided IS NULL OR decided IN ('outage', 'charged')", name="ck_gap_decided"),
        Index("ix_gap_node_start", "node_id", "starts_at"),
        partial_index("uq_gap_open", "node_id", where="ends_at IS NULL", unique=True),
    )

    id: int | None = key()
    node_id: int = ref("node.id")
    starts_at: int = big()
    ends_at: int | None = big(default=None)
    reason: str = text()
    told_at: int | None = big(default=None)
    decided: str | None = text(default=None)
    decided_by: int | None = ref("member.id", default=None)
    decided_at: int | None = big(default=None)


class Outage(SQLModel, table=True):
    """Seconds of a node that owners or treasurers took out of the bill; `voided_at` when taken back."""

    __tablename__ = "outage"
    __table_args__ = (
        CheckConstraint("starts_at < ends_at", name="ck_outage_window"),
        Index("ix_outage_pool_start", "pool_id", "starts_at"),
    )

    id: int | None = key()
    pool_id: int = ref("pool.id")
    node_id: int = ref("node.id")
    starts_at: int = big()
    ends_at: int = big()
    gap_id: int | None = ref("gap.id", default=None)
    note: str | None = text(default=None)
    decided_by: int = ref("member.id")
    decided_at: int = big()
    voided_at: int | None = big(default=None)


class JobRun(SQLModel, table=True):
    """A command run by `pinka job run`; `ended_at` null while it runs. `gpus` = card numbers as JSON."""

    __tablename__ = "job_run"
    __table_args__ = (UniqueConstraint("node_id", "name", name="uq_job_run_name"),)

    id: int | None = key()
    node_id: int = ref("node.id")
    name: str = text()
    member_id: int | None = ref("member.id", default=None)
    booking_id: int | None = ref("booking.id", default=None)
    gpus: str = text()
    command: str = text()
    description: str | None = text(default=None)
    started_at: int = big()
    ended_at: int | None = big(default=None)
    exit_code: int | None = big(default=None)
    peak_bytes: int | None = big(default=None)


class Calibration(SQLModel, table=True):
    """What an estimate said of a job and what the agent measured: bytes a card."""

    __tablename__ = "calibration"

    id: int | None = key()
    pool_id: int = ref("pool.id", index=True)
    job_run_id: int | None = ref("job_run.id", default=None)
    question: str = text()
    described: str = text()
    predicted_bytes: int = big()
    measured_bytes: int = big()
    at: int = big()
