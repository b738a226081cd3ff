"""`/payee` and `/receipt`: pictures that come with a caption, and how they are seen again."""

import re

from sqlmodel import Session

from bot.billing.services import payee as codes
from bot.billing.services import receipts
from bot.chat.message import Reply
from bot.commands.ask import Ask
from bot.errors import Refusal

NUMBER = re.compile(r"(?:第|#|no\.?\s*)?\s*(\d{1,9})\s*(?:号|笔)?", re.IGNORECASE | re.ASCII)
REMOVE = ("remove", "delete", "off", "none", "删除", "删掉", "不要了", "取消")


def payee(session: Session, ask: Ask) -> Reply:
    """Keep the picture that came, show the one there is, or drop it."""
    if ask.picture is not None:
        return codes.keep_code(session, ask.pool, ask.member, ask.picture, ask.chat.platform, ask.now)
    if ask.args.strip().lower() in REMOVE:
        return codes.drop_code(session, ask.pool, ask.member, ask.now)
    return codes.show_code(session, ask.pool, ask.member, ask.chat.platform)


def receipt(session: Session, ask: Ask) -> Reply:
    """Put the picture that came to a line, or show a line's receipts."""
    found = NUMBER.fullmatch(ask.args.strip())
    if found is None:
        raise Refusal("no_receipt_line", picture=ask.picture is not None)
    number = int(found[1])
    if ask.picture is not None:
        return receipts.keep(session, ask.pool, ask.member, number, ask.picture, ask.chat.platform, ask.now)
    return receipts.show(session, ask.pool, number, ask.chat.platform)


def with_receipt(session: Session, ask: Ask, added: Reply) -> Reply:
    """A line that was just written down, with the picture that came along as its receipt."""
    if ask.picture is not None and added.code == "bill_added":
        number = int(added.data["line"]["number"])
        receipts.keep(session, ask.pool, ask.member, number, ask.picture, ask.chat.platform, ask.now)
    return added
