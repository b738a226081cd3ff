"""A role has one holder; a holder that is gone is replaced at once on its own machine, later on another."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.queues.holders import is_gone, this_process
from bot.queues.roles import Role
from storage.database import Database
from tests.queues.conftest import MachineTime

HOST = socket.gethostname()


@pytest.fixture
def ended_pid() -> int:
    """The pid of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


async def test_only_one_process_holds_a_role_until_it_gives_it_up(database: Database, machine: MachineTime) -> None:
    ours, theirs = Role(database, "poll", "elsewhere:1:a"), Role(database, "poll", "elsewhere:2:b")
    assert await ours.hold() and await ours.hold()
    assert not await theirs.hold()
    await theirs.give_up()
    assert not await theirs.hold(), "only the holder can give it up"
    await ours.give_up()
    assert await theirs.hold() and not await ours.hold()


async def test_a_role_on_another_machine_is_free_when_its_lease_ran_out(
    database: Database, machine: MachineTime
) -> None:
    ours, theirs = Role(database, "poll", "elsewhere:1:a"), Role(database, "poll", "elsewhere:2:b")
    assert await ours.hold()
    machine.passes(29)
    assert not await theirs.hold()
    assert await ours.hold(), "holding renews it"
    machine.passes(29)
    assert not await theirs.hold()
    machine.passes(1)
    assert await theirs.hold() and not await ours.hold()


async def test_a_holder_that_died_on_this_machine_is_replaced_at_once(
    database: Database, machine: MachineTime, ended_pid: int
) -> None:
    assert await Role(database, "poll", f"{HOST}:{ended_pid}:a").hold()
    assert await Role(database, "poll", this_process()).hold()


async def test_a_holder_that_lives_on_this_machine_keeps_its_role(database: Database, machine: MachineTime) -> None:
    assert await Role(database, "poll", f"{HOST}:{os.getppid()}:a").hold()
    assert not await Role(database, "poll", this_process()).hold()


async def test_different_roles_do_not_meet(database: Database, machine: MachineTime) -> None:
    assert await Role(database, "poll:1", "elsewhere:1:a").hold()
    assert await Role(database, "poll:2", "elsewhere:2:b").hold()


def test_of_many_who_want_a_role_one_gets_it(
    database: Database, open_store: Callable[..., Database], machine: MachineTime
) -> None:
    stores = [database, *(open_store(database.url) for _ in range(3))]
    at_once = threading.Barrier(4, timeout=20)

    def hold(number: int) -> bool:
        at_once.wait()
        role = Role(stores[number], "poll", f"elsewhere:{number}:x")
        return stores[number].write_now(role._hold)

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(hold, range(4))) == [False, False, False, True]


@pytest.mark.parametrize(
    ("holder", "gone"),
    [
        ("", False),
        ("telegram:42", False),
        ("elsewhere:{ended}:x", False),
        ("{host}:{ended}:x", True),
        ("console:{host}:{ended}:x", True),
        ("{host}:1:x", False),
        ("{host}:{pid}:x", True),
        ("{host}:99999999999999999999:x", False),
        ("{host}:abc:x", False),
        ("{us}", False),
        ("console:{us}", False),
    ],
)
def test_who_is_gone(holder: str, gone: bool, ended_pid: int) -> None:
    us = this_process()
    name = holder.format(host=HOST, ended=ended_pid, pid=os.getpid(), us=us)
    assert is_gone(name, us) is gone
