"""What vouchers (算力券) pay of a month: as lines after all others, never more than is due. Worked out while a month is
open and frozen with it, so that a voucher is spent when its month is closed."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from bot.billing.rules.advances import Voucher, use_vouchers
from bot.billing.services.statement import InputLine, MonthInputs, worked_out
from bot.errors import Refusal
from storage.queries import bills, ledger

KIND = "voucher"
"""The kind of such a line; nobody writes it down, so it is none of `LineKind`."""
PREFIX = "voucher"


@dataclass(frozen=True, slots=True)
class VoucherFacts:
    """`left_minor`: what closed months have not used up. From `expires_at` on it is void."""

    id: int
    amount_minor: int
    left_minor: int
    beneficiary: int | None
    expires_at: int | None
    note: str | None
    made_by: int
    made_at: int


def vouchers(session: Session, pool_id: int) -> list[VoucherFacts]:
    """Those that were not taken back, with what is left of each."""
    rows = ledger.vouchers(session, pool_id)
    spent = _spent(session, pool_id) if rows else Counter()
    return [
        VoucherFacts(
            int(row.id or 0),
            row.amount_minor,
            row.amount_minor - spent[f"{PREFIX}{row.id}"],
            row.beneficiary_id,
            row.expires_at,
            row.note,
            row.made_by,
            row.made_at,
        )
        for row in rows
    ]


def _spent(session: Session, pool_id: int) -> Counter[str]:
    """What closed months used of each, by the name of its line."""
    found: Counter[str] = Counter()
    for row in bills.statements(session, pool_id):
        for line in json.loads(row.body)["lines"] if row.body is not None else ():
            if line["kind"] == KIND:
                found[line["id"]] -= line["amount_minor"]
    return found


def left_after(known: Sequence[VoucherFacts], earlier: MonthInputs) -> list[VoucherFacts]:
    """What an earlier month that is not closed yet leaves of each."""
    used: Counter[str] = Counter()
    for line in earlier.lines:
        if line.kind == KIND:
            used[line.id] -= line.amount_minor
    return [replace(one, left_minor=one.left_minor - used[f"{PREFIX}{one.id}"]) for one in known]


def with_vouchers(inputs: MonthInputs, known: Sequence[VoucherFacts]) -> MonthInputs:
    """The month with a line for each voucher that it uses: those that are good until its last second.

    A month that nobody can share yet uses none.
    """
    left = {f"{PREFIX}{one.id}": one for one in known if one.left_minor > 0}
    if not left or not inputs.lines:
        return inputs
    offered = [
        Voucher(name, one.left_minor, None if one.beneficiary is None else str(one.beneficiary), one.expires_at)
        for name, one in left.items()
    ]
    try:
        shares = worked_out(inputs).split.lines
    except Refusal:
        return inputs
    due: Counter[str] = Counter()
    for line in shares:
        due.update(line.shares)
    used = use_vouchers(due, offered, inputs.whole.ends_at - 1)
    made = (
        InputLine(one.line.id, KIND, one.line.amount_minor, one.line.key, note=left[one.line.id].note) for one in used
    )
    return replace(inputs, lines=(*inputs.lines, *made))
