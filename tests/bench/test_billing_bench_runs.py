"""The bench of bills runs: every figure is there. How fast anything was is nobody's assertion."""

from tests.bench.billing import QUICK, measured
from tests.bench.figures import table


def test_the_quick_bench_of_bills_measures_statement_and_settlement_beside_bare_sums():
    figures = measured(QUICK)
    assert [figure.unit for figure in figures] == ["ms", "ms", "ms", "×", "ms", "ms", "ms", "ms", "ms", "×"]
    assert all(figure.value > 0 for figure in figures)
    assert table(figures).count("goal") == 2
