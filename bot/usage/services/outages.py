"""Hours that a machine was of no use: said by owners and treasurers, taken out of the bill, and taken back by them."""

from typing import Any

from sqlmodel import Session

from bot.billing.services import corrections
from bot.booking import facts as booking_facts
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.usage import facts
from bot.usage.facts import NodeFacts
from bot.usage.rules.intervals import seconds
from bot.usage.services.unsaid import unsaid
from bot.usage.services.watch import ASK_BEYOND
from storage.database import lock_pool
from storage.queries import audit, bookings, machines, outages, usage
from storage.tables import Gap, Outage
from storage.words import GapDecision

LOOK_BACK = 31 * 86_400
SHOWN = 6
DECLARE = "outage.declare"


def node_meant(session: Session, pool: PoolFacts, name: str | None, start: int, end: int) -> NodeFacts:
    """The machine of that name, or the only one. Raises `no_such_node` otherwise, with buttons for that window."""
    nodes = facts.nodes_of(session, pool.id)
    if name is None and len(nodes) == 1:
        return nodes[0]
    found = next((node for node in nodes if name is not None and node.name.lower() == name.lower()), None)
    if found is None:
        window = {"start": start, "end": end}
        choices = [[Choice("node", DECLARE, {"node": one.id, **window}, {"node": one.name})] for one in nodes[:SHOWN]]
        raise Refusal("no_such_node", choices=choices, node=name, nodes=[one.name for one in nodes])
    return found


def listed(session: Session, pool: PoolFacts, now: int) -> Reply:
    """The last month's outages and the long gaps nobody has decided about, with buttons to decide."""
    nodes = {node.id: node.name for node in facts.nodes_of(session, pool.id)}
    decided = [_outage(one, nodes) for one in usage.outages(session, pool.id, now - LOOK_BACK, now)]
    open_gaps = [
        gap
        for gap in usage.gaps(session, list(nodes), now - LOOK_BACK, now)
        if gap.decided is None and seconds(unsaid(session, pool.id, gap)) > ASK_BEYOND
    ]
    rows: Rows = tuple(_decide_row(gap) for gap in open_gaps[-SHOWN:])
    undo = tuple(
        (Choice("outage.void", "outage.void", {"outage": one["outage"]}, {"start": one["start"], "end": one["end"]}),)
        for one in decided[-SHOWN:]
    )
    gaps = [
        {"gap": gap.id, "node": nodes[gap.node_id], "start": gap.starts_at, "end": gap.ends_at}
        for gap in open_gaps[-SHOWN:]
    ]
    return Reply("outages", {"outages": decided, "gaps": gaps}, rows + undo)


def _decide_row(gap: Gap) -> tuple[Choice, ...]:
    facts = {"start": gap.starts_at, "end": gap.ends_at}
    return (
        Choice("gap.outage", "gap.outage", {"gap": gap.id}, facts),
        Choice("gap.charged", "gap.charged", {"gap": gap.id}, facts),
    )


