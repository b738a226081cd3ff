"""The jobs loop: what is due fires in order, each in one transaction with what it owes."""

import json
import logging
from collections.abc import Awaitable, Callable

from sqlmodel import Session

from bot.clock import Clock, machine_seconds
from bot.queues.desk import JobDesk, Us
from bot.queues.outbox import Outbox
from bot.queues.owing import owe_notice
from storage.database import Busy, Database, StorageFailed
from storage.queries import jobs
from storage.tables import Job

_log = logging.getLogger(__name__)


class Jobs:
    """Fires due jobs."""

    def __init__(self, database: Database, desk: JobDesk, outbox: Outbox, clock: Clock, us: Us) -> None:
        self._database = database
        self._desk = desk
        self._outbox = outbox
        self._clock = clock
        self._us = us

    async def fire_due(
        self,
        until: int,
        at_its_time: Callable[[int], None] | None = None,
        deliver: Callable[[int], Awaitable[None]] | None = None,
    ) -> list[int]:
        """Fire everything due by `until` in order of its time; returns the chats that wait for the outbox.

        `at_its_time` moves a standing clock to each job's own time before it fires; `deliver` is awaited for
        each chat as soon as its job has fired, so that a standing clock still shows that job's time.
        """
        chats: list[int] = []
        while True:
            due = await self._database.read(jobs.next_due, until)
            if due is None:
                return chats
            if at_its_time is not None:
                at_its_time(max(due.due_at, self._clock.now()))
            try:
                touched = await self._database.write(self._fire, int(due.id or 0), due.due_at)
            except (Busy, StorageFailed):
                raise
            except Exception:
                _log.exception("job %s failed and was dropped", due.key)
                await self._database.write(self._give_up, int(due.id or 0), due.due_at)
                continue
            chats += touched
            if deliver is not None:
                for chat_id in touched:
                    await deliver(chat_id)

    @staticmethod
    def _give_up(session: Session, job_id: int, due_at: int) -> None:
        """Drop a job that failed, unless it was planned anew meanwhile."""
        job = session.get(Job, job_id)
        if job is not None and jobs.take(session, job_id, due_at):
            jobs.count(session, f"failed:{job.kind}")

    def _fire(self, session: Session, job_id: int, due_at: int) -> list[int]:
        job = session.get(Job, job_id)
        if job is None or not jobs.take(session, job_id, due_at):
            return []
        now = self._clock.now()
        if now > job.useless_after:
            total = jobs.count(session, f"useless:{job.kind}")
            _log.info("job %s came too late and was dropped (%s of its kind so far)", job.key, total)
            return []
        owed = self._desk.fire(session, job.kind, json.loads(job.payload), now)
        machine_now = machine_seconds()
        return [
            notice.chat_id for reader, notice in owed if owe_notice(session, self._us, notice, reader, now, machine_now)
        ]

    async def seconds_to_next(self, most: float) -> float:
        """How long the loop may rest."""
        at = await self._database.read(jobs.next_time)
        return most if at is None else max(0.0, min(most, at - self._clock.now()))
