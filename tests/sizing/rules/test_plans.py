"""Hours, sets of runs, prices and transfers: arithmetic that people get wrong."""

from fractions import Fraction

import pytest

from bot.errors import Refusal
from bot.sizing.rules.amounts import accumulation_for, effective_batch, hours, steps_of, tokens_of
from bot.sizing.rules.money import Offer, break_even, compare_cards
from bot.sizing.rules.runs import cards_for_deadline, run_set, run_set_table, trial_run
from bot.sizing.rules.shapes import GB, Job, Loss
from bot.sizing.rules.transfer import transfer_time
from tests.sizing.rules.jobs import job


def test_samples_times_length_times_epochs_are_tokens_and_tokens_are_hours() -> None:
    tokens = tokens_of(200_000, 512, 3)

    assert tokens == 307_200_000
    assert hours(4_000, 4, tokens) == pytest.approx(5.33, abs=0.01)


def test_the_effective_batch_works_both_ways() -> None:
    batch = effective_batch(job(micro_batch=2, accumulation=8, gpus=4))

    assert (batch.effective, batch.negatives) == (64, None)
    assert accumulation_for(64, 2, 4) == 8
    assert accumulation_for(65, 2, 4) == 9
    assert steps_of(100_000, 3, batch) == 4688


@pytest.mark.parametrize("asked", [job("CLIP-ViT-B/32"), job("BERT-base", loss=Loss.CONTRASTIVE)])
def test_accumulation_adds_no_negatives_to_a_contrastive_loss(asked: Job) -> None:
    few = effective_batch(Job(asked.model, micro_batch=64, gpus=2, accumulation=1, loss=asked.loss))
    many = effective_batch(Job(asked.model, micro_batch=64, gpus=2, accumulation=16, loss=asked.loss))

    assert few.negatives == many.negatives == 127
    assert many.effective == 16 * few.effective


def test_a_trial_run_is_carried_on_in_proportion() -> None:
    trial = trial_run(200, 15 * 60, 5000)

    assert trial.total_s == pytest.approx(22_500) and trial.left_s == pytest.approx(21_600)
    assert trial.low_s < trial.total_s < trial.high_s


def test_twenty_runs_of_two_cards_and_six_hours() -> None:
    rows = {row.cards: row for row in run_set_table(20, 2, 6)}

    assert set(rows) == {2, 4, 8}
    assert {row.card_hours for row in rows.values()} == {240}
    assert [rows[count].wall_hours for count in (2, 4, 8)] == [120, 60, 30]
    assert rows[8].wall_with_margin == pytest.approx(36)


def test_a_card_left_over_by_a_run_of_three_does_not_help() -> None:
    assert run_set(4, 3, 5, 8).wall_hours == run_set(4, 3, 5, 6).wall_hours == 10


def test_a_deadline_is_solved_for_the_fewest_cards() -> None:
    found = cards_for_deadline(20, 2, 6, deadline_hours=72, most=8)

    assert found.cards == 4
    assert found.plan is not None and found.plan.wall_with_margin <= 72


def test_a_deadline_that_nothing_makes_says_what_would() -> None:
    found = cards_for_deadline(20, 2, 6, deadline_hours=24, most=8)

    assert found.cards is None
    assert found.runs_possible == 12
    assert run_set(20, 2, found.hours_each_needed, 8).wall_with_margin == pytest.approx(24)


def test_a_deadline_shorter_than_one_run_lets_none_end() -> None:
    assert cards_for_deadline(3, 1, 10, deadline_hours=5).runs_possible == 0


def test_a_faster_card_pays_only_below_as_many_times_the_price() -> None:
    offers = [Offer("A100", 1200, 1, 10), Offer("H100", 2300, 1, 5), Offer("H800", 2600, 1, 5)]
    ranked = {each.offer.card: each for each in compare_cards(offers)}

    assert [ranked[name].cost_minor for name in ("A100", "H100", "H800")] == [12_000, 11_500, 13_000]
    assert [ranked[name].by_cost for name in ("A100", "H100", "H800")] == [2, 1, 3]
    assert ranked["H800"].times_price > ranked["H800"].times_speed
    assert ranked["H100"].times_price < ranked["H100"].times_speed


def test_money_is_whole_fen_and_never_too_little() -> None:
    (only,) = compare_cards([Offer("A100", 333, 3, 1 / 3)])

    assert only.cost_minor == 333


def test_a_month_pays_from_the_hours_where_both_prices_meet() -> None:
    even = break_even(450, 200_000)

    assert even.hours == Fraction(200_000, 450) and round(even.hours) == 444
    assert 18 < even.days < 19 and even.possible
    assert not break_even(100, 100_000).possible


TRANSFERS = [(2_000, 100, 44.4, 59.3), (2_000, 1000, 4.44, 5.93), (300, 670, 1.0, 1.33)]


@pytest.mark.parametrize(("gigabytes", "mbps", "full", "real"), TRANSFERS)
def test_a_transfer_takes_bytes_times_eight_over_the_line(gigabytes: int, mbps: int, full: float, real: float) -> None:
    said = transfer_time(gigabytes * GB, mbps * 1e6)

    assert said.full_s / 3600 == pytest.approx(full, rel=0.01)
    assert said.real_s / 3600 == pytest.approx(real, rel=0.01)
    assert said.mb_per_s == pytest.approx(mbps / 8)


def test_a_disk_is_sent_from_three_days_on() -> None:
    assert transfer_time(5_000 * GB, 100e6).send_a_disk
    assert not transfer_time(500 * GB, 100e6).send_a_disk


NONSENSE = [
    lambda: hours(0, 1, 1),
    lambda: hours(1, 0, 1),
    lambda: hours(1, 1, float("nan")),
    lambda: tokens_of(-1, 512, 3),
    lambda: accumulation_for(0, 1, 1),
    lambda: trial_run(0, 60, 100),
    lambda: trial_run(200, 60, 100),
    lambda: trial_run(1, float("inf"), 100),
    lambda: run_set(0, 1, 1, 1),
    lambda: run_set(1, 4, 1, 2),
    lambda: cards_for_deadline(1, 1, 1, 0),
    lambda: break_even(0, 100),
    lambda: compare_cards([Offer("A100", 100, 0, 1)]),
    lambda: compare_cards([Offer("A100", -1, 1, 1)]),
    lambda: transfer_time(0, 1),
    lambda: transfer_time(1, -1),
]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nothing_is_computed_from_nonsense(nonsense: object) -> None:
    with pytest.raises(Refusal) as refused:
        nonsense()  # type: ignore[operator]

    assert refused.value.code == "size_bad" and refused.value.facts["field"]


def test_no_offers_rank_to_nothing() -> None:
    assert compare_cards([]) == ()
