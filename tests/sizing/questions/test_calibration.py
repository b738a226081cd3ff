"""Finished jobs of the pool's own machine: kept beside their estimates, shown, and corrected by from three on."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlmodel import Session

from bot.commands.sizing import finished
from storage.database import Database
from storage.queries import calibration, job_runs
from storage.tables import Calibration
from tests.saying import Lab, laboratory

GIB = 2**30
QUESTION = "/size qwen2.5-7b lora 一张A100够吗"


@pytest.fixture
def ended(sqlite_database: Database) -> Callable[..., bool]:
    return _ended(sqlite_database)


def _ended(database: Database) -> Callable[..., bool]:
    names = iter(range(1_000))

    def end(
        words: str | None, gib: float | None, *, exit_code: int = 0, seconds: int = 600, twice: bool = False
    ) -> bool:
        def unit(session: Session) -> bool:
            row = {"node_id": 1, "name": f"j{next(names)}", "gpus": "[0]", "command": "train.py", "description": words}
            run = job_runs.add(session, {**row, "started_at": 1_000})
            peak = None if gib is None else round(gib * GIB)
            job_runs.end(session, run, 1_000 + seconds, exit_code, peak)
            kept = finished(session, 1, run, 2_000)
            return (kept, finished(session, 1, run, 3_000))[twice]

        return database.write_now(unit)

    return end


@pytest.fixture
def lab(sqlite_database: Database) -> Iterator[Lab]:
    with laboratory(sqlite_database) as lab:
        lab.say("/help")
        yield lab


def rows(database: Database) -> list[Calibration]:
    return database.read_now(lambda session: calibration.newest(session, 1, 50))


def test_a_finished_job_is_kept_beside_its_estimate_on_both_stores(database: Database) -> None:
    with laboratory(database) as lab:
        lab.say("/help")
        assert _ended(database)("qwen2.5-7b lora bs2 seq2048", 30)

    (row,) = rows(database)
    assert (row.described, row.measured_bytes) == ("qwen2.5-7b lora bs2 seq2048", 30 * GIB)
    assert 22 * GIB < row.predicted_bytes < 32 * GIB


NOT_COMPARABLE: dict[str, tuple[str | None, float | None, dict[str, Any]]] = {
    "no words": (None, 30, {}),
    "no peak": ("qwen2.5-7b lora", None, {}),
    "no job in them": ("第三次消融", 30, {}),
    "no method": ("qwen2.5-7b", 30, {}),
    "absurd": ("13b lora -5张卡", 30, {}),
    "another job": ("llama3-70b 全参", 20, {}),
    "failed at once": ("qwen2.5-7b lora", 3, {"exit_code": 1, "seconds": 20}),
    "twice": ("qwen2.5-7b lora", 30, {"twice": True}),
}


def test_what_cannot_be_compared_is_not_kept(lab: Lab, ended: Callable[..., bool]) -> None:
    assert not [name for name, (words, gib, more) in NOT_COMPARABLE.items() if ended(words, gib, **more)]


def test_a_job_that_was_stopped_after_a_while_had_reached_its_peak(lab: Lab, ended: Callable[..., bool]) -> None:
    assert ended("qwen2.5-7b lora", 20, exit_code=130)


def test_one_run_is_shown_and_corrects_nothing(lab: Lab, ended: Callable[..., bool]) -> None:
    plain = lab.say(QUESTION).data["answers"][0]["options"][0]["gib"]
    ended("qwen2.5-7b lora", 18)
    reply = lab.say(QUESTION)

    assert "最近 1 次类似的在我们机器上：估 21，实测 18 GiB" in reply.text
    assert reply.data["answers"][0]["options"][0]["gib"] == plain
    assert reply.data["answers"][0]["measured"]["ratio"] is None


def test_three_runs_correct_the_numbers_with_the_size_shown_and_a_button_that_takes_it_back(
    lab: Lab, ended: Callable[..., bool]
) -> None:
    plain = lab.say(QUESTION).data["answers"][0]["options"][0]["gib"]
    for gib in (plain * 0.9, plain * 0.8, plain * 1.5):
        ended("qwen2.5-7b lora", gib)
    reply = lab.say(QUESTION)
    back = lab.press(reply.token("不按实测修正"))
    again = lab.press(back.token("按实测修正"))

    assert "已按 3 次实测修正：×0.90" in reply.text
    assert reply.data["answers"][0]["options"][0]["gib"] == pytest.approx(plain * 0.9, abs=0.1)
    assert back.data["answers"][0]["options"][0]["gib"] == plain and "修正：" not in back.text
    assert again.data["answers"][0]["options"] == reply.data["answers"][0]["options"]


def test_a_correction_can_turn_the_verdict(lab: Lab, ended: Callable[..., bool]) -> None:
    for _ in range(3):
        ended("qwen2.5-7b lora", 42)
    first = lab.say("/size qwen2.5-14b lora bs4 一张A100够吗")

    assert first.data["answers"][0]["verdict"] == "no" and first.text.startswith("不够")


def test_runs_of_another_method_or_size_say_nothing(lab: Lab, ended: Callable[..., bool]) -> None:
    for words in ("qwen2.5-7b qlora", "qwen2.5-0.5b lora", "qwen2.5-72b lora zero3"):
        ended(words, 25)

    assert "measured" not in lab.say(QUESTION).data["answers"][0]


def test_it_is_said_in_english_too(lab: Lab, ended: Callable[..., bool]) -> None:
    for _ in range(3):
        ended("qwen2.5-7b lora", 19)

    assert "Corrected by 3 runs: ×" in lab.say("/size qwen2.5-7b lora on one A100, enough?", chat=None).text
