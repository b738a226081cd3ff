"""`/fund`: whose money pays whose share, for 报销."""

from sqlmodel import Session

from bot.billing.facts.ledger import settings
from bot.billing.services import book_keepers, funds
from bot.billing.services.funds import FundText
from bot.chat.message import Reply
from bot.chat.registry import Command, Who
from bot.commands.ask import Ask
from bot.commands.bill_ledger import weighted
from bot.errors import Refusal
from bot.language.reading.fund import FundWords, read_fund
from bot.language.writing import plain_name
from bot.people.facts import MemberFacts

WIDEST = 60


def fund(session: Session, ask: Ask) -> Reply:
    """Show the funds, write one down, move members, close one."""
    found = read_fund(ask.args)
    if found is None:
        raise Refusal("bad_input", reason="bad_fund", facts={"text": plain_name(ask.args, 30)})
    if found.bad_tax_number:
        raise Refusal("bad_input", reason="bad_tax_number", facts={"text": plain_name(found.tax_number or "", 30)})
    match found.verb:
        case None:
            if not ask.chat.private and settings(session, ask.pool.id, ask.now).private:
                raise Refusal("only_privately")
            keeps = ask.member.role in book_keepers.KEEPERS
            return funds.listed(session, ask.pool, ask.now, all_may_be_read=keeps and ask.chat.private)
        case "add":
            return _add(session, ask, found)
        case "set":
            book_keepers.check(ask.member)
            row = funds.find(session, ask.pool, found.words)
            return funds.change(session, ask.pool, ask.member, int(row.id or 0), _text(found, found.title), ask.now)
        case "close":
            book_keepers.check(ask.member)
            row = funds.find(session, ask.pool, found.words)
            return funds.shut(session, ask.pool, ask.member, int(row.id or 0), ask.now)
        case _:
            return _move(session, ask, found)


def _add(session: Session, ask: Ask, found: FundWords) -> Reply:
    book_keepers.check(ask.member)
    title = plain_name(found.title or found.words, WIDEST)
    if not title:
        raise Refusal("bad_input", reason="no_title", facts={})
    return funds.add(session, ask.pool, ask.member, _text(found, title), ask.now)


def _text(found: FundWords, title: str | None) -> FundText:
    named = [None if one is None else plain_name(one, WIDEST) or None for one in (title, found.in_charge, found.item)]
    return FundText(named[0], found.tax_number, named[1], named[2])


def _move(session: Session, ask: Ask, found: FundWords) -> Reply:
    """加入 1 小李 小王, 加入 某某大学: oneself where nobody is named."""
    name, rest = _fund_and_names(session, ask, found.words)
    row = funds.find(session, ask.pool, name)
    members = _members(session, ask, rest)
    do = funds.join if found.verb == "join" else funds.leave
    return do(session, ask.pool, ask.member, int(row.id or 0), members, ask.now)


def _fund_and_names(session: Session, ask: Ask, words: str) -> tuple[str, str]:
    """The longest beginning that names a fund."""
    parts = words.split()
    for size in range(len(parts), 0, -1):
        name = " ".join(parts[:size])
        try:
            funds.find(session, ask.pool, name)
        except Refusal:
            continue
        return name, " ".join(parts[size:])
    return words, ""


def _members(session: Session, ask: Ask, words: str) -> list[MemberFacts]:
    if not words:
        return [ask.member]
    return [one for one, _ in weighted(session, ask, words)]


COMMANDS = (
    Command(
        "fund",
        zh=("经费",),
        help={
            "zh": "谁的份额走哪笔经费：抬头、税号、负责人，各经费小计和结算",
            "en": "whose share is claimed from which fund: title, tax number, subtotals",
        },
        examples={
            "zh": (
                "/fund",
                "/fund 新建 某某大学 税号 12100000400000000X 负责人 张老师 项目 测试费",
                "/fund 加入 1 小李",
            ),
            "en": ("/fund", "/fund add Some University tax 12100000400000000X item test fee", "/fund join 1 li"),
        },
        who=Who.MEMBER,
        run=fund,
        wordless=True,
    ),
)
