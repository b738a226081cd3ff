"""`/split` and `/why`: what a month costs, how it is shared and could be, and how one's own part came about."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlmodel import Session

from bot.billing.facts.month import month_at, next_month
from bot.billing.rules.shapes import Sponsor
from bot.billing.services import book_keepers, policy, settings
from bot.billing.services import split as splitting
from bot.billing.services import why as reasons
from bot.chat.message import Reply
from bot.commands.ask import Ask
from bot.commands.bill_ledger import FIRST_NAME, amount_of, policy_named, today, weighted
from bot.errors import Refusal
from bot.language.reading.bill_words import read_month, read_policy
from bot.language.reading.money import read_amount
from bot.language.writing import plain_name
from bot.people.services.finding import read_member, the_one

LAST = re.compile(r"上个?月|last month", re.IGNORECASE)
ASKING = re.compile(r"[\s?？。.!！~～呢啊呀吗吧]+$")
ON = ("on", "yes", "开", "是", "打开", "要")
OFF = ("off", "no", "none", "关", "否", "关掉", "不要", "没有", "无", "取消")
CREDITS = {
    "usual": ("usual", "default", "默认", "常规"),
    "none": ("none", "off", "照算", "不减", "不退"),
    "all": ("all", "全免", "不算", "全退"),
}
PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\s*[%％]")
LENGTH = re.compile(r"(\d{1,3})\s*(天|日|days?|d|小时|hours?|h)", re.IGNORECASE)
MONTH_AND_LINE = re.compile(r"(.*月(?:份)?|.*\b[a-z]{3,9})\s+(?:第|#|line\s*)?\s*(\d{1,4})\s*(?:行|笔)?", re.IGNORECASE)
"""11月 5: with a space between them the fifth line, not the fifth of November."""
LINE = re.compile(r"(?:第|#|line\s*)?\s*(\d{1,4})\s*(?:行|号|笔)?", re.IGNORECASE)


def split(session: Session, ask: Ask) -> Reply:
    """A month's bill; or how it is shared: the policy, sponsors, pledges, who pays, who sees."""
    args = said(ask)
    for words, do in WAYS:
        found = words.match(args)
        if found is not None:
            return do(session, ask, args[found.end() :].strip())
    month, rest = _month(session, ask)
    if not rest:
        return _shown(session, ask, splitting.show(session, ask.pool, ask.member, month, ask.now), month)
    named = read_policy(rest)
    if named is None:
        raise Refusal("bad_input", reason="bad_policy", facts={"text": plain_name(rest, 30)})
    supposed = splitting.show(session, ask.pool, ask.member, month, ask.now, policy_named(named))
    return _shown(session, ask, supposed, month)


def said(ask: Ask) -> str:
    """What follows the command, without what only makes it a question."""
    return ASKING.sub("", ask.args.strip())


def _month(session: Session, ask: Ask) -> tuple[str, str]:
    """The month that is meant (the running one where none is named), and the words that follow."""
    text = said(ask)
    found = read_month(text, today(ask))
    if found is not None:
        return found
    running = month_at(session, ask.pool.id, ask.now)
    last = not text and LAST.search(ask.text) is not None
    return next_month(running, -1) if last else running, text


def _shown(session: Session, ask: Ask, reply: Reply, month: str) -> Reply:
    """Where amounts are private, a group reads the totals only, and each member their own."""
    if ask.chat.private:
        return splitting.own_only(session, ask.pool, ask.member, reply, ask.now)
    key = f"bill:{ask.pool.id}:{month}:{reply.code}:{ask.member.id}:{ask.now}:{ask.text[:40]}"
    return splitting.discreet(session, ask.pool, ask.member, reply, key, ask.now)


