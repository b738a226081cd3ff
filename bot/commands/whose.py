"""Whose booking a sentence is about, when it says so otherwise than by number: 把李想的卡放了, 和小李合用3号卡."""

from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.booking.services.targets import Near, fact_of, shown, target
from bot.commands import changing
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading.everybody import about_everybody
from bot.language.reading.intended import EVERYBODY, Intent
from bot.language.reading.normal import normalise
from bot.people.services.finding import find_member, the_one


def settled(session: Session, ask: Ask) -> Ask:
    """The same wish with the number of the booking that is meant. Who may do it is for the command.

    Raises `bad_input` where all others' are meant, `no_such_member`, and like `target`.
    """
    intent = ask.intent
    if (intent is not None and intent.whom == EVERYBODY) or _of_everybody(ask):
        example = "/release 42 " + ("机器要重启" if ask.language == "zh" else "the machine restarts")
        raise Refusal("bad_input", reason="only_own", facts={}, example=example)
    if intent is not None and intent.whom is not None:
        return _of_somebody(session, ask, intent, intent.whom)
    if intent is not None and intent.command == "share" and intent.gpus:
        return _with_the_card(session, ask, intent)
    return ask


def _of_everybody(ask: Ask) -> bool:
    """/release everybody's cards."""
    if ask.command not in ("release", "cancel") or not ask.args.strip():
        return False
    return any(about_everybody(normalise(f"{verb} {ask.args}").text) for verb in ("release", "放"))


def _of_somebody(session: Session, ask: Ask, intent: Intent, whom: str) -> Ask:
    """The one booking of whoever goes by that name; several are asked about, whosever they are."""
    pool, verb = ask.pool, intent.command
    found = find_member(session, pool, whom)
    near = changing.near(changing.said(ask))
    fits = {"release": lambda row: row.starts_at <= ask.now, "cancel": lambda row: row.starts_at > ask.now}.get(verb)
    rows: list[Any] = []
    for one in found or [the_one(session, pool, found, whom, "book")]:
        try:
            rows.append(target(session, pool, one, None, ask.now, verb=verb, near=near, fits=fits))
        except Refusal:
            if len(found) == 1:
                raise
    if len(rows) != 1:
        raise (
            Refusal("ask_target", **shown(session, pool, rows, verb))
            if rows
            else Refusal("no_such_booking", booking=None)
        )
    whole = set(fact_of(session, pool, rows[0]).numbers) <= set(intent.gpus)
    gpus = () if whole else intent.gpus
    return replace(ask, intent=replace(intent, target=int(rows[0].id), gpus=gpus, whom=None, around=None, at=None))


def _with_the_card(session: Session, ask: Ask, intent: Intent) -> Ask:
    """The asker's booking that holds the card; where several do, the command asks."""
    row: Any = None
    try:
        row = target(session, ask.pool, ask.member, None, ask.now, verb="share", near=Near(intent.gpus))
    except Refusal as refusal:
        if refusal.code != "ask_target":
            raise
    return ask if row is None else replace(ask, args=f"{row.id} {intent.rest}")
