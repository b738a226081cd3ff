"""/book, /release, /cancel: what a student sees."""

from tests.saying import Lab


def test_two_cards_from_now_are_held_at_once(lab: Lab) -> None:
    reply = lab.say("/book 2xA100 6h")
    assert reply.code == "booked"
    assert reply.data["gpus"] == [0, 1]
    assert reply.data["start"] == "2026-12-02T20:10:00+08:00"
    assert reply.data["end"] == "2026-12-03T02:10:00+08:00"
    assert "CUDA_VISIBLE_DEVICES=0,1" in reply.data["export"]


def test_a_card_that_is_held_is_refused_with_its_holder_and_ways_out(lab: Lab) -> None:
    lab.say("/book 7 6h")
    reply = lab.say("/book 2 3h", "bob")
    assert reply.code == "taken"
    assert reply.data["blocking"][0]["holder"] == "alice"
    assert [offer["kind"] for offer in reply.data["offers"]] == ["earliest", "fewer"]


def test_pressing_an_offer_books_exactly_what_it_said(lab: Lab) -> None:
    lab.say("/book 7 6h")
    offer = lab.say("/book 2 3h", "bob").data["offers"][0]
    booked = lab.press(offer["token"], "bob")
    assert booked.code == "booked"
    assert (booked.data["gpus"], booked.data["start"]) == (offer["gpus"], offer["start"])


def test_a_double_press_books_once(lab: Lab) -> None:
    lab.say("/book 7 6h")
    token = lab.say("/book 2 3h", "bob").data["offers"][0]["token"]
    assert lab.press(token, "bob").code == "booked"
    assert lab.press(token, "bob").code == "already_done"
    assert len(lab.say("/my", "bob").data["bookings"]) == 1
