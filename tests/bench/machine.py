"""`python -m tests.bench.machine [--quick] [--json]`: the digest of a month, and `/status` of many live cards, from the
store; each beside the bare sums of the same rows."""

import argparse
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import text
from sqlmodel import Session

from bot.billing.rules.charging import MonthFacts
from bot.day.services import digest
from bot.people.facts import PoolFacts
from bot.usage.services import status
from bot.wire.decoding import written
from bot.wire.sample import CardReading, HostReading, ProcessReading, Sample
from storage.database import Database
from tests.bench.bill_stored import stored
from tests.bench.billing import MONTH, Scale, month, timed
from tests.bench.figures import Figure, as_json, load, ratio, spread, table

MONTH_OF = Scale(members=8, cards=8, bookings=600, balances=0, runs=15)
MANY_CARDS = Scale(members=40, cards=64, bookings=2_000, balances=0, runs=15)
QUICK = Scale(members=3, cards=4, bookings=40, balances=0, runs=2)
DAYS = (date(2026, 11, 1), date(2026, 11, 30))


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored month and when it began."""

    database: Database
    pool: PoolFacts
    facts: MonthFacts
    begins: int


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.machine", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it runs, not how fast it is")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    began = load()
    figures = measured(QUICK, QUICK) if options.quick else measured(MONTH_OF, MANY_CARDS)
    loads = [began, load()]
    print(as_json(figures, loads) if options.json else f"before: {loads[0]}\n{table(figures)}\nafter: {loads[1]}")


def measured(for_digest: Scale, for_status: Scale) -> list[Figure]:
    return [*_digests(for_digest), *_statuses(for_status)]


def _digests(scale: Scale) -> list[Figure]:
    with TemporaryDirectory() as folder:
        kept = _kept(Path(folder), scale)
        end = kept.begins + MONTH

        def whole(session: Session) -> list[float]:
            made = digest._facts(session, kept.pool, kept.begins, end, end, DAYS)
            assert sum(card["booked_seconds"] for card in made[0]["cards"]) > 0
            return timed(lambda: digest._facts(session, kept.pool, kept.begins, end, end, DAYS), scale.runs)

        def bare(session: Session) -> list[float]:
            sums = text("SELECT gpu_id, member_id, sum(ends_at - starts_at) FROM card_use GROUP BY gpu_id, member_id")
            return timed(lambda: session.execute(sums).all(), scale.runs)

        try:
            digests, sums = kept.database.read_now(whole), kept.database.read_now(bare)
        finally:
            kept.database.close_now()
    name = f"{scale.cards} cards, {scale.bookings} bookings: digest of a month"
    return [*spread(name, digests, p50=50), ratio("by the bare sums of use", digests, sums)]


def _statuses(scale: Scale) -> list[Figure]:
    with TemporaryDirectory() as folder:
        kept = _kept(Path(folder), scale)
        now = kept.begins + MONTH // 2
        kept.database.write_now(_read, scale.cards, now)

        def shown(session: Session) -> list[float]:
            cards = status.status(session, kept.pool, now + 5).data["cards"]
            assert len(cards) == scale.cards and all(card["live"]["age"] == 5 for card in cards)
            return timed(lambda: status.status(session, kept.pool, now + 5), scale.runs)

        try:
            took = kept.database.read_now(shown)
        finally:
            kept.database.close_now()
    return spread(f"{scale.cards} live cards, 2 processes each: /status", took, p50=50)


def _kept(folder: Path, scale: Scale) -> Kept:
    facts = month(scale)
    database, pool = stored(folder, facts, scale.members)
    return Kept(database, pool, facts, _begin())


def _begin() -> int:
    """The first second of November 2026 in Shanghai, as `stored` counts."""
    return int(datetime(2026, 10, 31, 16, tzinfo=UTC).timestamp())


def _read(session: Session, cards: int, now: int) -> None:
    """One reading of all cards, each with two processes, just stored."""
    seen = tuple(_card(number) for number in range(cards))
    host = HostReading("box", "boot-1", "6.1", 64, "0.1")
    body = written(Sample(datetime.fromtimestamp(now, UTC).isoformat(), "ok", "550", seen, host))
    session.execute(text("UPDATE gpu SET uuid = 'GPU-' || number"))
    row = {"at": now, "body": body}
    session.execute(
        text("INSERT INTO reading (node_id, boot_id, seq, at, body) VALUES (1, 'boot-1', 1, :at, :body)"), row
    )
    session.execute(text("UPDATE agent SET last_reading_at = :at, last_heard_at = :at"), {"at": now})


def _card(number: int) -> CardReading:
    processes = tuple(
        ProcessReading(1_000 * number + at, "li", "train.py", 9 << 30, "certain", "unix_user", start_ticks=at)
        for at in (1, 2)
    )
    return CardReading(number, "ok", f"GPU-{number}", "NVIDIA A100", memory_used=18 << 30, util=90, processes=processes)


if __name__ == "__main__":
    main()
