"""Units of work that end in messages: what is owed is committed with its cause, then the outbox is woken."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from sqlmodel import Session

from bot.chat.message import Notice
from bot.clock import machine_seconds
from bot.language.choose import choose
from bot.people.facts import PoolFacts
from bot.queues.desk import Reader
from bot.queues.house import House
from bot.queues.owing import owe_notice

T = TypeVar("T")
Told = tuple[T, PoolFacts, Iterable[Notice]]


async def tell(house: House, f: Callable[[Session, int], Told[T]]) -> T:
    """Run `f(session, now)` in one unit of work, owe the notices it returns, and give back its first value."""
    result, chats = await house.database.write(_unit, house, f)
    for chat_id in chats:
        house.outbox.wake(chat_id)
    return result


def _unit(session: Session, house: House, f: Callable[[Session, int], Told[T]]) -> tuple[T, list[int]]:
    now = house.clock.now()
    result, pool, notices = f(session, now)
    machine_now = machine_seconds()
    owed = []
    for notice in notices:
        reader = Reader(
            notice.chat_id, notice.owner_id, pool.id, choose(None, None, notice.language, pool.language), pool.zone
        )
        if owe_notice(session, house.us, notice, reader, now, machine_now):
            owed.append(notice.chat_id)
    return result, owed
