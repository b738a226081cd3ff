"""`/outage`: hours for which nobody pays; `/link li`: what on the machine is one's own; 是我的."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.services import book_keepers
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.past_window import read_past_window
from bot.language.writing import plain_name
from bot.usage import facts
from bot.usage.services import links, outages

VOID = re.compile(r"^(?:void|undo|撤销|作废)\s*#?(\d{1,9})$", re.IGNORECASE)
CODE = re.compile(r"^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$", re.IGNORECASE)
UNIX = re.compile(r"^[a-z_][a-z0-9_.-]{0,31}$")
KINDS = {"folder": "folder", "文件夹": "folder", "目录": "folder", "tmux": "session", "screen": "session"}
KINDS |= {"session": "session", "container": "container", "容器": "container"}
LONGEST = 200


def outage(session: Session, ask: Ask) -> Reply:
    """List them, or say one: `/outage 02:00-08:00`, `/outage node2 昨天 02:00-08:00`, `/outage 撤销 3`."""
    pool, text = ask.pool, ask.args.strip()
    if not text:
        return outages.listed(session, pool, ask.now)
    book_keepers.check(ask.member)
    voided = VOID.match(text)
    if voided is not None:
        return outages.void(session, pool, ask.member, int(voided[1]), ask.now)
    first, _, rest = text.partition(" ")
    here = datetime.fromtimestamp(ask.now, ZoneInfo(pool.zone))
    for name, words in ((None, text), (first, rest)):
        window = read_past_window(words, here)
        if window is not None:
            start, end = (int(moment.timestamp()) for moment in window)
            outages.over(start, end, ask.now)
            node = outages.node_meant(session, pool, name, start, end)
            return outages.declare(session, pool, ask.member, node, start, end, None, ask.now)
    raise Refusal("no_outage", reason="unclear", text=plain_name(text), days=None)


def press_declare(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """Which of several machines it was."""
    book_keepers.check(ask.member)
    node = next((one for one in facts.nodes_of(session, ask.pool.id) if one.id == payload["node"]), None)
    if node is None:
        raise Refusal("stale_button", fresh=None)
    start, end = int(payload["start"]), int(payload["end"])
    return replace(outages.declare(session, ask.pool, ask.member, node, start, end, None, ask.now), edits=True)


def press_void(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    book_keepers.check(ask.member)
    return outages.void(session, ask.pool, ask.member, int(payload["outage"]), ask.now)


def press_outage(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    book_keepers.check(ask.member)
    return outages.decide(session, ask.pool, ask.member, int(payload["gap"]), True, ask.now)


def press_charged(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    book_keepers.check(ask.member)
    return outages.decide(session, ask.pool, ask.member, int(payload["gap"]), False, ask.now)


def fresh_outages(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return outages.listed(session, ask.pool, ask.now)


def link(session: Session, ask: Ask) -> Reply | None:
    """What `/link` means on the machine: an account, `folder /data/li`, `tmux li`; None for anything else."""
    text = ask.args.strip()
    if not text or text.lower() == "code" or CODE.match(text) or len(text) > LONGEST:
        return None
    word, _, value = text.partition(" ")
    kind = KINDS.get(word.lower())
    if kind is not None and value.strip() and (kind != "folder" or value.strip().startswith("/")):
        return links.link(session, ask.pool, ask.member, kind, plain_name(value, LONGEST), ask.now)
    if text in ("我的", "mine", "list"):
        return links.mine(session, ask.pool, ask.member)
    if UNIX.match(text):
        return links.link(session, ask.pool, ask.member, "unix", text, ask.now)
    return None


def press_revoke(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return links.revoke(session, ask.pool, ask.member, int(payload["rule"]), ask.now)


def fresh_links(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return links.mine(session, ask.pool, ask.member)


def press_claim(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return links.claim(session, ask.pool, ask.member, str(payload["process"]), str(payload["boot"]), ask.now)


COMMANDS = (
    Command(
        "outage",
        zh=("停机",),
        help={"zh": "机器停了、不收费的时段", "en": "hours in which the machine was down, for which nobody pays"},
        examples={
            "zh": ("/outage 02:00-08:00", "/outage 昨天 22:00-23:30", "/outage"),
            "en": ("/outage 02:00-08:00", "/outage yesterday 22:00-23:30", "/outage"),
        },
        who=Who.GUEST,
        run=outage,
        wordless=True,
    ),
)

VERBS = (
    Verb(outages.DECLARE, Who.MEMBER, press_declare, fresh_outages),
    Verb("outage.void", Who.MEMBER, press_void, fresh_outages),
    Verb("gap.outage", Who.MEMBER, press_outage, fresh_outages),
    Verb("gap.charged", Who.MEMBER, press_charged, fresh_outages),
    Verb("unix.revoke", Who.MEMBER, press_revoke, fresh_links),
    Verb("use.claim", Who.MEMBER, press_claim),
)
