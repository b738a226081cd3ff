"""What is read of a card: right values, each unread field with its reason, one sick card hides no other."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from bot.agent.throttle import REASONS
from bot.wire.sample import CardReading, MigReading
from tests.agent.looking import GIB, LOST, NO_PERMISSION, NOT_SUPPORTED, RESET_REQUIRED, UNKNOWN, only_card, reader
from tests.fakes.nvml import FakeNvml

Install = Callable[..., FakeNvml]


def test_a_healthy_card_is_read_in_bytes_watts_and_percent(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 default 420000", "gpu 0 limit 350000", "gpu 0 set 360000")

    card = only_card(hands)

    assert card == CardReading(
        index=0,
        state="ok",
        uuid="GPU-5a7e1f3c-0000-0000-0000-000000000000",
        name="NVIDIA A100-SXM4-80GB",
        memory_total=80 * GIB,
        memory_used=31 * GIB,
        util=97,
        power_w=312.45,
        power_limit_w=350.0,
        power_default_w=420.0,
        temperature_c=64,
        throttle=(),
        processes=(),
        missing={"xids": "not_watched"},
        processes_age_s=0,
        bus_id="00000000:0F:00.0",
        memory_free=48 * GIB,
        memory_reserved=GIB,
        memory_unexplained=31 * GIB,
        throttle_zh=(),
        throttle_mask=0,
        pstate="P0",
        sm_clock_mhz=1410,
        memory_clock_mhz=1593,
        max_sm_clock_mhz=1410,
        max_memory_clock_mhz=1593,
        power_set_w=360.0,
        power_min_w=100.0,
        power_max_w=400.0,
        energy_mj=123456789,
        memory_temperature_c=70,
        ecc_corrected=0,
        ecc_uncorrected=0,
        remapped_corrected=0,
        remapped_uncorrected=0,
        remap_pending=False,
        remap_failed=False,
        retired_pages=0,
        retire_pending=False,
        recovery_action="none",
        pcie_gen=4,
        pcie_width=16,
        pcie_gen_max=4,
        pcie_width_max=16,
        pcie_narrow=False,
        mig_mode="off",
        migs=(),
        virtualization="none",
    )


@pytest.mark.parametrize(
    ("code", "state", "reason"),
    [
        (LOST, "lost", "lost"),
        (RESET_REQUIRED, "reset_required", "reset_required"),
        (NO_PERMISSION, "no_permission", "no_permission"),
        (UNKNOWN, "unknown", "unknown"),
        (8, "error", "no_external_power"),
        (11, "error", "irq_issue"),
    ],
)
def test_a_card_that_cannot_be_reached_is_named_and_the_others_are_still_read(
    driver: Install, hands: Any, code: int, state: str, reason: str
) -> None:
    driver(8).say(f"gpu 3 error {code}")

    sample = reader(hands).step()

    assert sample.state == "ok"
    assert [card.state for card in sample.gpus] == ["ok"] * 3 + [state] + ["ok"] * 4
    assert [card.index for card in sample.gpus] == list(range(8))
    assert set(sample.gpus[3].missing.values()) == {reason}


@pytest.mark.parametrize(
    ("function", "names"),
    [
        ("UUID", ["uuid"]),
        ("Name", ["name"]),
        ("PciInfo_v3", ["bus_id"]),
        ("UtilizationRates", ["util"]),
        ("PowerUsage", ["power_w"]),
        ("EnforcedPowerLimit", ["power_limit_w"]),
        ("PowerManagementDefaultLimit", ["power_default_w"]),
        ("PowerManagementLimitConstraints", ["power_min_w", "power_max_w"]),
        ("TemperatureV", ["temperature_c"]),
        ("CurrentClocksEventReasons", ["throttle", "throttle_mask", "throttle_zh"]),
        ("PerformanceState", ["pstate"]),
        ("TotalEccErrors", ["ecc_corrected", "ecc_uncorrected"]),
        ("RemappedRows", ["remapped_corrected", "remapped_uncorrected", "remap_pending", "remap_failed"]),
        ("RetiredPages", ["retired_pages"]),
        ("FieldValues", ["memory_temperature_c", "recovery_action"]),
        ("TotalEnergyConsumption", ["energy_mj"]),
        ("ComputeRunningProcesses_v3", ["processes", "memory_unexplained"]),
        ("VirtualizationMode", ["virtualization"]),
        ("MigMode", ["mig_mode", "migs"]),
    ],
)
@pytest.mark.parametrize(
    ("code", "reason"), [(NOT_SUPPORTED, "not_supported"), (NO_PERMISSION, "no_permission"), (77, "nvml_77")]
)
def test_a_field_that_cannot_be_read_is_null_with_its_reason_and_spoils_no_other(
    driver: Install, hands: Any, function: str, names: list[str], code: int, reason: str
) -> None:
    driver().say(f"gpu 0 fail DeviceGet{function} {code}")

    card = only_card(hands)

    assert card.state == "ok"
    expected = dict.fromkeys(names, reason) | {"xids": "not_watched"}
    if function in ("UtilizationRates", "PerformanceState"):
        expected["pcie_narrow"] = "not_under_load"
    if function == "UUID":
        expected["xids"] = "not_watched"
    assert card.missing == expected


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("gpu 0 error 15",),
        ("gpu 0 fail DeviceGetHandleByIndex_v2 4",),
        ("gpu 0 fail DeviceGetMemoryInfo_v2 3", "gpu 0 fail DeviceGetMemoryInfo 3"),
        ("gpu 0 fail DeviceGetMemoryInfo_v2 25",),
        ("gpu 0 fail DeviceGetMigMode 3", "gpu 0 fail DeviceGetCurrPcieLinkWidth 3"),
        ("gpu 0 used 19000000000000",),
        ("gpu 0 proc 1 18446744073709551615",),
        ("gpu 0 proc 0 5",),
        ("gpu 0 garbled", "gpu 0 pstate 32"),
    ],
)
def test_exactly_the_null_fields_are_named_as_missing(driver: Install, hands: Any, lines: tuple[str, ...]) -> None:
    driver().say(*lines)

    card = only_card(hands)

    assert set(card.missing) == {each.name for each in fields(card) if getattr(card, each.name) is None} - (
        {"processes_age_s"} - set(card.missing)
    )


def test_memory_that_the_driver_reserves_is_not_shown_as_used(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 used 0", "gpu 0 reserved 629145600")

    card = only_card(hands)

    assert (card.memory_used, card.memory_reserved) == (0, 629145600)


def test_where_only_the_figure_with_the_reserved_mixed_in_can_be_had_nothing_is_called_used(
    driver: Install, hands: Any
) -> None:
    driver().say("gpu 0 fail DeviceGetMemoryInfo_v2 25")

    card = only_card(hands)

    assert (card.memory_total, card.memory_used) == (80 * GIB, None)
    assert card.missing["memory_used"] == "driver_too_old"


def test_an_old_driver_is_read_by_the_older_names(driver: Install, hands: Any) -> None:
    driver(old_driver=True).say("gpu 0 thr 64", "gpu 0 proc 1 1000")

    card = only_card(hands)

    assert (card.state, card.temperature_c, card.throttle) == ("ok", 64, ("HW Thermal Slowdown",))
    assert (card.memory_used, card.missing["memory_reserved"]) == (31 * GIB, "driver_too_old")
    assert card.processes is not None
    assert [row.pid for row in card.processes] == [1]
    assert card.missing["recovery_action"] == "not_supported"


def test_memory_that_no_card_can_have_is_not_believed(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 used 18691697672192")

    card = only_card(hands)

    assert (card.memory_used, card.missing["memory_used"]) == (None, "implausible")


def test_a_machine_with_one_memory_for_all_has_unknown_memory_and_is_still_read(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 fail DeviceGetMemoryInfo_v2 3", "gpu 0 fail DeviceGetMemoryInfo 3")

    card = only_card(hands)

    assert (card.state, card.memory_total, card.util) == ("ok", None, 97)


@pytest.mark.parametrize(
    ("mask", "names"),
    [
        (0x001, ()),
        (0x004, ("SW Power Cap",)),
        (0x041, ("HW Thermal Slowdown",)),
        (0x600, ("Board Limit", "Reliability")),
        (0x1000_0008, ("HW Slowdown", "0x10000000")),
        (
            0x0F2,
            (
                "Applications Clocks Setting",
                "Sync Boost",
                "SW Thermal Slowdown",
                "HW Thermal Slowdown",
                "HW Power Brake Slowdown",
            ),
        ),
    ],
)
def test_throttling_is_named_as_nvidia_smi_does_an_idle_card_is_not_throttled_and_unknown_bits_still_show(
    driver: Install, hands: Any, mask: int, names: tuple[str, ...]
) -> None:
    driver().say(f"gpu 0 thr {mask}")

    card = only_card(hands)

    assert (card.throttle, card.throttle_mask) == (names, mask)
    assert card.throttle_zh is not None
    assert len(card.throttle_zh) == len(names)
    assert all(chinese and not chinese.isascii() for _, chinese in REASONS.values())


def test_a_sick_card_whose_name_is_no_text_is_still_listed(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 garbled")

    card = only_card(hands)

    assert (card.state, card.name, card.missing["name"]) == ("ok", None, "not_text")


def test_a_card_that_waits_for_its_recovery_says_which(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 recovery 2", "gpu 0 ecc 3", "gpu 0 remap_pending 1", "gpu 0 retired 2")

    card = only_card(hands)

    assert (card.recovery_action, card.ecc_uncorrected, card.remap_pending, card.retired_pages) == (
        "reboot",
        3,
        True,
        2,
    )


@pytest.mark.parametrize(
    ("lines", "narrow", "reason"),
    [
        (["gpu 0 pcie_width 8"], True, None),
        (["gpu 0 pcie_gen 1"], True, None),
        (["gpu 0 pcie_gen 1", "gpu 0 util 0"], None, "not_under_load"),
        (["gpu 0 pcie_gen 1", "gpu 0 pstate 8"], None, "not_under_load"),
        (["gpu 0 fail DeviceGetCurrPcieLinkWidth 3"], None, "not_supported"),
    ],
)
def test_a_narrow_link_is_judged_only_while_the_card_works(
    driver: Install, hands: Any, lines: list[str], narrow: bool | None, reason: str | None
) -> None:
    driver().say(*lines)

    card = only_card(hands)

    assert (card.pcie_narrow, card.missing.get("pcie_narrow")) == (narrow, reason)


def test_a_card_in_slices_shows_them_and_has_no_load_of_its_own(driver: Install, hands: Any) -> None:
    driver().say(
        "gpu 0 mig_mode 1",
        "gpu 0 mig 2 10737418240 1073741824 9 0",
        "gpu 0 fail DeviceGetUtilizationRates 3",
        "gpu 0 fail DeviceGetProcessUtilization 3",
        "gpu 0 proc 1 1000 50 9 0",
    )

    card = only_card(hands)

    assert (card.mig_mode, card.util, card.missing["util"]) == ("on", None, "not_supported")
    assert card.migs == (MigReading("MIG-5a7e1f3c-0000-0000-0000-000000000002", 9, 0, 10 * GIB, GIB),)
    assert card.processes is not None
    assert [(row.pid, row.mig, row.util) for row in card.processes] == [(1, 9, None)]


def test_slices_that_do_not_exist_are_not_slices_switched_off(driver: Install, hands: Any) -> None:
    driver(2).say("gpu 0 fail DeviceGetMigMode 3")

    without, off = reader(hands).step().gpus

    assert (without.mig_mode, without.missing["migs"]) == (None, "not_supported")
    assert (off.mig_mode, off.migs) == ("off", ())


def test_each_pair_of_cards_is_told_how_it_is_linked(driver: Install, hands: Any) -> None:
    driver(4).say("gpu 3 nvlinks 0")

    links = reader(hands).step().topology

    assert links is not None
    assert {(one.a, one.b): (one.path, one.nvlink) for one in links} == {
        (0, 1): ("PIX", True),
        (0, 2): ("NODE", True),
        (0, 3): ("NODE", False),
        (1, 2): ("NODE", True),
        (1, 3): ("NODE", False),
        (2, 3): ("PIX", False),
    }


def test_a_virtual_card_says_so(driver: Install, hands: Any) -> None:
    driver().say("gpu 0 virtual 2", "gpu 0 fail DeviceGetTemperatureV 3")

    card = only_card(hands)

    assert (card.state, card.virtualization, card.temperature_c) == ("ok", "vgpu", None)


def test_the_versions_are_told_as_people_write_them(driver: Install, hands: Any) -> None:
    driver().say("driver 570.124.06", "cuda 13020")

    sample = reader(hands).step()

    assert (sample.driver, sample.cuda, sample.at) == ("570.124.06", "13.2", "2026-11-30T00:53:20+00:00")
