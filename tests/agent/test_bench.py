"""The agent's bench itself runs: every figure of ours is there, and what was not measured is said."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_quick_bench_measures_every_figure_of_ours_and_says_what_it_left_out(compiler: None) -> None:
    command = [sys.executable, "-m", "tests.bench.agent", "--quick", "--alone", "--json"]

    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)

    assert said.returncode == 0, said.stderr
    figures = {one["name"]: one["value"] for one in json.loads(said.stdout)["figures"]}
    assert set(figures) == {
        "our sample p50",
        "our sample p99",
        "our sample with every dear question due",
        "processes seen",
        "memory after all samples",
        "memory grown since a fifth of them",
        "processor at the default pace",
    }
    assert figures["processes seen"] == 16
    assert said.stderr.splitlines() == ["not measured: nvitop: --alone", "not measured: gpustat: --alone"]
