"""`/free` and `/week`: what is free when, as a grid whose buttons turn the page."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking.services import free as free_cards
from bot.booking.services import week as weeks
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.which_day import DayText, read_day

QUIET = ("quiet", "人少", "最空", "什么时候")


def free(session: Session, ask: Ask) -> Reply:
    """`/free`, `/free 周五`, `/free quiet`; a week that is named is shown as a week."""
    if _asks_for_quiet(ask):
        return free_cards.quiet(session, ask.pool, ask.now)
    said = _said(ask)
    if said.week:
        return weeks.week(session, ask.pool, ask.member, ask.now, said.day)
    day = None if said.day == _today(ask) else said.day
    return free_cards.free(session, ask.pool, ask.member, ask.now, day)


def week(session: Session, ask: Ask) -> Reply:
    """`/week`, `/week next`, the week of a day."""
    return weeks.week(session, ask.pool, ask.member, ask.now, _said(ask).day)


def press_day(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """The page of that day. Today's is the first page, and so is that of a day that is over by now."""
    day = date.fromisoformat(payload["date"])
    shown = day if day > _today(ask) else None
    return replace(free_cards.free(session, ask.pool, ask.member, ask.now, shown), edits=True)


def press_quiet(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(free_cards.quiet(session, ask.pool, ask.now), edits=True)


def press_week(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """The page of that week, or of the present one when that is over by now."""
    day = max(date.fromisoformat(payload["date"]), _today(ask))
    return replace(weeks.week(session, ask.pool, ask.member, ask.now, day), edits=True)


def fresh_free(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return free_cards.free(session, ask.pool, ask.member, ask.now)


def fresh_week(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return weeks.week(session, ask.pool, ask.member, ask.now)


def _asks_for_quiet(ask: Ask) -> bool:
    return any(word in ask.args.casefold() for word in QUIET)


def _said(ask: Ask) -> DayText:
    """The day or week that is named. Raises `bad_input` for words that name none."""
    said = read_day(ask.args, datetime.fromtimestamp(ask.now, ZoneInfo(ask.pool.zone)))
    if said is None:
        raise Refusal("bad_input", reason="bad_time", facts={"text": ask.args[:40]})
    return said


def _today(ask: Ask) -> date:
    return datetime.fromtimestamp(ask.now, ZoneInfo(ask.pool.zone)).date()


COMMANDS = (
    Command(
        "free",
        zh=("空闲", "空卡"),
        help={"zh": "哪些卡空着，今明两天或哪一天的每个钟头", "en": "which cards are free, hour by hour"},
        examples={
            "zh": ("/free", "/free 周五", "空闲 明天", "什么时候人少"),
            "en": ("/free", "/free fri", "/free quiet"),
        },
        who=Who.GUEST,
        run=free,
        looks=True,
        front=True,
        wordless=True,
    ),
    Command(
        "week",
        zh=("本周",),
        help={"zh": "这一周哪天空、谁订了什么", "en": "the week at a glance, and its bookings"},
        examples={"zh": ("/week", "本周", "/week 下周"), "en": ("/week", "/week next")},
        who=Who.GUEST,
        run=week,
        looks=True,
        wordless=True,
    ),
)

VERBS = (
    Verb("free.day", Who.GUEST, press_day, fresh_free),
    Verb("free.quiet", Who.GUEST, press_quiet, fresh_free),
    Verb("week.show", Who.GUEST, press_week, fresh_week),
)
