"""The composition root: one place that wires rooms together. Everything gets what it needs from here."""

from collections.abc import Mapping

from bot.chat.adapter import Adapter
from bot.chat.wording import Wording
from bot.clock import Clock
from bot.commands.all import build_registry
from bot.commands.desk import FrontDesk
from bot.commands.jobs import DueDesk
from bot.queues.desk import Us
from bot.queues.house import House
from bot.queues.inbox import Inbox
from bot.queues.jobs import Jobs
from bot.queues.outbox import Outbox
from storage.database import Database


def build(database: Database, clock: Clock, us: Us, adapters: Mapping[str, Adapter]) -> House:
    """Wire a house. `adapters` by platform may be filled until the first message is sent."""
    registry = build_registry()
    outbox = Outbox(database, adapters, Wording(), clock, us)
    inbox = Inbox(database, FrontDesk(registry), outbox, clock, us)
    jobs = Jobs(database, DueDesk(), outbox, clock, us)
    return House(database, clock, us, registry, inbox, outbox, jobs)
