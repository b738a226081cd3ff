"""One look at the machine: every way the driver can be broken is a named state, and unknown is never 0."""

import sys
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from types import ModuleType

import pynvml
import pytest

from bot.agent.library import INIT_STATES
from bot.agent.sample import take_sample
from bot.agent.words import STATES, describe
from bot.wire.sample import CardReading, Sample
from tests.agent.fake_nvml import ALL, GIB, FakeCard, FakeLibrary

AT = datetime(2026, 12, 2, 12, 10, tzinfo=UTC)
NOT_SUPPORTED, NO_PERMISSION, NO_SYMBOL, LOST, RESET_REQUIRED, UNKNOWN = 3, 4, 13, 15, 16, 999


def look(monkeypatch: pytest.MonkeyPatch, library: FakeLibrary) -> Sample:
    library.install(monkeypatch)
    return take_sample(AT)


def only_card(monkeypatch: pytest.MonkeyPatch, card: FakeCard, absent: tuple[str, ...] = ()) -> CardReading:
    (reading,) = look(monkeypatch, FakeLibrary(card, absent=absent)).gpus
    return reading


def test_a_healthy_card_is_read_in_bytes_watts_and_percent(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = look(monkeypatch, FakeLibrary(FakeCard()))

    assert (sample.state, sample.driver, sample.reason) == ("ok", "550.54.15", None)
    assert sample.gpus == (
        CardReading(
            index=0,
            state="ok",
            uuid="GPU-5a7e1f3c-0000-0000-0000-000000000002",
            name="NVIDIA A100-SXM4-80GB",
            memory_total=80 * GIB,
            memory_used=31 * GIB,
            util=97,
            power_w=312.45,
            power_limit_w=312.45,
            power_default_w=312.45,
            temperature_c=64,
            throttle=(),
            missing={"processes": "not_read_in_this_version"},
        ),
    )


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
def test_each_way_the_driver_fails_to_start_has_a_name(monkeypatch: pytest.MonkeyPatch, code: int, state: str) -> None:
    sample = look(monkeypatch, FakeLibrary(FakeCard(), faults={"nvmlInitWithFlags": code}))

    assert (sample.state, sample.gpus, sample.driver) == (state, (), None)
    assert sample.missing == {"driver": state}
    assert sample.reason == str(pynvml.NVMLError(code))


def test_a_machine_without_the_driver_library_says_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_such_library(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(pynvml, "nvmlLib", None)
    monkeypatch.setattr(pynvml, "CDLL", no_such_library)

    assert take_sample(AT).state == "no_library"


def test_a_driver_that_lacks_the_first_call_says_old_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(monkeypatch, FakeLibrary(absent=("nvmlInitWithFlags",))).state == "old_driver"


def test_a_working_driver_without_a_card_is_not_called_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look(monkeypatch, FakeLibrary()).state == "no_cards"


def test_a_driver_that_cannot_count_its_cards_says_error(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = look(monkeypatch, FakeLibrary(FakeCard(), faults={"nvmlDeviceGetCount_v2": UNKNOWN}))

    assert (sample.state, sample.reason, sample.gpus) == ("error", "unknown", ())


def test_another_package_in_place_of_the_official_bindings_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", ModuleType("pynvml"))

    sample = take_sample(AT)

    assert sample.state == "wrong_bindings"
    assert sample.reason is not None
    assert "nvidia-ml-py" in sample.reason


def test_absent_bindings_are_a_state_and_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pynvml", None)

    assert take_sample(AT).state == "no_bindings"


@pytest.mark.parametrize(
    ("code", "state", "reason"),
    [
        (LOST, "lost", "lost"),
        (RESET_REQUIRED, "reset_required", "reset_required"),
        (NO_PERMISSION, "no_permission", "no_permission"),
        (UNKNOWN, "unknown", "unknown"),
        (8, "error", "no_external_power"),
    ],
)
def test_a_card_that_cannot_be_reached_is_named_and_the_others_are_still_read(
    monkeypatch: pytest.MonkeyPatch, code: int, state: str, reason: str
) -> None:
    broken = FakeCard(faults={"nvmlDeviceGetHandleByIndex_v2": code})

    sample = look(monkeypatch, FakeLibrary(FakeCard(), broken, FakeCard()))

    assert sample.state == "ok"
    assert [card.state for card in sample.gpus] == ["ok", state, "ok"]
    assert [card.index for card in sample.gpus] == [0, 1, 2]
    assert set(sample.gpus[1].missing.values()) == {reason}


def test_a_card_that_falls_off_the_bus_while_it_is_read_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    card = only_card(monkeypatch, FakeCard(faults={ALL: LOST}))

    assert card.state == "lost"
    assert card.missing["processes"] == "lost"


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("nvmlDeviceGetUUID", "uuid"),
        ("nvmlDeviceGetName", "name"),
        ("nvmlDeviceGetMemoryInfo", "memory_total"),
        ("nvmlDeviceGetMemoryInfo_v2", "memory_used"),
        ("nvmlDeviceGetUtilizationRates", "util"),
        ("nvmlDeviceGetPowerUsage", "power_w"),
        ("nvmlDeviceGetEnforcedPowerLimit", "power_limit_w"),
        ("nvmlDeviceGetPowerManagementDefaultLimit", "power_default_w"),
        ("nvmlDeviceGetTemperatureV", "temperature_c"),
        ("nvmlDeviceGetCurrentClocksEventReasons", "throttle"),
    ],
)
@pytest.mark.parametrize(
    ("code", "reason"), [(NOT_SUPPORTED, "not_supported"), (NO_PERMISSION, "no_permission"), (77, "nvml_77")]
)
def test_a_field_that_cannot_be_read_is_null_with_its_reason_and_spoils_no_other(
    monkeypatch: pytest.MonkeyPatch, symbol: str, name: str, code: int, reason: str
) -> None:
    card = only_card(monkeypatch, FakeCard(faults={symbol: code}))

    assert card.state == "ok"
    assert getattr(card, name) is None
    assert card.missing == {name: reason, "processes": "not_read_in_this_version"}


@pytest.mark.parametrize("faults", [{}, {ALL: NOT_SUPPORTED}, {"nvmlDeviceGetHandleByIndex_v2": LOST}])
def test_exactly_the_null_fields_are_named_as_missing(monkeypatch: pytest.MonkeyPatch, faults: dict[str, int]) -> None:
    card = only_card(monkeypatch, FakeCard(faults=faults))

    assert set(card.missing) == {each.name for each in fields(card) if getattr(card, each.name) is None}


def test_memory_that_the_driver_reserves_is_not_shown_as_used(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = only_card(monkeypatch, FakeCard(used=0, reserved=600 * 1024**2))

    assert idle.memory_used == 0


def test_an_old_driver_that_mixes_reserved_into_used_gives_no_used_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card = only_card(monkeypatch, FakeCard(), absent=("nvmlDeviceGetMemoryInfo_v2",))

    assert (card.memory_total, card.memory_used) == (80 * GIB, None)
    assert card.missing["memory_used"] == "driver_too_old"


def test_a_driver_with_only_the_older_names_is_read_by_those(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = ("nvmlDeviceGetTemperatureV", "nvmlDeviceGetCurrentClocksEventReasons")

    card = only_card(monkeypatch, FakeCard(clocks=0x40), absent=newer)

    assert (card.temperature_c, card.throttle) == (64, ("hardware_thermal",))


@pytest.mark.parametrize(
    ("mask", "names"),
    [
        (0x001, ()),
        (0x004, ("power_cap",)),
        (0x041, ("hardware_thermal",)),
        (0x600, ("board_limit", "reliability")),
        (0x1000_0008, ("hardware_slowdown", "0x10000000")),
    ],
)
def test_throttling_is_named_an_idle_card_is_not_throttled_and_unknown_bits_still_show(
    monkeypatch: pytest.MonkeyPatch, mask: int, names: tuple[str, ...]
) -> None:
    assert only_card(monkeypatch, FakeCard(clocks=mask)).throttle == names


def test_a_sick_card_whose_name_is_no_text_is_still_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    card = only_card(monkeypatch, FakeCard(name=b"\xff\xfe\xff"))

    assert (card.state, card.name, card.missing["name"]) == ("ok", None, "not_text")


def test_only_getters_are_called_and_the_library_is_closed_after_the_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = FakeLibrary(FakeCard(), FakeCard(faults={ALL: LOST}))
    look(monkeypatch, library)

    assert [name for name in library.called if "Get" not in name] == ["nvmlInitWithFlags", "nvmlShutdown"]


def test_a_library_that_never_opened_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    library = FakeLibrary(faults={"nvmlInitWithFlags": UNKNOWN})
    look(monkeypatch, library)

    assert library.called == ["nvmlInitWithFlags"]


def test_the_moment_is_given_in_utc_whatever_zone_the_clock_has(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeLibrary(FakeCard()).install(monkeypatch)

    assert take_sample(AT.astimezone(timezone(timedelta(hours=8)))).at == "2026-12-02T12:10:00+00:00"


@pytest.mark.parametrize("code", [*INIT_STATES, 17])
def test_every_way_to_fail_is_said_to_a_person_in_both_languages(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    sample = look(monkeypatch, FakeLibrary(faults={"nvmlInitWithFlags": code}))

    chinese, english = STATES[sample.state].split(" / ")
    assert describe(sample) == f"{sample.state}: {chinese} / {english} ({pynvml.NVMLError(code)})"


def test_a_person_sees_a_line_a_card_and_a_question_mark_for_what_is_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no_power = FakeCard(faults={"nvmlDeviceGetPowerUsage": NOT_SUPPORTED})
    cards = FakeCard(), no_power, FakeCard(faults={ALL: LOST})

    lines = describe(look(monkeypatch, FakeLibrary(*cards))).splitlines()

    assert lines == [
        "ok: 正常 / working",
        "  0  NVIDIA A100-SXM4-80GB  31.0 / 80.0 GiB  97 %  312 W  64 °C",
        "  1  NVIDIA A100-SXM4-80GB  31.0 / 80.0 GiB  97 %  ? W  64 °C",
        "  2  lost",
    ]
