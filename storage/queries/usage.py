"""Readings, their sums, and the intervals made of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from storage.queries.core import all_like, table_of
from storage.queries.rows import ForRows, Rows
from storage.tables import CardUse, Gap, Gpu, Outage, Reading, Rollup
from storage.words import Grade, Span

_readings, _rollups, _uses, _gaps = table_of(Reading), table_of(Rollup), table_of(CardUse), table_of(Gap)
_gpus = table_of(Gpu)
_ADDED = (
    "readings",
    "used_readings",
    "util_sum",
    "util_count",
    "memory_sum",
    "memory_count",
    "power_mw_sum",
    "power_count",
    "temperature_sum",
    "temperature_count",
    "throttled",
)


def _upsert(dialect: Any, larger: Any) -> Any:
    statement = dialect.insert(_rollups)
    new, old = statement.excluded, _rollups.c
    sums = {name: old[name] + new[name] for name in _ADDED}
    return statement.on_conflict_do_update(
        index_elements=["gpu_id", "span", "at"],
        set_={
            **sums,
            "memory_max": larger(old.memory_max, new.memory_max),
            "temperature_max": larger(
                func.coalesce(old.temperature_max, new.temperature_max),
                func.coalesce(new.temperature_max, old.temperature_max),
            ),
        },
    )


SUMS = (*_ADDED, "memory_max", "temperature_max")
_ROLL_UP = ForRows(
    ("gpu_id", "span", "at", *SUMS),
    {"sqlite": _upsert(sqlite, func.max), "postgresql": _upsert(postgresql, func.greatest)},
)
_SEQS = select(_readings.c.seq).where(
    _readings.c.node_id == bindparam("node_id"),
    _readings.c.boot_id == bindparam("boot_id"),
    _readings.c.seq.in_(bindparam("seqs", expanding=True)),
)
_TIMES = (
    select(_readings.c.at)
    .where(_readings.c.node_id == bindparam("node_id"), _readings.c.at.between(bindparam("since"), bindparam("until")))
    .order_by(_readings.c.at)
)
_BEFORE = select(func.max(_readings.c.at)).where(
    _readings.c.node_id == bindparam("node_id"), _readings.c.at < bindparam("first")
)
_AFTER = select(func.min(_readings.c.at)).where(
    _readings.c.node_id == bindparam("node_id"), _readings.c.at > bindparam("last")
)
_GAPS = (
    select(_gaps.c.id)
    .where(
        _gaps.c.node_id.in_(bindparam("node_ids", expanding=True)),
        _gaps.c.starts_at < bindparam("until"),
        _gaps.c.ends_at.is_(None) | ((_gaps.c.ends_at > bindparam("since")) & (_gaps.c.ends_at > _gaps.c.starts_at)),
    )
    .order_by(_gaps.c.starts_at)
)
_ADD_READINGS = ForRows(("node_id", "boot_id", "seq", "at", "body"), insert(_readings))
_ADD_USES = insert(_uses)
_LENGTHEN = (
    update(_uses)
    .where(_uses.c.id == bindparam("b_id"))
    .values({name: bindparam(name) for name in ("starts_at", "ends_at", "memory_max", "command")})
)
_NEAR = select(_uses).where(
    _uses.c.gpu_id.in_(bindparam("gpu_ids", expanding=True)),
    _uses.c.ends_at >= bindparam("since"),
    _uses.c.starts_at <= bindparam("until"),
)


def stored_seqs(session: Session, node_id: int, boot_id: str, seqs: Sequence[int]) -> set[int]:
    """Which of these readings are here already."""
    return set(session.execute(_SEQS, {"node_id": node_id, "boot_id": boot_id, "seqs": list(seqs)}).scalars())


def add_readings(session: Session, rows: Rows) -> None:
    """`rows` are (node_id, boot_id, seq, at, body)."""
    _ADD_READINGS.run(session, rows)


def add_to_rollups(session: Session, rows: Rows) -> None:
    """Adds sums to the rollups of their place; makes those that are missing. `rows` are (gpu_id, span, at, *SUMS)."""
    _ROLL_UP.run(session, rows)


def times(session: Session, node_id: int, since: int, until: int) -> list[int]:
    """When a node was read in `[since, until]`."""
    return list(session.execute(_TIMES, {"node_id": node_id, "since": since, "until": until}).scalars())


def neighbour_times(session: Session, node_id: int, first: int, last: int) -> tuple[int | None, int | None]:
    """The reading before `first` and the one after `last`."""
    facts = {"node_id": node_id, "first": first, "last": last}
    return session.execute(_BEFORE, facts).scalar(), session.execute(_AFTER, facts).scalar()


def newest(session: Session, node_id: int) -> Reading | None:
    """The latest reading of a node."""
    return session.execute(
        select(Reading).where(col(Reading.node_id) == node_id).order_by(col(Reading.at).desc()).limit(1)
    ).scalar_one_or_none()


def last_before(session: Session, node_id: int, at: int) -> Reading | None:
    """The latest reading of a node before `at`."""
    return session.execute(
        select(Reading)
        .where(col(Reading.node_id) == node_id, col(Reading.at) < at)
        .order_by(col(Reading.at).desc())
        .limit(1)
    ).scalar_one_or_none()


def forget_readings(session: Session, node_id: int, before: int, most: int) -> int:
    """Drop up to so many of a node's oldest readings from before a time; the newest of all stays. How many went."""
    newest = select(func.max(_readings.c.at)).where(_readings.c.node_id == node_id).scalar_subquery()
    old = (
        select(_readings.c.id)
        .where(_readings.c.node_id == node_id, _readings.c.at < before, _readings.c.at < newest)
        .order_by(_readings.c.at)
        .limit(most)
    )
    ids = list(session.execute(old).scalars())
    if ids:
        session.execute(delete(_readings).where(_readings.c.id.in_(ids)))
    return len(ids)


