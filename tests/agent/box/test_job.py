"""`pinka job run` as a real process: what the command gets, what its caller gets back, and that nothing is ended."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import pytest

from bot.agent.box.cli import seconds_of
from bot.agent.box.job import surroundings
from bot.wire.box import BoxCard, Covering

ROOT = Path(__file__).parents[3]
PINKA = [sys.executable, "-c", "import sys; from bot.cli import main; sys.exit(main())"]
SHOWS = "import os,sys; print(os.environ.get('PINKA_USER'), len(os.environ['PINKA_JOB'])); sys.exit(5)"
READS = """
import sys
try:
    print('got', input(), flush=True)
    input()
except KeyboardInterrupt:
    print('interrupted', flush=True)
    sys.exit(9)
"""
WAITS = """
import signal, sys
for one in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
    signal.signal(one, lambda number, frame: (print(signal.Signals(number).name, flush=True), sys.exit(7)))
print('on', flush=True)
signal.pause()
"""


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str]:
    """A shell of a machine without agent and code."""
    return {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "PINKA_SOCKET": str(tmp_path / "none"), "PINKA_USER": "li"}


def run(environment: dict[str, str], *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*PINKA, "job", "run", *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30
    )
    return done.returncode, done.stdout, done.stderr


def started(environment: dict[str, str], words: Sequence[str]) -> "subprocess.Popen[str]":
    line = [*PINKA, "job", "run", "--", *words]
    return subprocess.Popen(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def out(one: "subprocess.Popen[str]") -> IO[str]:
    assert one.stdout is not None
    return one.stdout


def test_without_agent_and_code_it_runs_all_the_same_and_says_so(nowhere: dict[str, str]) -> None:
    code, printed, told = run(nowhere, "--", sys.executable, "-c", SHOWS)
    assert (code, printed) == (5, "li 16\n")
    assert "/code" in told and "Traceback" not in told


def test_strict_runs_nothing_without_a_booking(nowhere: dict[str, str], tmp_path: Path) -> None:
    code, _, told = run(nowhere, "--strict", "--", "touch", str(tmp_path / "ran"))
    assert code == 3 and "--strict" in told and not (tmp_path / "ran").exists()


def test_what_cannot_be_started_ends_as_in_a_shell(nowhere: dict[str, str], tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("no program")
    assert run(nowhere, "--", "no-such-command-anywhere")[0] == 127
    assert run(nowhere, "--", str(plain))[0] == 126


def test_a_wrong_line_is_said_and_nothing_runs(nowhere: dict[str, str]) -> None:
    assert run(nowhere)[0] == 2
    assert run(nowhere, "--save-signal", "KILL", "--", "true")[0] == 2
    assert run(nowhere, "--save-before", "soon", "--", "true")[0] == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_a_signal_goes_on_to_the_command_and_its_exit_code_comes_back(
    nowhere: dict[str, str], number: signal.Signals
) -> None:
    with started(nowhere, [sys.executable, "-c", WAITS]) as one:
        assert out(one).readline() == "on\n"
        one.send_signal(number)
        assert out(one).readline() == f"{number.name}\n"
        assert one.wait(10) == 7


def test_what_nohup_ignores_is_not_passed_on(nowhere: dict[str, str]) -> None:
    script = "import sys; print('on', flush=True); print('still', sys.stdin.readline().strip(), flush=True)"
    line = ["nohup", *PINKA, "job", "run", "--", sys.executable, "-c", script]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(line, cwd=ROOT, env=nowhere, text=True, **pipes) as one:
        assert out(one).readline() == "on\n"
        one.send_signal(signal.SIGHUP)
        assert one.stdin is not None
        one.stdin.write("here\n")
        one.stdin.flush()
        assert out(one).readline() == "still here\n"
        assert one.wait(10) == 0


def test_a_command_ended_by_a_signal_ends_as_in_a_shell(nowhere: dict[str, str]) -> None:
    assert run(nowhere, "--", "sh", "-c", "kill -9 $$")[0] == 128 + 9


def test_the_command_has_a_group_of_its_own(nowhere: dict[str, str]) -> None:
    code, printed, _ = run(nowhere, "--", sys.executable, "-c", "import os; print(os.getpgrp() == os.getpid())")
    assert (code, printed) == (0, "True\n")


CARDS = (BoxCard(2, "GPU-b", "GPU-b"), BoxCard(3, "GPU-c", "GPU-c"))
COVERED = Covering(0, "李", "li", "node1", (7,), CARDS, 100)


@pytest.mark.parametrize(
    ("given", "visible"),
    [
        ({}, "GPU-b,GPU-c"),
        ({"CUDA_VISIBLE_DEVICES": "0,1,2"}, "GPU-b,GPU-c"),
        ({"CUDA_VISIBLE_DEVICES": "GPU-c"}, "GPU-b,GPU-c"),
        ({"CUDA_VISIBLE_DEVICES": "GPU-c", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}, "GPU-c"),
        ({"CUDA_VISIBLE_DEVICES": "GPU-c,GPU-x", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}, "GPU-b,GPU-c"),
    ],
)
def test_the_command_sees_the_booked_cards_and_no_others(given: dict[str, str], visible: str) -> None:
    shown = surroundings({**given, "PINKA_USER": "x"}, COVERED, "j1", lambda text: None)
    wanted = {"CUDA_VISIBLE_DEVICES": visible, "CUDA_DEVICE_ORDER": "PCI_BUS_ID", "PINKA_USER": "li", "PINKA_JOB": "j1"}
    assert shown == wanted


def test_without_a_booking_the_cards_are_left_as_they_were() -> None:
    given = {"CUDA_VISIBLE_DEVICES": "1"}
    assert surroundings(given, Covering(0, "李", "li"), "j", lambda text: None)["CUDA_VISIBLE_DEVICES"] == "1"
    assert surroundings(given, None, "j", lambda text: None) == {**given, "PINKA_JOB": "j"}


@pytest.mark.parametrize(("text", "seconds"), [("10m", 600), ("1h", 3600), ("90", 90), ("90s", 90), ("soon", None)])
def test_lengths_are_written_as_people_write_them(text: str, seconds: int | None) -> None:
    assert seconds_of(text) == seconds


def test_what_could_not_be_told_waits_for_the_next_time(nowhere: dict[str, str], tmp_path: Path) -> None:
    known = {"key": "k", "url": "http://127.0.0.1:9", "pin": None, "buttons": []}
    (tmp_path / "pinka").mkdir()
    (tmp_path / "pinka" / "box.json").write_text(json.dumps(known))
    code, _, told = run(nowhere, "--describe", "abl", "--", "true")
    assert code == 0 and "补报" in told
    (kept,) = (tmp_path / "pinka" / "owed").iterdir()
    news = json.loads(kept.read_text())["news"]
    assert (news["command"], news["exit_code"], news["description"]) == ("true", 0, "abl")


def test_at_a_keyboard_the_command_reads_it_and_ctrl_c_reaches_it(nowhere: dict[str, str]) -> None:
    pid, keyboard = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, [*PINKA, "job", "run", "--", sys.executable, "-c", READS], nowhere)
    os.write(keyboard, b"hello\n")
    screen = b""
    while b"got hello" not in screen:
        screen += os.read(keyboard, 1024)
    os.write(keyboard, b"\x03")
    with contextlib.suppress(OSError):  # the terminal is gone with its last process
        while more := os.read(keyboard, 1024):
            screen += more
    _, status = os.waitpid(pid, 0)
    os.close(keyboard)
    assert os.waitstatus_to_exitcode(status) == 9 and b"interrupted" in screen
