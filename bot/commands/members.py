"""`/leave`, `/role`, `/remove`: who is in the pool, and as what."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import may
from bot.commands.ask import Ask
from bot.commands.elsewhere import elsewhere
from bot.errors import Refusal
from bot.language.reading.preferences import read_role
from bot.language.writing import plain_name
from bot.people.services import leave as leaving
from bot.people.services import roles
from bot.people.services.finding import by_id, read_member, the_one
from storage.words import Role

WIDEST_REASON = 120
ROLE_SET, REMOVE = "role.set", "member.remove"


def leave(session: Session, ask: Ask) -> Reply:
    """Show what would end, with the button that does it."""
    if ask.args:
        raise Refusal("bad_input", reason="nothing_follows", facts={})
    return leaving.ask_leave(session, ask.pool, ask.member, ask.now, alone=ask.chat.private)


def press_leave(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    reply = leaving.leave(session, ask.pool, ask.member, payload["shown"], ask.now, alone=ask.chat.private)
    return elsewhere(ask, reply)


def fresh_leave(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return leaving.ask_leave(session, ask.pool, ask.member, ask.now, alone=ask.chat.private)


def remove(session: Session, ask: Ask) -> Reply:
    """`/remove @li 毕业了`: whom, and perhaps why."""
    meant, reason = read_member(session, ask.pool, ask.args)
    if not ask.args.strip():
        raise Refusal("bad_input", reason="no_member", facts={})
    why = plain_name(reason, WIDEST_REASON) or None
    member = the_one(session, ask.pool, meant, _called(ask.args), REMOVE, {"reason": why})
    return leaving.ask_remove(session, ask.pool, ask.member, member, why, ask.now, alone=ask.chat.private)


def press_which(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """Whom to remove is clear; what would end is shown before it happens."""
    member = by_id(session, ask.pool, int(payload["member"]))
    reply = leaving.ask_remove(
        session, ask.pool, ask.member, member, payload.get("reason"), ask.now, alone=ask.chat.private
    )
    return replace(reply, edits=True)


def press_remove(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    member = by_id(session, ask.pool, int(payload["member"]))
    reply = leaving.remove(
        session, ask.pool, ask.member, member, payload.get("reason"), payload.get("shown", ()), ask.now
    )
    return elsewhere(ask, reply)


def fresh_remove(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    member = by_id(session, ask.pool, int(payload["member"]))
    return leaving.ask_remove(
        session, ask.pool, ask.member, member, payload.get("reason"), ask.now, alone=ask.chat.private
    )


def _called(text: str) -> str:
    """Who was named where nobody is called so: not the role, nor the reason behind an @."""
    words = text.split()
    kept = words[:1] if words[0].startswith("@") else words[:-1] if read_role(words[-1]) and words[1:] else words
    return plain_name(" ".join(kept).lstrip("@") or text)


def role(session: Session, ask: Ask) -> Reply:
    """Everybody's role; an owner gives one: `/role @li treasurer`."""
    if not ask.args.strip():
        return roles.show(session, ask.pool)
    may.check(ask, Who.OWNER)
    meant, word = read_member(session, ask.pool, ask.args)
    wanted = read_role(word) if word else None
    if meant and word and wanted is None:
        raise Refusal("bad_input", reason="no_role", facts={"text": plain_name(word)})
    member = the_one(session, ask.pool, meant, _called(ask.args), ROLE_SET, {"role": wanted})
    if wanted is None:
        return roles.ask_role(member)
    return elsewhere(ask, roles.give(session, ask.pool, ask.member, member, Role(wanted), ask.now))


def press_role(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    member = by_id(session, ask.pool, int(payload["member"]))
    if payload.get("role") is None:
        return replace(roles.ask_role(member), edits=True)
    reply = roles.give(session, ask.pool, ask.member, member, Role(payload["role"]), ask.now)
    return replace(elsewhere(ask, reply), edits=True)


def fresh_role(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return roles.ask_role(by_id(session, ask.pool, int(payload["member"])))


def press_nothing(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """算了: the card says that nothing was done."""
    return Reply("unchanged", edits=True)


COMMANDS = (
    Command(
        "leave",
        zh=("退组",),
        help={"zh": "退出本组，先给你看会结束什么", "en": "leave; first shows what ends by it"},
        examples={"zh": ("/leave",), "en": ("/leave",)},
        who=Who.GUEST,
        run=leave,
        looks=True,
        wordless=True,
    ),
    Command(
        "role",
        zh=("角色",),
        help={"zh": "谁是什么身份，管理员可以改", "en": "who is what; owners change it"},
        examples={
            "zh": ("/role", "/role @li owner", "/role 小李 管账"),
            "en": ("/role", "/role @li owner", "/role @li guest"),
        },
        who=Who.GUEST,
        run=role,
        wordless=True,
    ),
    Command(
        "remove",
        zh=("移出",),
        help={"zh": "把人移出本组（管理员）", "en": "remove somebody (owners)"},
        examples={"zh": ("/remove @li", "/remove 小李 毕业了"), "en": ("/remove @li", "/remove @li graduated")},
        who=Who.OWNER,
        run=remove,
        looks=True,
        wordless=True,
    ),
)

VERBS = (
    Verb("leave.yes", Who.GUEST, press_leave, fresh_leave),
    Verb(REMOVE, Who.OWNER, press_which, fresh_remove),
    Verb("remove.yes", Who.OWNER, press_remove, fresh_remove),
    Verb(ROLE_SET, Who.OWNER, press_role, fresh_role),
    Verb("unchanged", Who.ANYONE, press_nothing, press_nothing),
)
