"""Which answers one person alone may see."""

from dataclasses import replace

import pytest

from bot.chat.codes import CODES
from bot.chat.message import Event, Incoming, Message, Person, Place, Press
from bot.chat.personal import PERSONAL, STILL_THERE, only_for

NOW = 1_796_000_000
GROUP = Place("telegram", "-1", False)
LI = Person("1001", "李")
SAID = Incoming("k", GROUP, LI, "/my", NOW)


def test_only_codes_that_exist_and_are_said_are_personal() -> None:
    assert {name for name, code in CODES.items() if code.said} >= PERSONAL


FOR_ALL = (
    "booked", "taken", "released", "cancelled", "joined", "join_asked", "join_refused", "member_left", "starts_now",
    "ends_soon", "setup_done", "hello", "status", "free", "pool", "late_command", "busy", "storage_failed", "failed",
)  # fmt: skip


@pytest.mark.parametrize("code", FOR_ALL)
def test_what_others_must_know_and_what_must_arrive_is_for_everybody(code: str) -> None:
    assert code in CODES and only_for(code, SAID, NOW) is None


@pytest.mark.parametrize("message", [SAID, Press("k", GROUP, LI, "1.0.x", NOW)])
def test_a_personal_answer_is_for_who_asked_or_pressed(message: Message) -> None:
    assert only_for("my", message, NOW) == "1001"


@pytest.mark.parametrize(
    "message",
    [
        None,
        Event("k", GROUP, "bot_added", NOW),
        replace(SAID, place=replace(GROUP, private=True)),
        replace(SAID, person=replace(LI, anonymous=True)),
    ],
    ids=["nobody asked", "an event", "in private", "nobody knows who"],
)
def test_without_one_person_among_others_it_is_for_everybody(message: Message | None) -> None:
    assert only_for("my", message, NOW) is None


def test_an_answer_that_comes_late_is_for_everybody_because_it_must_be_found() -> None:
    assert only_for("my", SAID, NOW + STILL_THERE) == "1001"
    assert only_for("my", SAID, NOW + STILL_THERE + 1) is None
