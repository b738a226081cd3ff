"""Card-seconds booked, used and idle in a window, by person and by card. Unknown is neither used nor idle."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bot.usage.rules.intervals import Interval, clipped, common, seconds, touching, union, without


@dataclass(frozen=True, slots=True)
class Held:
    """A card was booked by these members (weights by member id) for `[starts_at, ends_at)`."""

    gpu_id: int
    starts_at: int
    ends_at: int
    weights: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Used:
    """Somebody's process was on a card; `member_id` None = nobody known."""

    gpu_id: int
    starts_at: int
    ends_at: int
    member_id: int | None


@dataclass(slots=True)
class Amounts:
    """Card-seconds. `unread` = booked while nobody could see whether it was used, `stray` = used outside one's own
    bookings. Shared booked seconds are divided."""

    booked: Fraction = Fraction(0)
    used: Fraction = Fraction(0)
    idle: Fraction = Fraction(0)
    unread: Fraction = Fraction(0)
    stray: Fraction = Fraction(0)

    @property
    def charged(self) -> Fraction:
        """What a bill counts: booked, or used without a booking."""
        return self.booked + self.stray


@dataclass(slots=True)
class Counts:
    """Whole seconds of a booked card."""

    booked: int = 0
    idle: int = 0
    unread: int = 0

    def add(self, other: "Counts") -> None:
        self.booked += other.booked
        self.idle += other.idle
        self.unread += other.unread

    def add_to(self, amounts: Amounts, share: Fraction) -> None:
        amounts.booked += share * self.booked
        amounts.idle += share * self.idle
        amounts.unread += share * self.unread


@dataclass(frozen=True, slots=True)
class Report:
    """Of a window: sums by member and by card; `unknown` = card-seconds used by nobody known; `capacity` of all."""

    members: Mapping[int, Amounts]
    cards: Mapping[int, Amounts]
    unknown: int
    capacity: int
    watched: bool = field(default=True)


def report(
    gpu_ids: Sequence[int],
    held: Iterable[Held],
    used: Iterable[Used],
    unread: Mapping[int, Sequence[Interval]],
    start: int,
    end: int,
    *,
    watched: bool = True,
) -> Report:
    """The sums of `[start, end)`. `unread` by gpu id: intervals without readings. `watched` False = no agent at all:
    then only what was booked is known."""
    members: dict[int, Amounts] = defaultdict(Amounts)
    cards: dict[int, Amounts] = {gpu_id: Amounts() for gpu_id in gpu_ids}
    dark = {gpu_id: union(clipped(unread.get(gpu_id, ()), start, end)) for gpu_id in gpu_ids}
    use = _use_by_card(gpu_ids, used, start, end)
    unknown = 0
    for gpu_id in gpu_ids:
        known, nobody = _count_use(use[gpu_id], members)
        unknown += nobody
        cards[gpu_id].used += known + nobody
    own: dict[tuple[int, int], list[Interval]] = defaultdict(list)
    busy = {gpu_id: union(part for parts in use[gpu_id].values() for part in parts) for gpu_id in gpu_ids}
    sums: dict[tuple[int, Fraction], Counts] = defaultdict(Counts)
    whole: dict[int, Counts] = defaultdict(Counts)
    for one in held:
        for member_id in one.weights:
            own[one.gpu_id, member_id].append((one.starts_at, one.ends_at))
        for span in clipped([(one.starts_at, one.ends_at)], start, end):
            if one.gpu_id in cards:
                found = _held_seconds(span, busy[one.gpu_id], dark[one.gpu_id], watched)
                whole[one.gpu_id].add(found)
                for member_id, share in _shares(one):
                    sums[member_id, share].add(found)
    for gpu_id, counts in whole.items():
        counts.add_to(cards[gpu_id], Fraction(1))
    for (member_id, share), counts in sums.items():
        counts.add_to(members[member_id], share)
    for gpu_id, by_member in use.items():
        for who, spans in by_member.items():
            if who is not None:
                members[who].stray += seconds(without(spans, union(own[gpu_id, who])))
    return Report(dict(members), cards, unknown, (end - start) * len(gpu_ids), watched)


def _use_by_card(
    gpu_ids: Sequence[int], used: Iterable[Used], start: int, end: int
) -> dict[int, dict[int | None, list[Interval]]]:
    raw: dict[int, dict[int | None, list[Interval]]] = {gpu_id: defaultdict(list) for gpu_id in gpu_ids}
    for one in used:
        if one.gpu_id in raw:
            raw[one.gpu_id][one.member_id] += clipped([(one.starts_at, one.ends_at)], start, end)
    return {gpu_id: {who: union(spans) for who, spans in by.items()} for gpu_id, by in raw.items()}


def _count_use(by_member: Mapping[int | None, list[Interval]], members: dict[int, Amounts]) -> tuple[int, int]:
    """Adds what each member used of a card; returns the card's seconds with a known user, and with none.

    A second with two people counts for both and once for the card.
    """
    known: list[Interval] = []
    for member_id, spans in by_member.items():
        if member_id is not None:
            members[member_id].used += seconds(spans)
            known = union([*known, *spans])
    return seconds(known), seconds(without(by_member.get(None, []), known))


def _held_seconds(span: Interval, busy: Sequence[Interval], dark: Sequence[Interval], watched: bool) -> Counts:
    used, unseen = touching(busy, *span), touching(dark, *span)
    unread = seconds(without(common([span], unseen), used))
    idle = seconds(without(without([span], used), unseen)) if watched else 0
    return Counts(seconds([span]), idle, unread)


def _shares(one: Held) -> Iterable[tuple[int, Fraction]]:
    """By weight. Equal shares are added up before they are divided."""
    total = sum(one.weights.values())
    return ((who, Fraction(weight, total)) for who, weight in one.weights.items())
