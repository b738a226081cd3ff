"""What owners may do to others' bookings: make one for somebody, end one with a reason. The holder is told."""

import pytest

from tests.saying import Lab, Said


@pytest.fixture
def lab(lab: Lab) -> Lab:
    """alice owns the pool; li and bob are members."""
    for who in ("li", "bob"):
        lab.say("/help", who)
    return lab


def unasked(said: list[Said]) -> list[Said]:
    return [one for one in said if not one.asked]


@pytest.mark.parametrize("words", ["/book 2 6h for @li", "给li订 2张 6小时", "帮li订2张 6小时"])
def test_an_owner_books_for_somebody_who_is_told(lab: Lab, words: str) -> None:
    lab.say("/help", "li", chat=None)
    said = lab.hear(words)
    (booked,) = [one for one in said if one.asked]
    assert (booked.code, booked.data["holder"], booked.data["by"]) == ("booked", "li", "alice")
    assert booked.text.startswith(("给 li 订好了 0、1 号卡", "Booked for li: cards 0, 1"))
    assert booked.data["export"].endswith("PINKA_USER=li")
    (told,) = unasked(said)
    assert (told.code, told.to, told.data["by"]) == ("booked_for_you", "li", "alice")
    assert len(lab.say("/my", "li").data["bookings"]) == 1
    assert lab.say("/my").data["bookings"] == []


def test_without_a_private_chat_it_is_said_in_the_group_by_name(lab: Lab) -> None:
    (told,) = unasked(lab.hear("/book 2 6h for @li", chat=None))
    assert (told.to, told.text.startswith("li：alice 给你订了")) == ("lab", True)


def only(said: list[Said]) -> Said:
    """The answer, and nothing else was said."""
    (one,) = said
    assert one.asked and one.to == "lab"
    return one


def test_in_the_group_itself_the_answer_names_the_holder_and_nothing_is_said_twice(lab: Lab) -> None:
    booked = only(lab.hear("/book 2 6h for @li"))
    assert (booked.code, booked.data["by"]) == ("booked", "alice") and "li" in booked.text
    undone = only(lab.hear("/undo"))
    assert (undone.code, undone.data["by"]) == ("undone", "alice") and "li：alice 撤销了" in undone.text
    lab.say("/book 2 6h", "li")
    lab.at("+10m")
    released = only(lab.hear("/release 2 机器要重启"))
    assert (released.code, released.data["by"], released.data["reason"]) == ("released", "alice", "机器要重启")
    assert "alice 放了 li 的 0、1 号卡" in released.text and "机器要重启" in released.text
    lab.say("/book 2 明晚8点 6h", "li")
    cancelled = only(lab.hear("/cancel 3 机器要重启"))
    assert "alice 取消了 li 的预约 3" in cancelled.text and "机器要重启" in cancelled.text


def test_ones_own_step_is_answered_without_a_by(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert "by" not in lab.say("/undo").data
    lab.say("/book 2 6h")
    lab.at("+10m")
    assert "by" not in lab.say("/release").data


def test_asked_for_a_reason_the_same_word_is_suggested_that_was_typed(lab: Lab) -> None:
    lab.say("/book 2 6h", "li")
    asked = lab.say("/release 1")
    assert (asked.code, asked.data["verb"]) == ("ask_reason", "release") and "/release 1" in asked.text


@pytest.mark.parametrize("words", ["/book 2 6h for @li", "给li订 2张 6小时"])
def test_nobody_else_books_for_others(lab: Lab, words: str) -> None:
    reply = lab.say(words, "bob")
    assert (reply.code, reply.data["needed"]) == ("role", "owner")
    assert lab.say("/my", "li").data["bookings"] == lab.say("/my", "bob").data["bookings"] == []


@pytest.mark.parametrize("words", ["/book 2 for @li", "/book 2 明天8点 6h for @li"])
def test_what_is_asked_first_is_still_for_them(lab: Lab, words: str) -> None:
    asked = lab.say(words)
    assert asked.code in ("ask_duration", "ask_time")
    assert lab.press(asked.data["choices"][0]["token"]).data["holder"] == "li"


def test_the_ways_out_of_a_refusal_are_still_for_them(lab: Lab) -> None:
    lab.say("/book 7 6h", "bob")
    reply = lab.say("/book 2 3h for @li")
    assert reply.code == "taken"
    assert lab.press(reply.data["offers"][0]["token"]).data["holder"] == "li"


def test_of_two_members_of_one_name_a_button_decides(lab: Lab) -> None:
    for who in ("w1", "w2"):
        lab.say("/help", who, name="张伟")
    asked = lab.say("/book 2 6h for @张伟")
    assert asked.code == "ask_who"
    booked = lab.press(asked.data["choices"][1]["token"])
    assert (booked.code, booked.data["gpus"]) == ("booked", [0, 1])
    assert len(lab.say("/my", "w2", name="张伟").data["bookings"]) == 1


def test_what_an_owner_booked_for_somebody_can_be_undone_and_they_are_told(lab: Lab) -> None:
    lab.say("/book 2 6h for @li")
    lab.say("/help", "li", chat=None)
    said = lab.hear("/undo")
    assert [one.code for one in said if one.asked] == ["undone"]
    assert [(one.code, one.data["holds"]) for one in unasked(said)] == [("undone_by_owner", False)]
    assert lab.say("/my", "li").data["bookings"] == []


def test_for_oneself_is_a_booking_like_any(lab: Lab) -> None:
    booked = lab.say("/book 2 6h for @alice")
    assert (booked.code, "by" in booked.data) == ("booked", False)


@pytest.mark.parametrize(("made", "word", "code"), [("", "/release", "released"), ("明晚8点", "/cancel", "cancelled")])
def test_an_owner_ends_somebodys_booking_with_a_reason_and_the_holder_is_told(
    lab: Lab, made: str, word: str, code: str
) -> None:
    lab.say(f"/book 2 {made} 6h", "li")
    lab.say("/help", "li", chat=None)
    lab.at("+10m")
    asked = lab.say(f"{word} 1")
    assert (asked.code, asked.data) == ("ask_reason", {"booking": 1, "holder": "li", "verb": word[1:], "choices": []})
    assert len(lab.say("/my", "li").data["bookings"]) == 1
    said = lab.hear(f"{word} 1 机器要重启")
    assert [one.code for one in said if one.asked] == [code]
    (told,) = unasked(said)
    assert (told.code, told.data["by"], told.data["reason"]) == ("ended_by_owner", "alice", "机器要重启")
    assert lab.say("/my", "li").data["bookings"] == []


def test_an_owner_takes_that_back_and_the_holder_is_told_again(lab: Lab) -> None:
    lab.say("/book 2 6h", "li")
    lab.at("+10m")
    lab.say("/release 1 看错了")
    lab.say("/help", "li", chat=None)
    said = lab.hear("/undo")
    assert [(one.code, one.data["holds"]) for one in unasked(said)] == [("undone_by_owner", True)]
    assert lab.say("/my", "li").data["bookings"][0]["gpus"] == [0, 1]


def test_a_member_ends_nobodys_booking_whatever_the_reason(lab: Lab) -> None:
    lab.say("/book 2 6h", "li")
    assert lab.say("/release 1 我急用", "bob").code == "not_yours"


def test_ones_own_booking_needs_no_reason(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.at("+10m")
    assert lab.hear("/release 1 跑完了")[0].code == "released"
