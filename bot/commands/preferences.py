"""`/lang`, `/quiet` for oneself; `/tz`, `/here` for the pool."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from sqlmodel import Session

from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import may
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.choose import choose
from bot.language.reading.preferences import is_off, read_hours, read_language
from bot.language.writing import plain_name
from bot.people.rules_zones import exact_zone, likely_zones
from bot.people.services import preferences

SET_TO = re.compile(r"^(?:改成|改为|改到|设成|设为|set|to)\s*", re.IGNORECASE)


def lang(session: Session, ask: Ask) -> Reply:
    """Show or choose the language in which one is answered; the answer is in it already."""
    if not ask.args.strip():
        return preferences.show_language(ask.someone)
    person, wanted = ask.someone, read_language(ask.args)
    if wanted is None:
        raise Refusal("bad_input", reason="no_language", facts={"text": plain_name(ask.args)})
    return _spoken(ask, preferences.set_language(session, person, None if wanted == "auto" else wanted, ask.now))


def press_lang(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    reply = preferences.set_language(session, ask.someone, payload["language"], ask.now)
    return replace(_spoken(ask, reply), edits=True)


def _spoken(ask: Ask, reply: Reply) -> Reply:
    client = ask.person.client_language if ask.person else None
    pool = ask.home or (ask.pools[0][0] if len(ask.pools) == 1 else None)
    return replace(reply, language=choose(None, reply.data["language"], client, pool.language if pool else None))


def fresh_lang(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return preferences.show_language(ask.someone)


def quiet(session: Session, ask: Ask) -> Reply:
    """Show or set the hours in which one's own notices make no sound."""
    person = ask.someone
    if not ask.args.strip():
        return preferences.show_quiet(session, person)
    if is_off(ask.args):
        return preferences.set_quiet(session, person, None, None, ask.now)
    hours = read_hours(ask.args)
    if hours is None:
        raise Refusal("bad_input", reason="bad_hours", facts={"text": plain_name(ask.args)})
    return preferences.set_quiet(session, person, *hours, ask.now)


def press_quiet(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(preferences.set_quiet(session, ask.someone, payload["from"], payload["to"], ask.now), edits=True)


def fresh_quiet(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return preferences.show_quiet(session, ask.someone)


def tz(session: Session, ask: Ask) -> Reply:
    """Show the pool's time zone; an owner sets it by its IANA name."""
    text = SET_TO.sub("", ask.args.strip())
    if not text:
        return preferences.show_zone(session, ask.pool, ask.now)
    may.check(ask, Who.OWNER)
    zone = exact_zone(text[:60], _zones())
    if zone is None:
        raise preferences.no_such_zone(plain_name(text), likely_zones(text[:60], _zones()))
    return preferences.set_zone(session, ask.pool, ask.member, zone, ask.now)


def press_tz(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(preferences.set_zone(session, ask.pool, ask.member, str(payload["zone"]), ask.now), edits=True)


def fresh_tz(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return preferences.show_zone(session, ask.pool, ask.now)


@cache
def _zones() -> tuple[str, ...]:
    return tuple(sorted(available_timezones()))


def here(session: Session, ask: Ask) -> Reply:
    """The pool's notices go to the topic in which this is said."""
    if ask.chat.private:
        raise Refusal("here_in_group")
    if ask.args:
        raise Refusal("bad_input", reason="nothing_follows", facts={})
    return preferences.send_here(session, ask.pool, ask.member, ask.chat, ask.topic, ask.now)


COMMANDS = (
    Command(
        "lang",
        zh=("语言",),
        help={"zh": "我跟你说中文还是英文", "en": "the language in which you are answered"},
        examples={"zh": ("/lang zh", "/lang en", "/lang auto"), "en": ("/lang en", "/lang auto")},
        who=Who.ANYONE,
        run=lang,
        wordless=True,
    ),
    Command(
        "tz",
        zh=("时区",),
        help={"zh": "本组的时区，管理员可以改", "en": "the pool's time zone; owners change it"},
        examples={"zh": ("/tz", "/tz Asia/Shanghai"), "en": ("/tz", "/tz Europe/Berlin")},
        who=Who.GUEST,
        run=tz,
        wordless=True,
    ),
    Command(
        "quiet",
        zh=("免打扰",),
        help={"zh": "这几个钟头给你的消息不出声", "en": "hours in which your notices make no sound"},
        examples={"zh": ("/quiet 23-8", "/quiet off"), "en": ("/quiet 23-8", "/quiet off")},
        who=Who.ANYONE,
        run=quiet,
        wordless=True,
    ),
    Command(
        "here",
        zh=("发到这里",),
        help={"zh": "提醒发到这个话题（管理员）", "en": "notices go to this topic (owners)"},
        examples={"zh": ("/here",), "en": ("/here",)},
        who=Who.OWNER,
        run=here,
        wordless=True,
    ),
)

VERBS = (
    Verb("lang.set", Who.ANYONE, press_lang, fresh_lang),
    Verb("quiet.set", Who.ANYONE, press_quiet, fresh_quiet),
    Verb("tz.set", Who.OWNER, press_tz, fresh_tz),
)