def over(start: int, end: int, now: int) -> None:
    """Only hours that are over, of the last month. Raises `no_outage`."""
    if end > now:
        raise Refusal("no_outage", reason="ahead", text=None, days=None)
    if now - start > LOOK_BACK:
        raise Refusal("no_outage", reason="long_ago", text=None, days=LOOK_BACK // 86_400)


def declare(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    node: NodeFacts,
    start: int,
    end: int,
    note: str | None,
    now: int,
) -> Reply:
    """Nobody is charged for `[start, end)` of a machine. Raises `no_outage`, `outage_there`."""
    lock_pool(session, pool.id)
    over(start, end, now)
    there = [one for one in usage.outages(session, pool.id, start, end) if one.node_id == node.id]
    if there:
        raise Refusal("outage_there", **_outage(there[0], {node.id: node.name}))
    return _set(session, pool, by, node, start, end, None, note, now)


def decide(session: Session, pool: PoolFacts, by: MemberFacts, gap_id: int, outage: bool, now: int) -> Reply:
    """What a gap was: the machine's fault (nobody pays) or only the network's (charged as booked). Said once."""
    lock_pool(session, pool.id)
    gap = usage.gap(session, gap_id)
    node = None if gap is None else facts.node(session, gap.node_id)
    if gap is None or node is None or node.pool_id != pool.id or gap.ends_at is None:
        raise Refusal("not_there", what="gap")
    if gap.decided is not None:
        raise Refusal("gap_decided", **_gap_data(session, pool, gap, node))
    decision = GapDecision.OUTAGE if outage else GapDecision.CHARGED
    gap.decided, gap.decided_by, gap.decided_at = decision.value, by.id, now
    session.flush()
    if outage:
        said = [_set(session, pool, by, node, *span, gap.id, None, now) for span in unsaid(session, pool.id, gap)]
        return said[-1] if said else _said_by_hand(session, pool, gap, node)
    _write_down(session, pool, by, "gap_charged", f"gap:{gap.id}", now, {"start": gap.starts_at, "end": gap.ends_at})
    return Reply("gap_charged", _gap_data(session, pool, gap, node))


def _said_by_hand(session: Session, pool: PoolFacts, gap: Gap, node: NodeFacts) -> Reply:
    there = usage.outages(session, pool.id, gap.starts_at, gap.ends_at or gap.starts_at)
    return Reply("outage_there", _outage(next(one for one in there if one.node_id == node.id), {node.id: node.name}))


def _gap_data(session: Session, pool: PoolFacts, gap: Gap, node: NodeFacts) -> dict[str, Any]:
    by = people_facts.names(session, pool.id).get(gap.decided_by or 0)
    return {"node": node.name, "start": gap.starts_at, "end": gap.ends_at, "decided": gap.decided, "by": by}


def void(session: Session, pool: PoolFacts, by: MemberFacts, outage_id: int, now: int) -> Reply:
    """Take an outage back: its hours count again."""
    lock_pool(session, pool.id)
    found = outages.get(session, pool.id, outage_id)
    if found is None:
        raise Refusal("not_there", what="outage")
    data = _outage(found, {node.id: node.name for node in facts.nodes_of(session, pool.id)})
    if found.voided_at is None:
        outages.void(session, outage_id, now)
        if found.gap_id is not None:
            outages.reopen_gap(session, found.gap_id)
        _write_down(session, pool, by, "outage_voided", f"outage:{outage_id}", now, data)
        corrections.catch_up(session, pool, now)
    return Reply("outage_voided", data)


def _set(
    session: Session,
    pool: PoolFacts,
    by: MemberFacts,
    node: NodeFacts,
    start: int,
    end: int,
    gap_id: int | None,
    note: str | None,
    now: int,
) -> Reply:
    row = {"pool_id": pool.id, "node_id": node.id, "starts_at": start, "ends_at": end, "gap_id": gap_id, "note": note}
    outage_id = outages.add(session, {**row, "decided_by": by.id, "decided_at": now})
    data = {
        "outage": outage_id,
        "node": node.name,
        "start": start,
        "end": end,
        "note": note,
        "by": by.name,
        "bookings": _touched(session, pool, node.id, start, end),
    }
    _write_down(session, pool, by, "outage_set", f"outage:{outage_id}", now, data)
    corrections.catch_up(session, pool, now)
    undo = Choice("outage.void", "outage.void", {"outage": outage_id}, {"start": start, "end": end})
    return Reply("outage_set", data, ((undo,),))


def _touched(session: Session, pool: PoolFacts, node_id: int, start: int, end: int) -> list[dict[str, Any]]:
    """The bookings that lose seconds by it."""
    gpu_ids = [int(card.id or 0) for card in machines.gpus(session, pool.id) if card.node_id == node_id]
    ids = sorted({row[3] for row in bookings.busy_rows(session, gpu_ids, start, end)}) if gpu_ids else []
    rows = bookings.of_ids(session, ids) if ids else []
    return [brief(one) for one in booking_facts.bookings_of(session, rows, people_facts.names(session, pool.id))]


def _outage(one: Outage, nodes: dict[int, str]) -> dict[str, Any]:
    node = nodes.get(one.node_id, "?")
    return {"outage": one.id, "node": node, "start": one.starts_at, "end": one.ends_at, "note": one.note}


def _write_down(
    session: Session, pool: PoolFacts, by: MemberFacts, what: str, subject: str, now: int, after: dict[str, Any]
) -> None:
    audit.note(session, at=now, what=what, subject=subject, pool_id=pool.id, person_id=by.person_id, after=after)
