"""The sweep over intervals against a model that asks each second of each card on its own."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules.charged import charged_seconds
from bot.billing.rules.charging import CardSpan, Claim, CreditRules, GivenUp, Holders, How, MonthFacts, UseSpan
from bot.billing.rules.months import Window
from bot.billing.rules.reasons import CHARGED
from storage.words import Grade

END = 24
RULES = CreditRules(cancelled=((9, Fraction(1)), (4, Fraction(1, 3))), released=((0, Fraction(1, 2)),))
PEOPLE = st.sampled_from("ABC")


@st.composite
def spans(draw):
    start = draw(st.integers(-3, END))
    return start, start + draw(st.integers(1, 9))


@st.composite
def weights(draw):
    return tuple((one, draw(st.integers(1, 3))) for one in draw(st.lists(PEOPLE, min_size=1, max_size=2, unique=True)))


@st.composite
def tenures(draw):
    """Bookings of one card, one after another as they were made; a later one may lie where an earlier one gave up."""
    claims, taken = [], set()
    for booking in range(draw(st.integers(0, 5))):
        start, planned = draw(spans())
        if taken & set(range(start, planned)):
            continue
        holders = [Holders(start, draw(weights()))]
        if draw(st.booleans()):
            holders.append(Holders(draw(st.integers(start - 1, planned + 1)), draw(weights())))
        end, given_up = planned, None
        if draw(st.booleans()):
            how = draw(st.sampled_from(How))
            end = start if how is How.CANCELLED else draw(st.integers(start, planned))
            given_up = GivenUp(start - 5 if how is How.CANCELLED else end, how)
            given_up = replace(
                given_up, at=max([given_up.at, *(one.given_up.at + 1 for one in claims if one.given_up)])
            )
        taken |= set(range(start, end))
        claims.append(Claim(booking, 1, start, end, planned, tuple(holders), given_up))
    return tuple(claims)


@st.composite
def months(draw):
    cards = (CardSpan(1, draw(st.integers(-2, 4)), draw(st.integers(15, END + 2))),)
    uses = st.builds(
        lambda span, who, grade: UseSpan(1, *span, who, grade),
        spans(),
        st.sampled_from(["A", "B", "C", None]),
        st.sampled_from(Grade),
    )
    blanks = st.builds(lambda span: CardSpan(1, *span), spans())
    return MonthFacts(
        Window(0, END),
        cards,
        draw(tenures()),
        tuple(draw(st.lists(uses, max_size=5))),
        tuple(draw(st.lists(blanks, max_size=2))),
        tuple(draw(st.lists(blanks, max_size=1))),
        RULES,
    )


def at(rows, second):
    return [row for row in rows if row.starts_at <= second < row.ends_at]


def holders(claim, second):
    turns = [one for one in claim.holders if one.from_at <= second] or claim.holders[:1]
    whole = sum(weight for _, weight in turns[-1].weights)
    return {member: Fraction(weight, whole) for member, weight in turns[-1].weights}


def one_second(facts, second):
    """What each is charged for one second, and whose the rest is."""
    if at(facts.outages, second):
        return {}, "outage"
    held = at(facts.claims, second)
    charged = Counter(holders(held[0], second)) if held else Counter()
    left = [one for one in facts.claims if one.ends_at <= second < one.planned_end_at]
    owed = {}
    if left and not held:
        last = max(left, key=lambda one: one.given_up.at)
        notice = second - last.given_up.at
        credit = next((part for least, part in RULES.tiers(last.given_up.how) if notice >= least), 0)
        owed = {one: share * (1 - credit) for one, share in holders(last, last.given_up.at).items()}
    seen = at(facts.uses, second)
    known = {one.member for one in seen if one.member and one.grade in (Grade.CERTAIN, Grade.LIKELY)}
    outside = known - set(charged)
    for one in outside | owed.keys():
        charged[one] += max(owed.get(one, 0), Fraction(1, len(outside)) if one in outside else 0)
    strangers = [one for one in seen if one.member is None or one.grade in (Grade.UNKNOWN, Grade.PRESUMED)]
    return charged, "unknown" if strangers or at(facts.gaps, second) else "idle"


@settings(max_examples=80, deadline=None)
@given(months())
def test_every_second_is_charged_as_when_it_is_looked_at_alone(facts):
    found = charged_seconds(facts)
    expected, rests, doubled = Counter(), Counter(), 0
    there = range(max(0, facts.cards[0].starts_at), min(END, facts.cards[0].ends_at))
    for second in there:
        charged, rest = one_second(facts, second)
        expected.update(charged)
        rests[rest] += max(0, 1 - sum(charged.values()))
        doubled += max(0, sum(charged.values()) - 1)
    assert {one: row.charged_s for one, row in found.members.items() if row.charged_s} == {
        one: seconds for one, seconds in expected.items() if seconds
    }
    assert (found.idle_s, found.unknown_s, found.outage_s) == (rests["idle"], rests["unknown"], rests["outage"])
    assert found.doubled_s == doubled and found.capacity_s == len(there)
    assert found.capacity_s == found.charged_s - doubled + found.idle_s + found.unknown_s + found.outage_s


@settings(max_examples=30, deadline=None)
@given(months())
def test_pieces_add_up_to_what_each_member_is_charged(facts):
    found = charged_seconds(facts)
    sums = Counter()
    for piece in found.pieces:
        assert piece.starts_at < piece.ends_at and piece.share > 0
        if piece.reason in CHARGED:
            sums[piece.member] += piece.seconds
    assert sums == Counter({one: row.charged_s for one, row in found.members.items() if row.charged_s})


@settings(max_examples=30, deadline=None)
@given(months(), st.integers(1, END - 1))
def test_a_month_cut_in_two_charges_the_same_in_all(facts, cut):
    parts = [charged_seconds(replace(facts, window=window)) for window in (Window(0, cut), Window(cut, END))]
    sums = Counter()
    for part in parts:
        sums.update({one: row.charged_s for one, row in part.members.items()})
    whole = charged_seconds(facts)
    assert {one: row.charged_s for one, row in whole.members.items()} == {one: sums[one] for one in whole.members}
    assert whole.idle_s == sum(part.idle_s for part in parts)
