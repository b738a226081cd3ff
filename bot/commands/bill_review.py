"""`/close` and `/object`: a month's bill is shown, agreed with, objected to, closed."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.billing.services import book_keepers, objections
from bot.billing.services import close as closing
from bot.chat.message import Reply
from bot.commands.ask import Ask
from bot.commands.bill_ledger import today
from bot.commands.elsewhere import elsewhere
from bot.errors import Refusal
from bot.language.reading.bill_words import read_month
from bot.language.writing import plain_name

WIDEST_WORDS = 200
RESOLVE = r"(?:解决|答复|回复|处理|驳回|结案|resolved?|answer(?:ed)?|reply|reject(?:ed)?|close[d]?)"
RESOLVES = re.compile(
    rf"(?:{RESOLVE}\s*#?(?P<after>\d{{1,9}})|#?(?P<before>\d{{1,9}})\s*{RESOLVE})(?:[\s：:]+(?P<words>.*))?",
    re.IGNORECASE | re.DOTALL,
)
NUMBERED = re.compile(r"(?:第|#|line\s*)?\s*(\d{1,4})\s*(?:行|号|笔)?[\s：:,，]+(.+)", re.IGNORECASE | re.DOTALL)


def close(session: Session, ask: Ask) -> Reply:
    """The next step of last month, or of the month that is named."""
    month = None
    if ask.args.strip():
        found = read_month(ask.args, today(ask))
        if found is None or found[1]:
            raise Refusal("bad_input", reason="bad_month", facts={"text": plain_name(ask.args, 30)})
        month = found[0]
    book_keepers.check(ask.member)
    return elsewhere(ask, closing.close(session, ask.pool, ask.member, month, ask.now))


def object_to(session: Session, ask: Ask) -> Reply:
    """Say what is wrong with a line (or the bill), see what was said, or answer it."""
    words = ask.args.strip()
    if not words:
        return objections.listed(session, ask.pool, ask.now)
    answers = RESOLVES.fullmatch(words)
    if answers is not None:
        book_keepers.check(ask.member)
        said = plain_name(answers["words"] or "", WIDEST_WORDS)
        if not said:
            raise Refusal("bad_input", reason="no_words", facts={})
        number = int(answers["after"] or answers["before"])
        return elsewhere(ask, objections.resolve(session, ask.pool, ask.member, number, said, ask.now))
    numbered = NUMBERED.fullmatch(words)
    line, said = (int(numbered[1]), numbered[2]) if numbered is not None else (None, words)
    plain = plain_name(said, WIDEST_WORDS)
    if not plain or plain.isdigit():
        raise Refusal("bad_input", reason="no_words", facts={})
    return elsewhere(ask, objections.raise_one(session, ask.pool, ask.member, line, plain, ask.now))


def press_agree(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """Everybody presses the same button, so it is never used up."""
    agreed = closing.agree(session, ask.pool, ask.member, int(payload["statement"]), ask.now)
    return replace(elsewhere(ask, agreed), stays=True)


def press_object(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(objections.ask_words(session, ask.pool, ask.now), stays=True)


def fresh_card(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return objections.card(session, ask.pool, int(payload["statement"]), ask.now)
