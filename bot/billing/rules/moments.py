"""A card's time cut into stretches within which nothing changes: who holds it, who uses it, what is known."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from bot.billing.rules.allocation import Exact
from bot.billing.rules.charging import CardSpan, Claim, CreditRules, GivenUp, UseSpan
from bot.billing.rules.reasons import Entry, Reason
from storage.words import Grade


class Held(NamedTuple):
    """A booking's card while the same people hold it: their `shares` of a second sum to 1, `booked` says them whole."""

    booking: int
    shares: tuple[tuple[str, Exact], ...]
    members: tuple[str, ...]
    booked: tuple[Entry, ...]


class Left(NamedTuple):
    """What was given up at `at`, while the same part of it is credited. `parts`: member, share, and what of it stays
    owed if nobody takes the second."""

    booking: int
    at: int
    parts: tuple[tuple[str, Exact, Exact], ...]


class State(NamedTuple):
    """All that decides who is charged for a second of a card. `seen` and `presumed` are member ids, sorted."""

    held: Held | None
    left: tuple[Left, ...]
    seen: tuple[str, ...]
    presumed: tuple[str, ...]
    unknown: bool
    gap: bool
    outage: bool


Stretch = tuple[int, int, State]
"""`[start, end)` of a card in one state."""


class CardFacts(NamedTuple):
    """What concerns one card."""

    claims: list[Claim]
    uses: list[UseSpan]
    gaps: list[CardSpan]
    outages: list[CardSpan]


BOOKED = Reason.BOOKED
Event = tuple[int, Callable[[Any], None], Any]
"""At this second, what happens, to whom or what."""


class _Now:
    """What holds at the instant the sweep has reached. Somebody with two processes is in `seen` twice."""

    __slots__ = ("gaps", "held", "left", "outages", "presumed", "seen", "unknown")

    def __init__(self) -> None:
        self.held: Held | None = None
        self.left: tuple[Left, ...] = ()
        self.seen: tuple[str, ...] = ()
        self.presumed: tuple[str, ...] = ()
        self.unknown = self.gaps = self.outages = 0

    def state(self) -> State:
        return State(
            self.held,
            self.left,
            self.seen if len(self.seen) < 2 else tuple(sorted(set(self.seen))),
            self.presumed if len(self.presumed) < 2 else tuple(sorted(set(self.presumed))),
            self.unknown > 0,
            self.gaps > 0,
            self.outages > 0,
        )

    def take(self, held: Held) -> None:
        self.held = held

    def let_go(self, held: Held) -> None:
        if self.held is held:
            self.held = None

    def leave(self, left: Left) -> None:
        self.left = (*self.left, left)

    def forget(self, left: Left) -> None:
        self.left = tuple(one for one in self.left if one is not left)

    def see(self, member: str) -> None:
        self.seen = (*self.seen, member)

    def unsee(self, member: str) -> None:
        self.seen = _without(self.seen, member)

    def presume(self, member: str) -> None:
        self.presumed = (*self.presumed, member)

    def unpresume(self, member: str) -> None:
        self.presumed = _without(self.presumed, member)

    def count_unknown(self, step: int) -> None:
        self.unknown += step

    def count_gap(self, step: int) -> None:
        self.gaps += step

    def count_outage(self, step: int) -> None:
        self.outages += step


def _without(people: tuple[str, ...], member: str) -> tuple[str, ...]:
    at = people.index(member)
    return people[:at] + people[at + 1 :]


def stretches(facts: CardFacts, credit: CreditRules, starts_at: int, ends_at: int) -> Iterator[Stretch]:
    """The card's time from `starts_at` to `ends_at`, in order and without holes."""
    now = _Now()
    at = starts_at
    events = _claimed(now, facts.claims, credit, starts_at, ends_at) + _known(now, facts, starts_at, ends_at)
    for instant, happen, what in sorted(events, key=itemgetter(0)):
        if instant > at:
            yield at, instant, now.state()
            at = instant
        happen(what)
    if at < ends_at:
        yield at, ends_at, now.state()


