"""Intervals of use, made from readings that may come in any order, against a model that looks at every second."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.usage.rules.gaps import gaps_between
from bot.usage.rules.uses import BRIDGE, Seen, Stretch, Uses
from bot.usage.rules.whose import Whose
from storage.words import Grade

PERIOD = 15
LI = Whose(1, "li", Grade.CERTAIN, "uid")
BO = Whose(2, "bo", Grade.CERTAIN, "uid")


def seen(at: int, whose: Whose = LI, process: str = "100:5", memory: int | None = 7) -> Seen:
    return Seen(1, "boot", process, at, whose, "train.py", memory)


def stretches(*readings: Seen, known: tuple[Stretch, ...] = ()) -> list[tuple[int, int, int | None]]:
    uses = Uses(known, PERIOD)
    for one in readings:
        uses.see(one)
    return sorted((one.starts_at, one.ends_at, one.whose.member_id) for one in uses.changed())


def test_use_runs_from_the_first_reading_to_the_last_plus_one_period() -> None:
    assert stretches(seen(0), seen(15), seen(30)) == [(0, 45, 1)]
    assert stretches(seen(0)) == [(0, 15, 1)]


def test_a_pause_up_to_the_bridge_is_one_use_and_a_longer_one_is_two() -> None:
    assert stretches(seen(0), seen(BRIDGE)) == [(0, BRIDGE + 15, 1)]
    assert stretches(seen(0), seen(BRIDGE + 1)) == [(0, 15, 1), (BRIDGE + 1, BRIDGE + 16, 1)]


def test_another_process_with_the_same_number_is_another_use() -> None:
    assert stretches(seen(0, process="100:5"), seen(15, process="100:9")) == [(0, 15, 1), (15, 30, 1)]


def test_a_process_that_turns_out_to_be_somebody_elses_is_theirs_from_then_on() -> None:
    assert stretches(seen(0), seen(15, BO), seen(30)) == [(0, 15, 1), (15, 30, 2), (30, 45, 1)]
    assert stretches(seen(0), seen(10, BO)) == [(0, 10, 1), (10, 25, 2)]


def test_a_late_reading_joins_two_stored_stretches_and_the_second_is_swallowed() -> None:
    known = (
        Stretch(7, 1, "boot", "100:5", 0, 15, LI, None, 3),
        Stretch(8, 1, "boot", "100:5", 300, 315, LI, None, 9),
    )
    uses = Uses(known, PERIOD)
    uses.see(seen(150))
    assert [(one.id, one.starts_at, one.ends_at, one.memory_max) for one in uses.changed()] == [(7, 0, 315, 9)]
    assert uses.swallowed == [8]


def test_what_did_not_change_is_not_stored_again() -> None:
    known = (Stretch(7, 1, "boot", "100:5", 0, 45, LI, "train.py", 7),)
    assert stretches(seen(15), known=known) == []


readings = st.lists(
    st.tuples(st.integers(0, 60).map(lambda n: n * 15), st.sampled_from([LI, BO])),
    max_size=25,
    unique_by=lambda r: r[0],
)


@given(readings)
def test_a_process_is_never_counted_twice_and_never_without_a_reading_near(rows: list[tuple[int, Whose]]) -> None:
    for order in (rows, sorted(rows, key=lambda row: row[0])):
        spans = stretches(*(seen(at, who) for at, who in order))
        assert all(before[1] <= after[0] for before, after in pairwise(spans))
        for at, who in rows:
            assert any(start <= at < end and member == who.member_id for start, end, member in spans)
    for start, end, member in spans:
        own = sorted(at for at, who in rows if who.member_id == member and start <= at < end)
        assert own[0] == start and own[-1] + PERIOD >= end
        assert all(after - before <= BRIDGE for before, after in pairwise(own))


@given(readings.flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(rows))))
def test_the_order_in_which_readings_arrive_changes_nothing(
    both: tuple[list[tuple[int, Whose]], list[tuple[int, Whose]]],
) -> None:
    in_time, shuffled = sorted(both[0], key=lambda row: row[0]), both[1]
    alone = [(at, LI) for at, _ in in_time]
    assert stretches(*(seen(at) for at, _ in shuffled)) == stretches(*(seen(at, who) for at, who in alone))


def test_a_gap_begins_one_period_after_the_last_reading_and_ends_with_the_next() -> None:
    assert gaps_between([0, 15, 30, 30 + BRIDGE], PERIOD) == []
    assert gaps_between([0, 15, 16 + BRIDGE, 31 + BRIDGE], PERIOD) == [(30, 16 + BRIDGE)]
    assert gaps_between([], PERIOD) == gaps_between([5], PERIOD) == []
