"""One process over each kind of store, and a machine time that the test moves."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

import bot.clock
from storage.database import Database
from tests.queues.plain import Plain, plain


class MachineTime:
    """Leases run on this."""

    def __init__(self) -> None:
        self.now = 1_796_000_000

    def passes(self, seconds: int) -> None:
        self.now += seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> MachineTime:
    time = MachineTime()
    monkeypatch.setattr(bot.clock, "time", SimpleNamespace(time=lambda: time.now))
    return time


@pytest.fixture
def us(database: Database, machine: MachineTime) -> Iterator[Plain]:
    """This process; the other ones are made in the tests."""
    yield plain(database)
