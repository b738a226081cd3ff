"""The node agent beside what others use: python -m tests.bench.agent [--quick] [--alone] [--json]

Eight cards and sixteen real processes over the fake library, so that the figures are what Python costs and not the
driver. In turns, each in a process of its own, warm: our sample, nvitop's snapshot, gpustat's query as shipped. All
three read name, uuid, memory, load, power and its limit, temperature and, for each process, card memory, user and
command. Only ours also reads throttling, clocks, performance state, each process's load and its container;
only theirs also read each process's memory and processor share. They are installed into a throwaway environment.
Last comes the agent as it runs, connected to a bot (not with --quick).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import agent_whole
from tests.bench.figures import Figure, as_json, load, ratio, spread, table
from tests.fakes.nvml import FakeNvml

ROOT = Path(__file__).parents[2]
CARDS, A_CARD = 8, 2
ROUNDS = 3
WHOLE_SECONDS = 60
OTHERS = ("nvitop", "gpustat")
COUNT, COUNT_OF_GPUSTAT, COUNT_FOR_MEMORY = 100, 3, 10_000
QUICK, QUICK_FOR_MEMORY = 20, 200
MIB = 1024**2

NVITOP = """
import json, sys, time
from nvitop import Device, GpuProcess
cards = Device.all()
def look():
    shots = [card.as_snapshot() for card in cards]
    found = [process for card in cards for process in card.processes().values()]
    return shots, GpuProcess.take_snapshots(found, failsafe=True)
shots, rows = look()
times = []
for _ in range(int(sys.argv[1])):
    began = time.perf_counter(); look(); times.append(time.perf_counter() - began)
print(json.dumps({"seconds": times, "cards": len(shots), "processes": len(rows)}))
"""
GPUSTAT = """
import json, sys, time
import gpustat
found = gpustat.new_query()
times = []
for _ in range(int(sys.argv[1])):
    began = time.perf_counter(); found = gpustat.new_query(); times.append(time.perf_counter() - began)
print(json.dumps({"seconds": times, "cards": len(found), "processes": sum(len(card.processes) for card in found)}))
"""


class NotMeasured(Exception):
    """Why something could not be."""


def main() -> int:
    choice = _arguments()
    with tempfile.TemporaryDirectory() as name, sleepers(CARDS * A_CARD) as pids:
        fake = FakeNvml(Path(name), CARDS).say(*_lines(pids))
        before = load()
        figures, missed = measured(Path(name), fake, choice.quick, choice.alone)
        if not choice.quick:
            figures += agent_whole.measure(Path(name), fake, ROOT, WHOLE_SECONDS)
    loads = [before, load()]
    print(as_json(figures, loads) if choice.json else "\n".join([table(figures), *loads]))
    for reason in missed:
        print(f"not measured: {reason}", file=sys.stderr if choice.json else sys.stdout)
    return 0


def measured(folder: Path, fake: FakeNvml, quick: bool, alone: bool) -> tuple[list[Figure], list[str]]:
    """The figures, and why some are missing."""
    missed: list[str] = []
    interpreters = {} if alone else _install(folder / "others", missed)
    ours: list[dict[str, Any]] = []
    theirs: dict[str, list[float]] = {name: [] for name in OTHERS}
    _ours(fake, 1, 0)
    for turn in range(1 if quick else ROUNDS):
        many = (QUICK_FOR_MEMORY if quick else COUNT_FOR_MEMORY) if turn == 0 else 0
        ours.append(_ours(fake, QUICK if quick else COUNT, many))
        for name, python in list(interpreters.items()):
            try:
                theirs[name] += _other(fake, name, python)
            except NotMeasured as why:
                missed.append(str(why))
                del interpreters[name]
    if alone:
        missed += [f"{name}: --alone" for name in OTHERS]
    return _figures(ours, theirs), missed


def _figures(ours: Sequence[dict[str, Any]], theirs: dict[str, list[float]]) -> list[Figure]:
    seconds = [one for turn in ours for one in turn["seconds"]]
    everything = [one for turn in ours for one in turn["everything"]]
    resident, growth = ours[0]["memory"]
    figures = [
        *spread("our sample", seconds, p50=2),
        Figure("our sample with every dear question due", 1000 * median(everything), "ms"),
        Figure("processes seen", ours[0]["processes"], ""),
        Figure("memory after all samples", resident / MIB, "MiB", 45),
        Figure("memory grown since a fifth of them", growth / MIB, "MiB", 1),
        Figure("processor at the default pace", 100 * ours[0]["share"], "% of a core", 0.5),
    ]
    for name, most in (("nvitop", 1 / 5), ("gpustat", 1 / 100)):
        if theirs[name]:
            figures.append(Figure(f"{name}'s", 1000 * median(theirs[name]), "ms"))
            figures.append(ratio(f"our sample by {name}'s", seconds, theirs[name], most))
            figures.append(ratio(f"{name}'s by our sample", theirs[name], seconds))
    return figures


def _ours(fake: FakeNvml, count: int, many: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.agent_looks", str(count), str(many)]
    told: dict[str, Any] = json.loads(_run(command, fake, ROOT))
    if told["processes"] != CARDS * A_CARD or told["named"] != CARDS * A_CARD:
        raise SystemExit(f"the sample is wrong: {told['named']} of {told['processes']} processes have an owner")
    return told


def _other(fake: FakeNvml, name: str, python: Path) -> list[float]:
    code, count = (NVITOP, COUNT // 2) if name == "nvitop" else (GPUSTAT, COUNT_OF_GPUSTAT)
    told = json.loads(_run([str(python), "-c", code, str(count)], fake, python.parent))
    if (told["cards"], told["processes"]) != (CARDS, CARDS * A_CARD):
        raise NotMeasured(f"{name} sees {told['cards']} cards and {told['processes']} processes")
    seconds: list[float] = told["seconds"]
    return seconds


def _run(command: list[str], fake: FakeNvml, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, env=_environment(fake), capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise NotMeasured(f"{Path(command[0]).name}: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout.splitlines()[-1]


def _environment(fake: FakeNvml) -> dict[str, str]:
    """Modules are compiled once, as they are where they are installed: compiling takes memory that stays."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(fake.control.parent / "compiled"), **fake.environment}


def _install(folder: Path, missed: list[str]) -> dict[str, Path]:
    """An environment for each of the others that can be installed."""
    found: dict[str, Path] = {}
    for name in OTHERS:
        venv.create(folder / name, with_pip=True)
        python = folder / name / "bin" / "python"
        pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", name]
        done = subprocess.run(pip, capture_output=True, text=True, timeout=300)
        if done.returncode:
            missed.append(f"{name}: pip could not install it: {done.stderr.strip()[-200:]}")
        else:
            found[name] = python
    return found


@contextmanager
def sleepers(count: int) -> Iterator[list[int]]:
    """So many real processes that do nothing."""
    running = [subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) for _ in range(count)]
    try:
        yield [one.pid for one in running]
    finally:
        for one in running:
            one.communicate(b"\n")


def _lines(pids: Sequence[int]) -> list[str]:
    return [f"gpu {place // A_CARD} proc {pid} {10 * 1024**3} {40 + place}" for place, pid in enumerate(pids)]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.agent")
    parser.add_argument("--quick", action="store_true", help="few looks: whether it runs at all")
    parser.add_argument("--alone", action="store_true", help="without the others, so nothing is installed")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
