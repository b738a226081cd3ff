"""A role that only one process may play, e.g. polling one bot account."""

from sqlmodel import Session

from bot.clock import machine_seconds
from bot.queues.holders import is_gone
from storage.database import Database
from storage.queries import leases

LEASE_SECONDS = 30


class Role:
    """Held by renewing it. A holder that died on this machine is replaced at once, others when their lease ends."""

    def __init__(self, database: Database, name: str, holder: str) -> None:
        self._database = database
        self._name = name
        self._holder = holder

    async def hold(self) -> bool:
        """Take or keep the role; False while another process plays it."""
        return await self._database.write(self._hold)

    def _hold(self, session: Session) -> bool:
        now = machine_seconds()
        other = leases.holder_of(session, self._name)
        if other is not None and is_gone(other, self._holder):
            leases.give_up(session, self._name, other)
        return leases.hold(session, self._name, self._holder, now, now + LEASE_SECONDS)

    async def give_up(self) -> None:
        await self._database.write(leases.give_up, self._name, self._holder)
