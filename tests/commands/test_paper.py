"""`/my paper`: the sentence about computing that a paper needs, counted exactly from one's own bookings."""

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from storage.database import Database, open_database
from storage.tables import CardUse
from tests.saying import Lab, laboratory

AFTERWARDS = "2026-12-06T10:00:00+08:00"


def at(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())


def work(open_lab: Lab) -> None:
    """bob had 2 cards for 5 hours and 4 for 3 after that for Llama, and 1 card for an hour for something else."""
    open_lab.say("/book 2 5h 用途：Llama 预训练", "bob")
    open_lab.at("2026-12-03T10:00:00+08:00")
    open_lab.say("/book 4 3h 用途：llama eval", "bob")
    open_lab.say("/book 1 1h 用途：课程作业", "carol")
    open_lab.at("2026-12-05T10:00:00+08:00")
    open_lab.say("/book 1 1h 用途：课程作业", "bob")
    open_lab.at(AFTERWARDS)


@pytest.fixture(scope="module")
def worked_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy it; never open it."""
    path = tmp_path_factory.mktemp("worked") / "pinka.db"
    shutil.copyfile(sqlite_template, path)
    database = open_database(f"sqlite:///{path}")
    with laboratory(database) as lab:
        for who in ("alice", "bob", "carol"):
            lab.say("/help", who)
        work(lab)
    database.close_now()
    return path


@pytest.fixture(scope="module")
def talk(worked_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One lab for all who only look."""
    path = tmp_path_factory.mktemp("talk") / "pinka.db"
    shutil.copyfile(worked_file, path)
    database = open_database(f"sqlite:///{path}")
    with laboratory(database, at=AFTERWARDS) as lab:
        yield lab
    database.close_now()


@pytest.fixture
def worked(worked_file: Path, tmp_path: Path, open_store: Callable[..., Database]) -> Iterator[Lab]:
    """A lab of its own after that work."""
    shutil.copyfile(worked_file, tmp_path / "pinka.db")
    with laboratory(open_store(f"sqlite:///{tmp_path / 'pinka.db'}"), at=AFTERWARDS) as lab:
        yield lab


def hours(lab: Lab, text: str, who: str = "bob") -> float:
    reply = lab.say(text, who)
    assert reply.code == "paper", reply.text
    return sum(int(kind["booked_seconds"]) for kind in reply.data["kinds"]) / 3600


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/my paper", 23),
        ("/my paper Llama", 22),
        ("/我的 论文 LLAMA", 22),
        ("/my paper 预训练", 10),
        ("/my paper 12月 作业", 1),
        ("/my paper 11月", 0),
        ("/my paper 2026-12-03 到 2026-12-04", 12),  # the first booking goes on until 01:10 of the third
        ("/my paper nothing like it", 0),
    ],
)
def test_card_hours_are_those_of_ones_own_bookings_for_that_purpose(talk: Lab, text: str, found: float) -> None:
    extra = 2 * (70 / 60) if "12-03" in text else 0
    assert hours(talk, text) == pytest.approx(found + extra)


def test_the_sentence_stands_in_both_languages_with_a_button_to_copy_each(talk: Lab) -> None:
    reply = talk.say("/my 论文 llama", "bob")
    assert reply.data["zh"] == "实验使用 A100 80GB GPU，同时最多 4 张，共 22 GPU 小时（2026-12-02 至 2026-12-03）。"
    assert reply.data["en"] == (
        "Experiments were run on up to 4 A100 80GB GPUs, 22 GPU-hours in total (2026-12-02 to 2026-12-03)."
    )
    assert reply.data["bookings"] == 2
    assert [row[0]["copy"] for row in reply.fields["buttons"]] == [reply.data["zh"], reply.data["en"]]


def test_what_is_to_come_was_cancelled_or_is_others_is_no_work_of_ones_own(worked: Lab) -> None:
    worked.say("/book 8 明晚8点 5h", "bob")
    assert hours(worked, "/my paper") == 23
    assert hours(worked, "/my paper", "carol") == 1
    assert hours(worked, "/my paper", "alice") == 0
    assert worked.say("/my paper", "alice").labels == []


def test_a_booking_that_runs_counts_up_to_now_and_a_release_ends_it(worked: Lab) -> None:
    worked.say("/book 2 5h", "bob")
    worked.at("+90m")
    assert hours(worked, "/my paper") == 26
    worked.say("/release", "bob")
    worked.at("+9h")
    assert hours(worked, "/my paper") == 26


def test_what_an_agent_saw_of_it_is_said_beside(worked: Lab) -> None:
    assert worked.say("/my paper", "bob").data["used_seconds"] is None
    spans = [
        ("2026-12-02T20:10:00+08:00", "2026-12-02T22:10:00+08:00"),
        ("2026-12-02T21:10:00+08:00", "2026-12-03T09:00:00+08:00"),
    ]
    worked.database.write_now(
        lambda session: session.add_all(
            CardUse(
                gpu_id=1, starts_at=at(since), ends_at=at(until), member_id=2, unix_name="bob", grade="certain",
                evidence="linked", pid=number, boot_id="b", process=f"p{number}",
            )
            for number, (since, until) in enumerate(spans)
        )
    )  # fmt: skip
    assert worked.say("/my paper", "bob").data["used_seconds"] == 5 * 3600  # within the booking, each second once


def test_a_range_that_ends_before_it_begins_is_refused_and_my_alone_is_as_ever(talk: Lab) -> None:
    assert talk.say("/my paper 2026-12-05 到 2026-12-01", "bob").code == "bad_input"
    assert talk.say("/my", "bob").code == "my"
