"""The bot's questions can be answered by typing, as everybody does on a phone."""

import pytest

from tests.saying import Lab


@pytest.mark.parametrize(
    ("asked", "answer", "gpus", "end"),
    [
        ("订两张A100", "6小时", 2, "2026-12-03T02:10:00+08:00"),
        ("订两张", "到明早9点", 2, "2026-12-03T09:00:00+08:00"),
        ("/book 2", "3h", 2, "2026-12-02T23:10:00+08:00"),
        ("/book", "两张 1小时", 2, "2026-12-02T21:10:00+08:00"),
        ("/book 2 8点 2h", "晚上8点", 2, "2026-12-03T22:00:00+08:00"),
        ("/book 2 8点 2h", "晚上", 2, "2026-12-03T22:00:00+08:00"),
        ("/book 2 8点 2h", "早上8点", 2, "2026-12-03T10:00:00+08:00"),
        ("/book 2 8点 2h", "20:00", 2, "2026-12-03T22:00:00+08:00"),
        ("/book 2 at 8 2h", "8pm", 2, "2026-12-03T22:00:00+08:00"),
        ("/book 2 明天8点 6h", "上午", 2, "2026-12-03T14:00:00+08:00"),
        ("/book 2 明晚 3h", "8点", 2, "2026-12-03T23:00:00+08:00"),
        ("/book 2 到8点", "晚上8点", 2, "2026-12-03T20:00:00+08:00"),
        ("/book 2 到8点", "早上", 2, "2026-12-03T08:00:00+08:00"),
        ("/book 2 到明天", "中午12点", 2, "2026-12-03T12:00:00+08:00"),
        ("/book 3号 2h", "3号卡", 1, "2026-12-02T22:10:00+08:00"),
    ],
)
def test_a_typed_answer_completes_the_wish(lab: Lab, asked: str, answer: str, gpus: int, end: str) -> None:
    assert lab.say(asked).code in ("ask_duration", "ask_time", "pick")
    booked = lab.say(answer)
    assert (booked.code, len(booked.data["gpus"]), booked.data["end"]) == ("booked", gpus, end)


def test_an_answer_that_leaves_something_open_is_asked_on(lab: Lab) -> None:
    lab.say("/book")
    assert lab.say("两张").code == "ask_duration"
    assert lab.say("6小时").code == "booked"


def test_only_the_one_who_was_asked_answers(lab: Lab) -> None:
    lab.say("订两张A100")
    assert lab.say("6小时", "bob").code == "not_understood"


def test_a_question_that_was_answered_or_is_old_is_no_longer_open(lab: Lab) -> None:
    asked = lab.say("订两张A100")
    lab.press(asked.token("1 小时"))
    assert lab.say("6小时").code == "not_understood"
    lab.say("/cancel")
    lab.say("订两张A100")
    lab.at("+11m")
    assert lab.say("6小时").code == "not_understood"


def test_a_whole_wish_after_a_question_is_a_wish_of_its_own(lab: Lab) -> None:
    lab.say("订两张A100")
    booked = lab.say("订1张 2小时")
    assert (booked.code, len(booked.data["gpus"])) == ("booked", 1)
