"""Money that was there before the bill: deposits, prepayments, vouchers (算力券)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.billing.rules.allocation import Tie, allocate
from bot.billing.rules.shapes import Line, One, Subtotal


def deposit_back(returned_minor: int, advanced: Mapping[str, int], tie: Tie | None = None) -> dict[str, int]:
    """A deposit that comes back, as negative shares in proportion to what each had advanced."""
    return allocate(-returned_minor, advanced, tie)


def use_prepaid(totals: Mapping[str, int], prepaid: Mapping[str, int]) -> dict[str, int]:
    """How much of each member's prepayment the bill consumes: never more than is owed or was prepaid."""
    return {member: max(0, min(total, prepaid.get(member, 0))) for member, total in totals.items()}


@dataclass(frozen=True, slots=True)
class Voucher:
    """A credit of the provider or a fund. `member` None: for the whole group. From `expires_at` on it is void."""

    id: str
    left_minor: int
    member: str | None = None
    expires_at: int | None = None


@dataclass(frozen=True, slots=True)
class VoucherUse:
    """What a bill takes from a voucher: `line` goes onto the bill, `left_minor` stays on the voucher."""

    line: Line
    used_minor: int
    left_minor: int


def use_vouchers(totals: Mapping[str, int], vouchers: Iterable[Voucher], at: int) -> list[VoucherUse]:
    """Vouchers in force at `at`, those that expire first before others, a member's own before the group's.

    None brings anybody below zero, nor the bill as a whole; one for the group lowers everybody in proportion to the
    bill so far.
    """
    due = dict(totals)
    found = []
    for voucher in sorted(vouchers, key=_soonest):
        if voucher.expires_at is not None and voucher.expires_at <= at:
            continue
        members = [voucher.member] if voucher.member is not None else [one for one in due if due[one] > 0]
        owed = {one: max(0, due.get(one, 0)) for one in members}
        used = min(voucher.left_minor, sum(owed.values()), sum(due.values()))
        if used <= 0:
            continue
        key = Subtotal() if voucher.member is None else One(voucher.member)
        line = Line(voucher.id, -used, key)
        for one, share in allocate(used, owed).items():
            due[one] -= share
        found.append(VoucherUse(line, used, voucher.left_minor - used))
    return found


def _soonest(voucher: Voucher) -> tuple[bool, bool, int, str]:
    forever = voucher.expires_at is None
    return voucher.member is None, forever, voucher.expires_at or 0, voucher.id
