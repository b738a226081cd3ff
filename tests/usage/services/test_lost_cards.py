"""A card that falls away: nobody books it, its bookings move, and it is back when the agent sees it well."""

from bot.wire.sample import Event
from tests.usage.box import Box, card, looks


def fall(box: Box, number: int, state: str = "lost") -> None:
    cards = [card(n, state=state if n == number else "ok") for n in range(8)]
    event = Event(0, "card_state", f"GPU-{number}", {"index": number, "from": "ok", "to": state})
    box.send(*looks(box.lab.bridge.clock.now() - box.now, cards=cards), events=[event])


def test_its_booking_moves_to_a_free_card_of_the_kind_and_the_holder_is_told(box: Box) -> None:
    box.lab.say("/my", "bob", chat=None)
    box.lab.say("/book 2 4h", "bob")
    fall(box, 1)
    told = box.lab.at("+1s")
    assert [one.code for one in told] == ["card_lost", "card_lost"]
    [mine] = [one.data["bookings"][0] for one in told if one.data["private"]]
    assert mine["moved_to"] == 2 and mine["gpus"] == [0, 2]
    assert "GPU-2" in mine["export"]
    assert box.lab.say("/my", "bob").data["bookings"][0]["gpus"] == [0, 2]


def test_the_seconds_it_worked_stay_and_the_card_is_booked_no_more(box: Box) -> None:
    box.lab.say("/book 8 4h", "bob")
    box.lab.at("+1h")
    fall(box, 3)
    [told] = box.lab.at("+1s")
    assert told.data["bookings"][0]["moved_to"] is None
    box.lab.say("/release", "bob")
    booked = box.lab.say("/book 7 2h", "bob")
    assert 3 not in booked.data["gpus"]
    assert box.lab.say("/book 3号卡 1h").code == "card_broken"


def test_it_is_back_when_the_agent_sees_it_well_unless_an_owner_called_it_broken(box: Box) -> None:
    fall(box, 3)
    box.lab.at("+1s")
    fall(box, 3, "ok")
    box.lab.at("+1s")
    assert box.lab.say("/book 3号卡 1h").code == "booked"
    box.lab.say("/pool 5号卡坏了")
    fall(box, 5, "ok")
    box.lab.at("+1s")
    assert box.lab.say("/book 5号卡 1h").code == "card_broken"


def test_two_looks_at_the_same_loss_tell_once(box: Box) -> None:
    fall(box, 3)
    assert len(box.lab.at("+1s")) == 1
    fall(box, 3)
    assert box.lab.at("+1s") == []