def _what_if(session: Session, ask: Ask, rest: str) -> Reply:
    """Last month, unless another is named; this one while there is no last."""
    running = month_at(session, ask.pool.id, ask.now)
    found = read_month(rest, today(ask))
    if rest and found is None:
        raise Refusal("bad_input", reason="bad_month", facts={"text": plain_name(rest, 30)})
    month = found[0] if found else next_month(running, -1)
    try:
        reply = splitting.what_if(session, ask.pool, ask.member, month, ask.now)
    except Refusal as refusal:
        if found is not None or refusal.code != "nothing_to_close":
            raise
        month = running
        reply = splitting.what_if(session, ask.pool, ask.member, month, ask.now)
    return _shown(session, ask, reply, month)


def _policy(session: Session, ask: Ask, rest: str) -> Reply:
    if not rest:
        return policy.show(session, ask.pool, ask.now)
    book_keepers.check(ask.member)
    named = read_policy(rest)
    if named is None:
        raise Refusal("bad_input", reason="bad_policy", facts={"text": plain_name(rest, 30)})
    return _here(ask, policy.choose(session, ask.pool, ask.member, policy_named(named), ask.now))


def _here(ask: Ask, reply: Reply) -> Reply:
    """What the group reads as the answer is not told there a second time."""
    return replace(reply, notices=tuple(one for one in reply.notices if one.chat_id != ask.chat.id))


def _sponsors(session: Session, ask: Ask, rest: str) -> Reply:
    """老师 5000，老师 40%: in this order."""
    book_keepers.check(ask.member)
    if not rest:
        raise Refusal("bad_input", reason="no_member", facts={})
    if rest.lower() in OFF:
        return _here(ask, policy.sponsor(session, ask.pool, ask.member, (), ask.now))
    steps = []
    for words in re.split(r"[，;；、\n]+|,\s+", rest)[:8]:
        meant, after = read_member(session, ask.pool, words.strip())
        name = FIRST_NAME.split(words.strip())[0]
        one = the_one(session, ask.pool, meant, plain_name(name, 24), "unchanged")
        percent = PERCENT.fullmatch(after.strip())
        if percent is not None and Fraction(percent[1]) <= 100:
            steps.append(Sponsor(str(one.id), 0, Fraction(percent[1])))
            continue
        minor = amount_of(read_amount(after, ask.pool.currency), ask)
        if minor <= 0:
            raise Refusal("bad_input", reason="bad_sponsor", facts={})
        steps.append(Sponsor(str(one.id), minor))
    return _here(ask, policy.sponsor(session, ask.pool, ask.member, steps, ask.now))


def _pledges(session: Session, ask: Ask, rest: str) -> Reply:
    if not rest:
        return policy.pledges(session, ask.pool, ask.now)
    book_keepers.check(ask.member)
    people = weighted(session, ask, rest)
    if any(weight is None or "." in weight for _, weight in people):
        raise Refusal("bad_input", reason="bad_weights", facts={})
    return policy.pledge(session, ask.pool, ask.member, {one.id: int(weight or 0) for one, weight in people}, ask.now)


def _settings(session: Session, ask: Ask, rest: str) -> Reply:
    return settings.show(session, ask.pool, ask.now)


def _payer(session: Session, ask: Ask, rest: str) -> Reply:
    book_keepers.check(ask.member)
    if rest.lower() in OFF:
        return settings.change(session, ask.pool, ask.member, ask.now, payer=None)
    meant, after = read_member(session, ask.pool, rest)
    one = the_one(session, ask.pool, meant, plain_name(rest, 24), "unchanged")
    via = after.strip().lower() in ("via", "统一", "都和他结", "都和她结")
    return settings.change(session, ask.pool, ask.member, ask.now, payer=one.id, via_payer=via)


def _private(session: Session, ask: Ask, rest: str) -> Reply:
    book_keepers.check(ask.member)
    if rest.lower() not in (*ON, *OFF, ""):
        raise Refusal("bad_input", reason="bad_choice", facts={})
    return settings.change(session, ask.pool, ask.member, ask.now, private=rest.lower() not in OFF)


