"""A role that only one process may play, e.g. polling one bot account."""

import os
import socket

from sqlmodel import Session

from bot.clock import machine_seconds
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
        if other is not None and other != self._holder and _is_dead(other):
            leases.give_up(session, self._name, other)
        return leases.hold(session, self._name, self._holder, now, now + LEASE_SECONDS)

    async def give_up(self) -> None:
        await self._database.write(leases.give_up, self._name, self._holder)


def _is_dead(holder: str) -> bool:
    """Whether a holder (`host:pid:random`) was a process of this machine that is gone. A pid that is ours is gone."""
    host, _, rest = holder.partition(":")
    pid = rest.partition(":")[0]
    if host != socket.gethostname() or not pid.isdigit():
        return False
    if int(pid) == os.getpid():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
