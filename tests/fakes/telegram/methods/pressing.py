"""The answer to a press: once, within the time Telegram gives, at most 200 characters."""

from __future__ import annotations

from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.entities import utf16_length
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.rules import LONGEST_ANSWER
from tests.fakes.telegram.transcript import Event
from tests.fakes.telegram.world import World

QUERY_LIFE = 15.0
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def answer_callback_query(world: World, asked: Asked) -> bool:
    query = world.queries.get(asked.text("callback_query_id"))
    if query is None or query.answered or world.clock() - query.pressed_at > QUERY_LIFE:
        raise bad_request(TOO_OLD)
    if utf16_length(asked.text("text")) > LONGEST_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    query.answered = True
    world.tell(Event("answered", world.bot.full_name, query.place, text=asked.text("text")))
    return True
