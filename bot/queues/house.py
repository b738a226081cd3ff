"""What runs in one process, wired together by `bot.app`."""

from dataclasses import dataclass

from bot.chat.registry import Registry
from bot.clock import Clock
from bot.queues.desk import Us
from bot.queues.inbox import Inbox
from bot.queues.jobs import Jobs
from bot.queues.outbox import Outbox
from storage.database import Database


@dataclass(frozen=True, slots=True)
class House:
    """The three loops and what they stand on."""

    database: Database
    clock: Clock
    us: Us
    registry: Registry
    inbox: Inbox
    outbox: Outbox
    jobs: Jobs

    async def close(self) -> None:
        await self.inbox.stop()
        await self.outbox.stop()
        await self.database.close()
