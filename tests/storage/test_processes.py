"""Several processes, and processes that are killed: still one holder a card, and nothing half."""

import os
import random
import signal

from sqlalchemy import text

from storage.database import Database
from tests.storage.rows import make_pool
from tests.storage.workers import Worker, everything_said, start, together

ROUNDS = 24


def test_eight_processes_want_one_card_and_exactly_one_gets_it(database: Database) -> None:
    database.write_now(make_pool)
    workers = [start("book_one_card", database.url, str(n), str(50 + n)) for n in range(8)]
    won = [int(word) for word in together(workers)]
    assert sum(won) == 20
    stored = database.read_now(
        lambda s: s.connection().execute(text("SELECT starts_at / 100 FROM booked_card ORDER BY 1")).all()
    )
    assert [row[0] for row in stored] == list(range(20))


def test_what_a_killed_writer_acknowledged_is_stored_and_nothing_is_half(database: Database) -> None:
    acknowledged: set[str] = set()
    for number in range(ROUNDS):
        worker = start("write_until_killed", database.url, str(number), str(number))
        acknowledged.update(everything_said(worker) if number % 3 else _killed_from_outside(worker, number))
        assert worker.process.exitcode == -signal.SIGKILL
    stored = database.read_now(lambda s: s.connection().execute(text("SELECT name FROM counter")).all())
    firsts = {name.split()[0] for (name,) in stored if name.endswith("first")}
    seconds = {name.split()[0] for (name,) in stored if name.endswith("second")}
    assert firsts == seconds
    assert acknowledged <= firsts
    assert len(firsts - acknowledged) <= ROUNDS
    assert len(acknowledged) > ROUNDS, "hardly anything was committed before the kills"


def _killed_from_outside(worker: Worker, number: int) -> list[str]:
    heard = [worker.said.recv() for _ in range(random.Random(number).randint(1, 12))]
    assert worker.process.pid is not None
    os.kill(worker.process.pid, signal.SIGKILL)
    return heard + everything_said(worker)
