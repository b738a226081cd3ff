"""Presses: a button is checked for owner, expiry and version again before anything happens."""

import json
from typing import Any

from sqlmodel import Session

from bot.chat.message import Press, Reply
from bot.errors import Refusal
from bot.queues.desk import Desk, Reader
from storage.queries import offers, pools
from storage.tables import Offer


def press(session: Session, desk: Desk, message: Press, reader: Reader, ask: Any, now: int) -> Reply:
    """Do what a button offers, once. Raises `stale_button`, `not_yours`, `already_done`."""
    found = offers.find(session, message.token)
    if found is None or found[0].chat_id != reader.chat_id or reader.person_id is None:
        raise Refusal("stale_button", fresh=None)
    offer, choice = found
    if offer.owner_id is not None and offer.owner_id != reader.person_id:
        raise Refusal("not_yours", booking=None, holder=_owner(session, offer, reader.person_id))
    verb, payload = str(choice["verb"]), dict(choice["payload"])
    if offer.owner_id is None:  # anybody's card: what it did is not everybody's to know
        desk.check(ask, verb, payload, offer.pool_id)
    if offer.used_at is not None:
        raise Refusal("already_done", what=offer.result_code, data=json.loads(offer.result_data or "{}"))
    if offer.expires_at <= now or not _current(session, offer):
        fresh = desk.fresh(session, ask, verb, payload, offer.pool_id)
        if fresh is None:
            raise Refusal("stale_button", fresh=None)
        again = {"code": fresh.code, "data": dict(fresh.data)}
        return Reply(
            "stale_button", {"fresh": again}, fresh.choices, subject=fresh.subject, anyone=fresh.anyone, edits=True
        )
    reply = desk.press(session, ask, verb, payload, offer.pool_id)
    if not reply.stays:
        _use(session, offer, reader.person_id, reply, now)
    return reply


def _owner(session: Session, offer: Offer, presser_id: int) -> str | None:
    """What the group calls the owner of a card; nothing for those who are no members."""
    if offer.pool_id is None or offer.owner_id is None:
        return None
    presser = pools.member_of(session, offer.pool_id, presser_id)
    owner = pools.member_of(session, offer.pool_id, offer.owner_id)
    if presser is None or owner is None or not pools.stays(session, int(presser.id or 0)):
        return None
    return owner.name


def _current(session: Session, offer: Offer) -> bool:
    return offer.subject is None or offers.version_of(session, offer.subject) == offer.subject_version


def _use(session: Session, offer: Offer, person_id: int, reply: Reply, now: int) -> None:
    data = json.dumps(dict(reply.data), ensure_ascii=False)
    if not offers.use(session, int(offer.id or 0), person_id, now, reply.code, data):
        raise Refusal("already_done", what=reply.code, data=dict(reply.data))
