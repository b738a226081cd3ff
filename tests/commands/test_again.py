"""/again: the last booking once more, from now."""

import pytest

from tests.saying import Lab


def test_as_many_cards_for_as_long_from_now(lab: Lab) -> None:
    lab.say("/book 3 2h 用途：消融")
    lab.at("+3h")
    reply = lab.say("/again")
    assert (reply.code, len(reply.data["gpus"]), reply.data["purpose"]) == ("booked", 3, "消融")
    assert (reply.data["start"], reply.data["end"]) == ("2026-12-02T23:10:00+08:00", "2026-12-03T01:10:00+08:00")


def test_the_length_that_was_planned_counts_and_not_when_it_was_released(lab: Lab) -> None:
    lab.say("/book 2 2h")
    lab.at("+10m")
    lab.say("/release")
    assert lab.say("/again").data["end"] == "2026-12-02T22:20:00+08:00"


def test_a_cancelled_one_counts_too(lab: Lab) -> None:
    lab.say("/book 2 明晚8点 4h")
    lab.say("/cancel")
    reply = lab.say("/again")
    assert (reply.data["gpus"], reply.data["end"]) == ([0, 1], "2026-12-03T00:10:00+08:00")


def test_the_kind_is_kept_where_there_are_several(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 4x4090-24G")
    open_lab.say("/book 2x4090 2h")
    assert open_lab.say("/again").data["kinds"] == ["4090"]


def test_it_is_ones_own_last_booking(lab: Lab) -> None:
    lab.say("/book 3 2h")
    lab.say("/book 1 5h", "bob")
    assert len(lab.say("/again").data["gpus"]) == 3


def test_what_is_not_free_is_refused_with_ways_out(lab: Lab) -> None:
    lab.say("/book 2 2h")
    lab.say("/book 6 6h", "bob")
    reply = lab.say("/again")
    assert reply.code == "taken"
    assert lab.press(reply.data["offers"][0]["token"]).code == "booked"


def test_whoever_never_booked_is_told_how(lab: Lab) -> None:
    reply = lab.say("/again")
    assert (reply.code, reply.data) == ("no_such_booking", {"booking": None})
    assert "/book" in reply.text


@pytest.mark.parametrize("words", ["再来一次", "和上次一样再来一次"])
def test_it_is_understood_in_plain_words(lab: Lab, words: str) -> None:
    lab.say("/book 2 2h")
    assert lab.say(words).code == "booked"
