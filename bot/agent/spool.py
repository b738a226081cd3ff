"""What the bot has not acknowledged yet: a day of it in one SQLite file, over restarts of agent and machine.

Items are numbered without a gap within one buffer. When there are too many, or the file is too large, the oldest give
way and are counted; a disk that takes nothing more is lived through in memory. No clock decides what is kept.
"""

import contextlib
import sqlite3
import zlib
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

from bot.wire.decoding import BadMessage, read, written
from bot.wire.messages import Item
from bot.wire.sample import Event, Sample

MOST_ITEMS = 24 * 3600 // 15 * 5 // 4
"""A reading in 15 seconds for 24 hours, and a quarter more for events."""
MOST_BYTES = 64 * 1024 * 1024
BATCH_BYTES = 200 * 1024
BATCH_ITEMS = 240
WEIGH_EVERY = 64
_TABLES = """
CREATE TABLE IF NOT EXISTS item(
    seq INTEGER PRIMARY KEY AUTOINCREMENT, boot TEXT NOT NULL, mono_ms INTEGER NOT NULL, event INTEGER NOT NULL,
    body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS fact(name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
Row = tuple[int, str, int, int, bytes]


@dataclass(frozen=True, slots=True)
class Portion:
    """Items of one boot that fit into one message; `last` is the number up to which it speaks."""

    boot: str
    items: tuple[Item, ...]
    last: int


class Spool:
    """The buffer. For one thread of one process. `trouble` says in SQLite's words what is wrong with the file."""

    def __init__(self, path: Path, *, most_items: int = MOST_ITEMS, most_bytes: int = MOST_BYTES) -> None:
        self._path = path
        self._most_items = most_items
        self._most_bytes = most_bytes
        self._memory: deque[Row] = deque()
        self._file: sqlite3.Connection | None = None
        self.trouble: str | None = None
        self.dropped = 0
        self.name = token_hex(4)
        self._next, self._acked, self._count = 1, 0, 0
        self._open()
        self._first = self._next
        self._handed_out = False

    def _open(self) -> None:
        """The file as it is. One that is no database any more is put aside."""
        try:
            self._file = _opened(self._path)
        except sqlite3.DatabaseError as error:
            self.trouble = str(error)
            if not isinstance(error, sqlite3.OperationalError):
                with contextlib.suppress(OSError, sqlite3.Error):
                    self._path.replace(self._path.with_suffix(".broken"))
                    self._file = _opened(self._path)
        if self._file is None:
            return
        facts = dict(self._file.execute("SELECT name, value FROM fact").fetchall())
        self.name = facts.get("name", self.name)
        self.dropped = int(facts.get("dropped", 0))
        last = self._file.execute("SELECT seq FROM sqlite_sequence WHERE name = 'item'").fetchone()
        self._next = int(last[0]) + 1 if last else 1
        self._count = int(self._file.execute("SELECT count(*) FROM item").fetchone()[0])
        self._remember("name", self.name)

    @property
    def memory_only(self) -> bool:
        """The disk takes nothing at the moment."""
        return bool(self._memory) or self._file is None

    def __len__(self) -> int:
        return self._count + len(self._memory)

    def put(self, boot: str, mono_ms: int, what: Sample | Event) -> int:
        """Keep one item of this boot; returns its number."""
        text = written(what)
        if len(text) > BATCH_BYTES and isinstance(what, Sample):
            text = written(lightened(what))
        seq, self._next = self._next, self._next + 1
        self._memory.append((seq, boot, mono_ms, int(isinstance(what, Event)), zlib.compress(text.encode(), 6)))
        self._flush()
        self._make_room()
        return seq

    def _flush(self) -> None:
        """Move what waits in memory to the file, as far as the disk takes it."""
        if self._write("INSERT INTO item VALUES(?, ?, ?, ?, ?)", list(self._memory)):
            self._count += len(self._memory)
            self._memory.clear()

    def _write(self, statement: str, rows: list[Row] | list[tuple[str, str]] | list[tuple[int]]) -> bool:
        if self._file is None:
            return False
        try:
            with self._file:
                self._file.executemany(statement, rows)
        except sqlite3.Error as error:
            self.trouble = str(error)
            return False
        self.trouble = None
        return True

    def _make_room(self) -> None:
        surplus = len(self) - self._most_items
        if self._file is not None and self._next % WEIGH_EVERY == 0:
            weight = self._file.execute("SELECT coalesce(sum(length(body)), 0) FROM item").fetchone()[0]
            surplus = max(surplus, self._count // 10 + 1 if weight > self._most_bytes else 0)
        if surplus > 0:
            self.dropped += surplus
            self._remember("dropped", str(self.dropped))
            self._forget(self._number_of(surplus))

    def _number_of(self, place: int) -> int:
        """The number of the item at this place from the oldest."""
        if place <= self._count and self._file is not None:
            statement = "SELECT seq FROM item WHERE seq > ? ORDER BY seq LIMIT 1 OFFSET ?"
            return int(self._file.execute(statement, (self._acked, place - 1)).fetchone()[0])
        return self._memory[place - self._count - 1][0]

    def _forget(self, seq: int) -> None:
        self._acked = max(self._acked, seq)
        while self._memory and self._memory[0][0] <= seq:
            self._memory.popleft()
        if self._write("DELETE FROM item WHERE seq <= ?", [(seq,)]) and self._file is not None:
            self._count = int(self._file.execute("SELECT count(*) FROM item").fetchone()[0])

    def _remember(self, name: str, value: str) -> None:
        self._write(
            "INSERT INTO fact VALUES(?, ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value", [(name, value)]
        )

    def next_portion(self) -> Portion | None:
        """The oldest items that are not acknowledged, as many as one message takes; None when there are none."""
        rows = self._rows()
        if not rows:
            return None
        self._handed_out = True
        boot, size, last = rows[0][1], 0, 0
        items: list[Item] = []
        for row in rows:
            text = zlib.decompress(row[4])
            size += len(text)
            if row[1] != boot or (items and size > BATCH_BYTES):
                break
            item, last = _item(row, text), row[0]
            items += [item] if item is not None else []
        return Portion(boot, tuple(items), last)

    def _rows(self) -> list[Row]:
        statement = "SELECT * FROM item WHERE seq > ? ORDER BY seq LIMIT ?"
        rows: list[Row] = (
            self._file.execute(statement, (self._acked, BATCH_ITEMS)).fetchall() if self._file is not None else []
        )
        return [*rows, *self._memory][:BATCH_ITEMS]

    def acked(self, seq: int) -> None:
        """The bot has stored all up to this number."""
        self._forget(min(seq, self._next - 1))

    def meet(self, name: str | None, seq: int) -> None:
        """The bot says up to which number it has the buffer of that name.

        Numbers that this process gave out and never handed on cannot be known there: then the file is an older state
        that came back, with an old image or after a full disk, and the buffer goes on under a new name.
        """
        if name != self.name:
            return
        if seq >= self._first and not self._handed_out:
            self.name = token_hex(4)
            self._remember("name", self.name)
            return
        self.acked(seq)

    def close(self) -> None:
        if self._file is not None:
            self._flush()
            self._file.close()
            self._file = None


def _opened(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=1.0, check_same_thread=False)
    try:
        file.execute("PRAGMA locking_mode = EXCLUSIVE")  # else WAL needs shared memory, which a network disk lacks
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        file.executescript(_TABLES)
    except BaseException:
        file.close()
        raise
    return file


def _item(row: Row, text: bytes) -> Item | None:
    """What cannot be read back is passed over: another version may have written it."""
    try:
        if row[3]:
            return Item(row[0], row[2], event=read(Event, text))
        return Item(row[0], row[2], sample=read(Sample, text))
    except BadMessage:
        return None


def lightened(sample: Sample) -> Sample:
    """A look without its processes, for what would not fit into a message."""
    gpus = tuple(
        replace(card, processes=None, missing={**card.missing, "processes": "too_large"}) for card in sample.gpus
    )
    return replace(sample, gpus=gpus)
