"""At a keyboard one speaks as anyone, presses by number, moves the clock, and hurts a machine that lives."""

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from tests.demo.theatre import theatre
from tests.readme_transcript import PINKA, clean_environment


def test_words_without_a_name_are_ones_own(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("订 2张 6小时")

    assert [(one.code, one.data["holder"]) for one in stage.heard] == [("booked", "李想")]


def test_a_name_in_front_speaks_as_that_student_once(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("@wang /book 2 3h", "@WANG /book 1 3h", "@王芳 /book 1 3h", "/book 1 3h")

    assert [one.data["holder"] for one in stage.heard] == ["王芳", "王芳", "王芳", "李想"]


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


def test_time_that_goes_by_brings_reminders(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/book 2 2h", "+2h")
        passed = stage.play.stage.clock.now() - stage.heard[0].data["start"]

    assert stage.codes == ["booked", "ends_soon"]
    assert passed == 7200


def test_a_span_is_written_in_either_language(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        began = stage.play.stage.clock.now()
        stage.type("+120m", "＋2小时", "+ 2h")

        assert stage.play.stage.clock.now() == began + 6 * 3600


def test_who_booked_runs_on_the_cards_and_who_forgets_does_not(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/book 2 6h", "@chen /book 1 6h", "+1h", "/status")
        running = {
            card["number"]: [one["member"] for one in card["live"]["users"]] for card in stage.heard[-1].data["cards"]
        }

    assert running == {0: ["李想"], 1: ["李想"], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [None]}


def test_a_card_that_falls_moves_its_booking_and_can_be_mended(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/book 2 6h", "!card 1", "！卡1", "/status")
        lost = next(one for one in stage.heard if one.code == "card_lost")
        broken = [card["number"] for card in stage.heard[-1].data["cards"] if card["broken"]]

    moved = [(one["booking"], one["gpus"], one["moves"][0]["moved_to"]) for one in lost.data["bookings"]]
    assert moved == [(1, [0, 2], 2)]
    assert broken == []


def test_a_network_that_is_cut_is_told_once_and_when_it_is_back_nothing_is_lost(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("!net", "+3h", "!网", "+10m")

    assert stage.codes == ["node_unheard", "node_back"]
    assert stage.heard[-1].data["unread_seconds"] == 0


def test_a_machine_that_an_owner_took_out_is_heard_no_more_and_the_demo_goes_on(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/node remove node1", "1", "+1h", "!net", "!net", "/book 1 1h")

    assert stage.codes[:2] == ["ask_node_remove", "node_removed"]
    assert not stage.play.stage.room.line.connected


def test_what_there_is_not_is_said_by_the_demo_and_changes_nothing(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        began = stage.play.stage.clock.now()
        stage.type("99", "0", "@bob /my", "+9999d", "!card 8")
        notes = ["没有 99 号按钮", "没有 0 号按钮", "没有 bob，", "一次最多拨 7 天", "没有 8 号卡"]

        assert [note for note in notes if note not in stage.shown] == []
        assert stage.heard == []
        assert stage.play.stage.clock.now() == began


@pytest.mark.parametrize("word", ["exit", "QUIT", "退出"])
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
    screen += _until(keyboard, "PINKA_USER=li", "Li\x1b")
    os.write(keyboard, ending)
    screen += _until(keyboard, "Bye")

    assert process.wait(20) == 0, screen
    assert list(tmp_path.iterdir()) == []
    os.close(keyboard)


def _until(keyboard: int, *words: str) -> str:
    """What the screen shows up to these words, one after the other: several may come in one piece."""
    shown = b""
    while not re.search(b".*?".join(re.escape(word.encode()) for word in words), shown, re.DOTALL):
        more = os.read(keyboard, 4096)
        assert more, shown.decode()
        shown += more
    return shown.decode("utf-8", "replace")