def forget_minutes(session: Session, node_id: int, before: int, most: int) -> int:
    """Drop up to so many of a node's sums by the minute from before a time; those by the hour stay. How many went."""
    old = (
        select(_rollups.c.id)
        .join(_gpus, _gpus.c.id == _rollups.c.gpu_id)
        .where(_gpus.c.node_id == node_id, _rollups.c.span == Span.MINUTE.value, _rollups.c.at < before)
        .order_by(_rollups.c.at)
        .limit(most)
    )
    ids = list(session.execute(old).scalars())
    if ids:
        session.execute(delete(_rollups).where(_rollups.c.id.in_(ids)))
    return len(ids)


def rollups(session: Session, gpu_ids: Sequence[int], span: Span, since: int, until: int) -> list[Rollup]:
    """The sums of cards in `[since, until)`, by time."""
    statement = (
        select(_rollups)
        .where(
            _rollups.c.gpu_id.in_(gpu_ids),
            _rollups.c.span == span.value,
            _rollups.c.at >= since,
            _rollups.c.at < until,
        )
        .order_by(_rollups.c.at)
    )
    return all_like(session, Rollup, statement, {})


def uses_near(session: Session, gpu_ids: Sequence[int], since: int, until: int) -> list[CardUse]:
    """Intervals of use of cards that touch `[since, until]`."""
    return all_like(session, CardUse, _NEAR, {"gpu_ids": list(gpu_ids), "since": since, "until": until})


def add_uses(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    session.execute(_ADD_USES, list(rows))


def lengthen_uses(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    """`rows` carry b_id, starts_at, ends_at, memory_max, command."""
    session.execute(_LENGTHEN, list(rows))


def drop_uses(session: Session, ids: Sequence[int]) -> None:
    """Intervals that became part of another one."""
    session.execute(delete(_uses).where(_uses.c.id.in_(ids)))


def uses_of_process(session: Session, pool_id: int, boot_id: str, process: str) -> list[CardUse]:
    """What one process of a boot used in a pool, by time."""
    statement = (
        select(_uses)
        .join(_gpus, _gpus.c.id == _uses.c.gpu_id)
        .where(_gpus.c.pool_id == pool_id, _uses.c.boot_id == boot_id, _uses.c.process == process)
        .order_by(_uses.c.starts_at)
    )
    return all_like(session, CardUse, statement, {})


def give_process(session: Session, ids: Sequence[int], member_id: int) -> None:
    """These intervals are a member's, by the member's own word."""
    values = {"member_id": member_id, "grade": Grade.CERTAIN.value, "evidence": "claimed"}
    session.execute(update(_uses).where(_uses.c.id.in_(ids)).values(values))


def take_back(session: Session, ids: Sequence[int]) -> None:
    """These intervals are nobody's known: the word that gave them was taken back."""
    values = {"member_id": None, "grade": Grade.UNKNOWN.value, "evidence": None}
    session.execute(update(_uses).where(_uses.c.id.in_(ids)).values(values))


def give_unknown(session: Session, pool_id: int, unix_name: str, member_id: int, since: int) -> int:
    """What an account did for nobody known since a time is a member's; returns the card-seconds."""
    of_pool = select(_gpus.c.id).where(_gpus.c.pool_id == pool_id)
    rows = (
        _uses.c.gpu_id.in_(of_pool),
        _uses.c.unix_name == unix_name,
        _uses.c.member_id.is_(None),
        _uses.c.starts_at >= since,
    )
    seconds = session.execute(select(func.sum(_uses.c.ends_at - _uses.c.starts_at)).where(*rows)).scalar()
    values = {"member_id": member_id, "grade": Grade.CERTAIN.value, "evidence": "linked"}
    session.execute(update(_uses).where(*rows).values(values))
    return int(seconds or 0)


def gaps(session: Session, node_ids: Sequence[int], since: int, until: int) -> list[Gap]:
    """Intervals without readings that touch `[since, until)`, those that still last included; never empty ones."""
    ids = session.execute(_GAPS, {"node_ids": list(node_ids), "since": since, "until": until}).scalars().all()
    if not ids:
        return []
    return list(session.execute(select(Gap).where(col(Gap.id).in_(ids)).order_by(col(Gap.starts_at))).scalars())


def open_gap(session: Session, node_id: int) -> Gap | None:
    """The gap that still lasts."""
    return session.execute(
        select(Gap).where(col(Gap.node_id) == node_id, col(Gap.ends_at).is_(None))
    ).scalar_one_or_none()


def gap(session: Session, gap_id: int) -> Gap | None:
    return session.get(Gap, gap_id)


def add_gap(session: Session, node_id: int, starts_at: int, ends_at: int | None, reason: str) -> int:
    row = {"node_id": node_id, "starts_at": starts_at, "ends_at": ends_at, "reason": reason}
    return int(session.execute(insert(Gap).values(row).returning(col(Gap.id))).scalar_one())


def outages(session: Session, pool_id: int, since: int, until: int) -> list[Outage]:
    """Seconds taken out of the bill that touch `[since, until)`."""
    statement = (
        select(Outage)
        .where(
            col(Outage.pool_id) == pool_id,
            col(Outage.voided_at).is_(None),
            col(Outage.starts_at) < until,
            col(Outage.ends_at) > since,
        )
        .order_by(col(Outage.starts_at))
    )
    return list(session.execute(statement).scalars())
