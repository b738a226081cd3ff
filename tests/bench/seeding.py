"""A lab's past and near future in bulk, through the guard: bookings, and with each the rows that it leaves behind."""

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BOOKINGS_A_DAY = 12
DAYS_AHEAD = 21
DAY = 86400
MEMBERS = 8
HOURS = (1, 1, 2, 3, 4, 6, 6, 12)
COUNTS = (1, 1, 1, 2, 2, 4)

BOOKING = """
INSERT INTO booking
    (id, pool_id, member_id, node_id, state, starts_at, ends_at, planned_end_at, made_by, made_at, version)
VALUES (?, 1, ?, 1, 'booked', ?, ?, ?, 1, ?, 1)"""
CARD = "INSERT INTO booked_card (booking_id, gpu_id, starts_at, ends_at, live) VALUES (?, ?, ?, ?, 1)"
LEFT_BEHIND = (
    """
INSERT INTO inbox
    (key, platform, chat_id, payload, state, received_at, lease_holder, lease_until, done_at, code, data)
VALUES ('old:' || ?1, 'telegram', 1, '{"type":"say"}', 'done', ?2, 'old', ?2, ?2, 'booked',
        '{"booking":' || ?1 || '}')""",
    """
INSERT INTO outbox (key, platform, chat_id, code, data, choices, language, zone, priority, repeatable, attempts, state,
                    handle, owed_at, sent_at)
VALUES ('old:' || ?1, 'telegram', 1, 'booked', '{"booking":' || ?1 || '}', '[]', 'zh', 'Asia/Shanghai', 'answer', 1, 1,
        'sent', ?1, ?2, ?2)""",
    """
INSERT INTO offer (chat_id, owner_id, pool_id, choices, subject, subject_version, made_at, expires_at)
VALUES (1, 1, 1, '[{"verb":"booking.release","payload":{},"secret":"abcdefghij"}]', 'booking:' || ?1, 1, ?2,
        ?2 + 172800)""",
    """
INSERT INTO audit (pool_id, at, person_id, what, subject, after)
VALUES (1, ?2, 1, 'booked', 'booking:' || ?1, '{"gpus":[0]}')""",
)


@dataclass(frozen=True, slots=True)
class Old:
    """One booking of the past or near future: gpu ids and `[starts_at, ends_at)`."""

    id: int
    gpu_ids: tuple[int, ...]
    starts_at: int
    ends_at: int

    @property
    def holder(self) -> int:
        """One of the members, but not the first, who speaks in the bench."""
        return 2 + self.id % (MEMBERS - 1)


def history(count: int, now: int, gpu_ids: range) -> list[Old]:
    """`count` bookings that end some weeks after `now`, a dozen a day, the last one made last."""
    chance = random.Random(1)
    free_from = dict.fromkeys(gpu_ids, 0)
    found = []
    for number in range(1, count + 1):
        size = chance.choice(COUNTS)
        chosen = sorted(free_from, key=lambda gpu: (free_from[gpu], gpu))[:size]
        earliest = number * DAY // BOOKINGS_A_DAY + chance.randrange(3600)
        start = max(earliest, *(free_from[gpu] for gpu in chosen))
        end = start + chance.choice(HOURS) * 3600
        for gpu in chosen:
            free_from[gpu] = end
        found.append(Old(number, tuple(sorted(chosen)), start, end))
    shift = now + DAYS_AHEAD * DAY - count * DAY // BOOKINGS_A_DAY
    return [Old(one.id, one.gpu_ids, one.starts_at + shift, one.ends_at + shift) for one in found]


def fill(path: Path, old: list[Old], *, whole: bool) -> None:
    """Writes the bookings, with `whole` also what came in, went out and was noted because of each."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(BOOKING, ((o.id, o.holder, o.starts_at, o.ends_at, o.ends_at, o.starts_at) for o in old))
    connection.executemany(CARD, _cards(old))
    for statement in LEFT_BEHIND if whole else ():
        connection.executemany(statement, ((o.id, o.starts_at) for o in old))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _cards(old: list[Old]) -> Iterator[tuple[int, int, int, int]]:
    for one in old:
        for gpu_id in one.gpu_ids:
            yield one.id, gpu_id, one.starts_at, one.ends_at
