"""The bench of digest and status runs: every figure is there. How fast anything was is nobody's assertion."""

from tests.bench.figures import table
from tests.bench.machine import QUICK, measured


def test_the_quick_bench_of_the_machine_measures_a_months_digest_and_the_status_of_live_cards() -> None:
    figures = measured(QUICK, QUICK)
    assert [figure.unit for figure in figures] == ["ms", "ms", "×", "ms", "ms"]
    assert all(figure.value > 0 for figure in figures)
    assert table(figures).count("goal") == 2
