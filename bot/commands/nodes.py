"""`/node`: how the machines stand; owners let one in, take one out, and note down whom to call."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import may
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.pool import is_machine_name
from bot.language.reading.preferences import is_off
from bot.language.writing import plain_name
from bot.usage import facts
from bot.usage.services import cards_found, enrolment, nodes

WIDEST_NAME = 32
WIDEST_CONTACT = 200
ADD = frozenset({"add", "new", "加", "添加", "新增", "接入"})
REMOVE = frozenset({"remove", "delete", "rm", "移走", "移除", "删除", "退掉"})
CONTACT = frozenset({"contact", "联系", "联系方式", "客服"})


def node(session: Session, ask: Ask) -> Reply:
    """`/node`, `/node add [name]`, `/node remove name`, `/node contact name text`."""
    words = ask.args.split()
    verb, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if verb in ADD | REMOVE | CONTACT:
        may.check(ask, Who.OWNER)
    if verb in ADD:
        return nodes.add(session, ask.pool, ask.member, _new_name(session, ask, rest), ask.now)
    if verb in REMOVE:
        return nodes.ask_remove(session, ask.pool, _name(rest), ask.now)
    if verb in CONTACT:
        name, text = nodes.only_name(session, ask.pool, rest)
        if not text:
            return nodes.show(session, ask.pool, ask.now, name)
        kept = "" if is_off(text) else plain_name(text, WIDEST_CONTACT)
        return nodes.contact(session, ask.pool, ask.member, name, kept, ask.now)
    return nodes.show(session, ask.pool, ask.now, _name(words))


def _name(words: list[str]) -> str | None:
    return plain_name(" ".join(words), WIDEST_NAME) or None


def _new_name(session: Session, ask: Ask, words: list[str]) -> str | None:
    """A name as machines may have it, or the one a machine has. Raises `bad_input`."""
    name = _name(words)
    if name is None or is_machine_name(name):
        return name
    if name.lower() in (one.name.lower() for one in facts.nodes_of(session, ask.pool.id)):
        return name
    raise Refusal("bad_input", reason="bad_name", facts={"name": name}, example="/node add node2")


def press_add(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(nodes.add(session, ask.pool, ask.member, str(payload["name"]), ask.now), edits=True)


def press_which(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(nodes.ask_remove(session, ask.pool, str(payload["name"]), ask.now), edits=True)


def press_remove(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return nodes.remove(session, ask.pool, ask.member, int(payload["node"]), ask.now)


def fresh(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """What a card of machines would say now."""
    return nodes.show(session, ask.pool, ask.now)


def press_cards(session: Session, ask: Ask, payload: Mapping[str, Any], *, yes: bool) -> Reply:
    node = _of_pool(session, ask, payload)
    return cards_found.decide(session, node, ask.member, list(payload["uuids"]), ask.now, yes=yes)


def press_stranger(session: Session, ask: Ask, payload: Mapping[str, Any], *, yes: bool) -> Reply:
    node = _of_pool(session, ask, payload)
    return enrolment.decide(session, node, ask.member, str(payload["pending"]), ask.now, yes=yes)


def _of_pool(session: Session, ask: Ask, payload: Mapping[str, Any]) -> facts.NodeFacts:
    found = next((one for one in facts.nodes_of(session, ask.pool.id) if one.id == payload["node"]), None)
    if found is None:
        raise Refusal("stale_button", fresh=None)
    return found


def cards_yes(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return press_cards(session, ask, payload, yes=True)


def cards_no(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return press_cards(session, ask, payload, yes=False)


def stranger_yes(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return press_stranger(session, ask, payload, yes=True)


def stranger_no(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return press_stranger(session, ask, payload, yes=False)


COMMANDS = (
    Command(
        "node",
        zh=("机器",),
        help={
            "zh": "看机器连上没有；管理员接入、移走、记联系方式",
            "en": "how the machines stand; owners let them in, take them out, note whom to call",
        },
        examples={
            "zh": ("/node", "/node add", "/node contact node1 控制台 example.com 工单", "/node remove node1"),
            "en": ("/node", "/node add", "/node contact node1 console example.com", "/node remove node1"),
        },
        who=Who.GUEST,
        run=node,
        wordless=True,
    ),
)

VERBS = (
    Verb(nodes.ADD, Who.OWNER, press_add, fresh),
    Verb(nodes.WHICH, Who.OWNER, press_which, fresh),
    Verb(nodes.REMOVE, Who.OWNER, press_remove, fresh),
    Verb(cards_found.YES, Who.OWNER, cards_yes, fresh),
    Verb(cards_found.NO, Who.OWNER, cards_no, fresh),
    Verb(enrolment.YES, Who.OWNER, stranger_yes, fresh),
    Verb(enrolment.NO, Who.OWNER, stranger_no, fresh),
)
