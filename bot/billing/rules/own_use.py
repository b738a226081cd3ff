"""Use within one's own booking changes nobody's charge: it is only counted, and need not be swept."""

from bisect import bisect_right
from collections.abc import Iterator

from bot.billing.rules.charging import Claim, UseSpan
from bot.billing.rules.moments import CardFacts
from storage.words import Grade

Span = tuple[int, int]


def without_own_use(card: CardFacts, starts_at: int, ends_at: int) -> tuple[CardFacts, dict[str, int]]:
    """The card without what its holders did alone on their own bookings, and the seconds of that within the time.

    Each member's second counts once, however many processes ran. In an outage nobody used anything: a card that has
    one is left as it is.
    """
    held = sorted((one for one in card.claims if _alone(one)), key=_start)
    if card.outages or not card.uses or not held:
        return card, {}
    starts = [one.starts_at for one in held]
    inside: dict[str, list[Span]] = {}
    rest: list[UseSpan] = []
    for use in card.uses:
        if use.member is None or use.grade is Grade.UNKNOWN:
            rest.append(use)
            continue
        known = inside.setdefault(use.member, [])
        at = bisect_right(starts, use.starts_at) - 1
        if at >= 0 and use.ends_at <= held[at].ends_at and held[at].holders[0].weights[0][0] == use.member:
            known.append((use.starts_at, use.ends_at))
        else:
            rest.extend(_outside(use, held, max(at, 0), known))
    counted = {member: _seconds(spans, starts_at, ends_at) for member, spans in inside.items()}
    return card._replace(uses=rest), {member: seconds for member, seconds in counted.items() if seconds}


def _alone(claim: Claim) -> bool:
    return claim.starts_at < claim.ends_at and len(claim.holders) == 1 and len(claim.holders[0].weights) == 1


def _start(claim: Claim) -> int:
    return claim.starts_at


def _outside(use: UseSpan, held: list[Claim], at: int, inside: list[Span]) -> Iterator[UseSpan]:
    """The parts of a use that lie outside its member's own bookings; the others go to `inside`."""
    since = use.starts_at
    while at < len(held) and held[at].starts_at < use.ends_at:
        claim = held[at]
        start, end = max(since, claim.starts_at), min(use.ends_at, claim.ends_at)
        at += 1
        if start >= end or claim.holders[0].weights[0][0] != use.member:
            continue
        inside.append((start, end))
        if since < start:
            yield UseSpan(use.gpu, since, start, use.member, use.grade)
        since = end
    if since < use.ends_at:
        yield UseSpan(use.gpu, since, use.ends_at, use.member, use.grade)


def _seconds(spans: list[Span], starts_at: int, ends_at: int) -> int:
    """How long at least one of them lasts within the time."""
    total, until = 0, starts_at
    for start, end in sorted(spans):
        start, end = max(start, until), min(end, ends_at)
        if start < end:
            total += end - start
            until = end
    return total
