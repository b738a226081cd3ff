"""The machine around the cards, read without root: what cannot be read is null with a reason, never 0."""

import os
import threading
from dataclasses import fields
from pathlib import Path

import pytest

from bot import __version__
from bot.agent import disks
from bot.agent.host import Host
from bot.agent.pace import Watched
from bot.agent.patience import Patience
from bot.wire.sample import DiskReading, MountReading

GIB = 1024**3


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    write(tmp_path, "proc/sys/kernel/random/boot_id", "0d4f9e5c-8b6e-4d67-9f20-3a1c6b7d8e9f\n")
    write(tmp_path, "proc/meminfo", "MemTotal:       1056264 kB\nMemFree: 1 kB\nMemAvailable:    528132 kB\n")
    write(tmp_path, "proc/loadavg", "3.14 2.71 1.41 2/999 12345\n")
    write(tmp_path, "proc/stat", "cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 1 2 3\n")
    write(tmp_path, "proc/self/mounts", "/dev/sda1 / ext4 rw 0 0\nnas:/x /mnt/my\\040nas nfs rw 0 0\n")
    (tmp_path / "dev/shm").mkdir(parents=True)
    return tmp_path


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_a_machine_is_read_in_bytes_cores_and_percent(machine: Path) -> None:
    read = Host(root=machine).read()

    assert (read.boot_id, read.agent) == ("0d4f9e5c-8b6e-4d67-9f20-3a1c6b7d8e9f", __version__)
    assert (read.memory_total, read.memory_available, read.load_1m) == (1056264 * 1024, 528132 * 1024, 3.14)
    shm = os.statvfs(machine / "dev/shm")
    assert read.shm_total == shm.f_frsize * shm.f_blocks
    assert read.missing == {
        "container": "none",
        "cpu_quota": "no_limit",
        "memory_limit": "no_limit",
        "iowait": "needs_two_looks",
    }


def test_a_system_that_hides_everything_is_no_error(tmp_path: Path) -> None:
    read = Host(root=tmp_path).read()

    null = {each.name for each in fields(read) if getattr(read, each.name) is None} - {"pids_visible"}
    assert set(read.missing) == null
    assert {"boot_id", "memory_total", "load_1m", "iowait", "shm_free"} <= null


@pytest.mark.parametrize(
    ("files", "cores", "limit"),
    [
        ({"cpu.max": "1600000 100000", "memory.max": str(64 * GIB)}, 16.0, 64 * GIB),
        ({"cpu.max": "max 100000", "memory.max": "max"}, None, None),
        ({"cpu/cpu.cfs_quota_us": "250000", "cpu/cpu.cfs_period_us": "100000"}, 2.5, None),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, None, None),
        ({"memory/memory.limit_in_bytes": str(8 * GIB)}, None, 8 * GIB),
        ({"memory/memory.limit_in_bytes": "9223372036854771712"}, None, None),
        ({}, None, None),
    ],
)
def test_a_containers_share_of_the_machine_is_read_under_both_kinds_of_cgroup(
    machine: Path, files: dict[str, str], cores: float | None, limit: int | None
) -> None:
    for name, text in files.items():
        write(machine, f"sys/fs/cgroup/{name}", f"{text}\n")

    read = Host(root=machine).read()

    assert (read.cpu_quota, read.memory_limit) == (cores, limit)


@pytest.mark.parametrize(
    ("file", "text", "container"),
    [
        (".dockerenv", "", "docker"),
        ("run/.containerenv", "", "podman"),
        ("proc/self/cgroup", f"0::/system.slice/docker-{'a' * 64}.scope\n", "docker"),
        ("proc/1/environ", "PATH=/bin\0container=lxc\0", "lxc"),
        ("proc/self/cgroup", "0::/user.slice\n", None),
    ],
)
def test_a_container_is_recognised(machine: Path, file: str, text: str, container: str | None) -> None:
    write(machine, file, text)

    assert Host(root=machine).read().container == container


def test_time_waited_for_disks_is_that_since_the_last_look(machine: Path) -> None:
    host = Host(root=machine)
    host.read()

    write(machine, "proc/stat", "cpu  150 0 120 900 130 0 0 0 0 0\n")

    assert host.read().iowait == 10.0
    assert host.read().missing["iowait"] == "needs_two_looks", "no time has passed"


def test_each_named_disk_is_read_and_one_that_is_not_there_spoils_no_other(machine: Path) -> None:
    (machine / "data").mkdir()

    there, gone = Host(Watched(disks=("/data", "/gone")), machine).read().disks

    told = os.statvfs(machine / "data")
    assert there == DiskReading(
        "/data", "ok", told.f_frsize * told.f_blocks, there.free, told.f_files, there.inodes_free
    )
    assert there.free is not None
    assert gone == DiskReading("/gone", "absent")


def test_each_named_mount_is_there_or_not_and_unknown_where_the_table_is_hidden(machine: Path) -> None:
    watched = Watched(mounts=("/", "/mnt/my nas/", "/mnt/other"))

    assert Host(watched, machine).read().mounts == (
        MountReading("/", True),
        MountReading("/mnt/my nas/", True),
        MountReading("/mnt/other", False),
    )
    (machine / "proc/self/mounts").unlink()
    assert {mount.there for mount in Host(watched, machine).read().mounts} == {None}


def test_a_disk_that_never_answers_is_stuck_and_is_not_asked_twice(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, asked = threading.Event(), []
    real = os.statvfs

    def hangs(path: Path) -> os.statvfs_result:
        if path.name == "nas":
            asked.append(path)
            answer.wait(10)
        return real(path)

    (machine / "nas").mkdir()
    monkeypatch.setattr(disks.os, "statvfs", hangs)
    monkeypatch.setattr(disks, "WAIT_S", 0.01)
    host = Host(Watched(disks=("/nas", "/")), machine)

    first, second = host.read(0).disks, host.read(30).disks
    answer.set()

    assert [[disk.state for disk in look] for look in (first, second)] == [["stuck", "ok"]] * 2
    assert len(asked) == 1
    monkeypatch.setattr(disks, "WAIT_S", 10)
    assert [disk.state for disk in host.read(60).disks] == ["ok", "ok"]


def test_disks_are_asked_twice_a_minute_however_often_one_looks(machine: Path) -> None:
    host = Host(Watched(disks=("/data",)), machine)
    assert host.read(0).disks[0].state == "absent"
    (machine / "data").mkdir()

    assert host.read(29).disks[0].state == "absent"
    assert host.read(30).disks[0].state == "ok"


def test_a_question_that_fails_has_no_answer_and_can_be_asked_again() -> None:
    answers = iter([7])
    question = Patience(lambda: next(answers), "asks")

    assert question.ask(5) == 7
