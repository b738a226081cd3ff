"""Who is charged what part of one second of a card, given its state."""

from collections.abc import Iterator
from fractions import Fraction

from bot.billing.rules.allocation import Exact
from bot.billing.rules.moments import State
from bot.billing.rules.reasons import CHARGED, Entry, Reason

__all__ = ["CHARGED", "Entry", "Reason", "charged_part", "entries_of", "users_of"]

OF_NOBODY: dict[Reason, tuple[Entry, ...]] = {
    reason: ((None, reason, None, 1),) for reason in (Reason.UNKNOWN, Reason.UNSEEN, Reason.IDLE, Reason.OUTAGE)
}


def entries_of(state: State) -> tuple[Entry, ...]:
    """Every part of a second in this state: the members' and what is nobody's."""
    held, left, seen, _, _, _, outage = state
    if not (left or seen or outage):  # nearly always
        return held.booked if held is not None else OF_NOBODY[_nobodys(state)]
    if outage:
        lost = [(member, Reason.LOST, held.booking, share) for member, share in held.shares] if held else []
        return (*lost, *OF_NOBODY[Reason.OUTAGE])
    outside = [member for member in seen if held is None or member not in held.members]
    entries: list[Entry] = [] if held is None else [*held.booked]
    if left:
        entries += _given_up(state, outside)
    if outside:
        share = 1 if len(outside) == 1 else Fraction(1, len(outside))
        entries += [(member, Reason.USED, None, share) for member in outside]
    if held is None:
        rest = 1 - charged_part(entries)
        if rest > 0:
            entries.append((None, _nobodys(state), None, rest))
    return tuple(entries)


def charged_part(entries: list[Entry] | tuple[Entry, ...]) -> Exact:
    """How much of the second is charged; more than 1 when somebody used what another held."""
    part: Exact = 0
    for _, reason, _, share in entries:
        if reason in CHARGED:
            part += share
    return part


def users_of(state: State) -> tuple[str, ...]:
    """Whose use a second counts as: each of several has it whole. An outage has none."""
    if state.outage:
        return ()
    if not state.presumed:
        return state.seen
    held = state.held.members if state.held else ()
    return tuple({*state.seen, *(member for member in state.presumed if member in held)})


def _given_up(state: State, outside: list[str]) -> Iterator[Entry]:
    """Of several who gave the same second up only the last may owe for it: the others' was taken after them.

    Who gave it up and uses it all the same is charged the greater of the two, not both.
    """
    last = max(state.left, key=lambda one: one.at)
    for left in state.left:
        owing = left is last and state.held is None
        for member, share, kept in left.parts:
            owed = kept if owing else 0
            if owed and member in outside:
                owed = max(Fraction(0), owed - Fraction(1, len(outside)))
            if owed:
                yield member, Reason.GIVEN_UP, left.booking, owed
            if owed != share:
                yield member, Reason.CREDITED, left.booking, share - owed if owed else share


def _nobodys(state: State) -> Reason:
    if state.unknown or state.presumed:
        return Reason.UNKNOWN
    return Reason.UNSEEN if state.gap else Reason.IDLE
