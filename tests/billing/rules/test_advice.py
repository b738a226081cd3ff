"""The table of ways to rent: each cost by hand, break-evens exactly, and no mixture dearer than its parts."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from bot.billing.rules.advice import CardPrices, Terms, Way, advise, break_evens, cards_in_use, mixed
from storage.words import BilledWhileOff, RentUnit

NOVEMBER = 720
PLAIN = Terms()


def prices(hour: int | None = 1200, month: int | None = 500_000, **more: int) -> CardPrices:
    rest = {unit: Fraction(minor) for unit, minor in more.items()}
    return CardPrices(
        hour=None if hour is None else Fraction(hour), month=None if month is None else Fraction(month), **rest
    )


def costs(counts: list[int], cards: int, of: CardPrices, terms: Terms = PLAIN, hours: int = NOVEMBER) -> dict[str, int]:
    found = advise(counts, cards, of, terms, hours)
    return {row.way.value: int(row.cost) for row in found.rows}


def month(*stretches: tuple[int, int]) -> list[int]:
    """`(hours, cards)` one after the other, then nothing until the month is over."""
    counts = [cards for hours, cards in stretches for _ in range(hours)]
    return counts + [0] * (NOVEMBER - len(counts))


@pytest.mark.parametrize(
    ("part", "hours", "days"),
    [
        (Fraction(60, 100), Fraction(432), Fraction(18)),
        (Fraction(65, 100), Fraction(468), Fraction(39, 2)),
        (Fraction(70, 100), Fraction(504), Fraction(21)),
    ],
)
def test_a_month_at_a_part_of_its_hours_pays_from_just_that_part_on(
    part: Fraction, hours: Fraction, days: Fraction
) -> None:
    (one,) = break_evens(CardPrices(hour=Fraction(1200), month=1200 * NOVEMBER * part), NOVEMBER)
    assert (one.unit, one.hours, one.days, one.sensible) == (RentUnit.MONTH, hours, days, True)


def test_a_month_dearer_than_all_its_hours_makes_no_sense_and_one_as_dear_just_does() -> None:
    dear = break_evens(prices(hour=600, month=600 * NOVEMBER + 1), NOVEMBER)
    as_dear = break_evens(prices(hour=600, month=600 * NOVEMBER), NOVEMBER)
    assert [(one[0].hours, one[0].sensible) for one in (dear, as_dear)] == [
        (Fraction(600 * NOVEMBER + 1, 600), False),
        (NOVEMBER, True),
    ]


def test_each_unit_breaks_even_against_the_hour() -> None:
    found = break_evens(prices(day=20_000, week=100_000), NOVEMBER)
    assert [(one.unit.value, one.hours) for one in found] == [
        ("day", Fraction(50, 3)),
        ("week", Fraction(250, 3)),
        ("month", Fraction(1250, 3)),
    ]
    assert break_evens(prices(hour=None), NOVEMBER) == ()


def test_every_way_costs_what_a_treasurer_would_reckon() -> None:
    counts = month((30, 2), (10, 4))  # 100 card-hours within two days
    found = costs(counts, 8, prices(day=20_000, week=100_000))
    assert found == {
        "monthly": 8 * 500_000,
        "fewer": 4 * 500_000,
        "weekly": 4 * 100_000,
        "daily": (2 + 4) * 20_000,
        "hourly": 100 * 1200,
    }


def test_what_is_always_used_is_kept_and_the_peaks_are_rented_by_the_hour() -> None:
    counts = month((700, 3), (20, 8))
    found = advise(counts, 8, prices(), PLAIN, NOVEMBER)
    best = found.best
    assert best is not None
    assert (best.way, best.kept, best.cost) == (Way.MIXED, 3, 3 * 500_000 + 5 * 20 * 1200)
    assert (found.used, found.peak) == (2260, 8)
    assert best.card_hour == Fraction(1_620_000, 2260)


def test_fewer_cards_say_what_would_not_have_fitted_and_are_not_recommended_for_it() -> None:
    counts = month((700, 3), (20, 4))
    found = advise(counts, 8, prices(hour=None), PLAIN, NOVEMBER)
    fewer = next(row for row in found.rows if row.way is Way.FEWER)
    assert (fewer.kept, fewer.unserved, fewer.card_hour) == (3, 20, Fraction(1_500_000, 2160))
    assert found.best is not None
    assert found.best.way is Way.MONTHLY


@pytest.mark.parametrize(
    ("terms", "cost"),
    [
        (Terms(1), 10 * 1200),
        (Terms(3_600), 10 * 1200),
        (Terms(86_400), 3 * 24 * 1200),  # the second time goes on past midnight: three days begun
        (Terms(1, min_charge_minor=10_000), 10_000 + 10_000),  # two times on, 6000 each
        (Terms(1, min_charge_minor=5_000), 10 * 1200),
        (Terms(1, billed_while_off=BilledWhileOff.ALL), NOVEMBER * 1200),
        (Terms(1, billed_while_off=BilledWhileOff.DISK, disk_minor=7_200), 10 * 1200 + 7_200),
        (Terms(1, billed_while_off=BilledWhileOff.NONE, disk_minor=7_200), 10 * 1200 + 100),
    ],
)
def test_by_the_hour_the_rules_of_the_provider_count(terms: Terms, cost: int) -> None:
    counts = [1] * 5 + [0] * 40 + [1] * 5 + [0] * (NOVEMBER - 50)
    assert costs(counts, 1, prices(), terms)["hourly"] == cost


def test_of_a_month_that_still_runs_a_part_of_its_price_counts() -> None:
    assert costs([1] * 360, 2, prices(), hours=NOVEMBER)["monthly"] == 2 * 250_000


def test_nothing_used_and_nothing_priced_recommend_nothing() -> None:
    assert advise([], 8, CardPrices(), PLAIN, NOVEMBER).best is None
    idle = advise([0] * 720, 8, prices(), PLAIN, NOVEMBER)
    assert (idle.used, idle.best and idle.best.cost) == (0, 0)
    with pytest.raises(ValueError, match="9 cards in use of 8"):
        advise([9], 8, prices(), PLAIN, NOVEMBER)


def test_a_card_counts_once_in_each_hour_that_it_touches() -> None:
    spans = [(1, 1800, 5400), (1, 5400, 5401), (2, 3600, 7200), (3, -9000, 10), (4, 10_800, 99_999)]
    assert cards_in_use(spans, 0, 3) == (2, 2, 0)
    assert cards_in_use([], 0, 2) == (0, 0)


RULES = some.builds(
    Terms,
    some.sampled_from([1, 60, 3_600, 86_400]),
    some.integers(0, 5_000),
    some.sampled_from(list(BilledWhileOff)),
    some.integers(0, 100_000),
)


@settings(max_examples=100)
@given(some.lists(some.integers(0, 4), max_size=60), some.integers(1, 5_000), some.integers(1, 200_000), RULES)
def test_a_mixture_is_never_dearer_than_all_by_the_month_or_all_by_the_hour(
    counts: list[int], hour: int, month: int, terms: Terms
) -> None:
    of = prices(hour, month)
    found = advise(counts, 4, of, terms, 60)
    both = mixed(counts, 4, of, terms, 60)
    assert both is not None
    pure = [row.cost for row in found.rows if row.way in (Way.MONTHLY, Way.HOURLY)]
    assert both.cost <= min(pure)
    assert found.best is not None
    assert found.best.cost <= both.cost
    assert not found.best.unserved


@settings(max_examples=50)
@given(some.integers(1, 10_000), some.integers(1, 1_000_000), some.integers(0, 719))
def test_one_card_is_cheaper_by_the_month_from_the_break_even_on(hour: int, month_price: int, used: int) -> None:
    of = prices(hour, month_price)
    (one,) = break_evens(of, NOVEMBER)
    found = costs([1] * used + [0] * (NOVEMBER - used), 1, of)
    assert (found["monthly"] <= found["hourly"]) == (used >= one.hours)
