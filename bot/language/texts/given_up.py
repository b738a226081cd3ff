"""What was given up of a booking and counts in part is said in one line, not as two that seem to disagree."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple


class GivenUp(NamedTuple):
    """An item of a bill line; where it counts in part, the card-seconds of the `whole` and those that `counted`."""

    item: dict[str, Any]
    whole: int | None = None
    counted: int = 0


def joined(items: Sequence[dict[str, Any]]) -> Iterator[GivenUp]:
    """The items in their order, with the two halves of one time that was given up as one."""
    rest = list(items)
    while rest:
        item = rest.pop(0)
        if not rest or not _halves(item, rest[0]):
            yield GivenUp(item)
            continue
        both = (item, rest.pop(0))
        counted = sum(one["card_seconds"] for one in both if one["counts"])
        yield GivenUp(item, sum(one["card_seconds"] for one in both), counted)


def _halves(one: dict[str, Any], other: dict[str, Any]) -> bool:
    same = all(one[name] == other[name] for name in ("booking", "gpus", "start", "end"))
    return same and {one["reason"], other["reason"]} == {"given_up", "credited"}
