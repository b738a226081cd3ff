"""The tour shows what it promises, on the real core and over the real wire, in both languages and on every terminal."""

import re
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from sqlalchemy import text
from sqlmodel import Session

from bot.chat.message import Outgoing
from bot.demo.cast import CHEN
from bot.demo.line import HOST
from bot.demo.story import Story
from bot.demo.tour import SCENES
from tests.demo.theatre import COLOUR, TERMINAL, Theatre, theatre
from tests.readme_transcript import PINKA, clean_environment

JOINS = ["join_asked", "joined", "welcome"]
PAYS = ["pay_confirm", "paid", "pay_waiting"]
PROMISED = {
    "setup": ["setup_done", *JOINS, *JOINS, *JOINS, "price", "bill_settings", "digest_set"],
    "node": ["enrol_code", "node_enrolled", "unix_linked", "unix_linked", "unix_linked"],
    "now": ["booked", "booked"],
    "taken": ["taken", "booked", "already_done", "not_yours"],
    "release": ["released"],
    "plain": ["free", "extended", "booked"],
    "last": ["booked", "taken"],
    "crash": ["booked"],
    "time": ["ends_soon", "ends_soon"],
    "status": ["status", "process_claimed", "released", "status"],
    "card": ["card_lost", "card_lost", "card_lost"],
    "cut": ["node_unheard", "node_unheard", "status", "node_back"],
    "health": ["health", "gpu"],
    "digest": ["ends_soon", "digest"],
    "bill": ["split", "why_line"],
    "close": ["review", "review", "review", "review", "bill_closed"],
    "pay": ["settle", "pay_yours", "pay_yours", "pay_yours", *PAYS, *PAYS, *PAYS, "pay_received", "settle"],
    "size": ["sized", "booked"],
}
LANGUAGES = ("zh", "en")
OFFICE = re.compile(r"[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}|127\.0\.0\.1:\d+")
"""One-time codes and the port: all that differs from one tour to the next."""


@dataclass(frozen=True, slots=True)
class Told:
    """A tour that was played to its end: what was heard in each scene, and which hosts sockets were opened to."""

    stage: Theatre
    language: str
    scenes: dict[str, list[Outgoing]]
    reached: frozenset[str]

    def first(self, scene: str, code: str) -> dict[str, Any]:
        """What the first message of that code said in the scene."""
        return next(one.data for one in self.scenes[scene] if one.code == code)

    def rows(self, statement: str) -> list[Any]:
        def read(session: Session) -> list[Any]:
            return [tuple(row) for row in session.connection().execute(text(statement))]

        return self.stage.play.stage.house.database.read_now(read)


async def play(stage: Theatre) -> dict[str, list[Outgoing]]:
    """Play all scenes; what was heard in each."""
    story, heard = Story(stage.play), {}
    for name, _, scene in SCENES:
        before = len(stage.heard)
        await scene(story)
        heard[name] = stage.heard[before:]
    return heard


@pytest.fixture(scope="module", params=LANGUAGES)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    language, reached = str(request.param), set()
    really = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "bind", "sendto")}

    def noting(name: str) -> Any:
        def call(self: socket.socket, *words: Any) -> Any:
            reached.add(words[-1][0])
            return really[name](self, *words)

        return call

    with theatre(tmp_path_factory.mktemp(language), language) as stage:
        with pytest.MonkeyPatch.context() as patch:
            for name in really:
                patch.setattr(socket.socket, name, noting(name))
            scenes = stage.runner.run(play(stage))
        yield Told(stage, language, scenes, frozenset(reached))


def test_each_scene_shows_what_it_promises(told: Told) -> None:
    assert {name: [one.code for one in heard] for name, heard in told.scenes.items()} == PROMISED


def test_nothing_is_reached_but_this_machine_itself(told: Told) -> None:
    assert told.reached == {HOST}


def test_the_student_who_writes_the_other_language_is_answered_in_it(told: Told) -> None:
    name = CHEN.name.to(told.language)
    first = next(one for one in told.scenes["plain"] if one.code == "booked" and one.data["holder"] == name)

    assert ("号卡" in first.text) == (told.language == "en")


def test_what_was_stored_before_the_crash_is_done_once_after_it(told: Told) -> None:
    assert told.rows("SELECT count(*) FROM booking WHERE id = 6") == [(1,)]
    assert told.rows("SELECT count(*) FROM inbox WHERE state <> 'done'") == [(0,)]


def test_reminders_come_in_private_and_not_before_their_time(told: Told) -> None:
    reminders = [one for heard in told.scenes.values() for one in heard if one.code == "ends_soon"]

    assert all(one.place.private for one in reminders)
    if told.language == "zh":
        assert "⏱ 周一 11-30 13:45\n  拼卡 → 私聊 李想 ▸ 1 号卡还剩 15 分钟" in told.stage.shown


def test_who_really_runs_stands_beside_who_booked(told: Told) -> None:
    cards = told.first("status", "status")["cards"]
    shown = {one["number"]: (one["holder"], [user["member"] for user in one["live"]["users"]]) for one in cards}
    chen, wang = CHEN.name.to(told.language), told.first("now", "booked") and told.scenes["now"][1].data["holder"]

    assert shown[0] == (chen, [])
    assert [shown[number] for number in (2, 3, 4)] == [(wang, [wang])] * 3
    assert shown[7] == (None, [None])
    assert all(one["live"]["age"] == 0 for one in cards)