def _claimed(now: _Now, claims: list[Claim], credit: CreditRules, starts_at: int, ends_at: int) -> list[Event]:
    """When cards are taken, let go and given up, cut to the time looked at."""
    events: list[Event] = []
    take, let_go = now.take, now.let_go
    for claim in claims:
        if claim.planned_end_at <= starts_at or claim.starts_at >= ends_at:
            continue
        for start, end, held in held_spans(claim):
            if start < ends_at and end > starts_at:
                events += (
                    (start if start > starts_at else starts_at, take, held),
                    (end if end < ends_at else ends_at, let_go, held),
                )
        if claim.given_up is not None:
            for start, end, left in left_spans(claim, claim.given_up, credit):
                if start < ends_at and end > starts_at:
                    events += (max(start, starts_at), now.leave, left), (min(end, ends_at), now.forget, left)
    return events


def _known(now: _Now, facts: CardFacts, starts_at: int, ends_at: int) -> list[Event]:
    """When use, gaps and outages begin and end, cut to the time looked at."""
    events: list[Event] = []
    for spans, count in ((facts.gaps, now.count_gap), (facts.outages, now.count_outage)):
        for span in spans:
            if span.starts_at < ends_at and span.ends_at > starts_at:
                events += (max(span.starts_at, starts_at), count, 1), (min(span.ends_at, ends_at), count, -1)
    for use in facts.uses:
        start, end = max(use.starts_at, starts_at), min(use.ends_at, ends_at)
        if start >= end:
            continue
        if use.member is None or use.grade is Grade.UNKNOWN:
            events += (start, now.count_unknown, 1), (end, now.count_unknown, -1)
        elif use.grade is Grade.PRESUMED:
            events += (start, now.presume, use.member), (end, now.unpresume, use.member)
        else:
            events += (start, now.see, use.member), (end, now.unsee, use.member)
    return events


def held_spans(claim: Claim) -> Sequence[tuple[int, int, Held]]:
    """The time a claim was held, cut where its holders changed."""
    if len(claim.holders) == 1:
        start, end = claim.starts_at, claim.ends_at
        return ((start, end, _held(claim.booking, claim.holders[0].weights)),) if start < end else ()
    changes = [min(max(one.from_at, claim.starts_at), claim.ends_at) for one in claim.holders[1:]]
    turns = pairwise([claim.starts_at, *changes, claim.ends_at])
    return [
        (start, end, _held(claim.booking, one.weights))
        for (start, end), one in zip(turns, claim.holders, strict=True)
        if start < end
    ]


def left_spans(claim: Claim, given: GivenUp, credit: CreditRules) -> list[tuple[int, int, Left]]:
    """The time a claim was given up, latest first, cut where another part of it is credited."""
    if claim.ends_at >= claim.planned_end_at:
        return []
    weights = [one.weights for one in claim.holders if one.from_at <= given.at] or [claim.holders[0].weights]
    shares = _held(claim.booking, weights[-1]).shares
    tiers = sorted(((given.at + notice, part) for notice, part in credit.tiers(given.how)), reverse=True)
    end, found = claim.planned_end_at, []
    for since, part in [*tiers, (claim.ends_at, Fraction(0))]:
        start = max(since, claim.ends_at)
        if start < end:
            owed = tuple((member, share, share * (1 - part)) for member, share in shares)
            found.append((start, end, Left(claim.booking, given.at, owed)))
            end = start
    return found


def _held(booking: int, weights: tuple[tuple[str, Exact], ...]) -> Held:
    if len(weights) == 1:
        ((member, _),) = weights
        return Held(booking, ((member, 1),), (member,), ((member, BOOKED, booking, 1),))
    whole = Fraction(sum(weight for _, weight in weights))
    shares = tuple((member, weight / whole) for member, weight in weights)
    booked = tuple((member, BOOKED, booking, share) for member, share in shares)
    return Held(booking, shares, tuple(member for member, _ in shares), booked)
