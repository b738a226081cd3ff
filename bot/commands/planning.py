"""`/budget` and `/plan`: what a month may cost, and what everybody needs of the next one. `/my paper` too."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.billing.facts.month import start_of_day, window_of
from bot.billing.rules.months import Window
from bot.billing.services import budget as budgets
from bot.billing.services import needs
from bot.billing.services.paper import EVER
from bot.billing.services.paper import paper as paper_facts
from bot.chat.message import Choice, Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands import may
from bot.commands.ask import Ask
from bot.commands.bill_ledger import amount_of, bad_amount, today
from bot.errors import Refusal
from bot.language.reading.money import MoneyFault, NoAmount
from bot.language.reading.planning import PaperText, read_budget, read_need, read_paper
from bot.language.texts.paper import sentence
from bot.language.writing import plain_name
from bot.people import facts as people

COPIES = {"zh": "paper.zh", "en": "paper.en"}
LONGEST_COPY = 256
"""What a button can copy at most, in characters."""


def budget(session: Session, ask: Ask) -> Reply:
    """Show the budgets, or set one's own or (who keeps the books) the pool's."""
    alone = ask.chat.private
    found = read_budget(ask.args, ask.pool.currency)
    if found.amount is None and not found.off and found.reserve_permille is None:
        return budgets.show(session, ask.pool, ask.member, ask.now, alone=alone)
    may.check(ask, Who.MEMBER)
    minor = None
    if found.amount is not None:
        minor = amount_of(found.amount, ask)
        if minor <= 0:
            raise bad_amount(NoAmount(MoneyFault.NOT_POSITIVE), ask)
    if found.reserve_permille is not None and found.reserve_permille > 1000:
        raise Refusal("bad_input", reason="bad_reserve", facts={"allowed": 100})
    return budgets.change(
        session,
        ask.pool,
        ask.member,
        ask.now,
        own=found.own,
        amount_minor=minor,
        keep=minor is None and not found.off,
        reserve_permille=found.reserve_permille,
        alone=alone,
    )


def plan(session: Session, ask: Ask) -> Reply:
    """Show everybody's needs of next month, or say one's own."""
    found = read_need(ask.args, people.kinds(session, ask.pool.id), today(ask))
    month = found.month or needs.coming(session, ask.pool, ask.now)
    if found.unread:
        raise Refusal("bad_input", reason="bad_need", facts={"text": plain_name(ask.args, 30)})
    if found.cards is None:
        return needs.show(session, ask.pool, month, ask.now)
    may.check(ask, Who.MEMBER)
    return needs.say(
        session, ask.pool, ask.member, month, found.cards, found.hours, ask.now, per=found.per, kind=found.kind
    )


def press_change(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """[改我的]: everybody presses the same button, and answers for themselves."""
    return replace(needs.ask(session, ask.pool, str(payload["month"])), stays=True)


def press_need(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    cards, hours = int(payload["cards"]), int(payload["hours"])
    reply = needs.say(session, ask.pool, ask.member, str(payload["month"]), cards, hours, ask.now)
    return replace(reply, edits=True)


def fresh_plan(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return needs.show(session, ask.pool, str(payload["month"]), ask.now)


def paper(session: Session, ask: Ask) -> Reply | None:
    """The sentence about computing that a paper needs, in both languages; None when nothing of a paper is said."""
    found = read_paper(ask.args, today(ask))
    if found is None:
        return None
    purpose = plain_name(found.purpose or "", 60) or None
    data = paper_facts(session, ask.pool, ask.member, purpose, _window(session, ask, found), ask.now)
    zone = ZoneInfo(ask.pool.zone)
    said = {language: sentence(data, zone, language) if data["kinds"] else None for language in ("zh", "en")}
    data |= {"zh": said["zh"], "en": said["en"]}
    copies = [
        (Choice(COPIES[language], copy=words),)
        for language, words in said.items()
        if words is not None and len(words) <= LONGEST_COPY
    ]
    return Reply("paper", data, tuple(copies))


def _window(session: Session, ask: Ask, found: PaperText) -> Window:
    if found.month is not None:
        return window_of(session, ask.pool.id, found.month)
    if found.since is None or found.until is None:
        return EVER
    since = start_of_day(session, ask.pool.id, found.since)
    until = start_of_day(session, ask.pool.id, found.until + timedelta(days=1))
    if since >= until:
        raise Refusal("bad_input", reason="ends_before", facts={"start": since, "end": until})
    return Window(since, until)


COMMANDS = (
    Command(
        "budget",
        zh=("预算",),
        help={
            "zh": "这个月花了多少、会花多少；定组里的或自己的预算",
            "en": "what the month has cost and will; set the group's budget or one's own",
        },
        examples={
            "zh": ("/budget", "/budget 40000", "/budget 我的 5000", "/budget 预留 30%", "/budget 我的 off"),
            "en": ("/budget", "/budget 40000", "/budget mine 5000", "/budget reserve 30%", "/budget mine off"),
        },
        who=Who.GUEST,
        run=budget,
        wordless=True,
    ),
    Command(
        "plan",
        zh=("计划",),
        help={
            "zh": "下个月各人要多少卡，加起来租几张、怎么租",
            "en": "what everybody needs next month, added up: how many cards, by the hour or the month",
        },
        examples={
            "zh": ("/plan", "/plan 2卡 120小时", "/plan 1卡 每周40小时", "/plan 不用"),
            "en": ("/plan", "/plan 2 cards 120h", "/plan 2 cards 40h a week", "/plan none"),
        },
        who=Who.GUEST,
        run=plan,
    ),
)

VERBS = (
    Verb("plan.change", Who.MEMBER, press_change, fresh_plan),
    Verb("plan.need", Who.MEMBER, press_need, fresh_plan),
)
