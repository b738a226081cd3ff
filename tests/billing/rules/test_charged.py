"""Charged seconds: booked or used, per card and second. Stories first, then every second of random months by hand."""

from fractions import Fraction

import pytest

from bot.billing.rules.charged import Piece, charged_seconds
from bot.billing.rules.charging import CardSpan, Claim, CreditRules, GivenUp, Holders, How, MonthFacts, UseSpan
from bot.billing.rules.months import Window
from bot.billing.rules.reasons import Reason
from storage.words import Grade

HALF = Fraction(1, 2)
H = 3_600
HALF_ALWAYS = CreditRules(cancelled=((0, HALF),))


def claim(booking, member, start, end, gpu=1, planned=None, gave_up=None, how=How.RELEASED):
    """Hours. `member` is a name, or names with their weights."""
    weights = ((member, 1),) if isinstance(member, str) else tuple(member.items())
    given = None if gave_up is None else GivenUp(round(gave_up * H), how)
    until = end if planned is None else planned
    return Claim(booking, gpu, start * H, end * H, until * H, (Holders(0, weights),), given)


def use(member, start, end, gpu=1, grade=Grade.CERTAIN):
    return UseSpan(gpu, start * H, end * H, member, grade)


def month(*facts, cards=1, hours=100, **given):
    claims = tuple(one for one in facts if isinstance(one, Claim))
    uses = tuple(one for one in facts if isinstance(one, UseSpan))
    there = tuple(CardSpan(number, 0, hours * H) for number in range(1, cards + 1))
    return charged_seconds(MonthFacts(Window(0, hours * H), there, claims, uses, **given))


def hours(charged, what="charged_s"):
    """Card-hours by member, without those who have none."""
    return {one: getattr(row, what) / H for one, row in charged.members.items() if getattr(row, what)}


def test_booked_counts_also_unused():
    assert hours(month(claim(1, "A", 0, 5))) == {"A": 5}


def test_used_without_a_booking_counts_in_full():
    found = month(use("B", 2, 4))
    assert hours(found) == {"B": 2} and found.idle_s == 98 * H


def test_use_within_ones_own_booking_is_not_charged_twice():
    found = month(claim(1, "A", 0, 5), use("A", 0, 5))
    assert hours(found) == {"A": 5} and hours(found, "used_s") == {"A": 5} and found.doubled_s == 0


def test_overstaying_is_charged_from_the_end_on():
    assert hours(month(claim(1, "A", 0, 5), use("A", 1, 7))) == {"A": 7}


def test_using_somebody_elses_card_charges_both_in_full():
    found = month(claim(1, "A", 0, 5), use("B", 3, 5))
    assert hours(found) == {"A": 5, "B": 2} and found.doubled_s == 2 * H


def test_two_strangers_at_once_each_used_it_and_share_the_charge():
    found = month(use("B", 0, 4), use("C", 2, 6))
    assert hours(found) == {"B": 3, "C": 3} and hours(found, "used_s") == {"B": 4, "C": 4}


def test_two_processes_of_one_person_are_one_user():
    assert hours(month(use("B", 0, 4), use("B", 2, 6), use("C", 5, 6))) == {"B": 5.5, "C": 0.5}


def test_co_holders_share_a_second_by_their_weights_and_none_of_them_is_a_stranger():
    found = month(claim(1, {"A": 2, "B": 1}, 0, 6), use("B", 0, 6))
    assert hours(found) == {"A": 4, "B": 2} and hours(found, "used_s") == {"B": 6}


def test_holders_that_change_are_charged_from_the_second_of_the_change():
    turns = (Holders(0, (("A", 1),)), Holders(2 * H, (("A", 1), ("B", 1))), Holders(5 * H, (("B", 1),)))
    assert hours(month(Claim(1, 1, H, 6 * H, 6 * H, turns))) == {"A": 2.5, "B": 2.5}


def test_unknown_use_is_shown_and_charged_to_nobody():
    found = month(claim(1, "A", 0, 3), use(None, 2, 5), use("X", 6, 7, grade=Grade.UNKNOWN))
    assert hours(found) == {"A": 3} and found.unknown_s == 3 * H and found.unseen_s == 0


def test_presumed_use_counts_as_the_holders_and_never_beyond_the_booking():
    found = month(claim(1, "A", 0, 3), use("A", 1, 5, grade=Grade.PRESUMED))
    assert hours(found) == {"A": 3} and hours(found, "used_s") == {"A": 2} and found.unknown_s == 2 * H


def test_an_outage_takes_its_seconds_out_and_tells_who_lost_them():
    found = month(claim(1, "A", 0, 10), use("B", 4, 8), outages=(CardSpan(1, 4 * H, 6 * H),))
    assert hours(found) == {"A": 8, "B": 2} and hours(found, "lost_s") == {"A": 2} and found.outage_s == 2 * H
    assert hours(found, "used_s") == {"B": 2} and hours(found, "booked_s") == {"A": 8}


def test_a_gap_nobody_decided_counts_as_booked_and_is_shown():
    found = month(claim(1, "A", 0, 10), gaps=(CardSpan(1, 8 * H, 13 * H),))
    assert hours(found) == {"A": 10} and hours(found, "unseen_s") == {"A": 2}
    assert found.unseen_s == found.unknown_s == 3 * H, "a time nobody saw is not idle"


def test_without_an_agent_bookings_count_alone_and_the_result_says_so():
    found = month(claim(1, "A", 0, 10), use("B", 20, 30), observed=False)
    assert hours(found) == {"A": 10} and hours(found, "used_s") == {} and not found.observed


