"""A question of the bot that is answered by typing instead of pressing: 订两张A100 – 订多久？ – 6小时."""

import re
from dataclasses import replace

from sqlmodel import Session

from bot.booking import facts
from bot.chat.message import Reply
from bot.commands import wishes
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.reading import Reading

SAID = "said"
ANSWER_SECONDS = 600
# What an answer may look like by itself: nothing, or words that could be about a booking one has.
MISTAKEN_FOR = frozenset({None, "book", "extend", "free"})
ASKS_FOR_THE_END = frozenset({"which_end", "no_end_hour"})
BEGINS_AN_END = re.compile(r"到|至|用到|跑到|until|till|til|to\b|by\b|before")


def asking(ask: Ask, reply: Reply) -> Reply:
    """A question whose buttons remember the words that led to it."""
    rows = tuple(tuple(replace(one, payload={**one.payload, SAID: ask.args}) for one in row) for row in reply.choices)
    return replace(reply, choices=rows)


def completed(session: Session, ask: Ask) -> Ask | None:
    """The wish that the last question and these words make together; None when they are no answer to one."""
    if ask.plain or ask.person is None or ask.command not in MISTAKEN_FOR or ask.text.startswith(("/", "／")):
        return None
    said = facts.last_question(session, ask.chat.id, ask.person.id, ask.now - ANSWER_SECONDS, SAID)
    if said is None:
        return None
    try:
        alone = wishes.read(session, replace(ask, args=ask.text))
        whole = replace(ask, command="book", args=_together(session, ask, said, alone), intent=None)
        together = wishes.read(session, whole)
    except Refusal:
        return None
    complete = alone.outcome == "ok" and wishes.says_something(alone)
    return None if complete or together.outcome not in ("ok", "ask_duration", "ask_time") else whole


def _together(session: Session, ask: Ask, said: str, alone: Reading) -> str:
    """The answer behind what was said. Where the end was asked for, an hour is the end: 到8点 – 晚上8点."""
    asked = wishes.read(session, replace(ask, args=said)).reason
    ends = asked in ASKS_FOR_THE_END and alone.minutes is None and not BEGINS_AN_END.match(ask.text.strip().lower())
    return f"{said} {'到' if ends else ''}{ask.text}"
