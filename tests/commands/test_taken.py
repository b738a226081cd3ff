"""A wish that collides: who is in the way, each once, and what would work, each with a button."""

from tests.saying import Lab


def test_a_card_that_is_held_is_refused_with_its_holder_and_ways_out(lab: Lab) -> None:
    lab.say("/book 7 6h")
    reply = lab.say("/book 2 3h", "bob")
    assert reply.code == "taken"
    assert reply.data["blocking"] == [
        {
            "booking": 1,
            "holder": "alice",
            "gpus": [0, 1, 2, 3, 4, 5, 6],
            "start": "2026-12-02T20:10:00+08:00",
            "end": "2026-12-03T02:10:00+08:00",
        }
    ]
    assert [offer["kind"] for offer in reply.data["offers"]] == ["earliest", "fewer"]
    assert lab.say("/my", "bob").data["bookings"] == []


def test_every_blocker_is_named_once_the_first_to_end_first(lab: Lab) -> None:
    lab.say("/book 3 6h")
    lab.say("/book 3 2h", "bob")
    lab.say("/book 2 今晚22:00 1h", "carol")
    blocking = lab.say("/book 8 4h", "dan").data["blocking"]
    assert [one["holder"] for one in blocking] == ["bob", "carol", "alice"]
    assert sorted(number for one in blocking for number in one["gpus"]) == list(range(8))


def test_a_blocker_that_comes_later_is_named_with_its_beginning(lab: Lab) -> None:
    lab.say("/book 8 今晚22:00 1h")
    reply = lab.say("/book 1 3h", "bob")
    assert "alice 今晚 22:00 起，用到今晚 23:00" in reply.text
    assert [offer["kind"] for offer in reply.data["offers"]] == ["earliest", "shorter"]


def test_a_named_card_is_offered_later_or_shorter_and_never_exchanged(lab: Lab) -> None:
    lab.say("/book 3号卡 今晚22:00 2h")
    offers = lab.say("/book 3号卡 4h", "bob").data["offers"]
    assert {tuple(offer["gpus"]) for offer in offers} == {(3,)}
    assert [offer["kind"] for offer in offers] == ["earliest", "shorter"]
    assert offers[1]["end"] == "2026-12-02T22:00:00+08:00"


def test_pressing_an_offer_books_exactly_what_it_said(lab: Lab) -> None:
    lab.say("/book 7 6h")
    for at in (0, 1):
        offer = lab.say("/book 2 3h", "bob").data["offers"][at]
        booked = lab.press(offer["token"], "bob")
        assert booked.code == "booked"
        assert (booked.data["gpus"], booked.data["start"], booked.data["end"]) == (
            offer["gpus"],
            offer["start"],
            offer["end"],
        )


def test_an_offer_keeps_the_purpose(lab: Lab) -> None:
    lab.say("/book 8 6h")
    offer = lab.say("/book 2 3h 用途：论文", "bob").data["offers"][0]
    assert lab.press(offer["token"], "bob").data["purpose"] == "论文"


def test_an_offer_that_somebody_else_took_is_refused_with_new_ways_out(lab: Lab) -> None:
    lab.say("/book 7 6h")
    token = lab.say("/book 2 3h", "bob").token("只要 1 张")
    lab.say("/book 1 3h", "carol")
    reply = lab.press(token, "bob")
    assert (reply.code, reply.data["blocking"][0]["holder"]) == ("taken", "carol")
    assert lab.press(reply.data["offers"][0]["token"], "bob").code == "booked"


def test_where_nothing_fits_it_is_said_and_nothing_is_offered(lab: Lab) -> None:
    for day in range(3, 11, 3):
        lab.say(f"/book 8 2026-12-{day:02} 00:00 3d", "bob")
    lab.say("/book 8 今晚20:10到24:00", "bob")
    reply = lab.say("/book 8 3d", "carol")
    assert (reply.code, reply.data["offers"]) == ("taken", [])


def test_of_many_blockers_a_few_are_told_and_all_are_in_the_data(lab: Lab) -> None:
    for who in range(8):
        lab.say("/book 1 6h", f"s{who}")
    reply = lab.say("/book 8 2h")
    assert len(reply.data["blocking"]) == 8
    assert len(reply.text.split("\n")) <= 7
