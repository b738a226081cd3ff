"""The contract with the provider: set, shown, renewed, and recalled 7, 3 and 1 days before its end."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.services.balance import stands as balance_now
from bot.billing.services.book_keepers import KEEPERS, still_keeps_books
from bot.booking import facts as booking
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Notice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people
from bot.people.facts import MemberFacts, PoolFacts
from bot.people.services import telling
from bot.people.services.finding import present
from storage.database import lock_pool
from storage.queries import audit, bookings, jobs, machines, rentals
from storage.tables import Rental
from storage.words import BilledWhileOff

KIND = "rental_ends"
DAYS_BEFORE = (7, 3, 1)
TOLD_AT = 10
"""The hour of the day at which somebody is reminded."""
DAY = 86_400
MOST_BOOKINGS = 6
FIELDS = (
    "starts_at",
    "ends_at",
    "auto_renew",
    "min_topup_minor",
    "granularity_seconds",
    "min_charge_minor",
    "billed_while_off",
    "at_expiry",
)

UNSAID = {"granularity_seconds": 1, "billed_while_off": BilledWhileOff.NONE.value}
"""What holds until somebody says otherwise; it is read back when a rental is written down."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be written down about a machine's rental (None = of everything); fields of `Rental` by name."""

    node: str | None
    fields: dict[str, Any]


def show(
    session: Session, pool: PoolFacts, now: int, *, keeps: bool, changed: bool = False, balance_only: bool = False
) -> Reply:
    """The rentals that stand, and what is left with the provider. `balance_only`: of both, that was `changed`."""
    names = _machines(session, pool)
    rows = [row for row in rentals.standing(session, pool.id) if row.node_id is None or row.node_id in names]
    data = {
        "rentals": [_listed(session, pool, row, names) for row in rows],
        "balance": balance_now(session, pool, now),
        "currency": pool.currency,
        "changed": changed,
        **({"balance_only": True} if balance_only else {}),
    }
    soon = [row for row in rows if row.ends_at is not None and row.ends_at - now <= DAYS_BEFORE[0] * DAY]
    compare = (Choice("rent.advice", "rent.advice"),)
    return Reply("rent", data, (*(_renewals(soon[0], pool) if soon and keeps else ()), compare))


def _listed(session: Session, pool: PoolFacts, row: Rental, names: dict[int, str]) -> dict[str, Any]:
    return {
        "node": names.get(row.node_id) if row.node_id is not None else None,
        "start": row.starts_at,
        "until": row.ends_at,
        "auto_renew": bool(row.auto_renew),
        "min_topup_minor": row.min_topup_minor,
        "granularity_seconds": row.granularity_seconds,
        "min_charge_minor": row.min_charge_minor,
        "off": row.billed_while_off,
        "at_expiry": row.at_expiry,
        "beyond": len(_beyond(session, pool, row)),
    }


def _machines(session: Session, pool: PoolFacts) -> dict[int, str]:
    """The machines that are still here, by id."""
    return {int(node.id or 0): node.name for node in machines.nodes(session, pool.id) if node.removed_at is None}


def _beyond(session: Session, pool: PoolFacts, row: Rental) -> list[booking.BookingFacts]:
    """The bookings that end after the rental does."""
    if row.ends_at is None:
        return []
    found = bookings.open_of_pool(session, pool.id, row.ends_at)
    there = [one for one in found if row.node_id in (None, one.node_id)]
    return booking.bookings_of(session, there, people.names(session, pool.id))