def test_an_unknown_process_belongs_to_whoever_claimed_it(told: Told) -> None:
    (card,) = told.scenes["status"][-1].data["cards"]

    assert [user["member"] for user in card["live"]["users"]] == [told.scenes["taken"][1].data["holder"]]


def test_bookings_of_a_fallen_card_go_to_a_free_one_and_the_job_goes_on_there(told: Told) -> None:
    lost = told.first("card", "card_lost")
    wang = told.scenes["now"][1].data

    assert [(one["booking"], one["moves"][0]["moved_to"]) for one in lost["bookings"]] == [(wang["booking"], 0), (6, 0)]
    assert [one["member"] for one in told.first("health", "gpu")["live"]["users"]] == [wang["holder"]]


def test_a_cut_is_told_to_the_group_once_and_costs_no_reading(told: Told) -> None:
    group = [one.code for one in told.scenes["cut"] if not one.place.private]
    numbers = [row[0] for row in told.rows("SELECT seq FROM reading ORDER BY seq")]

    assert group == ["node_unheard", "status", "node_back"]
    assert told.first("cut", "node_back")["unread_seconds"] == 0
    assert told.rows("SELECT coalesce(sum(ends_at - starts_at), 0) FROM gap") == [(0,)]
    assert len(numbers) == len(set(numbers)) > 400


def test_the_check_up_names_the_fallen_card(told: Told) -> None:
    (machine,) = told.first("health", "health")["machines"]

    assert [(one["what"], one["gpu"]) for one in machine["findings"]] == [("lost", 3)]


def test_the_digest_counts_what_was_booked_and_what_really_ran(told: Told) -> None:
    digest = told.first("digest", "digest")
    chen = CHEN.name.to(told.language)
    used = {one["name"]: one["used_seconds"] / one["booked_seconds"] for one in digest["members"]}

    assert (digest["first_day"], digest["watched"]) == ("2026-11-30", True)
    assert used[chen] == 0
    assert all(share > 0.95 for name, share in used.items() if name != chen)


def test_the_bill_adds_up_and_everybody_pays_it(told: Told) -> None:
    closed, settled = told.first("close", "bill_closed"), told.scenes["pay"][-1].data
    owed = told.first("pay", "settle")["transfers"]
    paid = sum(one["amount_minor"] for one in owed)
    (li,) = [one["minor"] for one in closed["members"] if one["name"] not in {each["giver"] for each in owed}]

    assert sum(one["minor"] for one in closed["members"]) == closed["total_minor"] == paid + li
    assert (settled["transfers"], settled["waiting"]) == ([], 0)


def test_the_answer_of_the_sizing_question_books_cards_of_our_machine(told: Told) -> None:
    booked = told.first("size", "booked")

    assert booked["gpus"] == [0]
    assert booked["holder"] == told.scenes["taken"][1].data["holder"]


def test_no_line_is_wider_than_a_terminal_of_80_columns(told: Told) -> None:
    lines = told.stage.shown.splitlines()

    assert max(map(cell_len, lines)) <= 80
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("cards", [1, 3])
def test_what_is_booked_is_what_the_digest_counts(tmp_path: Path, cards: int) -> None:
    with theatre(tmp_path) as stage:
        stage.type(f"/book {cards} 2h", "+3h", "/digest")
        (li,) = stage.heard[-1].data["members"]

    assert (li["booked_seconds"], li["used_seconds"]) == (cards * 7200, cards * 7200)


def test_the_same_seed_shows_the_same_machine_and_another_one_another(tmp_path: Path) -> None:
    shown = []
    for place, seed in enumerate((1, 1, 2)):
        folder = tmp_path / str(place)
        folder.mkdir()
        with theatre(folder, seed=seed) as stage:
            stage.type("/book 2 2h", "/status")
            shown.append(stage.shown)

    assert shown[0] == shown[1] != shown[2]


def test_when_the_curtain_falls_no_port_is_left_open(tmp_path: Path) -> None:
    with theatre(tmp_path) as stage:
        stage.type("/node add node2")
        port = int(stage.heard[-1].data["enrol"].split()[3].rpartition(":")[2])
        socket.create_connection((HOST, port)).close()

    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, port))


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


@pytest.mark.parametrize("told", ["en"], indirect=True)
def test_without_a_keyboard_the_command_tells_the_whole_tour_and_leaves_nothing_behind(
    told: Told, tmp_path: Path
) -> None:
    """And it is the same story each time, to the letter."""
    env = {**clean_environment(), "TMPDIR": str(tmp_path)}
    process = subprocess.run(
        [PINKA, "demo", "--lang", "en"], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=env, timeout=60
    )
    story = OFFICE.sub("", process.stdout)

    assert (process.returncode, process.stderr) == (0, "")
    assert [one for one in OFFICE.sub("", told.stage.shown).splitlines() if one not in story] == []
    assert list(tmp_path.iterdir()) == []


def test_a_language_that_there_is_not_is_refused(tmp_path: Path) -> None:
    process = subprocess.run([PINKA, "demo", "--lang", "fr"], stdin=subprocess.DEVNULL, capture_output=True, text=True)

    assert process.returncode == 2
    assert process.stderr == "--lang 只能是 zh 或 en。\n--lang is zh or en.\n"
