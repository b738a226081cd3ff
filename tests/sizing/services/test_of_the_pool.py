"""What sizing knows of the pool's own machine: how its cards reach each other, how long its runs really took."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from sqlmodel import Session

from bot.commands.sizing import finished
from bot.wire.sample import LinkReading, Sample
from storage.database import Database
from storage.queries import job_runs
from tests.usage.box import Box, boxed, card, sample

FULL = "/size qwen2.5-7b 全参 batch 1 5万条 4张A100 要多久"


@pytest.fixture
def box(sqlite_database: Database) -> Iterator[Box]:
    with boxed(sqlite_database) as one:
        yield one


def read(nvlink: bool | None) -> Sample:
    links = [LinkReading(a, b, "SYS", nvlink) for a, b in combinations(range(8), 2)]
    return replace(sample(0, *(card(n) for n in range(8))), topology=tuple(links))


def asked(box: Box, text: str) -> tuple[dict[str, object], str]:
    reply = box.lab.say(text)
    return reply.data["answers"][0], reply.text


def test_cards_without_nvlink_between_them_are_counted_with_pcie_and_it_is_said(box: Box) -> None:
    by_data_sheet, _ = asked(box, FULL)
    box.send((0, read(nvlink=False)))
    as_read, text = asked(box, FULL)

    assert as_read["how"]["share_communicating"] > by_data_sheet["how"]["share_communicating"]  # type: ignore[index]
    assert as_read["time"]["seconds"] > by_data_sheet["time"]["seconds"]  # type: ignore[index]
    assert "没有 NVLink，按 PCIe 算的" in text


@pytest.mark.parametrize("nvlink", [True, None])
def test_nvlink_and_what_nobody_knows_stay_as_in_the_data_sheet(box: Box, nvlink: bool | None) -> None:
    before, _ = asked(box, FULL)
    box.send((0, read(nvlink)))

    assert asked(box, FULL)[0]["time"] == before["time"]


def test_how_long_such_runs_took_is_shown_beside_what_was_estimated(box: Box) -> None:
    question = "/size qwen2.5-7b lora 5万条 一张A100 要多久"
    expected = int(asked(box, question)[0]["time"]["seconds"])  # type: ignore[index]

    def end(name: str, words: str, seconds: int, exit_code: int = 0) -> None:
        def unit(session: Session) -> None:
            row = {"node_id": 1, "name": name, "gpus": "[0]", "command": "train.py", "description": words}
            run = job_runs.add(session, {**row, "started_at": 1_000})
            job_runs.end(session, run, 1_000 + seconds, exit_code, 21 << 30)
            assert finished(session, 1, run, 2_000)

        box.database.write_now(unit)

    end("whole", "qwen2.5-7b lora 5万条", round(1.5 * expected))
    end("stopped", "qwen2.5-7b lora 5万条", expected, exit_code=130)
    end("another", "qwen2.5-7b lora 5万条", 9 * expected)
    answer, text = asked(box, question)

    (shown,) = answer["measured"]["times"]  # type: ignore[index]
    assert (shown["expected_seconds"], shown["took_seconds"]) == (expected, round(1.5 * expected))
    assert answer["time"]["seconds"] == pytest.approx(expected, rel=0.02)  # type: ignore[index]
    assert "最近 1 次类似的在我们机器上：估 " in text and "，用了 " in text
