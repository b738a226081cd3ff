"""/my, /free, /status: looking changes nothing and tells all that is known."""

import pytest

from tests.saying import Lab


def test_my_lists_what_runs_and_what_comes_each_with_its_button(lab: Lab) -> None:
    lab.say("/book 1 明晚8点 2h")
    lab.say("/book 2 6h")
    reply = lab.say("/my")
    assert [(one["booking"], one["running"]) for one in reply.data["bookings"]] == [(2, True), (1, False)]
    assert reply.labels == ["放卡 2（0、1 号卡）", "取消 1（0 号卡）"]
    lab.at("+10m")
    assert lab.press(lab.say("/my").token("放卡 2")).code == "released"
    assert lab.press(lab.say("/my").token("取消 1")).code == "cancelled"
    assert lab.say("/my").data["bookings"] == []


def test_many_bookings_fit_one_message_and_all_are_in_the_data(lab: Lab) -> None:
    for _ in range(8):
        lab.say("/book 1 6h")
    reply = lab.say("/my")
    assert len(reply.data["bookings"]) == 8
    assert len(reply.text.split("\n")) <= 8


def test_free_tells_which_cards_are_free_now_and_when_the_others_are(lab: Lab) -> None:
    lab.say("/book 6 6h")
    lab.say("/book 7号卡 今晚23:00 1h", "bob")
    reply = lab.say("/free")
    assert [card["number"] for card in reply.data["now"]] == [6, 7]
    assert reply.data["until"] == "2026-12-04T20:10:00+08:00"
    cards = {card["number"]: card["free"] for card in reply.data["cards"]}
    assert cards[0] == [{"start": "2026-12-03T02:10:00+08:00", "end": "2026-12-04T20:10:00+08:00"}]
    assert [span["end"] for span in cards[7]] == ["2026-12-02T23:00:00+08:00", "2026-12-04T20:10:00+08:00"]


def test_a_gap_too_short_to_book_is_not_called_free(lab: Lab) -> None:
    lab.say("/book 0号卡 今晚20:19 2h")
    assert 0 not in [card["number"] for card in lab.say("/free").data["now"]]


def test_status_tells_holder_until_when_and_who_is_next(lab: Lab) -> None:
    lab.say("/book 0号卡 2h")
    lab.say("/book 0号卡 今晚23:00 1h", "bob")
    reply = lab.say("/status")
    first = reply.data["cards"][0]
    assert (first["holder"], first["until"]) == ("alice", "2026-12-02T22:10:00+08:00")
    assert first["next"] == {
        "holder": "bob",
        "start": "2026-12-02T23:00:00+08:00",
        "end": "2026-12-03T00:00:00+08:00",
    }
    assert (reply.data["cards"][1]["holder"], reply.data["cards"][1]["next"]) == (None, None)


def test_status_says_that_only_bookings_are_known_without_an_agent(lab: Lab) -> None:
    reply = lab.say("/status")
    assert reply.data["agent"] is None
    assert "只知道预约" in reply.text


def test_cards_are_listed_in_the_order_of_their_numbers(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 2x4090-24G")
    open_lab.say("/book 0号卡 2h")
    reply = open_lab.say("/status")
    assert [card["number"] for card in reply.data["cards"]] == list(range(10))
    assert [line.split(" ")[2] for line in reply.text.split("\n")[1:4]] == ["0", "1–7", "8、9"]


@pytest.mark.parametrize("command", ["/free", "/status"])
def test_a_full_pool_of_two_big_machines_still_fits_one_message(open_lab: Lab, command: str) -> None:
    open_lab.say("/pool add node2: 64x4090-24G")
    for number in range(72):
        open_lab.say(f"/book {number}号卡 {60 + number}分钟", ("alice", "bob", "carol")[number % 3])
    assert open_lab.say(command).code == command[1:]


def test_who_looks_reads_the_same_as_everybody(open_lab: Lab) -> None:
    open_lab.say("/book 2 6h")
    assert open_lab.say("/status", "bob").data == open_lab.say("/status", "carol").data
