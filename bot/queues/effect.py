"""The effect of one message: in one transaction it happens, its answer is owed and its row is done."""

import logging
import secrets
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from bot.chat.languages import spoken
from bot.chat.message import Message, Press, Reply
from bot.chat.payload import unpack
from bot.errors import Refusal
from bot.queues import presses
from bot.queues.desk import Desk, JustSeen, LookFirst, Reader, Us
from bot.queues.owing import owe_notice, owe_reply
from storage.database import Busy, CardTaken, StorageFailed, savepoint
from storage.queries import inbox

_log = logging.getLogger(__name__)


class AlreadyDone(Exception):
    """Another process handled the row first; our transaction must be undone."""


def carry_out(
    session: Session,
    desk: Desk,
    us: Us,
    inbox_id: int,
    now: int,
    machine_now: int,
    just_seen: JustSeen | None = MappingProxyType({}),
) -> list[int]:
    """Handle one inbox row. Returns the chats to which something is owed now.

    Raises AlreadyDone when the row is not ours to handle; LookFirst, where `just_seen` is None, for one that is about
    machines as they are now.
    """
    row = inbox.claim(session, inbox_id, us.lease(machine_now), machine_now)
    if row is None or row.chat_id is None:
        raise AlreadyDone
    message = unpack(row.payload)
    reader, ask = desk.open(session, message, row.chat_id, now, just_seen)
    reply = attempt(session, desk, message, reader, ask, now)
    chats = [] if reply.quiet else [reader.chat_id]
    code, data = reply.code, dict(reply.data)
    if not reply.quiet:
        data = owe_reply(session, us, inbox_id, message, reader, reply, now, machine_now)
    for notice in reply.notices:
        aimed = replace(reader, language=spoken(notice.language, reader.language))
        owe_notice(session, us, notice, aimed, now, machine_now)
        chats.append(notice.chat_id)
    if not inbox.mark_done(session, inbox_id, now, code, data):
        raise AlreadyDone
    return chats


def attempt(session: Session, desk: Desk, message: Message, reader: Reader, ask: Any, now: int) -> Reply:
    """Do it inside a savepoint; a refusal or a mistake takes the effect back and becomes the answer.

    When another process wrote the same new row or took the same card in between, it is decided once more.
    """
    for last in (False, True):
        try:
            with savepoint(session):
                if isinstance(message, Press):
                    return presses.press(session, desk, message, reader, ask, now)
                return desk.run(session, ask)
        except Refusal as refusal:
            return _refused(refusal, message)
        except CardTaken:
            if last:
                return Reply("taken", {"blocking": [], "offers": []})
        except (Busy, StorageFailed, LookFirst):
            raise  # the store's trouble is nobody's answer: the row stays and is done later
        except IntegrityError:
            if last:
                return failed()
        except Exception:
            return failed()
    raise AssertionError("unreachable")


def _refused(refusal: Refusal, message: Message) -> Reply:
    pressed = isinstance(message, Press)
    has_ways_out = bool(refusal.choices)
    return Reply(
        refusal.code,
        refusal.facts,
        refusal.choices,
        alert=pressed and not has_ways_out,
        edits=pressed and has_ways_out,
    )


def failed() -> Reply:
    """Log the exception at hand with a number that the person can pass on."""
    incident = secrets.token_hex(4)
    _log.exception("incident %s", incident)
    return Reply("failed", {"incident": incident})


def own_up(
    session: Session, us: Us, inbox_id: int, message: Message, reply: Reply, now: int, machine_now: int
) -> list[int]:
    """Owe `reply` (see `failed`) for a row that broke outside its savepoint, in the plainest way there is."""
    row = inbox.get(session, inbox_id)
    if row is None or row.chat_id is None or not inbox.claim(session, inbox_id, us.lease(machine_now), machine_now):
        raise AlreadyDone
    reader = Reader(row.chat_id, None, None, "zh", "Asia/Shanghai")
    data = owe_reply(session, us, inbox_id, message, reader, reply, now, machine_now)
    if not inbox.mark_done(session, inbox_id, now, reply.code, data):
        raise AlreadyDone
    return [row.chat_id]


def answer_only(
    session: Session, desk: Desk, inbox_id: int, now: int, just_seen: JustSeen | None = MappingProxyType({})
) -> tuple[Message, Reader, Reply] | None:
    """The answer to a message that changes nothing; None when the row is gone or done. Raises LookFirst as above."""
    row = inbox.get(session, inbox_id)
    if row is None or row.chat_id is None or row.state != "new":
        return None
    message = unpack(row.payload)
    reader, ask = desk.open(session, message, row.chat_id, now, just_seen)
    try:
        return message, reader, desk.run(session, ask)
    except Refusal as refusal:
        return message, reader, _refused(refusal, message)
    except (Busy, StorageFailed, LookFirst):
        raise  # as in `attempt`: the row stays and is answered later
    except Exception:
        return message, reader, failed()
