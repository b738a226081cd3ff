"""The bench itself runs: every figure is there. How fast anything was is nobody's assertion."""

import json
import subprocess
import sys
from pathlib import Path

from tests.bench.figures import Figure, percentile, table

ROOT = Path(__file__).parents[2]
BY_SIZE = (
    "/book to committed effect p50",
    "/book to committed effect p99",
    "the sends after it p50",
    "the sends after it p99",
    "the guard alone p50",
    "the guard alone p99",
    "a raw one-row commit p50",
    "a raw one-row commit p99",
    "/book by the guard alone",
    "/book by a raw one-row commit",
    "refusal taken, with ways out p50",
    "refusal taken, with ways out p99",
    "refusal limit p50",
    "refusal limit p99",
)
BY_EMPTY = "/book by /book in an empty store"
CROWD = "2 processes × 4 callers: "
OTHERS = (
    CROWD + "booked a second",
    CROWD + "/book to committed effect p50",
    CROWD + "/book to committed effect p99",
    CROWD + "the slowest of them",
    CROWD + "refused as taken, a second",
    CROWD + "double bookings",
    CROWD + "errors",
    "updates read by inbound.read (the library's decoding, pruned)",
    "updates decoded whole by Update.de_json",
    "bare imports of telegram.ext, aiohttp.web, sqlmodel p50",
    "pinka run, from process start to ready p50",
    "ready by the bare imports",
    "memory of pinka run when ready",
    "memory of the core with everything imported",
    "memory of the core after 20 bookings",
    "first window behind 200 bookings",
    *(f"the nearest {count} of 64 cards" for count in (2, 8, 32)),
)


def test_the_quick_bench_measures_every_figure_and_finds_no_double_booking(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.bench.booking", "--quick", "--json", "--folder", str(tmp_path)]

    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)

    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)
    figures = {one["name"]: one["value"] for one in told["figures"]}
    sizes = [f"{size} bookings: {name}" for size in (0, 1000) for name in BY_SIZE]
    ratios = [f"1000 bookings: {BY_EMPTY}"]
    assert set(figures) == {*sizes, *ratios, *OTHERS}
    assert figures[CROWD + "double bookings"] == figures[CROWD + "errors"] == 0, said.stderr
    assert all(value > 0 for name, value in figures.items() if not name.startswith(CROWD))
    assert len(told["load"]) == 2


def test_the_bench_of_agents_measures_the_bot_beside_a_socket_that_only_keeps_what_comes(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.bench.agents_into_bot", "--agents", "2", "--seconds", "1", "--json"]

    said = subprocess.run([*command, "--folder", tmp_path], cwd=ROOT, capture_output=True, text=True, timeout=60)

    assert said.returncode == 0, said.stderr
    name = "2 agents, a reading of 8 cards a second each: "
    figures = {one["name"].removeprefix(name): one["value"] for one in json.loads(said.stdout)["figures"]}
    assert set(figures) == {
        "of one core",
        "of one core, by a socket that only keeps them",
        "the bot by that socket",
        "readings stored a second",
        "sent to acknowledged p50",
        "sent to acknowledged p99",
        "memory of the bot",
    }
    assert figures["readings stored a second"] > 0.5


def test_a_missed_goal_says_so() -> None:
    shown = table([Figure("slow", 6, "ms", 5), Figure("quick", 4, "ms", 5), Figure("free", 9, "ms")]).splitlines()

    assert [line.rpartition(" ")[2] for line in shown[:2]] == ["MISSED", "ok"]
    assert "goal" not in shown[2]


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(value) for value in range(1, 101)]

    assert [percentile(values, share) for share in (0.5, 0.99, 1)] == [50, 99, 100]
    assert percentile([3.0], 0.5) == 3