def test_a_late_cancellation_is_half_credited_and_fully_where_somebody_took_the_card():
    """A cancels 4 cards × 10 h and uses 30 card-hours elsewhere, B does not come for 16, C has 20 (+ 24 taken over)."""
    cancelled = [claim(1, "A", 0, 0, gpu, planned=10, gave_up=-1, how=How.CANCELLED) for gpu in (1, 2, 3, 4)]
    other = [claim(2, "A", 20, 50, 5), claim(3, "B", 50, 66, 5), claim(4, "C", 70, 90, 5)]
    assert hours(month(*cancelled, *other, cards=5, credits=HALF_ALWAYS)) == {"A": 50, "B": 16, "C": 20}
    taken = [claim(5, "C", 0, 8, gpu) for gpu in (1, 2, 3)]
    assert hours(month(*cancelled, *other, *taken, cards=5, credits=HALF_ALWAYS)) == {"A": 38, "B": 16, "C": 44}


def test_an_early_release_is_free_where_taken_and_half_where_not():
    facts = [claim(1, "A", 0, 48, planned=80, gave_up=48), claim(2, "B", 50, 62), claim(3, "B", 0, 40, 2)]
    found = month(*facts, claim(4, "C", 40, 70, 2), cards=2)
    assert hours(found) == {"A": 58, "B": 52, "C": 30} and hours(found, "credited_s") == {"A": 22}


def test_by_default_a_cancellation_a_day_ahead_is_free_two_hours_ahead_half_and_later_nothing():
    found = month(claim(1, "A", 10, 10, planned=40, gave_up=9, how=How.CANCELLED))
    assert hours(found) == {"A": 1 + Fraction(22, 2)} and hours(found, "credited_s") == {"A": 29 - Fraction(22, 2)}


def test_a_no_show_pays_all_of_it_unless_somebody_else_came():
    given = {"planned": 10, "gave_up": 1, "how": How.NO_SHOW}
    assert hours(month(claim(1, "A", 0, 1, **given))) == {"A": 10}
    assert hours(month(claim(1, "A", 0, 1, **given), claim(2, "B", 4, 10))) == {"A": 4, "B": 6}


def test_of_two_who_gave_the_same_hour_up_only_the_later_owes_for_it():
    first = claim(1, "A", 0, 2, planned=10, gave_up=2)
    assert hours(month(first, claim(2, "B", 2, 4, planned=10, gave_up=4))) == {"A": 2, "B": 2 + 3}


def test_who_releases_and_stays_is_charged_the_use_and_not_more():
    assert hours(month(claim(1, "A", 0, 2, planned=10, gave_up=2), use("A", 2, 10))) == {"A": 10}
    shared = month(claim(1, "A", 0, 2, planned=10, gave_up=2), use("A", 2, 10), use("B", 2, 10), use("C", 2, 10))
    assert hours(shared) == {"A": 2 + 4, "B": Fraction(8, 3), "C": Fraction(8, 3)}


def test_who_cancels_and_books_the_same_hours_again_pays_once():
    assert hours(month(claim(1, "A", 0, 0, planned=5, gave_up=-1, how=How.CANCELLED), claim(2, "A", 0, 5))) == {"A": 5}


def test_a_booking_across_months_is_cut_and_both_parts_make_the_whole():
    card, both = CardSpan(1, 0, 100 * H), claim(1, "A", 10, 50)
    parts = [
        charged_seconds(MonthFacts(window, (card,), (both,))) for window in (Window(0, 16 * H), Window(16 * H, 99 * H))
    ]
    assert [hours(one) for one in parts] == [{"A": 6}, {"A": 34}]


@pytest.mark.parametrize(("at", "seconds"), [(16 * H, {}), (16 * H - 1, {"A": 1})])
def test_a_month_is_half_open_to_the_second(at, seconds):
    found = charged_seconds(
        MonthFacts(
            Window(0, 16 * H), (CardSpan(1, 0, 99 * H),), (Claim(1, 1, at, 20 * H, 20 * H, (Holders(0, (("A", 1),)),)),)
        )
    )
    assert {one: row.charged_s for one, row in found.members.items()} == seconds


def test_a_card_counts_only_while_it_was_rented():
    facts = MonthFacts(
        Window(0, 100 * H), (CardSpan(1, 40 * H, 60 * H),), (claim(1, "A", 30, 50), claim(2, "B", 0, 9, 7))
    )
    found = charged_seconds(facts)
    assert found.capacity_s == 20 * H and hours(found) == {"A": 10} and found.idle_s == 10 * H


def test_splitting_a_booking_in_two_changes_nothing():
    whole = month(claim(1, "A", 10, 10, planned=40, gave_up=9, how=How.CANCELLED))
    halves = [claim(n, "A", s, s, planned=e, gave_up=9, how=How.CANCELLED) for n, s, e in ((1, 10, 17), (2, 17, 40))]
    assert month(*halves).members == whole.members


def test_each_piece_leads_back_to_a_booking_or_to_use():
    found = month(claim(7, "A", 0, 5), use("A", 1, 3), use("B", 2, 3), hours=6)
    assert sorted(found.pieces, key=lambda one: (one.starts_at, one.reason)) == [
        Piece("A", 1, 0, 5 * H, Reason.BOOKED, 7, 1),
        Piece("B", 1, 2 * H, 3 * H, Reason.USED, None, 1),
        Piece(None, 1, 5 * H, 6 * H, Reason.IDLE, None, 1),
    ]


def test_nothing_at_all_is_all_idle():
    found = month()
    assert found.idle_s == found.capacity_s == 100 * H and found.members == {}
