"""The save signal reaches who waits for it, and never a process that would die of it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.agent.box.saving import NoSuchSignal, number_of, send, waiting

USR1 = signal.SIGUSR1
CATCHES, NOT = 1 << (USR1 - 1), 0


def process(proc: Path, pid: int, caught: int, *children: int) -> None:
    folder = proc / str(pid) / "task" / str(pid)
    folder.mkdir(parents=True)
    (folder / "children").write_text(" ".join(map(str, children)))
    (proc / str(pid) / "status").write_text(f"Name:\tx\nSigCgt:\t{caught:016x}\n")


def test_the_topmost_processes_that_wait_for_it_get_it(tmp_path: Path) -> None:
    process(tmp_path, 1, NOT, 2, 3)  # a shell
    process(tmp_path, 2, CATCHES, 4)  # the trainer
    process(tmp_path, 3, NOT, 5)  # a launcher
    process(tmp_path, 4, CATCHES)  # a loader of the trainer
    process(tmp_path, 5, CATCHES)
    assert waiting(1, USR1, tmp_path) == [2, 5]


def test_nobody_gets_it_where_nobody_waits(tmp_path: Path) -> None:
    process(tmp_path, 1, NOT, 2)
    process(tmp_path, 2, 1 << (signal.SIGINT - 1))
    assert waiting(1, USR1, tmp_path) == [] and waiting(99, USR1, tmp_path) == []


def test_a_real_program_that_does_not_wait_for_it_goes_on_and_one_that_does_saves() -> None:
    saves = "import signal,sys; signal.signal(signal.SIGUSR1, lambda *_: (print('saved', flush=True), sys.exit(0)))"
    script = f"{saves}; print('on', flush=True); signal.pause()"
    with (
        subprocess.Popen(
            ["sh", "-c", f'"{sys.executable}" -c "{script}"; :'], stdout=subprocess.PIPE, text=True
        ) as one,
        subprocess.Popen(["sleep", "60"]) as other,
    ):
        assert one.stdout is not None and one.stdout.readline() == "on\n"
        assert send(one.pid, USR1) == 1 and send(other.pid, USR1) == 0
        assert one.stdout.readline() == "saved\n"
        assert one.wait(10) == 0 and other.poll() is None
        other.kill()


@pytest.mark.parametrize(("name", "number"), [("USR1", 10), ("sigusr2", 12), ("15", 15), (" hup ", 1)])
def test_signals_are_named_as_people_name_them(name: str, number: int) -> None:
    assert number_of(name) == number


@pytest.mark.parametrize("name", ["KILL", "STOP", "9", "USR9", "", "0", "4000"])
def test_a_signal_that_nobody_can_catch_is_none_to_save_by(name: str) -> None:
    with pytest.raises(NoSuchSignal):
        number_of(name)
