"""The reader's thread: whoever asks is answered at once, with the age of what is shown, whatever the driver does."""

import threading
from collections.abc import Callable
from typing import Any

import pynvml
import pytest

from bot.agent.pace import Pace
from bot.agent.reader import Reader
from tests.agent.looking import reader
from tests.fakes.nvml import FakeNvml

Install = Callable[..., FakeNvml]
HASTY = Pace(stuck_after=0.02, first_start=0.02, answer_within=0.6)
FOREVER = 60_000_000
NOW = 1_796_000_000
PATIENCE = 5.0


def until(true: Callable[[], bool]) -> None:
    """Waits for another thread, in steps of 2 ms."""
    tick = threading.Event()
    for _ in range(int(PATIENCE / 0.002)):
        if true():
            return
        tick.wait(0.002)
    raise AssertionError("never came true")


def begun_since(running: set[threading.Thread]) -> int:
    """How many threads have begun to ask NVML."""
    return sum(thread.name == "nvml" for thread in set(threading.enumerate()) - running)


@pytest.fixture
def started() -> Any:
    running: list[Reader] = []

    def start(pace: Pace = HASTY) -> Reader:
        looks = Reader(pace=pace, listen=False)
        looks.start()
        running.append(looks)
        return looks

    yield start
    for looks in running:
        looks.stop()


def test_before_the_first_look_the_answer_is_starting(hands: Any) -> None:
    assert reader(hands).latest().state == "starting"


def test_a_reading_carries_its_age(driver: Install, hands: Any) -> None:
    driver(2)
    looks = reader(hands)
    looks.step()

    hands.pass_(200)

    sample = looks.latest()
    assert (sample.state, sample.age_s, {card.age_s for card in sample.gpus}) == ("ok", 200, {200})


def test_a_driver_that_hangs_at_a_card_leaves_the_cards_before_it_new_and_the_others_as_they_were(
    driver: Install, started: Callable[..., Reader]
) -> None:
    fake = driver(4)
    looks = started()
    until(lambda: looks.latest().state == "ok")

    fake.say(f"gpu 2 delay DeviceGetPowerUsage {FOREVER}", "gpu 0 util 11", "gpu 3 util 12")
    looks._wake.set()
    until(lambda: looks.latest().state == "driver_stuck")

    sample = looks.latest()
    assert [card.util for card in sample.gpus] == [11, 97, 97, 97]
    assert sample.reason is not None
    assert sample.reason.startswith("nvmlDeviceGetPowerUsage has not answered")
    assert sample.stuck_s is not None

    fake.unsay("gpu 2")
    until(lambda: looks.latest().state == "ok")
    assert [card.util for card in looks.latest().gpus] == [11, 97, 97, 12]


