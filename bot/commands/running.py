"""`/setup`, `/pool`, `/join`: found a pool, say what machines it has, let people in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking.rules.limits import Preset
from bot.booking.services import machines
from bot.booking.services.machines import Declared
from bot.booking.services.rules_in_force import preset_buttons
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import may, welcoming
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading import Unreadable, read_pool
from bot.language.reading.card_state import read_card_state
from bot.language.writing import plain_name
from bot.people.services import join, setup
from storage.words import Role

DEFAULT_ZONE = "Asia/Shanghai"
WIDEST_POOL = 40
# The reader's reasons that mean something else where a booking is read.
POOL_REASONS = {"too_long": "too_long_text", "too_many": "too_many_cards", "empty": "not_cards"}


def set_up(session: Session, ask: Ask) -> Reply:
    """Found this group's pool with a code; an owner in private gets a code for another group."""
    person = ask.someone
    if ask.chat.private:
        return _code(session, ask)
    code, name = [*ask.args.split(maxsplit=1), "", ""][:2]
    title = plain_name(name, WIDEST_POOL) or plain_name(ask.chat.title or "", WIDEST_POOL) or person.name
    founded = setup.found_pool(session, ask.chat, person, code, title, DEFAULT_ZONE, ask.language, ask.now)
    return replace(founded, choices=(preset_buttons(Preset.USUAL),))


def _code(session: Session, ask: Ask) -> Reply:
    owned = [member for _, member in ask.pools if member.role is Role.OWNER]
    if not owned:
        raise Refusal("setup_in_group")
    return setup.issue_pool_code(session, owned[0], ask.now)


def pool(session: Session, ask: Ask) -> Reply:
    """Show the machines, or (an owner) declare one, or report cards that are broken or work again."""
    if not ask.args.strip():
        return machines.show(session, ask.pool)
    may.check(ask, Who.OWNER)
    said = read_card_state(ask.args)
    if said is not None:
        return machines.report(session, ask.pool, ask.member, said.numbers, ask.now, broken=said.broken)
    try:
        groups = read_pool(ask.args)
    except Unreadable as unreadable:
        reason = POOL_REASONS.get(unreadable.code, unreadable.code)
        raise Refusal("bad_input", reason=reason, facts=dict(unreadable.facts)) from None
    declared = [Declared(group.count, group.kind, group.memory_gb) for group in groups]
    return machines.declare(session, ask.pool, ask.member, groups[0].node, declared, ask.now)


def join_pool(session: Session, ask: Ask) -> Reply:
    """Ask to be let in; owners of this group decide by button."""
    person = ask.someone
    if ask.home is None:
        raise Refusal("no_pool" if not ask.chat.private else "join_in_group")
    return join.ask_to_join(session, ask.home, person)


def press_agree(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    person_id = int(payload["person"])
    reply = join.admit(session, ask.pool, person_id, str(payload["name"]), ask.member, ask.now)
    return replace(reply, notices=welcoming.greet(session, ask, person_id))


def press_refuse(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return join.refuse(session, ask.pool, int(payload["person"]), str(payload["name"]), ask.member, ask.now)


COMMANDS = (
    Command(
        "setup",
        zh=("建组",),
        help={"zh": "用口令给本群建组", "en": "found this group's pool with a code"},
        examples={"zh": ("/setup 口令 组名",), "en": ("/setup CODE name",)},
        who=Who.ANYONE,
        run=set_up,
        wordless=True,
    ),
    Command(
        "pool",
        zh=("卡池",),
        help={
            "zh": "看有哪些机器和卡；管理员登记卡，报坏、报好",
            "en": "show machines and cards; owners declare and report them",
        },
        examples={
            "zh": ("/pool", "/pool 4xA100-80G 4x4090-24G", "/pool add node2: 8x4090-24G", "/pool 坏了 3"),
            "en": ("/pool", "/pool 4xA100-80G 4x4090-24G", "/pool add node2: 8x4090-24G", "/pool broken 3"),
        },
        who=Who.GUEST,
        run=pool,
        wordless=True,
    ),
    Command(
        "join",
        zh=("加入",),
        help={"zh": "申请加入，管理员点一下就行", "en": "ask to join; an owner agrees by button"},
        examples={"zh": ("/join",), "en": ("/join",)},
        who=Who.ANYONE,
        run=join_pool,
    ),
)

VERBS = (
    Verb("join.agree", Who.OWNER, press_agree),
    Verb("join.refuse", Who.OWNER, press_refuse),
)
