"""What several agents send at once is stored as if each had come alone: on both databases."""

import logging
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from bot.booking.services.machines import Declared, add_node
from bot.usage.rules.enrolment import ClockLine
from bot.usage.services import uses_seen
from bot.usage.services.agents import Sent, take_batches
from bot.wire.messages import Batch, Item
from bot.wire.sample import Event
from storage.database import Database
from storage.queries import agents
from storage.words import AgentState
from tests.saying import laboratory
from tests.usage.box import card, running, sample

NODES = (1, 2, 3)
DAY = 86_400
LOST = {"from": "ok", "to": "lost"}


@dataclass
class Fleet:
    """Three machines of a pool, two cards each, whose agents speak at once."""

    database: Database
    now: int
    seqs: dict[str, int] = field(default_factory=dict)

    def batch(self, node: int, *ats: int, who: str | None = "alice", boot: str = "b", first: int = 0) -> Sent:
        """Readings of one machine at these seconds of the fleet's time, numbered on from its earlier ones."""
        processes = [running(who, 100 + node)] if who else []
        cards = [replace(card(index, *processes), uuid=f"{node}-{index}") for index in (0, 1)]
        begin = first or self.seqs.get(f"{node}{boot}", 0) + 1
        items = tuple(
            Item(begin + n, (self.now + at) * 1000, sample(self.now + at, *cards)) for n, at in enumerate(ats)
        )
        self.seqs[f"{node}{boot}"] = begin + len(ats) - 1
        return Sent(f"a{node}", Batch(boot, items), ClockLine(0, 0))

    def take(self, *sent: Sent) -> list[int | None]:
        return self.database.write_now(take_batches, list(sent), self.now + DAY)

    def rows(self, columns: str, table: str) -> list[tuple[Any, ...]]:
        statement = text(f"SELECT {columns} FROM {table}")
        found = self.database.read_now(lambda session: session.connection().execute(statement).all())
        return sorted((tuple(row) for row in found), key=repr)

    def kept(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that intake stores, without the ids."""
        return {
            "reading": self.rows("node_id, boot_id, seq, at, body", "reading"),
            "rollup": self.rows("gpu_id, span, at, readings, used_readings, util_sum, memory_max", "rollup"),
            "card_use": self.rows("gpu_id, process, boot_id, starts_at, ends_at, member_id, grade", "card_use"),
            "gap": self.rows("node_id, starts_at, ends_at", "gap"),
            "agent": self.rows("id, boot_id, last_seq, last_reading_at", "agent"),
        }


def fleet_over(database: Database) -> Fleet:
    with laboratory(database, pool="2xA100-80G") as lab:
        lab.say("/help", "alice")
        lab.say("/book 0 3h", "alice")
        now = lab.bridge.clock.now()

    def furnish(session: Session) -> None:
        for node in NODES:
            if node > 1:
                add_node(session, 1, f"n{node}", [Declared(2, "A100", 80)], now)
            for gpu in agents.cards(session, node):
                agents.change_card(session, int(gpu.id or 0), uuid=f"{node}-{gpu.number % 2}")
            row = {"node_id": node, "name": f"a{node}", "key_hash": "x", "state": AgentState.ACTIVE.value}
            agents.add(session, {**row, "enrolled_by": 1, "enrolled_at": now, "last_seq": 0, "offset_ms": 0})

    database.write_now(furnish)
    return Fleet(database, now)


@pytest.fixture
def fleet(database: Database) -> Fleet:
    return fleet_over(database)


def test_agents_that_speak_at_once_are_stored_as_if_one_by_one(
    database: Database, open_store: Callable[..., Database], sqlite_template: Path, tmp_path: Path
) -> None:
    """Live readings, an outage, a replay of the day before, a new boot, a batch twice: in one unit or in many."""
    shutil.copyfile(sqlite_template, tmp_path / "alone.db")
    together, alone = fleet_over(database), fleet_over(open_store(f"sqlite:///{tmp_path / 'alone.db'}"))
    draw = random.Random(4)
    at = 0
    for turn in range(12):
        at += draw.choice((15, 15, 15, 400))
        seconds = {node: [at, at + 15][: draw.choice((1, 2))] for node in NODES if draw.random() < 0.8}
        who = {node: draw.choice(("alice", "root", None)) for node in NODES}
        boot = "b" if turn < 8 else "c"
        for one in (together, alone):
            sent = [one.batch(node, *ats, who=who[node], boot=boot) for node, ats in seconds.items()]
            if turn == 6:
                sent += [one.batch(2, *range(-DAY, -DAY + 90, 15), boot="old"), sent[0]]
            if one is together:
                one.take(*sent)
            else:
                for own in sent:
                    one.take(own)
    assert together.kept() == alone.kept()
    assert together.rows("node_id, starts_at, ends_at", "gap"), "there were gaps"


def test_two_batches_of_one_agent_in_one_unit_go_on_from_each_other(fleet: Fleet) -> None:
    first, second = fleet.batch(1, 0, 15), fleet.batch(1, 30, 45)

    assert fleet.take(first, fleet.batch(2, 0), second, first) == [2, 1, 4, 2]
    assert [row[:2] for row in fleet.rows("gpu_id, ends_at", "card_use") if row[0] == 1] == [(1, fleet.now + 60)]
    assert fleet.rows("last_seq", "agent") == [(0,), (1,), (4,)]


def test_one_item_that_breaks_us_keeps_neither_its_neighbours_nor_other_agents_waiting(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ours = uses_seen._store

    def broken(session: Session, uses: Any) -> None:
        if any(one.starts_at == fleet.now + 15 for one in uses.changed()):
            raise ZeroDivisionError
        ours(session, uses)

    monkeypatch.setattr(uses_seen, "_store", broken)
    with caplog.at_level(logging.ERROR):
        assert fleet.take(fleet.batch(1, 0), fleet.batch(2, 15, 30), fleet.batch(3, 0)) == [1, 2, 1]
    assert fleet.rows("node_id, at", "reading") == [(1, fleet.now), (2, fleet.now + 30), (3, fleet.now)]
    assert "item 1 of agent a2 was left out" in caplog.text


def test_what_a_machines_earlier_agent_read_is_no_gap_of_its_new_one(fleet: Fleet) -> None:
    """A new agent hands in what it kept from before the last reading of the one that it replaced."""
    fleet.take(fleet.batch(1, *range(0, 600, 15)))
    fleet.database.write_now(
        lambda session: session.connection().execute(text("UPDATE agent SET state = 'removed' WHERE name = 'a1'"))
    )
    row = {"node_id": 1, "name": "new", "key_hash": "y", "state": "active", "enrolled_by": 1, "last_seq": 0}
    fleet.database.write_now(agents.add, {**row, "enrolled_at": fleet.now + 600, "offset_ms": 0})
    kept = fleet.batch(1, 7, 307, 607, boot="new")
    for item in kept.batch.items:
        assert fleet.take(Sent("new", Batch("new", (item,)), kept.clock)) == [item.seq]
    assert fleet.rows("node_id, starts_at", "gap") == []


def test_a_lost_card_among_many_agents_is_its_own_machines(fleet: Fleet) -> None:
    sent = [fleet.batch(1, 0), fleet.batch(2, 0)]
    lost = Item(2, (fleet.now + 1) * 1000, event=Event(fleet.now + 1, "card_state", "2-1", LOST))

    assert fleet.take(*sent, Sent("a2", Batch("b", (lost,)), ClockLine(0, 0))) == [1, 1, 2]
    assert fleet.rows("node_id, gpu_id, kind", "machine_event") == [(2, 4, "card_state")]
