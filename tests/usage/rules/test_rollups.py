"""Sums and counts of readings: unknown is neither used nor idle."""

from hypothesis import given
from hypothesis import strategies as st

from bot.usage.rules.looks import CardLook, Look, Resident
from bot.usage.rules.rollups import SECONDS, Sums, summed
from storage.words import Span

TRAIN = Resident("1:1", None, "unknown", None, "python")


def test_each_reading_counts_once_in_its_minute_and_once_in_its_hour() -> None:
    looks = [Look(at, (CardLook(7, (TRAIN,), 80, 100, 250_000, 60, True),)) for at in (3_600, 3_615, 3_660)]
    sums = summed(looks)
    assert set(sums) == {(7, Span.MINUTE, 3_600), (7, Span.MINUTE, 3_660), (7, Span.HOUR, 3_600)}
    hour = sums[7, Span.HOUR, 3_600]
    assert (hour.readings, hour.used_readings, hour.util_sum, hour.util_count) == (3, 3, 240, 3)
    assert (hour.power_mw_sum, hour.temperature_max, hour.throttled) == (750_000, 60, 3)


def test_a_reading_without_a_list_of_processes_is_neither_used_nor_idle() -> None:
    [hour, _] = sorted(summed([Look(0, (CardLook(7, None, 97),))]).items())
    assert (hour[1].readings, hour[1].used_readings, hour[1].util_count) == (0, 0, 1)


def test_figures_that_are_unknown_are_not_counted_as_zero() -> None:
    sums = summed([Look(0, (CardLook(7, ()),)), Look(15, (CardLook(7, (), 50),))])[7, Span.HOUR, 0]
    assert (sums.readings, sums.used_readings) == (2, 0)
    assert (sums.util_sum, sums.util_count, sums.memory_count, sums.temperature_max) == (50, 1, 0, None)


figures = st.none() | st.integers(0, 100)
cards = st.builds(
    CardLook,
    st.integers(1, 2),
    st.sampled_from((None, (), (TRAIN,))),
    figures,
    figures,
    figures,
    figures,
    st.booleans(),
)
looks_at = st.builds(Look, st.integers(0, 8_000), st.lists(cards, max_size=3).map(tuple))


@given(st.lists(looks_at, max_size=8))
def test_a_minute_and_an_hour_sum_exactly_the_readings_within_them(looks: list[Look]) -> None:
    expected: dict[tuple[int, Span, int], Sums] = {}
    for look in looks:
        for card in look.cards:
            for span, seconds in SECONDS.items():
                expected.setdefault((card.gpu_id, span, look.at - look.at % seconds), Sums()).add(card)

    assert summed(looks) == expected