def _review(session: Session, ask: Ask, rest: str) -> Reply:
    book_keepers.check(ask.member)
    found = LENGTH.fullmatch(rest)
    if found is None:
        raise Refusal("bad_input", reason="bad_duration", facts={})
    unit = 3_600 if found[2].lower().startswith(("小", "h")) else 86_400
    return settings.change(session, ask.pool, ask.member, ask.now, review_seconds=int(found[1]) * unit)


def _credits(session: Session, ask: Ask, rest: str) -> Reply:
    book_keepers.check(ask.member)
    named = next((name for name, words in CREDITS.items() if rest.lower() in words), None)
    if named is None:
        raise Refusal("bad_input", reason="bad_choice", facts={})
    return settings.change(session, ask.pool, ask.member, ask.now, credits=settings.CREDITS[named])


Way = Callable[[Session, Ask, str], Reply]
WAYS: tuple[tuple[re.Pattern[str], Way], ...] = tuple(
    (re.compile(rf"(?:{words})(?=\s|$|[：:])[：:]?", re.IGNORECASE), do)
    for words, do in (
        (r"what\s?-?if|假如|对比|换个分法", _what_if),
        (r"policy|分法", _policy),
        (r"sponsors?|赞助|先出", _sponsors),
        (r"pledges?|认购", _pledges),
        (r"settings?|设置", _settings),
        (r"payer|付款人", _payer),
        (r"private|私密", _private),
        (r"review|公示", _review),
        (r"credits?|退订", _credits),
    )
)


def press_month(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    month = str(payload["month"])
    reply = splitting.show(session, ask.pool, ask.member, month, ask.now)
    return replace(_shown(session, ask, reply, month), edits=True)


def fresh_month(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    month = str(payload["month"])
    return _shown(session, ask, splitting.show(session, ask.pool, ask.member, month, ask.now), month)


def press_what_if(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    month = str(payload["month"])
    reply = splitting.what_if(session, ask.pool, ask.member, month, ask.now)
    return replace(_shown(session, ask, reply, month), stays=True)


def why(session: Session, ask: Ask) -> Reply:
    """`/why`, `/why 2`, `/why 上个月 2`."""
    month, rest = _month_and_line(session, ask)
    if not rest:
        return _shown(session, ask, reasons.lines(session, ask.pool, ask.member, month, ask.now), month)
    found = LINE.fullmatch(rest)
    if found is None:
        raise Refusal("bad_input", reason="bad_line_number", facts={"text": plain_name(rest, 30)})
    number = int(found[1])
    return _shown(session, ask, reasons.one_line(session, ask.pool, ask.member, month, number, 0, ask.now), month)


def _month_and_line(session: Session, ask: Ask) -> tuple[str, str]:
    apart = MONTH_AND_LINE.fullmatch(said(ask))
    found = None if apart is None else read_month(apart[1], today(ask))
    return _month(session, ask) if apart is None or found is None or found[1] else (found[0], apart[2])


def press_why(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """A page of one's own card turns in place; from a card for all, everybody gets an answer of their own."""
    reply = _shown(session, ask, _why_page(session, ask, payload), str(payload["month"]))
    return replace(reply, stays=True) if payload.get("shared") else replace(reply, edits=True)


def _why_page(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    month = str(payload["month"])
    if payload.get("line") is None:
        return reasons.lines(session, ask.pool, ask.member, month, ask.now)
    number, page = int(payload["line"]), int(payload.get("page", 0))
    return reasons.one_line(session, ask.pool, ask.member, month, number, page, ask.now)


def fresh_why(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return _shown(session, ask, _why_page(session, ask, payload), str(payload["month"]))


def press_policy(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(policy.confirm(session, ask.pool, ask.member, int(payload["policy"]), ask.now), stays=True)


def fresh_policy(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return policy.show(session, ask.pool, ask.now)
