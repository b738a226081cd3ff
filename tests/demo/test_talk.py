"""At a keyboard one speaks as anyone, presses by number and moves the clock."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.demo.theatre import theatre
from tests.readme_transcript import PINKA, clean_environment


def test_words_without_a_name_are_ones_own(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("订 2张 6小时")

    assert [(one.code, one.data["holder"]) for one in stage.heard] == [("booked", "李想")]


@pytest.mark.parametrize("name", ["@wang", "@WANG", "@王芳"])
def test_a_name_in_front_speaks_as_that_student_once(tmp_path: Path, name: str) -> None:
    with theatre(tmp_path) as stage:
        stage.type(f"{name} /book 2 3h", "/book 1 3h")

    assert [one.data["holder"] for one in stage.heard] == ["王芳", "李想"]


def test_a_name_alone_stays(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("@zhang", "/book 1 3h", "/book 1 3h")

    assert [one.data["holder"] for one in stage.heard] == ["张伟", "张伟"]


def test_a_number_presses_that_button_of_any_earlier_message(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/book 2 3h", "@wang /book 2 3h", "1")

    assert stage.codes == ["booked", "booked", "cancelled"]
    assert "李想 按 [1 " in stage.shown


def test_a_number_after_a_name_presses_as_that_student(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/book 2 3h", "@wang 1")

    assert stage.codes == ["booked", "not_yours"]


@pytest.mark.parametrize("span", ["+2h", "+120m", "＋2小时", "+ 2h"])
def test_time_that_goes_by_brings_reminders(tmp_path: Path, span: str) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/book 2 2h", span)
        passed = stage.play.stage.clock.now() - stage.heard[0].data["start"]

    assert stage.codes == ["booked", "ends_soon"]
    assert passed == 7200


@pytest.mark.parametrize("line", ["99", "0", "@bob /my", "+9999d"])
def test_what_there_is_not_is_said_by_the_demo_and_changes_nothing(tmp_path: Path, line: str) -> None:
    with theatre(tmp_path) as stage:
        began = stage.play.stage.clock.now()
        stage.type(line)

        assert stage.heard == []
        assert stage.play.stage.clock.now() == began


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT", "退出"])
def test_quit_leaves_at_once(tmp_path: Path, word: str) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/my", word, "/book 2 3h")

    assert stage.codes == ["my"]


@pytest.mark.parametrize("ending", [b"quit\n", b"\x04"])
def test_on_a_real_terminal_one_types_and_leaves(tmp_path: Path, ending: bytes) -> None:
    """`ending` is the word, or the key Ctrl-D."""
    keyboard, terminal = pty.openpty()
    env = {**clean_environment(), "TMPDIR": str(tmp_path), "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [PINKA, "demo", "--lang", "en"], stdin=terminal, stdout=terminal, stderr=terminal, env=env
    )
    os.close(terminal)
    screen = _until(keyboard, "Li\x1b")
    os.write(keyboard, b"/book 2 6h\n")
    screen += _until(keyboard, "PINKA_USER=li")
    screen += _until(keyboard, "Li\x1b")
    os.write(keyboard, ending)
    screen += _until(keyboard, "Bye")

    assert process.wait(20) == 0, screen
    assert list(tmp_path.iterdir()) == []
    os.close(keyboard)


def _until(keyboard: int, words: str) -> str:
    """What the screen shows up to these words."""
    shown = b""
    while words.encode() not in shown:
        more = os.read(keyboard, 4096)
        assert more, shown.decode()
        shown += more
    return shown.decode("utf-8", "replace")
