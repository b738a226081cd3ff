"""A month read into the frozen shape that the files are made from, and a fund's part of it."""

import json
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.exports.shapes import Claim, Day, MonthExport, Person, Row, Transfer
from bot.billing.facts.month import month_at, zone_of
from bot.billing.rules.allocation import allocate, half_up
from bot.billing.rules.reasons import CHARGED
from bot.billing.rules.shapes import ByPolicy
from bot.billing.services.month import bill_of, stands
from bot.billing.services.statement import MonthBill, body_of
from bot.people.facts import PoolFacts
from storage.queries import attachments, funds, payments
from storage.tables import Fund


def gathered(session: Session, pool: PoolFacts, month: str, now: int) -> MonthExport:
    """The month as it stands; a closed one as it was frozen. Raises `no_such_month`, `no_weights`, `bad_input`."""
    there = stands(session, pool, month, now)
    row = there.row
    closed = row is not None and row.inputs is not None
    bill = None if closed else bill_of(session, pool, month, now)
    body: dict[str, Any] = json.loads(row.body or "{}") if closed and row is not None else body_of(_bill(bill))
    zone = zone_of(session, pool.id, there.whole.starts_at)
    titles = {int(fund.id or 0): fund.title for fund in funds.funds(session, pool.id, open_only=False)}
    belongs = funds.belonging(session, pool.id, int(body["ends_at"]) - 1)
    return MonthExport(
        pool.id,
        pool.name,
        month,
        there.state,
        str(body["currency"]),
        _day(int(body["starts_at"]), zone),
        _day(int(body["ends_at"]), zone),
        str(body["policy"]["name"]),
        body["payer"],
        int(body["total_minor"]),
        _people(body, belongs, titles),
        _rows(session, pool, body),
        _transfers(session, pool, month, zone),
        tuple(body["sponsors"]),
        body,
        row.inputs if closed and row is not None else None,
        row.inputs_hash if closed and row is not None else None,
    )


def _bill(bill: MonthBill | None) -> MonthBill:
    assert bill is not None
    return bill


def _day(at: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(at, zone).date()


def _people(body: Mapping[str, Any], belongs: Mapping[int, int], titles: Mapping[int, str]) -> tuple[Person, ...]:
    return tuple(
        Person(
            str(one["id"]),
            str(one["name"]),
            int(one["total_minor"]),
            int(one["booked_s"]),
            int(one["used_s"]),
            int(one["charged_s"]),
            titles.get(belongs.get(int(one["id"]), 0)),
        )
        for one in body["members"]
    )


def _rows(session: Session, pool: PoolFacts, body: Mapping[str, Any]) -> tuple[Row, ...]:
    numbers = [int(one["number"]) for one in body["lines"] if one["number"]]
    kept: dict[int, list[str]] = {}
    for one in attachments.receipts(session, pool.id, numbers):
        if one.sha256 is not None and one.line_id is not None:
            kept.setdefault(one.line_id, []).append(one.sha256)
    return tuple(
        Row(
            str(one["id"]),
            int(one["number"]),
            str(one["kind"]),
            int(one["amount_minor"]),
            dict(one["shares"]),
            one["note"],
            one["node"],
            one["corrects"],
            tuple(kept.get(int(one["number"]), ())),
        )
        for one in body["lines"]
    )


def _transfers(session: Session, pool: PoolFacts, month: str, zone: ZoneInfo) -> tuple[Transfer, ...]:
    """The payments of the month: those said for its bill, and others by when they were said."""
    months = {number: named for number, named, _, _ in payments.months(session, pool.id)}
    found = []
    for one in payments.all_of(session, pool.id):
        theirs = months.get(one.statement_id) if one.statement_id is not None else one.note
        if (theirs or month_at(session, pool.id, one.said_at)) != month:
            continue
        giver, taker = (None if side is None else str(side) for side in (one.from_id, one.to_id))
        day = _day(one.said_at, zone)
        found.append(Transfer(int(one.id or 0), day, giver, taker, one.amount_minor, one.purpose, one.state))
    return tuple(found)


def claim(session: Session, pool: PoolFacts, fund: Fund, month: str, now: int) -> Claim:
    """What a fund bears of a month: what goes by the policy day by day in proportion to its members' card-seconds,
    the rest line by line. Raises as `gathered`."""
    bill = bill_of(session, pool, month, now)
    there = stands(session, pool, month, now)
    last = bill.inputs.whole.ends_at - 1
    belongs = funds.belonging(session, pool.id, last)
    members = {one for one in bill.split.totals if belongs.get(int(one)) == fund.id}
    by_days, others = _parts(bill, members)
    seconds = _by_day(bill, members, zone_of(session, pool.id, bill.inputs.whole.starts_at))
    if by_days and not any(seconds.values()):
        others.insert(0, ("rent", None, by_days))
        by_days = 0
    shared = allocate(by_days, {day.isoformat(): count for day, count in seconds.items()}) if by_days else {}
    total = sum(bill.split.totals[one] for one in members)
    sponsored = total - by_days - sum(amount for _, _, amount in others)
    if sponsored:
        others.append(("after", None, sponsored))
    return Claim(
        pool.name,
        month,
        pool.currency,
        fund.title,
        fund.tax_number,
        fund.in_charge,
        fund.item,
        tuple(Day(day, half_up(count), shared.get(day.isoformat(), 0)) for day, count in sorted(seconds.items())),
        tuple(others),
        tuple(
            (bill.names.get(one, "?"), half_up(bill.seconds(one).charged_s), bill.split.totals[one])
            for one in bill.split.totals
            if one in members
        ),
        total,
        there.closed,
    )


def _parts(bill: MonthBill, members: set[str]) -> tuple[int, list[tuple[str, str | None, int]]]:
    """The members' part of the lines by policy, and of each other line."""
    by_days, others = 0, []
    for line, shared in zip(bill.inputs.lines, bill.split.lines, strict=True):
        part = sum(share for one, share in shared.shares.items() if one in members)
        if isinstance(line.key, ByPolicy) and line.amount_minor > 0:
            by_days += part
        elif part:
            others.append((line.kind, line.note, part))
    return by_days, others


def _by_day(bill: MonthBill, members: set[str], zone: ZoneInfo) -> dict[date, Fraction]:
    """Charged card-seconds of these members on each local day that has any."""
    sums: dict[date, Fraction] = {}
    for piece in bill.charged.pieces:
        if piece.member not in members or piece.reason not in CHARGED:
            continue
        at = piece.starts_at
        while at < piece.ends_at:
            day = _day(at, zone)
            end = min(piece.ends_at, _midnight(day + timedelta(days=1), zone))
            sums[day] = sums.get(day, Fraction(0)) + Fraction(piece.share) * (end - at)
            at = end
    return sums


def _midnight(day: date, zone: ZoneInfo) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp())
