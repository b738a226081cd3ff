"""What the disk and the guard alone cost: raw sqlite3 on the same schema, no Python of ours in between."""

import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from storage.database import open_database
from tests.bench.lab import NOW, SEEDED_CARDS
from tests.bench.seeding import BOOKING, CARD, MEMBERS, fill, history

MEMBER = "INSERT INTO member (id, pool_id, person_id, name, role)"
FAR = NOW + 10 * 365 * 86400
POOL = """
INSERT INTO pool (id, name, zone, language, currency, created_at) VALUES (1, 'lab', 'Asia/Shanghai', 'zh', 'CNY', 0);
INSERT INTO node (id, pool_id, name, created_at) VALUES (1, 1, 'node1', 0);
INSERT INTO chat (id, platform, key, kind, state, hears_all) VALUES (1, 'telegram', '-1001', 'group', 'active', 0);
"""


@dataclass(slots=True)
class Floor:
    """A file with so many guarded bookings and a connection to it."""

    connection: sqlite3.Connection
    at: int = FAR

    @classmethod
    def over(cls, folder: Path, bookings: int) -> "Floor":
        path = folder / f"floor_{bookings}.db"
        open_database(f"sqlite:///{path}").close_now()
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(POOL)
        people = [(n,) for n in range(1, MEMBERS + 1)]
        connection.executemany("INSERT INTO person (id, name, created_at) VALUES (?1, 'li', 0)", people)
        connection.executemany(f"{MEMBER} VALUES (?1, 1, ?1, 'li', 'member')", people)
        gpu = "INSERT INTO gpu (id, pool_id, node_id, number, kind, memory_gb, state, added_at)"
        connection.executemany(f"{gpu} VALUES (?1, 1, 1, ?1, 'A100', 80, 'ok', 0)", [(n,) for n in range(1, 9)])
        fill(path, history(bookings, NOW, SEEDED_CARDS), whole=False)
        return cls(connection)

    def guarded(self) -> float:
        """A booking of two cards through the guard's triggers, committed."""
        self.at += 3660
        start, end = self.at, self.at + 3600
        began = time.perf_counter()
        self.connection.execute("BEGIN IMMEDIATE")
        booking_id = self.connection.execute(BOOKING, (None, 1, start, end, end, start)).lastrowid
        for gpu_id in (7, 8):
            self.connection.execute(CARD, (booking_id, gpu_id, start, end))
        self.connection.execute("COMMIT")
        return time.perf_counter() - began

    def one_row(self) -> float:
        """One row, committed: the least that anything durable can cost."""
        began = time.perf_counter()
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO note (name, value) VALUES (?, '')", (str(self.at),))
        self.connection.execute("COMMIT")
        return time.perf_counter() - began

    def close(self) -> None:
        self.connection.close()
