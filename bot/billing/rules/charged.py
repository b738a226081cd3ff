"""Charged seconds: booked or used, per card and second, summed exactly and traceable piece by piece.

A booked second is charged to its holders by weight; a second used outside one's own booking to its user in full,
divided among several such users; one member is never charged more than the greater of the two. A second given up
is charged as far as it is not credited. Unknown use is charged to nobody; an outage charges nobody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.billing.rules.allocation import Exact
from bot.billing.rules.charging import CardSpan, Claim, MonthFacts, UseSpan
from bot.billing.rules.moments import CardFacts, State, Stretch, stretches
from bot.billing.rules.own_use import without_own_use
from bot.billing.rules.reasons import CHARGED, Entry, Reason
from bot.billing.rules.seconds import charged_part, entries_of, users_of
from bot.billing.rules.shapes import Use


class Piece(NamedTuple):
    """`share` of each second of a card in `[starts_at, ends_at)`. Without a member: nobody's.

    `credited` and `lost` (booked, but in an outage) are shown and not charged.
    """

    member: str | None
    gpu: int
    starts_at: int
    ends_at: int
    reason: Reason
    booking: int | None
    share: Exact

    @property
    def seconds(self) -> Exact:
        return (self.ends_at - self.starts_at) * self.share


@dataclass(frozen=True, slots=True)
class MemberSeconds:
    """Card-seconds of a member. `lost_s`: booked and lost to outages; `unseen_s`: booked, within gaps nobody decided;
    `credited_s`: given up and not charged. `booked_s` counts neither given-up nor lost seconds."""

    booked_s: Exact = 0
    used_s: Exact = 0
    charged_s: Exact = 0
    credited_s: Exact = 0
    lost_s: Exact = 0
    unseen_s: Exact = 0

    def as_use(self) -> Use:
        return Use(self.booked_s, self.used_s, self.charged_s)


@dataclass(frozen=True, slots=True)
class Charged:
    """capacity_s == charged_s − doubled_s + idle_s + unknown_s + outage_s.

    `doubled_s`: charged to a holder and to somebody who used it as well. `unknown_s`: charged to nobody because a
    stranger's process was there, or (`unseen_s` of it) because nobody looked. `observed` False: bookings alone.
    """

    members: Mapping[str, MemberSeconds]
    pieces: tuple[Piece, ...]
    capacity_s: int
    charged_s: Exact
    doubled_s: Exact
    idle_s: Exact
    unknown_s: Exact
    unseen_s: Exact
    outage_s: int
    observed: bool


def charged_seconds(facts: MonthFacts) -> Charged:
    """The month's seconds of every member and card, cut to the window and to the time each card was there."""
    tally = Tally()
    for card, span in _cards(facts):
        tally.capacity_s += span.ends_at - span.starts_at
        rest, own = without_own_use(card, span.starts_at, span.ends_at)
        tally.used.update(own)
        tally.add(span.gpu, stretches(rest, facts.credits, span.starts_at, span.ends_at))
    return tally.summed(facts.observed)


def _cards(facts: MonthFacts) -> Iterator[tuple[CardFacts, CardSpan]]:
    """Each card's facts with the time it was there."""
    by_gpu: dict[int, CardFacts] = {one.gpu: CardFacts([], [], [], []) for one in facts.cards}
    given: tuple[tuple[int, Iterable[Claim | UseSpan | CardSpan]], ...] = (
        (0, facts.claims),
        (1, facts.uses if facts.observed else ()),
        (2, facts.gaps if facts.observed else ()),
        (3, facts.outages),
    )
    for place, rows in given:
        for row in rows:
            if row.gpu in by_gpu:
                by_gpu[row.gpu][place].append(row)  # type: ignore[arg-type]
    for card in sorted(facts.cards, key=lambda one: (one.gpu, one.starts_at)):
        within = facts.window.cut(card.starts_at, card.ends_at)
        if within is not None:
            yield by_gpu[card.gpu], CardSpan(card.gpu, within.starts_at, within.ends_at)


@dataclass(slots=True)
class Tally:
    """Sums while the cards are gone through, one after another."""

    capacity_s: int = 0
    doubled_s: Exact = 0
    pieces: list[Piece] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    unseen: dict[str, Exact] = field(default_factory=dict)

    def add(self, gpu: int, row: Iterable[Stretch]) -> None:
        """A card's stretches; an entry that goes on over several becomes one piece."""
        before: tuple[Entry, ...] = ()
        begun: list[int] = []
        end = 0
        keep, made = self.pieces.append, tuple.__new__
        for start, end, state in row:
            entries = entries_of(state)
            if entries is not before and entries != before:
                if len(before) == 1 == len(entries):  # nearly always
                    member, reason, booking, share = before[0]
                    keep(made(Piece, (member, gpu, begun[0], start, reason, booking, share)))
                    begun = [start]
                else:
                    for one, since in zip(before, begun, strict=True):
                        if one not in entries:
                            keep(Piece(one[0], gpu, since, start, *one[1:]))
                    begun = [begun[before.index(one)] if one in before else start for one in entries]
                before = entries
            if state.seen or state.presumed or state.gap:
                self._count(state, entries, end - start)
        self.pieces.extend(Piece(one[0], gpu, since, end, *one[1:]) for one, since in zip(before, begun, strict=True))

    def _count(self, state: State, entries: tuple[Entry, ...], seconds: int) -> None:
        """What pieces do not tell: use within bookings, doubled seconds, what nobody saw."""
        for member in users_of(state):
            self.used[member] += seconds
        if state.seen and len(entries) > 1:
            self.doubled_s += max(0, charged_part(entries) - 1) * seconds
        if state.gap and state.held and not state.outage:
            for member, share in state.held.shares:
                self.unseen[member] = self.unseen.get(member, 0) + share * seconds

    def summed(self, observed: bool) -> Charged:
        """The whole, once every card was added."""
        sums: dict[tuple[str | None, Reason], Exact] = {}
        broken: dict[tuple[str | None, Reason], Exact] = {}
        for member, _, start, end, reason, _, share in self.pieces:
            account = member, reason
            if share == 1:
                sums[account] = sums.get(account, 0) + end - start
            else:  # fractions are slow to add: they are kept apart until the end
                broken[account] = broken.get(account, 0) + (end - start) * share
        for account, part in broken.items():
            sums[account] = sums.get(account, 0) + part

        def of(member: str | None, *reasons: Reason) -> Exact:
            total: Exact = 0
            for reason in reasons:
                total += sums.get((member, reason), 0)
            return total

        names = sorted({*self.used, *(member for member, _ in sums if member is not None)})
        members = {
            one: MemberSeconds(
                booked_s=of(one, Reason.BOOKED),
                used_s=self.used[one],
                charged_s=of(one, *CHARGED),
                credited_s=of(one, Reason.CREDITED),
                lost_s=of(one, Reason.LOST),
                unseen_s=self.unseen.get(one, 0),
            )
            for one in names
        }
        return Charged(
            members,
            tuple(self.pieces),
            self.capacity_s,
            charged_s=sum(one.charged_s for one in members.values()),
            doubled_s=self.doubled_s,
            idle_s=of(None, Reason.IDLE),
            unknown_s=of(None, Reason.UNKNOWN, Reason.UNSEEN),
            unseen_s=of(None, Reason.UNSEEN),
            outage_s=int(of(None, Reason.OUTAGE)),
            observed=observed,
        )
