"""Owe answers and notices: mint the tokens of their buttons and write them into the outbox."""

import json
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.chat.message import Incoming, Message, Notice, Press, Reply, Rows
from bot.chat.quiet import is_quiet
from bot.queues.desk import Reader, Us
from storage.queries import chats, offers, outbox, people
from storage.words import Priority

OFFER_SECONDS = 48 * 3600


def owe_reply(
    session: Session,
    us: Us,
    inbox_id: int,
    message: Message,
    reader: Reader,
    reply: Reply,
    now: int,
    machine_now: int,
) -> dict[str, Any]:
    """Owe the answer to a message. Returns its data with the tokens of its buttons in place."""
    owner = None if reply.anyone else reader.person_id
    reader = replace(reader, pool_id=reply.pool_id or reader.pool_id)
    rows, data = _minted(session, reply.choices, dict(reply.data), reader, owner, reply.subject, now)
    holder, until = us.lease(machine_now)
    outbox.owe(
        session,
        key=f"in:{inbox_id}",
        platform=message.place.platform,
        chat_id=reader.chat_id,
        topic=message.place.topic,
        inbox_id=inbox_id,
        code=reply.code,
        data=json.dumps(data, ensure_ascii=False),
        choices=json.dumps(rows, ensure_ascii=False),
        language=reply.language or reader.language,
        zone=reader.zone,
        reply_to=message.message if isinstance(message, Incoming) else None,
        edit_of=message.message if isinstance(message, Press) and reply.edits else None,
        press_key=message.key if isinstance(message, Press) and reply.alert else None,
        priority=Priority.ANSWER.value,
        repeatable=1,
        lease_holder=holder,
        lease_until=until,
        owed_at=now,
    )
    return data


def owe_notice(session: Session, us: Us, notice: Notice, reader: Reader, now: int, machine_now: int) -> bool:
    """Owe a message nobody asked for, once per key. `reader` gives pool, zone and the default language."""
    chat = chats.get(session, notice.chat_id)
    if chat is None:
        return False
    aimed = Reader(notice.chat_id, notice.owner_id, reader.pool_id, reader.language, reader.zone)
    rows, data = _minted(session, notice.choices, dict(notice.data), aimed, notice.owner_id, None, now)
    holder, until = us.lease(machine_now)
    owed = outbox.owe(
        session,
        key=notice.key,
        platform=chat.platform,
        chat_id=notice.chat_id,
        topic=chat.topic,
        code=notice.code,
        data=json.dumps(data, ensure_ascii=False),
        choices=json.dumps(rows, ensure_ascii=False),
        language=aimed.language,
        zone=aimed.zone,
        priority=Priority(notice.priority).value,
        repeatable=int(notice.repeatable),
        silent=int(_asleep(session, notice, aimed.zone, now)),
        edit_of=outbox.handle_of(session, notice.replaces, notice.chat_id) if notice.replaces else None,
        lease_holder=holder,
        lease_until=until,
        owed_at=now,
    )
    return owed is not None


def _asleep(session: Session, notice: Notice, zone: str, now: int) -> bool:
    """Whether it is the quiet time of the person whom a notice concerns."""
    hours = people.quiet_hours(session, notice.owner_id) if notice.owner_id is not None else (None, None)
    return is_quiet(now, ZoneInfo(zone), *hours)


def _minted(
    session: Session,
    rows: Rows,
    data: dict[str, Any],
    reader: Reader,
    owner_id: int | None,
    subject: tuple[str, int] | None,
    now: int,
) -> tuple[list[list[dict[str, Any]]], dict[str, Any]]:
    """Rows of `{label, facts, token | copy}` and the data with tokens written into its items."""
    verbs = [choice for row in rows for choice in row if choice.copy is None and not choice.link]
    tokens = iter(
        offers.mint(
            session,
            chat_id=reader.chat_id,
            owner_id=owner_id,
            pool_id=reader.pool_id,
            choices=[{"verb": choice.verb, "payload": dict(choice.payload)} for choice in verbs],
            subject=subject,
            now=now,
            expires_at=now + OFFER_SECONDS,
        )
        if verbs
        else ()
    )
    minted: list[list[dict[str, Any]]] = []
    for row in rows:
        minted.append([])
        for choice in row:
            button: dict[str, Any] = {"label": choice.label, "facts": dict(choice.facts)}
            if choice.copy is not None:
                button["copy"] = choice.copy
            elif choice.link:
                button["link"] = True
            else:
                button["token"] = next(tokens)
                if choice.into is not None:
                    name, at = choice.into
                    data[name] = [
                        {**item, "token": button["token"]} if i == at else item for i, item in enumerate(data[name])
                    ]
            minted[-1].append(button)
    return minted, data
