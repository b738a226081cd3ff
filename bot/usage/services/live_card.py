"""A pinned message that shows the cards live: edited at most every 30 seconds, and only when it would say something
else. What it says is rounded, so that a degree more is no edit."""

import hashlib
import json
from typing import Any

from sqlmodel import Session

from bot.chat.message import Notice, Reply
from bot.errors import Refusal
from bot.people import facts as people_facts
from bot.people.facts import PoolFacts
from bot.usage.services import status
from storage.queries import chats, jobs, live_cards
from storage.tables import LiveCard
from storage.words import ChatState, OutboxState

KIND = "live_card"
EVERY = 30
NEW_AFTER = 600
YEAR = 366 * 86_400
GIB = 1 << 30


def switch_on(session: Session, pool: PoolFacts, now: int) -> Reply:
    """Show the cards live in the pool's group. Raises `here_in_group` where there is none."""
    group = chats.of_pool(session, pool.id)
    if group is None:
        raise Refusal("here_in_group")
    live_cards.begin(session, pool.id, int(group.id or 0), now)
    _look_again(session, pool.id, now)
    return Reply("live_set", {"on": True, "every": EVERY})


def switch_off(session: Session, pool: PoolFacts) -> Reply:
    """No live card any more; the last one stays as it was."""
    live_cards.end(session, pool.id)
    jobs.drop(session, _job(pool.id))
    return Reply("live_set", {"on": False, "every": EVERY})


def _job(pool_id: int) -> str:
    return f"live:{pool_id}"


def _look_again(session: Session, pool_id: int, due: int) -> None:
    jobs.plan(session, KIND, _job(pool_id), due, due + YEAR, {"pool": pool_id})


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Edit the card if it would say something else by now."""
    pool = people_facts.pool(session, int(payload["pool"]))
    card = live_cards.of_pool(session, pool.id)
    if card is None:
        return pool, []
    _look_again(session, pool.id, now + EVERY)
    group = chats.of_pool(session, pool.id)
    if group is None or group.state == ChatState.GONE.value:
        return pool, []
    if group.id != card.chat_id:  # the pool went to another group
        live_cards.begin(session, pool.id, int(group.id or 0), now)
        return pool, []
    try:
        data = status.status(session, pool, now).data
    except Refusal:
        return pool, []
    shown = _fingerprint(data)
    if shown == card.shown or not _settled(session, card, now):
        return pool, []
    before, key = card.outbox_key, f"live:{pool.id}:{now}"
    live_cards.shown(session, card, key, shown, now)
    if before:
        live_cards.forget_spent(session, f"live:{pool.id}:", before)
    return pool, [
        Notice(
            key,
            card.chat_id,
            "live",
            {**data, "at": now},
            priority="digest",
            repeatable=False,
            replaces=before or None,
        )
    ]


def _settled(session: Session, card: LiveCard, now: int) -> bool:
    """Whether the last edit is out of the way, so that the next one edits the same message. Where nobody knows what
    became of an edit, the message is still the one that was edited; where the message itself may be missing, a new one
    is not sent every half minute."""
    last = live_cards.last_sending(session, card.outbox_key)
    if last is None:
        return True
    if last.state in (OutboxState.DUE.value, OutboxState.SENDING.value):
        return False
    if last.state == OutboxState.SENT.value:
        return True
    if last.edit_of is not None:
        live_cards.keep_handle(session, last)
        return True
    return now - card.edited_at >= NEW_AFTER


def _fingerprint(data: Any) -> str:
    """What the card says, without ages and small changes."""
    return hashlib.sha256(json.dumps(_rounded(data), sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]


ROUNDED = {"util": 25, "temperature": 10, "power_w": 100}
LEFT_OUT = frozenset({"age", "process", "boot"})
IN_GIB = frozenset({"memory_used", "memory", "free", "memory_available"})


def _rounded(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _rounded(one, key) for key, one in value.items() if key not in LEFT_OUT}
    if isinstance(value, (list, tuple)):
        return [_rounded(one, name) for one in value]
    if isinstance(value, int) and not isinstance(value, bool):
        if name in IN_GIB:
            return value // (4 * GIB)
        return value // ROUNDED[name] if name in ROUNDED else value
    return value
