"""/release with cards: some of a booking's cards are given back, the rest stays."""

import pytest

from tests.saying import Lab


def test_a_card_that_is_dropped_is_free_at_once_and_the_rest_stays(lab: Lab) -> None:
    lab.say("/book 4 6h")
    lab.at("+60m")
    reply = lab.say("/release 2、3号卡")
    assert (reply.code, reply.data["dropped"], reply.data["gpus"]) == ("card_dropped", [2, 3], [0, 1])
    assert reply.data["end"] == "2026-12-03T02:10:00+08:00"
    assert lab.say("/book 2、3号卡 1h", "bob").data["start"] == "2026-12-02T21:10:00+08:00"
    assert lab.say("/my").data["bookings"][0]["gpus"] == [0, 1]


@pytest.mark.parametrize("words", ["放3号卡", "把3号卡放了", "3号卡不用了", "/release 1 3号卡", "/release gpu 3"])
def test_it_is_understood_in_plain_words(lab: Lab, words: str) -> None:
    lab.say("/book 4 6h")
    lab.at("+60m")
    reply = lab.say(words)
    assert (reply.code, reply.data["dropped"], reply.data["gpus"]) == ("card_dropped", [3], [0, 1, 2])


def test_a_card_dropped_before_its_time_leaves_nothing(lab: Lab) -> None:
    lab.say("/book 4 今晚22:00 6h")
    reply = lab.say("/release 3号卡")
    assert (reply.code, reply.data["gpus"]) == ("card_dropped", [0, 1, 2])
    assert lab.say("/book 3号卡 今晚22:00 6h", "bob").code == "booked"


@pytest.mark.parametrize(("later", "code"), [("+60m", "released"), ("+0s", "cancelled")])
def test_all_cards_of_a_booking_are_the_booking(lab: Lab, later: str, code: str) -> None:
    lab.say("/book 2 6h")
    lab.at(later)
    assert lab.say("/release 0、1号卡").code == code
    assert lab.say("/my").data["bookings"] == []


def test_cards_that_it_does_not_hold_are_not_dropped(lab: Lab) -> None:
    lab.say("/book 2 6h")
    reply = lab.say("/release 1 5号卡")
    assert (reply.code, reply.data) == ("no_such_card", {"numbers": [5], "have": [0, 1], "booking": 1})
    reply = lab.say("/release 5号卡")
    assert (reply.code, [one["gpus"] for one in reply.data["mine"]]) == ("no_such_booking", [[0, 1]])
    assert lab.say("/my").data["bookings"][0]["gpus"] == [0, 1]


def test_the_booking_that_holds_the_cards_is_the_one_that_is_meant(lab: Lab) -> None:
    lab.say("/book 0、1号卡 6h")
    lab.say("/book 2、3号卡 6h")
    assert lab.say("/release 3号卡").data["booking"] == 2
    lab.say("/book 0号卡 明晚8点 6h")
    asked = lab.say("/release 0号卡")
    assert (asked.code, asked.data["verb"]) == ("ask_target", "drop")
    assert lab.press(asked.data["choices"][0]["token"]).data["gpus"] == [1]


def test_a_dropped_card_stays_dropped_when_the_rest_is_extended_shortened_or_released(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.at("+60m")
    lab.say("/release 1号卡")
    lab.say("/book 1号卡 1h", "bob")
    assert lab.say("/extend 1 2h").data["gpus"] == [0]
    lab.at("+30m")
    assert lab.say("/extend 1 到23:00").data["gpus"] == [0]
    assert lab.say("/release").data["gpus"] == [0]
    assert lab.say("/my", "bob").data["bookings"][0]["gpus"] == [1]


def test_a_card_that_was_dropped_cannot_be_dropped_again(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.at("+60m")
    lab.say("/release 1号卡")
    assert lab.say("/release 1 1号卡").data == {"numbers": [1], "have": [0], "booking": 1}


@pytest.mark.parametrize("words", ["放2张", "放两张卡", "give back two cards", "i don't need two of them"])
def test_so_many_of_more_cards_are_given_back_only_when_it_is_clear_which(lab: Lab, words: str) -> None:
    lab.say("/book 4 6h")
    lab.at("+60m")
    asked = lab.say(words)
    assert (asked.code, asked.data["reason"]) == ("bad_input", "which_cards")
    assert asked.data["facts"] == {"have": [0, 1, 2, 3]}
    assert lab.say(asked.data["example"]).data["dropped"] == [2, 3]
    assert lab.say(words).code == "released", "two are left, so all are meant"


def test_somebody_elses_cards_cannot_be_dropped(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.say("/release 1 0号卡", "bob").code == "not_yours"
    lab.say("/book 1 3h", "bob")
    for words in ("/release 0号卡", "0号卡我不用了"):
        refused = lab.say(words, "bob")
        assert (refused.code, refused.data["cards"]) == ("no_such_booking", [0])
        assert [(one["holder"], one["gpus"]) for one in refused.data["others"]] == [("alice", [0, 1])]
        assert "alice" in refused.text and "2 号卡" in refused.text
    assert lab.say("/my").data["bookings"][0]["gpus"] == [0, 1]
