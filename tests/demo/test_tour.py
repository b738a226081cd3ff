"""The tour shows what it promises, on the real core, in both languages and on every terminal."""

import subprocess
from pathlib import Path

import pytest
from rich.cells import cell_len

from bot.demo.cast import CHEN
from bot.demo.tour import SCENES, Tour
from tests.demo.theatre import COLOUR, TERMINAL, Theatre, theatre
from tests.readme_transcript import PINKA, clean_environment

PROMISED = {
    "now": ["booked", "booked"],
    "undo": ["booked", "undone"],
    "ahead": ["booked"],
    "taken": ["booked", "taken"],
    "twice": ["already_done"],
    "whose": ["not_yours"],
    "extend": ["extended", "taken"],
    "release": ["released"],
    "plain": ["ask_target", "extended", "free"],
    "languages": ["booked"],
    "last": ["booked", "taken"],
    "look": ["my", "status"],
    "week": ["week"],
    "time": ["ended", "ends_soon", "ends_soon", "ends_soon", "ends_soon", "starts_now"],
    "crash": ["booked"],
}
LANGUAGES = ("zh", "en")


async def told(stage: Theatre) -> dict[str, list[str]]:
    """Play all scenes; the codes that were heard in each, sorted."""
    tour = Tour(stage.play)
    await stage.play.stage.gather()
    codes = {}
    for name, _, scene in SCENES:
        before = len(stage.heard)
        await scene(tour)
        codes[name] = sorted(stage.codes[before:])
    return codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_scene_shows_what_it_promises(tmp_path: Path, language: str) -> None:
    with theatre(tmp_path, language) as stage:
        assert stage.runner.run(told(stage)) == PROMISED


@pytest.mark.parametrize(("language", "other"), [("zh", "en"), ("en", "zh")])
def test_the_student_who_writes_the_other_language_is_answered_in_it(tmp_path: Path, language: str, other: str) -> None:
    with theatre(tmp_path, language) as stage:
        stage.runner.run(told(stage))
        name = CHEN.name.to(language)
        first = next(one for one in stage.heard if one.code == "booked" and one.data["holder"] == name)

    assert ("号卡" in first.text) == (other == "zh")


def test_what_was_stored_before_the_crash_is_done_once_after_it(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.runner.run(told(stage))
        after = stage.runner.run(stage.play.stage.say(CHEN, "/my"))

    assert len(after[0].data["bookings"]) == 1


def test_reminders_come_in_private_and_not_before_their_time(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.runner.run(told(stage))
        reminders = [one for one in stage.heard if one.code in ("ends_soon", "starts_now")]

    assert reminders and all(one.place.private for one in reminders)
    assert "⏱ 周三 12-02 22:55\n  拼卡 → 私聊 陈晨 ▸ 0 号卡还剩 15 分钟" in stage.shown
    assert "⏱ 周四 12-03 19:30\n  拼卡 → 私聊 王芳 ▸ 2–4 号卡还剩 30 分钟" in stage.shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_a_terminal_of_80_columns(tmp_path: Path, language: str) -> None:
    with theatre(tmp_path, language) as stage:
        stage.runner.run(Tour(stage.play).run())
        lines = stage.shown.splitlines()

    assert max(map(cell_len, lines)) <= 80
    assert [line for line in lines if line != line.rstrip()] == []


def test_names_have_colours_on_a_terminal(tmp_path: Path) -> None:
    with theatre(tmp_path, environ=TERMINAL) as stage:
        stage.type("@wang /my")

    assert COLOUR.search(stage.shown)


def test_no_color_is_respected(tmp_path: Path) -> None:
    with theatre(tmp_path, environ={**TERMINAL, "NO_COLOR": "1"}) as stage:
        stage.type("@wang /book 2 6h", "1")
        prompt = stage.play.paint.prompt(CHEN)

    assert not COLOUR.search(stage.shown + prompt)


def test_a_dumb_terminal_gets_no_escape_at_all(tmp_path: Path) -> None:
    with theatre(tmp_path, environ={"TERM": "dumb"}) as stage:
        stage.type("@wang /book 2 6h", "1")
        prompt = stage.play.paint.prompt(CHEN)

    assert "\x1b" not in stage.shown + prompt


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_keyboard_the_command_tells_the_whole_tour_and_leaves_nothing_behind(
    tmp_path: Path, language: str
) -> None:
    env = {**clean_environment(), "TMPDIR": str(tmp_path)}
    process = subprocess.run(
        [PINKA, "demo", "--lang", language], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env
    )

    assert (process.returncode, process.stderr) == (0, "")
    assert all(title.to(language) in process.stdout for _, title, _ in SCENES)
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_there_is_not_is_refused(tmp_path: Path) -> None:
    process = subprocess.run([PINKA, "demo", "--lang", "fr"], stdin=subprocess.DEVNULL, capture_output=True, text=True)

    assert process.returncode == 2
    assert process.stderr == "--lang 只能是 zh 或 en。\n--lang is zh or en.\n"