def change(session: Session, pool: PoolFacts, by: MemberFacts, terms: Terms, now: int) -> Reply:
    """Write a rental down. What is not said stays as it was. Raises `role`, `no_such_node`, `bad_input`."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    _write(session, pool, by, _node_id(session, pool, terms.node), terms.fields, now)
    return show(session, pool, now, keeps=True, changed=True)


def _node_id(session: Session, pool: PoolFacts, name: str | None) -> int | None:
    if name is None:
        return None
    names = _machines(session, pool)
    found = next((node_id for node_id, known in names.items() if known == name), None)
    if found is None:
        raise Refusal("no_such_node", node=name, nodes=list(names.values()))
    return found


def _write(
    session: Session, pool: PoolFacts, by: MemberFacts, node_id: int | None, fields: dict[str, Any], now: int
) -> None:
    standing = next((row for row in rentals.standing(session, pool.id) if row.node_id == node_id), None)
    before = {name: getattr(standing, name) for name in FIELDS} if standing is not None else None
    after = {**UNSAID, "starts_at": now, **(before or {}), **fields}
    ends = after.get("ends_at")
    if fields.get("ends_at") is not None and fields["ends_at"] <= now:
        raise Refusal("past", start=fields["ends_at"] - 1)  # the end of a day is said by that day
    if ends is not None and ends <= after["starts_at"]:
        raise Refusal("bad_input", reason="ends_before", facts={"start": after["starts_at"], "end": ends})
    row = {"pool_id": pool.id, "node_id": node_id, **after, "made_by": by.id, "made_at": now}
    rental_id = rentals.change(session, row, now)
    _plan(session, pool, node_id, rental_id, ends, bool(after.get("auto_renew")), now)
    audit.note(
        session,
        at=now,
        what="rental_set",
        subject=f"rental:{rental_id}",
        pool_id=pool.id,
        person_id=by.person_id,
        before=before,
        after=after,
    )


def _plan(
    session: Session, pool: PoolFacts, node_id: int | None, rental_id: int, ends: int | None, renews: bool, now: int
) -> None:
    """One job a reminder, of no use once the next is due. A rental that renews itself is recalled on the last day
    only: then the balance has to do."""
    useless_after = ends or now
    for days in sorted(DAYS_BEFORE):
        key = f"rental:{pool.id}:{node_id or 0}:{days}"
        due = 0 if ends is None or (renews and days > 1) else _told_at(ends, days, pool.zone)
        if due > now:
            jobs.plan(session, KIND, key, due, useless_after, {"rental": rental_id, "days": days})
            useless_after = due
        else:
            jobs.drop(session, key)


def _told_at(ends: int, days: int, zone: str) -> int:
    """In the morning so many days before its last day is over."""
    last = datetime.fromtimestamp(ends - 1, ZoneInfo(zone)).date()
    day = last - timedelta(days=days)
    return int(datetime(day.year, day.month, day.day, TOLD_AT, tzinfo=ZoneInfo(zone)).timestamp())


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Those who keep the books are told privately; the group once, a day before, or when nobody can be reached."""
    row = session.get(Rental, int(payload["rental"]))
    if row is None:
        raise LookupError(f"no rental {payload['rental']}")
    pool = people.pool(session, row.pool_id)
    days = int(payload["days"])
    names = _machines(session, pool)
    if row.voided_at is not None or row.ends_at is None or row.node_id not in (None, *names):
        return pool, []
    later = _beyond(session, pool, row)
    data = {
        "node": names.get(row.node_id) if row.node_id is not None else None,
        "until": row.ends_at,
        "auto_renew": bool(row.auto_renew),
        "at_expiry": row.at_expiry,
        "bookings": [brief(one) for one in later[:MOST_BOOKINGS]],
        "more": max(0, len(later) - MOST_BOOKINGS),
    }
    key = f"rental:{row.id}:{days}"
    told: list[Notice] = []
    for member in present(session, pool):
        if member.role in KEEPERS:
            told += telling.privately(session, pool, member, f"{key}:{member.id}", KIND, data)
    if days == DAYS_BEFORE[-1] or not told:
        told += telling.in_group(session, pool, key, KIND, data)
    buttons = () if row.auto_renew else _renewals(row, pool)
    return pool, [_with(notice, buttons) for notice in told]


def _with(notice: Notice, choices: Rows) -> Notice:
    return Notice(
        notice.key, notice.chat_id, notice.code, notice.data, choices, notice.owner_id, language=notice.language
    )


def _renewals(row: Rental, pool: PoolFacts) -> Rows:
    """[已续到 …] for a week and a month more, and [别的日期]."""
    assert row.ends_at is not None
    local = datetime.fromtimestamp(row.ends_at, ZoneInfo(pool.zone))
    ends = (int((local + timedelta(days=7)).timestamp()), int(_a_month_later(local).timestamp()))
    rows = tuple(
        (Choice("rent.renewed", "rent.renewed", {"rental": row.id, "until": end}, {"until": end}),) for end in ends
    )
    return (*rows, (Choice("rent.other", "rent.other", {"rental": row.id}),))


def _a_month_later(at: datetime) -> datetime:
    """The same time a month later; the end of a month stays one."""
    year, month = (at.year, at.month + 1) if at.month < 12 else (at.year + 1, 1)
    for day in (at.day, 30, 29, 28):
        try:
            return at.replace(year=year, month=month, day=day)
        except ValueError:
            continue
    raise AssertionError(at)


def renewed(session: Session, pool: PoolFacts, by: MemberFacts, rental_id: int, until: int, now: int) -> Reply:
    """It was renewed until then. Raises `stale_button` when somebody else has written a renewal down meanwhile."""
    lock_pool(session, pool.id)
    by = still_keeps_books(session, by)
    row = _standing(session, pool, rental_id, now)
    _write(session, pool, by, row.node_id, {"ends_at": until}, now)
    return show(session, pool, now, keeps=True, changed=True)


def ask_date(session: Session, pool: PoolFacts, by: MemberFacts, rental_id: int, now: int) -> Reply:
    """Until when, then? It is typed."""
    still_keeps_books(session, by)
    row = _standing(session, pool, rental_id, now)
    names = _machines(session, pool)
    return Reply(
        "ask_renewal", {"node": names.get(row.node_id) if row.node_id is not None else None, "until": row.ends_at}
    )


def _standing(session: Session, pool: PoolFacts, rental_id: int, now: int) -> Rental:
    found = next((row for row in rentals.standing(session, pool.id) if row.id == rental_id), None)
    if found is None:
        stands = show(session, pool, now, keeps=True)
        raise Refusal("stale_button", fresh={"code": stands.code, "data": dict(stands.data)})
    return found
