"""Who pays whom so that every balance is zero, with the fewest transfers.

n balances need n − (most disjoint groups that sum to zero) transfers. Exact opposites are paired first, which
never costs a transfer; up to 18 others are solved exactly by a table over subsets, more by the largest debtor
paying the largest creditor, which is said not to be proven minimal.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.errors import Refusal

MOST_EXACT = 18


@dataclass(frozen=True, slots=True)
class Transfer:
    """`giver` pays `taker` a positive amount."""

    giver: str
    taker: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """`minimal`: no plan has fewer transfers."""

    transfers: tuple[Transfer, ...]
    minimal: bool = True


Balances = dict[str, int]


def settle(balances: Mapping[str, int]) -> Settlement:
    """Positive balances are owed money. Raises `unbalanced` unless they sum to zero; nothing is absorbed."""
    _check(balances)
    open_ = {one: balance for one, balance in sorted(balances.items()) if balance}
    transfers = _pair_opposites(open_)
    minimal = len(open_) <= MOST_EXACT
    for group in _groups(open_) if minimal else [open_]:
        transfers += _greedy(group)
    return Settlement(tuple(transfers), minimal)


def via_payer(balances: Mapping[str, int], payer: str) -> Settlement:
    """Everybody settles with one person only. Raises `unbalanced`, or `bad_input` for somebody not there."""
    _check(balances)
    if payer not in balances:
        raise Refusal("bad_input", reason="no_such_member", where="members", value=payer)
    others = [(one, balance) for one, balance in sorted(balances.items()) if balance and one != payer]
    transfers = tuple(
        Transfer(one, payer, -balance) if balance < 0 else Transfer(payer, one, balance) for one, balance in others
    )
    best = settle(balances)
    return Settlement(transfers, best.minimal and len(transfers) == len(best.transfers))


def _check(balances: Mapping[str, int]) -> None:
    off = sum(balances.values())
    if off:
        raise Refusal("unbalanced", off_by_minor=off)


def _pair_opposites(open_: Balances) -> list[Transfer]:
    """Takes out of `open_` those whose debt is exactly somebody's credit."""
    takers: dict[int, list[str]] = {}
    for one, balance in open_.items():
        if balance > 0:
            takers.setdefault(balance, []).append(one)
    transfers = []
    for giver, debt in [(one, -balance) for one, balance in open_.items() if balance < 0]:
        waiting = takers.get(debt)
        if waiting:
            taker = waiting.pop(0)
            transfers.append(Transfer(giver, taker, debt))
            del open_[giver], open_[taker]
    return transfers


def _groups(open_: Balances) -> list[Balances]:
    """As many disjoint groups that sum to zero as there can be."""
    names, amounts = list(open_), list(open_.values())
    everybody = (1 << len(names)) - 1
    found = []
    rest = everybody
    for subset in _cuts(amounts):
        group = rest & ~subset
        found.append({names[at]: amounts[at] for at in range(len(names)) if group >> at & 1})
        rest = subset
    return found


def _cuts(amounts: list[int]) -> list[int]:
    """Subsets that sum to zero, each within the one before, from largest to empty: the longest such chain.

    best[s]: most zero sums met while s is emptied one at a time. A chain of subsets passes through every one of its
    own zero-sum cuts, so the longest chain has the most groups. Where the rest of a group sums to more than zero it
    has somebody positive to take out next, and the other way round; at a cut anybody's group may come first.
    """
    sums, best = [0], [0]
    for amount in amounts:
        sums += [amount + one for one in sums]
    positive = sum(1 << at for at, amount in enumerate(amounts) if amount > 0)
    negative = len(sums) - 1 - positive
    add = best.append
    for subset in range(1, len(sums)):
        total = sums[subset]
        if total == 0:
            add(best[subset & (subset - 1)] + 1)
            continue
        left = subset & (positive if total > 0 else negative)
        most = 0
        while left:
            one = left & -left
            if best[subset ^ one] > most:
                most = best[subset ^ one]
            left ^= one
        add(most)
    return _trace(sums, best, [1 << at for at in range(len(amounts))])


def _trace(sums: list[int], best: list[int], bits: list[int]) -> list[int]:
    """The zero-sum subsets on one best way down, without the full set."""
    at, cuts = len(sums) - 1, []
    while at:
        wanted = best[at] - (not sums[at])
        at = next(at ^ bit for bit in bits if at & bit and best[at ^ bit] == wanted)
        if not sums[at]:
            cuts.append(at)
    return cuts


def _greedy(group: Balances) -> list[Transfer]:
    """The largest debtor pays the largest creditor until all is even; ties by name. At most n − 1 transfers."""
    left, transfers = dict(group), []
    while any(left.values()):
        giver = min(left, key=lambda one: (left[one], one))
        taker = min(left, key=lambda one: (-left[one], one))
        amount = min(-left[giver], left[taker])
        transfers.append(Transfer(giver, taker, amount))
        left[giver] += amount
        left[taker] -= amount
    return transfers
