"""What a later month must add when a closed one was wrong. The closed one itself never changes."""

from collections.abc import Mapping

from bot.billing.rules.shapes import Fixed, Line


def correction(line_id: str, closed: Mapping[str, int], right: Mapping[str, int]) -> Line | None:
    """The line that turns the `closed` shares into the `right` ones, or None when nothing was wrong.

    Its amount is what the line itself was wrong by, 0 when only the shares were. Shares are known to the unit,
    so nothing is rounded again.
    """
    everybody = [*closed, *(member for member in right if member not in closed)]
    deltas = {member: right.get(member, 0) - closed.get(member, 0) for member in everybody}
    if not any(deltas.values()):
        return None
    return Line(line_id, sum(deltas.values()), Fixed({member: delta for member, delta in deltas.items() if delta}))
