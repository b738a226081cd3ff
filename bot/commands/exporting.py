"""`/export`: a month as a file, and a fund's page for 报销."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.services import book_keepers, export_back, export_files, funds
from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.commands.bill_ledger import today
from bot.errors import Refusal
from bot.language.reading.bill_words import read_month
from bot.language.writing import plain_name

NAMES = {
    "csv": ("csv",),
    "xlsx": ("xlsx", "excel", "表格", "xls"),
    "json": ("json",),
    "beancount": ("beancount", "bean", "账本"),
}
FORMAT_OF = {alias: kind for kind, aliases in NAMES.items() for alias in aliases}
SAYS_NOTHING = re.compile(
    r"(?:的)?(?:账单|账目|明细|数据)|(?:成|为)(?=\s*[a-zA-Z表账])|\b(?:the|bills?|of|for|as|to|an?|file)\b"
)
IMPORTS = ("import", "导入")
CLAIMS = ("报销", "报销单", "claim", "reimburse", "reimbursement")


def export(session: Session, ask: Ask) -> Reply:
    """Month, format and fund in any order; what is missing is asked, or is the last closed month."""
    if ask.args.strip().lower() in IMPORTS:
        return _taken_in(session, ask)
    month, rest = read_month(ask.args, today(ask)) or (None, ask.args.strip())
    words = SAYS_NOTHING.sub(" ", rest).split()
    kinds = [FORMAT_OF[word.lower()] for word in words if word.lower() in FORMAT_OF]
    claims = [word for word in words if word.lower() in CLAIMS]
    others = " ".join(word for word in words if word.lower() not in FORMAT_OF and word.lower() not in CLAIMS)
    if others and month is None:
        month, others = _month_behind(ask, others)
    if claims:
        pool, member, now = ask.pool, ask.member, ask.now
        fund = funds.find(session, pool, others) if others else export_files.only_fund(session, pool, member, now)
        return export_files.make_claim(session, pool, member, fund, month, now, private=ask.chat.private)
    if others or len(kinds) > 1:
        raise Refusal("bad_input", reason="bad_export", facts={"text": plain_name(ask.args, 30)})
    if not kinds:
        return export_files.ask(session, ask.pool, ask.member, month, ask.now)
    return _made(session, ask, month, kinds[0])


def _taken_in(session: Session, ask: Ask) -> Reply:
    """The JSON of a month that came along, into this store."""
    book_keepers.check(ask.member)
    if ask.picture is None or ask.picture.text is None:
        reason = "no_file" if ask.picture is None else "not_json"
        raise Refusal("import_refused", reason=reason, value=None)
    return export_back.take_in(session, ask.pool, ask.member, ask.picture.text, ask.now)


def _month_behind(ask: Ask, words: str) -> tuple[str | None, str]:
    """报销 11月, csv last month."""
    for size in (2, 1):
        parts = words.split()
        found = read_month(" ".join(parts[-size:]), today(ask)) if len(parts) >= size else None
        if found is not None and not found[1]:
            return found[0], " ".join(parts[:-size])
    return None, words


def _made(session: Session, ask: Ask, month: str | None, kind: str) -> Reply:
    return export_files.make(
        session, ask.pool, ask.member, month, kind, ask.language, ask.now, private=ask.chat.private
    )


def press_make(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(_made(session, ask, str(payload["month"]), str(payload["format"])), stays=True)


def press_claim(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    fund = funds.find(session, ask.pool, str(payload["fund"]))
    made = export_files.make_claim(
        session, ask.pool, ask.member, fund, str(payload["month"]), ask.now, private=ask.chat.private
    )
    return replace(made, stays=True)


def fresh(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return export_files.ask(session, ask.pool, ask.member, str(payload["month"]), ask.now)


COMMANDS = (
    Command(
        "export",
        zh=("导出",),
        help={
            "zh": "把一个月的账导出成文件：表格、CSV、JSON、beancount，或者报销单",
            "en": "a month as a file: xlsx, csv, json, beancount, or a page to be reimbursed by",
        },
        examples={
            "zh": ("/export", "/export 11月 xlsx", "/export csv", "/export 报销", "/export 导入"),
            "en": ("/export", "/export Nov xlsx", "/export csv", "/export claim", "/export import"),
        },
        who=Who.GUEST,
        run=export,
        wordless=True,
    ),
)
VERBS = (
    Verb("export.make", Who.GUEST, press_make, fresh),
    Verb("export.claim", Who.GUEST, press_claim, fresh),
)
