"""Every way the driver can be broken is a named state, and each ends by itself when its cause does."""

import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from types import ModuleType
from typing import Any

import pynvml
import pytest

from bot.agent.library import INIT_STATES, _how_to_replace
from bot.agent.words import STATES, describe
from tests.agent.looking import LOST, MISMATCH, NOT_SUPPORTED, UNKNOWN, reader
from tests.fakes.nvml import FakeNvml

Install = Callable[..., FakeNvml]


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (4, "no_permission"),
        (9, "no_driver"),
        (12, "no_library"),
        (13, "old_driver"),
        (15, "lost"),
        (18, "mismatch"),
        (28, "no_cards"),
        (999, "init_unknown"),
        (17, "init_failed"),
    ],
)
def test_each_way_the_driver_fails_to_start_has_a_name_and_ends_when_its_cause_does(
    driver: Install, hands: Any, code: int, state: str
) -> None:
    fake = driver(2).say(f"init_error {code}")
    looks = reader(hands)

    sample = looks.step()

    assert (sample.state, sample.gpus, sample.driver) == (state, (), None)
    assert sample.missing == dict.fromkeys(("driver", "cuda", "topology"), state)
    assert sample.reason == str(pynvml.NVMLError(code))
    fake.unsay("init_error")
    hands.pass_(59)
    assert looks.step().state == state, "it is not asked in a tight circle"
    hands.pass_(1)
    assert (looks.step().state, len(looks.step().gpus)) == ("ok", 2)


@pytest.mark.parametrize("code", [*INIT_STATES, 17])
def test_every_way_to_fail_is_said_to_a_person_in_both_languages(driver: Install, hands: Any, code: int) -> None:
    driver().say(f"init_error {code}")
    sample = reader(hands).step()

    chinese, english = STATES[sample.state].split(" / ")
    assert describe(sample) == f"{sample.state}: {chinese} / {english} ({pynvml.NVMLError(code)})"


