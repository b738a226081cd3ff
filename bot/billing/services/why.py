"""From an amount down to what it is made of: lines, then the weights of one, then the bookings and use behind them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sqlmodel import Session

from bot.billing.rules.allocation import Exact, allocate, half_up, round_shares
from bot.billing.rules.charged import Piece
from bot.billing.rules.keys import line_shares
from bot.billing.rules.policies import Ground
from bot.billing.rules.seconds import CHARGED, Reason
from bot.billing.rules.shapes import ByPolicy, Pieces, PolicyName, Weights
from bot.billing.services.ledger import key_word
from bot.billing.services.month import bill_of, stands
from bot.billing.services.statement import InputLine, MonthBill, parts_by_policy
from bot.chat.message import Choice, Reply, Rows
from bot.errors import Refusal
from bot.people.facts import MemberFacts, PoolFacts

PAGE = 6
MOST_LINES = 8
NOT_BY_USE = {PolicyName.EQUAL, PolicyName.PRESENCE, PolicyName.PLEDGE}
SHOWN = CHARGED | {Reason.CREDITED, Reason.LOST}


@dataclass(slots=True)
class Item:
    """What one booking (or use without one) put on somebody's account for one reason."""

    booking: int | None
    reason: Reason
    gpus: set[int] = field(default_factory=set)
    starts_at: int = 0
    ends_at: int = 0
    seconds: Exact = 0


def lines(session: Session, pool: PoolFacts, member: MemberFacts, month: str, now: int) -> Reply:
    """Every line of a month with one's own part of it; together they are what one owes. Raises `no_weights`."""
    bill = bill_of(session, pool, month, now)
    mine = str(member.id)
    listed = [_line(number, line, bill, mine) for number, line in enumerate(bill.inputs.lines, 1)]
    total = bill.split.totals.get(mine, 0)
    data = {
        **_frame(session, pool, member, month, now, bill),
        "lines": listed,
        "sponsored_minor": total - sum(one["mine_minor"] for one in listed),
        "total_minor": total,
    }
    buttons = tuple(
        (Choice("why.line", "why.page", {"month": month, "line": one["number"]}, _label(one)),)
        for one in listed[:MOST_LINES]
    )
    return Reply("why", data, buttons)


def _label(one: dict[str, Any]) -> dict[str, Any]:
    return {"number": one["number"], "kind": one["kind"], "note": one["note"]}


def _frame(
    session: Session, pool: PoolFacts, member: MemberFacts, month: str, now: int, bill: MonthBill
) -> dict[str, Any]:
    there = stands(session, pool, month, now)
    return {
        "month": month,
        "state": there.state,
        "estimate": there.runs,
        "currency": bill.inputs.currency,
        "name": member.name,
    }


def _line(number: int, line: InputLine, bill: MonthBill, mine: str) -> dict[str, Any]:
    shared = bill.split.lines[number - 1]
    key = line.key if not isinstance(line.key, ByPolicy) else ByPolicy(line.key.policy or bill.bill.policy)
    return {
        "number": number,
        "kind": line.kind,
        "note": line.note,
        "node": line.node,
        "amount_minor": line.amount_minor,
        "mine_minor": shared.shares.get(mine, 0),
        "key": key_word(key),
        "fallback": shared.fallback,
        "corrects": None if line.corrects is None else line.corrects.partition("/")[0],
    }


