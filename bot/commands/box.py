"""`/code`: a personal code for the machine's command line. And what is said from there: the group sees what it did."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking.services.undo import UNDOABLE
from bot.chat.message import Choice, Notice, Reply, Rows
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.preferences import is_off
from bot.people.facts import ChatFacts, PoolFacts
from bot.people.services import telling
from bot.usage.services import box_codes

NOT_FROM_THERE = frozenset({"code", "link", "setup", "join", "leave", "remove", "role", "node", "here"})
"""Who one is and who may what is not changed by whoever has a code."""


def code(session: Session, ask: Ask) -> Reply:
    """A code to type on the machine; `/code off` ends those in use. Only in private: a group would read it."""
    if is_off(ask.args):
        return replace(box_codes.revoke(session, ask.pool, ask.member, ask.now), edits=False)
    if not ask.chat.private:
        raise Refusal("code_in_private", choices=((Choice("private_chat", link=True),),))
    return box_codes.issue(session, ask.pool, ask.member, ask.now)


def press_revoke(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return box_codes.revoke(session, ask.pool, ask.member, ask.now)


def pool_of_code(session: Session, chat: ChatFacts) -> PoolFacts | None:
    """What is said from the machine is about the pool that the speaker's code is for."""
    return box_codes.pool_of(session, chat.key) if chat.platform == box_codes.PLATFORM else None


def announcing(session: Session, ask: Ask, do: Callable[[], Reply]) -> Reply:
    """Do it; what was said from the machine and changed something is told to the group, with a way back for its member.

    Raises `not_from_box`, and whatever `do` raises.
    """
    if ask.chat.platform != box_codes.PLATFORM or ask.person is None:
        return do()
    if ask.command in NOT_FROM_THERE:
        raise Refusal("not_from_box", command=ask.command)
    before = box_codes.newest_change(session, ask.person.id)
    reply = do()
    if box_codes.newest_change(session, ask.person.id) == before:
        return reply
    return replace(reply, notices=(*reply.notices, *_told(session, ask, reply)))


def _told(session: Session, ask: Ask, reply: Reply) -> tuple[Notice, ...]:
    pool, member = ask.pool, ask.member
    number = box_codes.newest_change(session, member.person_id)
    data = {"holder": member.name, "what": reply.code, "data": dict(reply.data)}
    told = telling.in_group(session, pool, f"box:{number}", "from_box", data)
    way_back = _way_back(reply)
    return tuple(replace(one, owner_id=member.person_id, choices=way_back) for one in told)


def _way_back(reply: Reply) -> Rows:
    booking = reply.data.get("booking")
    if reply.code not in UNDOABLE or not isinstance(booking, int):
        return ()
    return ((Choice("undo", "booking.undo", {"booking": booking}),),)


COMMANDS = (
    Command(
        "code",
        zh=("口令",),
        help={
            "zh": "一个口令，连不上 Telegram 时在机器上直接用",
            "en": "a code for the machine's own command line, when Telegram cannot be reached",
        },
        examples={"zh": ("/code", "/code off"), "en": ("/code", "/code off")},
        who=Who.MEMBER,
        run=code,
        wordless=True,
    ),
)

VERBS = (Verb(box_codes.REVOKE, Who.MEMBER, press_revoke),)
