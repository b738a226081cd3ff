"""体检: each finding, and what keeps it from being a false alarm."""

from dataclasses import replace

import pytest

from bot.usage.rules.checkup import CardState, MachineState, Minute, RoomState, checkup
from bot.usage.rules.sheets import sheet_of
from bot.usage.rules.warnings import warnings

GIB = 1 << 30
WELL = CardState(
    3,
    "NVIDIA A100-SXM4-80GB",
    memory_total=80 * GIB,
    memory_used=40 * GIB,
    memory_by_processes=39 * GIB,
    processes=1,
    power_limit_w=400,
    power_default_w=400,
    recovery_action="none",
    uncorrected=0,
    remap_pending=False,
    remap_failed=False,
    virtualization="none",
)


def found(card: CardState = WELL, **machine: object) -> list[str]:
    return [one.what for one in checkup(MachineState((card,), pids_visible=True, **machine))]  # type: ignore[arg-type]


def minutes(count: int, *, throttled: int = 0, util: float | None = 90, heat: float | None = 60) -> tuple[Minute, ...]:
    return tuple(Minute(60 * n, 4, throttled, util, heat) for n in range(count))


def test_a_card_in_order_has_no_findings() -> None:
    assert found(replace(WELL, minutes=minutes(600))) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"state": "lost"}, "lost"),
        ({"recovery_action": "gpu_reset"}, "recovery"),
        ({"remap_failed": True, "remap_pending": True}, "remap_failed"),
        ({"retire_pending": True}, "remap_pending"),
        ({"uncorrected": 2}, "ecc"),
        ({"xids": (79,)}, "xid"),
        ({"power_limit_w": 250}, "capped"),
        ({"power_limit_w": 300, "power_default_w": 300}, "default_low"),
        ({"minutes": minutes(5, throttled=4)}, "thermal"),
        ({"minutes": minutes(10, heat=86)}, "hot"),
        ({"pcie_narrow": True}, "pcie"),
        ({"memory_total": 40 * GIB}, "memory_off"),
        ({"virtualization": "vgpu"}, "virtual"),
        ({"memory_used": 17 << 40}, "absurd"),
        ({"processes": 0, "memory_by_processes": 0}, "orphan"),
    ],
)
def test_each_fault_is_found_alone(change: dict[str, object], what: str) -> None:
    assert found(replace(WELL, **change)) == [what]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"xids": (13, 31, 43, 45)},  # the program's own errors
        {"power_limit_w": 390},  # within the margin
        {"minutes": minutes(4, throttled=4)},  # not for five minutes
        {"minutes": minutes(60, throttled=1)},  # in a quarter of the readings only
        {"minutes": minutes(9, heat=90)},
        {"name": "Some New Card", "power_default_w": 100, "power_limit_w": 100},  # no sheet, nothing held against it
        {"processes": None, "memory_by_processes": None},  # nobody knows who is on it
        {"memory_by_processes": 1 * GIB},  # a process is there: its memory may be more than NVML ascribes to it
        {"virtualization": "passthrough"},
    ],
)
def test_what_is_normal_or_unknown_is_no_finding(change: dict[str, object]) -> None:
    assert found(replace(WELL, **change)) == []  # type: ignore[arg-type]


def test_memory_without_a_process_is_nobodys_fault_where_processes_cannot_be_seen() -> None:
    card = replace(WELL, processes=0, memory_by_processes=0)
    assert checkup(MachineState((card,), pids_visible=False)) == []


def test_a_pause_between_minutes_breaks_a_run() -> None:
    broken = (*minutes(4, throttled=4), *(replace(one, at=one.at + 10_000) for one in minutes(4, throttled=4)))
    assert found(replace(WELL, minutes=broken)) == []


def test_disks_mounts_and_memory_that_run_out() -> None:
    disks = (
        RoomState("/", 10**12, 5 * 10**9),
        RoomState("/data", 10**12, 5 * 10**11, 1_000, 10),
        RoomState("/nfs", there=False),
        RoomState("/small", 20 * 10**9, 3 * 10**9),
    )
    assert found(disks=disks, memory_total=512 * 10**9, memory_available=10**9) == [
        "disk_full",
        "inodes",
        "mount_gone",
        "memory_full",
    ]


def test_waiting_for_the_disk_is_told_only_of_cards_that_do_little_with_a_process() -> None:
    slow, fast = replace(WELL, minutes=minutes(10, util=20)), replace(WELL, number=4, minutes=minutes(10))
    machine = MachineState((slow, fast), iowait=35.0, pids_visible=True)
    assert [(one.what, one.facts["gpus"]) for one in checkup(machine)] == [("iowait", [3])]
    assert checkup(replace(machine, iowait=5.0)) == []


def test_the_gravest_come_first() -> None:
    first, second = replace(WELL, power_limit_w=200), replace(WELL, number=7, state="lost")
    assert [one.what for one in checkup(MachineState((first, second)))] == ["lost", "capped"]


@pytest.mark.parametrize(
    ("name", "memory_gb", "power_w"),
    [
        ("NVIDIA A100-SXM4-80GB", 80, 400),
        ("NVIDIA A100 80GB PCIe", 80, 300),
        ("NVIDIA A100-PCIE-40GB", 40, 250),
        ("NVIDIA H100 80GB HBM3", 80, 700),
        ("NVIDIA H100 PCIe", 80, 350),
        ("NVIDIA H200", 141, 700),
        ("NVIDIA GeForce RTX 4090", 24, 450),
        ("NVIDIA GeForce RTX 4090 D", 24, 425),
        ("NVIDIA GeForce RTX 3090 Ti", 24, 450),
        ("Tesla V100-SXM2-32GB", 32, 300),
        ("NVIDIA L40S", 48, 350),
    ],
)
def test_products_are_told_apart_by_the_names_that_nvml_gives(name: str, memory_gb: int, power_w: int) -> None:
    sheet = sheet_of(name)
    assert sheet is not None and (sheet.memory_gb, sheet.power_w) == (memory_gb, power_w)


def test_a_power_cap_and_idleness_are_no_warnings_and_heat_is() -> None:
    fine = warnings("ok", 70, ("SW Power Cap",), "none", False, 0, False, False)
    hot = warnings("ok", 88, ("HW Thermal Slowdown", "HW Slowdown"), None, None, None, None, None)
    assert (fine, hot) == ([], ["slowed", "thermal"])
    assert warnings("lost", None, None, None, None, None, None, None) == ["lost"]