def test_a_machine_without_the_driver_library_says_no_library(monkeypatch: pytest.MonkeyPatch, hands: Any) -> None:
    def no_such_library(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(pynvml, "nvmlLib", None)
    monkeypatch.setattr(pynvml, "CDLL", no_such_library)

    assert reader(hands).step().state == "no_library"


def test_a_working_driver_without_a_card_is_not_called_ok(driver: Install, hands: Any) -> None:
    driver(0)

    assert reader(hands).step().state == "no_cards"


def test_a_driver_that_cannot_count_its_cards_says_error(driver: Install, hands: Any) -> None:
    driver().say(f"fail DeviceGetCount_v2 {UNKNOWN}")

    sample = reader(hands).step()

    assert (sample.state, sample.reason, sample.gpus) == ("error", "unknown", ())


def test_another_package_in_place_of_the_official_bindings_is_named(
    monkeypatch: pytest.MonkeyPatch, hands: Any
) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", ModuleType("pynvml"))

    sample = reader(hands).step()

    assert sample.state == "wrong_bindings"
    assert sample.reason is not None
    assert "nvidia-ml-py" in sample.reason


def test_the_package_to_remove_is_named_with_its_version() -> None:
    def version_of(name: str) -> str:
        if name == "pynvml":
            return "11.5.3"
        raise PackageNotFoundError(name)

    told = _how_to_replace("/env/pynvml/__init__.py", version_of)

    assert "(from pynvml 11.5.3)" in told
    assert "pip uninstall pynvml, then" in told


def test_absent_bindings_are_a_state_and_no_traceback(monkeypatch: pytest.MonkeyPatch, hands: Any) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", None)

    assert reader(hands).step().state == "no_bindings"


def test_a_card_that_falls_off_the_bus_and_comes_back_is_followed_and_its_neighbours_never_miss_a_look(
    driver: Install, hands: Any
) -> None:
    fake = driver(8)
    looks = reader(hands)
    uuid = looks.step().gpus[5].uuid

    fake.say(f"gpu 5 error {LOST}")
    hands.pass_(5)
    lost = looks.step()
    fake.unsay("gpu 5 error")
    hands.pass_(5)
    back = looks.step()

    assert [card.state for card in lost.gpus].count("ok") == 7
    assert (lost.gpus[5].state, lost.gpus[5].uuid, lost.gpus[5].util) == ("lost", uuid, None)
    assert (back.gpus[5].state, back.gpus[5].uuid, back.gpus[5].power_limit_w) == ("ok", uuid, 400.0)
    assert [(event.kind, event.uuid, event.facts) for event in looks.events()] == [
        ("card_state", uuid, {"index": 5, "from": "ok", "to": "lost"}),
        ("card_state", uuid, {"index": 5, "from": "lost", "to": "ok"}),
    ]
    assert looks.events() == ()


def test_the_handle_of_a_lost_card_is_never_used_again(
    driver: Install, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = driver(1)
    looks = reader(hands)
    looks.step()
    fake.say(f"gpu 0 error {LOST}")
    looks.step()

    called: list[str] = []
    real = pynvml._nvmlGetFunctionPointer
    monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer", lambda name: (called.append(name), real(name))[1])
    looks.step()

    assert called == ["nvmlDeviceGetHandleByIndex_v2"]


def test_a_card_lost_in_the_middle_of_a_look_shows_nothing_half_read(driver: Install, hands: Any) -> None:
    driver().say(f"gpu 0 fail DeviceGetClockInfo {LOST}")

    (card,) = reader(hands).step().gpus

    assert (card.state, card.util, card.missing["util"]) == ("lost", None, "lost")


def test_a_card_that_vanishes_from_the_list_is_named_as_absent(driver: Install, hands: Any) -> None:
    fake = driver(8)
    looks = reader(hands)
    last = looks.step().gpus[7].uuid

    fake.unsay("count").say("count 7")
    hands.pass_(60)
    sample = looks.step()

    assert (len(sample.gpus), sample.absent) == (7, (last,))
    assert [(event.kind, event.facts) for event in looks.events()] == [("cards", {"absent": [last], "back": []})]

    fake.say("count 8")
    hands.pass_(60)
    assert looks.step().absent == ()
    assert [(event.kind, event.facts) for event in looks.events()] == [("cards", {"absent": [], "back": [last]})]


def test_a_connection_that_somebody_shut_is_opened_again_after_a_moment_and_ever_more_seldom(
    driver: Install, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = driver(2)
    looks = reader(hands)
    looks.step()
    opened_at: list[float] = []
    real = pynvml.nvmlInit
    monkeypatch.setattr(pynvml, "nvmlInit", lambda: (opened_at.append(hands.monotonic), real())[1])

    fake.say("fail DeviceGetUtilizationRates 1")
    broken = looks.step()
    began = hands.monotonic
    assert (broken.state, [card.state for card in broken.gpus]) == ("uninitialized", ["uninitialized"] * 2)
    for _ in range(95):
        hands.pass_(1)
        looks.step()
    assert [at - began for at in opened_at] == [1, 3, 7, 15, 31, 61, 91]

    fake.unsay("fail")
    hands.pass_(30)
    assert looks.step().state == "ok"
    fake.say("fail DeviceGetUtilizationRates 1")
    looks.step()
    fake.unsay("fail")
    hands.pass_(1)
    assert looks.step().state == "ok", "the waits begin small again"


def test_a_driver_upgraded_underneath_asks_for_a_new_process_and_goes_on_meanwhile(driver: Install, hands: Any) -> None:
    fake = driver(2)
    looks = reader(hands)
    looks.step()

    fake.say(f"gpu 1 fail DeviceGetPowerUsage {MISMATCH}")
    hands.pass_(5)
    sample = looks.step()
    assert (sample.state, sample.gpus[0].util, looks.needs_new_process) == ("mismatch", 97, False)

    hands.pass_(60)
    looks.step()
    assert looks.needs_new_process
    fake.unsay("gpu 1")
    looks.step()
    assert not looks.needs_new_process


def test_cards_that_cannot_even_be_counted_any_more_are_unread_and_not_absent(driver: Install, hands: Any) -> None:
    fake = driver(2)
    looks = reader(hands)
    looks.step()

    fake.say(f"fail DeviceGetCount_v2 {MISMATCH}")
    hands.pass_(60)
    sample = looks.step()

    assert (sample.state, [card.state for card in sample.gpus], sample.absent) == ("mismatch", ["mismatch"] * 2, ())


def test_nvml_is_opened_once_and_only_getters_are_ever_called(
    driver: Install, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver(4).say(f"gpu 2 error {LOST}", f"gpu 3 fail DeviceGetMigMode {NOT_SUPPORTED}", "gpu 0 mig_mode 1")
    called: list[str] = []
    real = pynvml._nvmlGetFunctionPointer
    monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer", lambda name: (called.append(name), real(name))[1])
    looks = reader(hands)

    for _ in range(30):
        looks.step()
        hands.pass_(60)

    assert [name for name in called if "Get" not in name and name != "nvmlErrorString"] == ["nvmlInitWithFlags"]


def test_a_container_whose_cards_were_taken_away_is_told_to_be_restarted_and_not_shown_as_free(
    driver: Install, hands: Any
) -> None:
    fake = driver(4)
    looks = reader(hands)
    looks.step()

    fake.say(*(f"gpu {index} error {UNKNOWN}" for index in range(4)))
    looks.step()
    hands.pass_(5)
    sample = looks.step()

    assert (sample.state, [card.state for card in sample.gpus]) == ("init_unknown", ["init_unknown"] * 4)
    assert {card.processes for card in sample.gpus} == {None}
    fake.unsay("gpu")
    hands.pass_(5)
    assert looks.step().state == "ok"


def test_a_person_sees_the_processes_below_their_card(driver: Install, hands: Any) -> None:
    driver(1).say("gpu 0 proc 4194000 21474836480")

    assert describe(reader(hands).step()).splitlines()[2:] == ["     4194000  ? (unknown)  ?  20.0 GiB"]


def test_a_person_sees_a_line_a_card_and_a_question_mark_for_what_is_unknown(driver: Install, hands: Any) -> None:
    driver(3).say(f"gpu 1 fail DeviceGetPowerUsage {NOT_SUPPORTED}", f"gpu 2 error {LOST}")

    assert describe(reader(hands).step()).splitlines() == [
        "ok: 正常 / working",
        "  0  NVIDIA A100-SXM4-80GB  31.0 / 80.0 GiB  97 %  312 W  64 °C",
        "  1  NVIDIA A100-SXM4-80GB  31.0 / 80.0 GiB  97 %  ? W  64 °C",
        "  2  掉线了 / lost",
    ]
