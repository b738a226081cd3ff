"""The agent's own processes: one look from the command line, and a reader that must always be able to end."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.nvml import FakeNvml

ROOT = Path(__file__).parents[2]
COMMAND = "import sys; from bot.cli import main; sys.exit(main(['agent', 'sample', '--json']))"
FOREVER = 60_000_000


def sample(fake: FakeNvml, **variables: str) -> tuple[dict[str, Any], float]:
    """What `pinka agent sample --json` says, and after how many seconds."""
    began = time.monotonic()
    told = subprocess.run(
        [sys.executable, "-c", COMMAND],
        cwd=ROOT,
        env={**os.environ, **fake.environment, **variables},
        capture_output=True,
        text=True,
        timeout=20,
    )
    assert (told.returncode, told.stderr) == (0, "")
    (line,) = told.stdout.splitlines()
    return json.loads(line), time.monotonic() - began


def test_one_look_has_everything_and_a_lost_card_hides_no_other(compiler: None, tmp_path: Path) -> None:
    fake = FakeNvml(tmp_path, 8).say("gpu 3 error 15", f"gpu 1 proc {os.getpid()} 21474836480 40", "gpu 2 thr 4")

    told, _ = sample(fake, PINKA_DISKS="/,/nowhere", PINKA_MOUNTS="/proc")

    assert {"at", "state", "driver", "gpus", "host"} <= set(told)
    assert (told["state"], told["driver"], told["cuda"]) == ("ok", "550.54.15", "12.4")
    assert [card["state"] for card in told["gpus"]] == ["ok"] * 3 + ["lost"] + ["ok"] * 4
    (process,) = told["gpus"][1]["processes"]
    assert (process["pid"], process["memory"]) == (os.getpid(), 21474836480)
    assert {"pid", "user", "command", "memory", "grade"} <= set(process)
    assert told["gpus"][2]["throttle"] == ["SW Power Cap"]
    assert [disk["state"] for disk in told["host"]["disks"]] == ["ok", "absent"]
    assert told["host"]["mounts"] == [{"path": "/proc", "there": True}]


@pytest.mark.parametrize(("code", "state"), [(18, "mismatch"), (9, "no_driver"), (999, "init_unknown")])
def test_a_driver_that_does_not_start_is_a_state_and_no_failure(
    compiler: None, tmp_path: Path, code: int, state: str
) -> None:
    told, _ = sample(FakeNvml(tmp_path).say(f"init_error {code}"))

    assert (told["state"], told["gpus"]) == (state, [])


def test_a_machine_without_the_library_is_a_state_and_no_failure(compiler: None, tmp_path: Path) -> None:
    told, _ = sample(FakeNvml(tmp_path), LD_LIBRARY_PATH=str(tmp_path))

    assert told["state"] == "no_library"


def test_a_driver_that_hangs_is_named_within_five_seconds(compiler: None, tmp_path: Path) -> None:
    told, seconds = sample(FakeNvml(tmp_path, 2).say(f"gpu 1 delay DeviceGetPowerUsage {FOREVER}"))

    assert told["state"] == "driver_stuck"
    assert [card["util"] for card in told["gpus"]] == [97, None]
    assert seconds < 5


@pytest.fixture
def fake(compiler: None, tmp_path: Path) -> FakeNvml:
    return FakeNvml(tmp_path, 2)


@pytest.fixture
def running(fake: FakeNvml) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.agent.asking"],
        cwd=ROOT,
        env={**os.environ, **fake.environment},
        stdout=subprocess.PIPE,
        text=True,
    ) as asking:
        yield asking
        asking.kill()


def says(asking: subprocess.Popen[str], *lines: str) -> None:
    assert asking.stdout is not None
    for line in lines:
        assert asking.stdout.readline().strip() == line


def test_a_reader_ends_at_once_when_told_to_even_while_the_driver_hangs(
    fake: FakeNvml, running: subprocess.Popen[str]
) -> None:
    says(running, "began", "ok")
    fake.say(f"delay DeviceGetPowerUsage {FOREVER}")
    says(running, "driver_stuck")

    began = time.monotonic()
    running.send_signal(signal.SIGTERM)

    assert running.wait(10) == 0
    assert time.monotonic() - began < 2


def test_leaving_waits_for_no_thread() -> None:
    code = (
        "import threading; from bot.agent.process import leave; "
        "threading.Thread(target=threading.Event().wait).start(); print('bye'); leave(3)"
    )

    left = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=10)

    assert (left.returncode, left.stdout) == (3, "bye\n")


def test_a_driver_replaced_underneath_is_read_by_a_new_process_of_the_same_number(
    fake: FakeNvml, running: subprocess.Popen[str]
) -> None:
    says(running, "began", "ok")
    fake.say("fail DeviceGetCount_v2 18", "init_error 18")

    says(running, "mismatch", "began", "mismatch")

    fake.unsay("fail", "init_error")
    assert running.stdout is not None
    assert "ok" in (line.strip() for line in running.stdout)
    assert running.poll() is None
