"""The processes on a card: garbled lists are refused, the vanished are skipped, and an empty list is not idleness."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.agent.card import Card
from bot.wire.sample import CardReading, ProcessReading
from tests.agent.looking import GIB, NOT_SUPPORTED, only_card, reader
from tests.fakes.nvml import FakeNvml

Install = Callable[..., FakeNvml]
NOBODY_HAS_IT = 4_194_000


def rows(card: CardReading) -> tuple[ProcessReading, ...]:
    assert card.processes is not None, card.missing
    return card.processes


@pytest.fixture
def child() -> Iterator[int]:
    """A process of ours that lives as long as the test."""
    command, named = [sys.executable, "-c", "input()"], {**os.environ, "PINKA_USER": "li"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=named) as running:
        yield running.pid
        running.kill()


def test_a_process_is_listed_with_its_memory_its_share_and_who_runs_it(driver: Install, hands: Any, child: int) -> None:
    driver().say(f"gpu 0 proc {child} {20 * GIB} 63")

    card = only_card(hands)

    (row,) = rows(card)
    assert (row.pid, row.memory, row.util, row.mig) == (child, 20 * GIB, 63, None)
    assert row.command == f"{Path(sys.executable).name} -c"
    assert row.start_ticks is not None
    assert row.started_at is not None
    assert abs(row.started_at - time.time()) < 60
    assert card.memory_unexplained == 11 * GIB


@pytest.mark.parametrize("pid", [0, 4_294_967_295, 4_194_305])
def test_a_list_with_a_number_that_no_process_can_have_is_refused_whole(driver: Install, hands: Any, pid: int) -> None:
    driver().say("gpu 0 proc 1 1000", f"gpu 0 proc {pid} 1000")

    card = only_card(hands)

    assert (card.state, card.processes, card.missing["processes"]) == ("ok", None, "unreliable")


def test_a_list_that_grows_between_the_two_halves_of_the_question_is_asked_again(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 proc 1 1000", "grows 2")

    assert [row.pid for row in rows(only_card(hands))] == [1]


def test_a_list_that_never_stops_growing_is_unread(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 proc 1 1000", "grows 1000")

    assert only_card(hands).missing["processes"] == "list_keeps_growing"


def test_a_process_that_ends_between_the_list_and_the_look_at_it_is_skipped(
    driver: Install, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = driver().say(f"gpu 0 proc {NOBODY_HAS_IT} 1000", "gpu 0 proc 1 1000")
    real = Card._named

    def and_meanwhile_it_ends(self: Card, *arguments: Any) -> Any:
        fake.unsay(f"gpu 0 proc {NOBODY_HAS_IT}")
        return real(self, *arguments)

    monkeypatch.setattr(Card, "_named", and_meanwhile_it_ends)

    assert [row.pid for row in rows(only_card(hands))] == [1]


def test_a_process_that_cannot_be_seen_from_here_is_shown_as_unknown_and_not_left_out(
    driver: Install, hands: Any
) -> None:
    driver().say(f"gpu 0 proc {NOBODY_HAS_IT} 31000000000")

    sample = reader(hands).step()

    (row,) = rows(sample.gpus[0])
    assert (row.user, row.command, row.grade, row.evidence) == (None, None, "unknown", "not_visible_here")
    assert sample.host.pids_visible is False


def test_numbers_that_mean_another_machines_processes_name_nobody_here(driver: Install, hands: Any, child: int) -> None:
    driver(2).say(
        f"gpu 0 proc {child} 1000",
        *(f"gpu 1 proc {NOBODY_HAS_IT - place} 1000" for place in range(3)),
    )

    sample = reader(hands).step()

    (row,) = rows(sample.gpus[0])
    assert (row.user, row.grade, row.evidence) == (None, "unknown", "number_of_another_machine")


def test_the_same_process_on_two_cards_is_on_both(driver: Install, hands: Any, child: int) -> None:
    driver(2).say(f"gpu 0 proc {child} 1000", f"gpu 1 proc {child} 2000")

    assert [rows(card)[0].memory for card in reader(hands).step().gpus] == [1000, 2000]


def test_the_same_line_twice_is_one_process(driver: Install, hands: Any, child: int) -> None:
    driver().say(f"gpu 0 proc {child} 1000", f"gpu 0 proc {child} 1000")

    assert len(rows(only_card(hands))) == 1


def test_memory_that_the_driver_does_not_tell_is_unknown_and_explains_nothing(
    driver: Install, hands: Any, child: int
) -> None:
    driver().say(f"gpu 0 proc {child} {2**64 - 1}")

    card = only_card(hands)

    assert rows(card)[0].memory is None
    assert (card.memory_unexplained, card.missing["memory_unexplained"]) == (None, "no_process_memory")


def test_a_process_that_nvml_says_nothing_about_did_nothing_and_one_it_cannot_watch_is_unknown(
    driver: Install, hands: Any, child: int
) -> None:
    fake = driver(2).say(f"gpu 0 proc {child} 1000 0", f"gpu 1 proc {child} 1000 50")
    fake.say(f"gpu 1 fail DeviceGetProcessUtilization {NOT_SUPPORTED}")

    assert [rows(card)[0].util for card in reader(hands).step().gpus] == [0, None]


def test_each_sample_of_a_process_counts_once(driver: Install, hands: Any, child: int) -> None:
    fake = driver().say(f"gpu 0 proc {child} 1000 50", "gpu 0 sampled_at 1000000")
    looks = reader(hands)
    shares = []
    for at in (None, 2_000_000):
        if at is not None:
            fake.say(f"gpu 0 sampled_at {at}")
        for _ in range(2):
            shares.append(rows(looks.step().gpus[0])[0].util)
            hands.pass_(10)

    assert shares == [50, 0, 50, 0]


def test_a_share_above_the_whole_is_not_believed(driver: Install, hands: Any, child: int) -> None:
    driver().say(f"gpu 0 proc {child} 1000 4000000")

    assert rows(only_card(hands))[0].util == 0


def test_a_zombie_is_listed_and_breaks_nothing(driver: Install, hands: Any) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    driver().say(f"gpu 0 proc {ended.pid} 1000")

    (row,) = rows(only_card(hands))
    ended.wait()

    assert (row.pid, row.memory) == (ended.pid, 1000)
    assert row.command


def test_a_card_without_listed_processes_but_with_memory_in_use_says_how_much(driver: Install, hands: Any) -> None:
    driver().say(f"gpu 0 used {30 * GIB}")

    card = only_card(hands)

    assert (card.processes, card.memory_unexplained) == ((), 30 * GIB)
