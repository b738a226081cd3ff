"""The process is killed at every commit on the way to a closed month: once it runs again, the month is closed exactly
once, from its frozen inputs, and the group hears of it."""

import signal
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlmodel import Session

from bot.billing.services.close import recomputed
from storage.database import Database
from storage.queries import bills
from tests.billing.services.months import a_lab
from tests.faults.services import Nursery
from tests.faults.talking import Talk

FIRST = "2026-10-02T10:00:00+08:00"


def months() -> list[tuple[str, str, str]]:
    """A month, when it is shown, and when it is closed."""
    names = ["2026-10", "2026-11", "2026-12", *(f"2027-{number:02}" for number in range(1, 13))]
    return [(month, f"{after}-01T10:00:00+08:00", f"{after}-04T10:00:00+08:00") for month, after in pairwise(names)]


def closings(session: Session, month: str) -> tuple[str, int, int, bool]:
    """State, how often it was closed, how often the group was told, whether its body comes from its inputs."""
    row = bills.statement(session, 1, month)
    assert row is not None
    counted = "SELECT count(*) FROM audit WHERE what = 'bill_closed' AND subject = :subject"
    times = session.execute(text(counted), {"subject": f"statement:{row.id}"}).scalar_one()
    counted = "SELECT count(*) FROM outbox WHERE code = 'bill_closed' AND key LIKE :key"
    told = session.execute(text(counted), {"key": f"%bill:{row.id}:closed%"}).scalar_one()
    return row.state, int(times), int(told), row.body is not None and recomputed(row) == row.body


def test_the_month_is_closed_once_wherever_the_process_dies(
    nursery: Nursery, database_url: str, tmp_path: Path, open_store: Callable[..., Database]
) -> None:
    """Month after month on one store, each with another moment to die at."""
    store = open_store(database_url)
    with a_lab(store, FIRST) as lab:
        lab.say("/split 付款人 alice")
        lab.say("/price 租 400 每月")

    def dies(month: tuple[str, str, str], die: tuple[str, int]) -> tuple[int, list[str]]:
        """The process lives until the month is shown; then each commit is counted. How it ended, and the commits."""
        flag, commits = tmp_path / f"flag{month[0]}", tmp_path / f"commits{month[0]}"
        deadly: dict[str, Any] = {"flag": str(flag), "commits": str(commits), "die": list(die)}
        talk = Talk.begin(nursery, tmp_path, database_url, **deadly)
        talk.at(month[1])
        flag.touch()
        talk.write(id="closing", at=month[2])
        talk.stdin.close()
        return talk.command.wait(), commits.read_text().split("\n")

    calendar = iter(months())
    first = next(calendar)
    status, commits = dies(first, ("never", 0))
    assert status == 0
    assert store.read_now(closings, first[0]) == ("closed", 1, 1, True)
    count = sum(line.startswith("after") for line in commits)
    assert count >= 2, commits
    numbers = range(1, count + 1) if database_url.startswith("sqlite") else range(1, 2)  # the first closes it
    for side, number in [(side, number) for number in numbers for side in ("before", "after")]:
        month = next(calendar)
        status, commits = dies(month, (side, number))
        assert status == -signal.SIGKILL, (side, number, commits)
        again = Talk.begin(nursery, tmp_path, database_url)
        again.at(month[2])
        again.end()
        assert store.read_now(closings, month[0]) == ("closed", 1, 1, True), (side, number)