def one_line(
    session: Session, pool: PoolFacts, member: MemberFacts, month: str, number: int, page: int, now: int
) -> Reply:
    """One line: its amount, one's weight in it, and page by page the bookings and use that make up the weight.

    Raises `no_such_line`, `no_weights`.
    """
    bill = bill_of(session, pool, month, now)
    mine = str(member.id)
    if not 1 <= number <= len(bill.inputs.lines):
        raise Refusal("no_such_line", number=number)
    line = bill.inputs.lines[number - 1]
    items = rounded(itemised(bill.charged.pieces, mine), bill.seconds(mine).charged_s) if _by_use(line, bill) else []
    pages = max(1, -(-len(items) // PAGE))
    page = min(max(0, page), pages - 1)
    data = {
        **_frame(session, pool, member, month, now, bill),
        "line": _line(number, line, bill, mine),
        "weight": _weight(line, bill, mine),
        "parts": _parts(line, number, bill, mine),
        "items": [_item(one, seconds, bill) for one, seconds in items[page * PAGE : (page + 1) * PAGE]],
        "charged_seconds": half_up(bill.seconds(mine).charged_s) if _by_use(line, bill) else None,
        "page": page + 1,
        "pages": pages,
    }
    return Reply("why_line", data, _pages(month, number, page, pages))


def _by_use(line: InputLine, bill: MonthBill) -> bool:
    """Whether bookings and use are what the line goes by: not where it is the same for all, or by days or pledges."""
    if not isinstance(line.key, ByPolicy):
        return False
    if line.key.policy is not None:
        return line.key.policy.name not in NOT_BY_USE
    named = {policy.name for _, _, policy in parts_by_policy(line, bill.inputs)} or {bill.bill.policy.name}
    return not named <= NOT_BY_USE


def _pages(month: str, number: int, page: int, pages: int) -> Rows:
    carried = {"month": month, "line": number}
    steps = [(Choice("page.before", "why.page", {**carried, "page": page - 1}))] if page > 0 else []
    steps += [Choice("page.next", "why.page", {**carried, "page": page + 1})] if page + 1 < pages else []
    up = (Choice("why.up", "why.page", {"month": month}),)
    return (tuple(steps), up) if steps else (up,)


def itemised(pieces: Iterable[Piece], mine: str) -> list[Item]:
    """One's pieces of the month by booking and reason, in the order in which they began."""
    found: dict[tuple[int | None, Reason, int | None], Item] = {}
    for piece in pieces:
        if piece.member != mine or piece.reason not in SHOWN:
            continue
        name = (piece.booking, piece.reason, piece.gpu if piece.booking is None else None)
        item = found.setdefault(name, Item(piece.booking, piece.reason, set(), piece.starts_at, piece.ends_at))
        item.gpus.add(piece.gpu)
        item.starts_at, item.ends_at = min(item.starts_at, piece.starts_at), max(item.ends_at, piece.ends_at)
        item.seconds += piece.seconds
    return sorted(found.values(), key=lambda one: (one.starts_at, one.booking or 0, one.reason.value))


def rounded(items: list[Item], charged: Exact) -> list[tuple[Item, int]]:
    """Whole seconds that add up to the charged ones, also where a booking is shared by thirds."""
    counted = {str(at): Fraction(one.seconds) for at, one in enumerate(items) if one.reason in CHARGED}
    whole = half_up(charged)
    exact = sum(counted.values(), Fraction(0))
    seconds = allocate(whole, counted) if exact else {}
    return [(one, seconds.get(str(at), half_up(one.seconds))) for at, one in enumerate(items)]


def _item(item: Item, seconds: int, bill: MonthBill) -> dict[str, Any]:
    numbers = dict(bill.inputs.cards)
    return {
        "booking": item.booking,
        "gpus": sorted(numbers.get(gpu, gpu) for gpu in item.gpus),
        "start": item.starts_at,
        "end": item.ends_at,
        "card_seconds": seconds,
        "reason": item.reason.value,
        "counts": item.reason in CHARGED,
    }


def _weight(line: InputLine, bill: MonthBill, mine: str) -> dict[str, Any] | None:
    """One's own against everybody's, where a line goes by one proportion; `rate_minor` is what an hour of it costs."""
    key = bill.bill.lines[bill.inputs.lines.index(line)].key
    if isinstance(key, Weights):
        whole = sum(key.of.values(), Fraction(0))
        return {"unit": "parts", "mine": str(key.of.get(mine, 0)), "all": str(whole), "rate_minor": None}
    if not isinstance(key, ByPolicy):
        return None
    policy = (key.policy or bill.bill.policy).name.value
    if policy not in ("charged", "booked", "used"):
        return None
    own = getattr(bill.seconds(mine), f"{policy}_s")
    whole = sum((Fraction(getattr(one, f"{policy}_s")) for one in bill.charged.members.values()), Fraction(0))
    rate = half_up(Fraction(line.amount_minor * 3600) / whole) if whole else None
    return {"unit": "card_seconds", "mine": half_up(own), "all": half_up(whole), "rate_minor": rate}


def _parts(line: InputLine, number: int, bill: MonthBill, mine: str) -> list[dict[str, Any]]:
    """A line whose price or policy changed within the month: each part, and one's own of it."""
    key = bill.bill.lines[number - 1].key
    if not isinstance(key, Pieces) or not isinstance(line.key, ByPolicy) or line.key.policy is not None:
        return []
    windows = parts_by_policy(line, bill.inputs)
    if len(windows) < 2 or len(windows) != len(key.of):
        return []
    whole = sum((Fraction(piece.weight) for piece in key.of), Fraction(0))
    amounts = [Fraction(line.amount_minor * piece.weight) / whole for piece in key.of]
    exact = _own_of_parts(key, amounts, bill, mine)
    share = bill.split.lines[number - 1].shares.get(mine, 0)
    own = allocate(share, {at: abs(part) for at, part in exact.items()}) if any(exact.values()) else {}
    costs = round_shares(line.amount_minor, {str(at): amount for at, amount in enumerate(amounts)})
    return [
        {
            "start": window.starts_at,
            "end": window.ends_at,
            "amount_minor": costs[str(at)],
            "mine_minor": own.get(str(at), 0),
            "policy": policy.name.value,
        }
        for at, (window, _, policy) in enumerate(windows)
    ]


def _own_of_parts(key: Pieces, amounts: Sequence[Fraction], bill: MonthBill, mine: str) -> dict[str, Fraction]:
    """One's exact part of each; what nobody used follows the others, as in the bill."""
    whole = bill.bill
    ground = Ground(whole.members, whole.use, whole.policy, whole.capacity_s, whole.payer, stand_in=False)
    own: dict[str, Fraction] = {}
    if all(one.id != mine for one in whole.members):
        return own
    for at, (amount, piece) in enumerate(zip(amounts, key.of, strict=True)):
        with suppress(Refusal):
            own[str(at)] = line_shares(amount, Pieces((piece,)), ground, {})[mine]
    known = sum((amounts[int(at)] for at in own), Fraction(0))
    rate = sum(own.values(), Fraction(0)) / known if known else Fraction(0)
    return {str(at): own.get(str(at), amount * rate) for at, amount in enumerate(amounts)}