def test_no_second_call_is_queued_behind_one_that_hangs(driver: Install, started: Callable[..., Reader]) -> None:
    fake = driver(2)
    looks = started()
    until(lambda: looks.latest().state == "ok")
    before, running = looks._looks, set(threading.enumerate())

    fake.say(f"delay DeviceGetPowerUsage {FOREVER}")
    looks._wake.set()
    until(lambda: looks.latest().state == "driver_stuck")
    states: list[str] = []
    threads = [threading.Thread(target=lambda: states.append(looks.look(NOW).state)) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert states == ["driver_stuck"] * 10
    assert begun_since(running) == 0
    assert looks._looks == before
    fake.unsay("delay")


def test_ten_who_ask_within_the_pace_get_the_one_look_there_is(driver: Install, started: Callable[..., Reader]) -> None:
    driver(2)
    looks = started()
    until(lambda: looks.latest().state == "ok")
    before = looks._looks

    assert {looks.look(NOW).state for _ in range(10)} == {"ok"}
    assert looks._looks == before


def test_a_single_look_needs_no_start(driver: Install) -> None:
    driver(3)

    sample = Reader(listen=False).look(NOW)

    assert [card.state for card in sample.gpus] == ["ok"] * 3
    assert sample.at == "2026-11-30T00:53:20+00:00"


def test_a_driver_that_hangs_at_its_start_is_named_within_the_time_allowed(driver: Install) -> None:
    fake = driver(2).say(f"delay InitWithFlags {FOREVER}")

    sample = Reader(pace=HASTY, listen=False).look(NOW)

    assert (sample.state, sample.gpus) == ("driver_stuck", ())
    assert sample.reason is not None
    assert "nvmlInit " in sample.reason
    fake.unsay("delay")


def test_a_driver_that_wakes_slowly_is_starting_and_not_stuck(driver: Install) -> None:
    fake = driver(2).say(f"delay InitWithFlags {FOREVER}")
    looks = Reader(pace=Pace(stuck_after=0.01, answer_within=0.1), listen=False)
    looks.start()
    until(lambda: looks._machine.starting)

    assert looks.latest().state == "starting"
    fake.unsay("delay")
    until(lambda: looks.latest().state == "ok")
    looks.stop()


def test_a_single_look_at_a_driver_that_hangs_shows_the_cards_before_it(driver: Install) -> None:
    fake = driver(3).say(f"gpu 1 delay DeviceGetUtilizationRates {FOREVER}")

    sample = Reader(pace=HASTY, listen=False).look(NOW)

    assert sample.state == "driver_stuck"
    assert [(card.state, card.util) for card in sample.gpus] == [("ok", 97), ("unknown", None), ("unknown", None)]
    assert set(sample.gpus[2].missing.values()) == {"driver_stuck"}
    fake.unsay("gpu 1")


def test_a_second_single_look_waits_for_the_first_and_asks_nothing_itself(driver: Install) -> None:
    fake = driver(1).say(f"delay DeviceGetPowerUsage {FOREVER}")
    looks, running = Reader(pace=Pace(answer_within=0.05), listen=False), set(threading.enumerate())

    assert {looks.look(NOW).state for _ in range(3)} == {"driver_stuck"}
    assert begun_since(running) == 1
    fake.unsay("delay")
    until(lambda: looks.latest().state == "ok")


def test_looks_become_rarer_while_the_driver_is_slow_and_as_frequent_as_before_afterwards(
    driver: Install, hands: Any
) -> None:
    driver(1)
    looks = reader(hands)
    looks.step()

    distances = []
    for took in (0.3, 0.3, 0.3, 0.3, 0.2, 0.01, 0.01, 0.01, 0.01, None):
        looks._keep_pace(took)
        distances.append(looks.interval)

    assert distances == [10, 20, 40, 60, 60, 30, 15, 7.5, 5, 5]


def test_how_long_a_look_took_is_judged_only_when_it_asked_nothing_dear(driver: Install, hands: Any) -> None:
    driver(1)
    looks = reader(hands)

    looks.step()
    first = looks._machine.cheap_look_s
    hands.pass_(5)
    looks.step()

    assert (first, looks._machine.cheap_look_s) == (None, 0.0)


@pytest.mark.parametrize(
    ("after", "limit", "processes", "retired"),
    [(5, 400.0, 0, 0), (10, 400.0, 1, 0), (60, 300.0, 1, 0), (600, 300.0, 1, 7)],
)
def test_dear_questions_are_asked_seldom(
    driver: Install, hands: Any, after: float, limit: float, processes: int, retired: int
) -> None:
    fake = driver(1)
    looks = reader(hands)
    looks.step()

    fake.say("gpu 0 util 3", "gpu 0 limit 300000", "gpu 0 retired 7", "gpu 0 proc 1 1000")
    hands.pass_(after)
    (card,) = looks.step().gpus

    assert card.processes is not None
    assert (card.util, card.power_limit_w, len(card.processes), card.retired_pages) == (3, limit, processes, retired)
    assert card.processes_age_s == (5 if after == 5 else 0)


def test_a_program_that_begins_and_ends_is_told_and_an_unread_list_ends_none(driver: Install, hands: Any) -> None:
    fake = driver(1)
    looks = reader(hands)
    looks.step()
    for lines in (["gpu 0 proc 1 1000"], ["gpu 0 fail DeviceGetComputeRunningProcesses_v3 999"]):
        fake.say(*lines)
        hands.pass_(10)
        looks.step()
    fake.unsay("gpu 0 fail")
    hands.pass_(10)
    looks.step()
    fake.unsay("gpu 0 proc")
    hands.pass_(10)
    looks.step()

    assert [(event.kind, event.facts["pid"]) for event in looks.events()] == [
        ("process_started", 1),
        ("process_ended", 1),
    ]


def test_a_fault_of_the_agent_is_told_as_one_and_the_looking_goes_on(
    driver: Install,
    started: Callable[..., Reader],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    driver(2)
    looks = started()
    until(lambda: looks.latest().state == "ok")

    with monkeypatch.context() as broken:
        broken.setattr(looks._machine, "look", lambda at: 1 / 0)
        looks._wake.set()
        until(lambda: looks.latest().state == "error")
        assert looks.latest().reason == "a fault of the agent: ZeroDivisionError"
        assert "ZeroDivisionError" in capsys.readouterr().err
    looks._wake.set()
    until(lambda: looks.latest().state == "ok")


def test_bindings_that_lack_a_getter_leave_only_its_field_unread(
    driver: Install, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver(1)
    monkeypatch.delattr(pynvml, "nvmlDeviceGetRemappedRows")
    monkeypatch.delattr(pynvml, "nvmlDeviceGetTemperatureV")

    (card,) = reader(hands).step().gpus

    assert (card.state, card.temperature_c, card.missing["remap_failed"]) == ("ok", 64, "driver_too_old")
