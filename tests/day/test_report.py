"""What the digest adds up, against a count second by second."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.day.rules.report import Held, Used, report
from bot.usage.rules.intervals import Interval

LI, BO = 1, 2


def test_booked_and_used_and_the_rest_idle() -> None:
    made = report([7], [Held(7, 0, 100, {LI: 1})], [Used(7, 10, 40, LI)], {}, 0, 1_000)
    li = made.members[LI]
    assert (li.booked, li.used, li.idle, li.unread) == (100, 30, 70, 0)
    assert made.capacity == 1_000 and made.unknown == 0


def test_seconds_without_readings_are_neither_used_nor_idle() -> None:
    made = report([7], [Held(7, 0, 100, {LI: 1})], [Used(7, 10, 40, LI)], {7: [(30, 60)]}, 0, 100)
    assert (made.members[LI].used, made.members[LI].idle, made.members[LI].unread) == (30, 50, 20)


def test_without_an_agent_nothing_is_called_idle() -> None:
    made = report([7], [Held(7, 0, 100, {LI: 1})], [], {}, 0, 100, watched=False)
    assert (made.members[LI].booked, made.members[LI].idle) == (100, 0)


def test_a_shared_booking_is_divided_by_weight() -> None:
    made = report([7], [Held(7, 0, 90, {LI: 2, BO: 1})], [], {}, 0, 90)
    assert (made.members[LI].booked, made.members[BO].idle) == (60, Fraction(30))


def test_two_processes_of_one_person_on_a_card_count_once_and_a_stranger_keeps_it_from_being_idle() -> None:
    made = report(
        [7], [Held(7, 0, 100, {LI: 1})], [Used(7, 0, 50, BO), Used(7, 20, 60, BO), Used(7, 70, 80, None)], {}, 0, 100
    )
    assert (made.members[BO].used, made.members[LI].idle, made.unknown) == (60, 30, 10)


def test_use_outside_ones_own_booking_is_charged_beside_it() -> None:
    made = report([7], [Held(7, 0, 100, {LI: 1})], [Used(7, 50, 150, LI), Used(7, 0, 30, BO)], {}, 0, 200)
    assert (made.members[LI].charged, made.members[LI].stray, made.members[BO].charged) == (150, 50, 30)


times = st.tuples(st.integers(0, 30), st.integers(0, 30)).filter(lambda t: t[0] < t[1])


@given(
    st.lists(st.tuples(times, st.sampled_from([LI, BO])), max_size=4),
    st.lists(st.tuples(times, st.sampled_from([LI, BO, None])), max_size=5),
    st.lists(times, max_size=3),
)
def test_a_card_adds_up_second_by_second(
    held: list[tuple[Interval, int]], used: list[tuple[Interval, int | None]], dark: list[Interval]
) -> None:
    taken: set[int] = set()
    rows = []
    for (start, end), who in held:  # no double booking
        if not taken & set(range(start, end)):
            taken |= set(range(start, end))
            rows.append(Held(7, start, end, {who: 1}))
    made = report([7], rows, [Used(7, *span, who) for span, who in used], {7: dark}, 5, 25)
    window = set(range(5, 25))
    busy = {s for (a, b), _ in used for s in range(a, b)} & window
    unread = {s for a, b in dark for s in range(a, b)} & window
    card = made.cards[7]
    assert card.booked == len(taken & window)
    assert card.used == len(busy)
    assert card.idle == len((taken & window) - busy - unread)
    assert card.unread == len((taken & window & unread) - busy)
    assert sum(one.booked for one in made.members.values()) == card.booked
