"""/here: the pool's notices go to the topic in which an owner says it."""

import json
from typing import Any

from sqlalchemy import text

from bot.chat.message import Incoming, Person, Place
from bot.console.lines import PLATFORM
from tests.saying import IDS, Lab, Said


def topic_of(lab: Lab, code: str) -> list[str | None]:
    query = text("SELECT topic FROM outbox WHERE code = :code ORDER BY id")
    return lab.database.read_now(lambda session: [row[0] for row in session.execute(query, {"code": code})])


def said_in(lab: Lab, topic: str | None, words: str, who: str = "alice") -> Said:
    """As somebody says it in a topic of the group, which a line cannot say."""
    key = f"{PLATFORM}:" + json.dumps(["lab", who, f"t{next(IDS)}"])
    place = Place(PLATFORM, "lab", False, topic, hears_all=True)
    message = Incoming(key, place, Person(who, who), words, lab.bridge.clock.now(), addressed=True)
    lab.printed.clear()
    deliver: Any = lab._deliver(message)
    lab.runner.run(deliver)
    (one,) = lab._said()
    return one


def notice_topic(lab: Lab) -> str | None:
    """Where the notice about a member who leaves is said."""
    lab.press(lab.say("/leave", "bob", chat=None).token("退组"), "bob", chat=None)
    return topic_of(lab, "left")[-1]


def test_notices_go_where_it_was_said(open_lab: Lab) -> None:
    reply = said_in(open_lab, "77", "/here")
    assert (reply.code, reply.data) == ("here", {"pool": "lab", "topic": True})
    assert notice_topic(open_lab) == "77"


def test_before_it_is_said_they_go_to_the_group(open_lab: Lab) -> None:
    assert notice_topic(open_lab) is None


def test_said_in_the_general_topic_they_go_there_again(open_lab: Lab) -> None:
    said_in(open_lab, "77", "/here")
    assert said_in(open_lab, None, "发到这里").data["topic"] is False
    assert notice_topic(open_lab) is None


def test_answers_stay_in_the_topic_of_the_question(open_lab: Lab) -> None:
    said_in(open_lab, "77", "/here")
    said_in(open_lab, "88", "/my", "bob")
    assert topic_of(open_lab, "my") == ["88"]


def test_nobody_but_an_owner_says_where(open_lab: Lab) -> None:
    assert said_in(open_lab, "77", "/here", "bob").code == "role"
    assert notice_topic(open_lab) is None


def test_in_private_it_is_said_where_it_belongs(open_lab: Lab) -> None:
    assert open_lab.say("/here", chat=None).code == "here_in_group"


def test_in_a_group_without_a_pool_there_is_nothing_to_send(open_lab: Lab) -> None:
    assert open_lab.say("/here", chat="foreign").code == "no_pool"


def test_words_behind_it_are_refused(open_lab: Lab) -> None:
    assert open_lab.say("/here please").code == "bad_input"
