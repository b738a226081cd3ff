"""Cards that fall away: nobody books them, their bookings move, and they are back when the agent sees them well."""

from dataclasses import replace

from bot.wire.sample import Event
from tests.saying import Said
from tests.usage.box import Box, card, looks


def fall(box: Box, *numbers: int, state: str = "lost", wait: str | None = "+1s") -> list[Said]:
    """Exactly these cards are in that state now; what the bot says about it within the second (or at once)."""
    cards = [card(n, state=state if n in numbers else "ok") for n in range(8)]
    events = [Event(0, "card_state", f"GPU-{n}", {"index": n, "from": "ok", "to": state}) for n in numbers or (0,)]
    box.send(*looks(box.lab.bridge.clock.now() - box.now, cards=cards), events=events)
    return box.lab.at(wait) if wait else box.lab.fire()


def moves(said: Said) -> list[tuple[int, int | None]]:
    return [(one["gpu"], one["moved_to"]) for booking in said.data["bookings"] for one in booking["moves"]]


def test_its_booking_moves_to_a_free_card_of_the_kind_and_the_holder_is_told(any_box: Box) -> None:
    box = any_box
    box.lab.say("/my", "bob", chat=None)
    box.lab.say("/book 2 4h", "bob")
    told = fall(box, 1)
    assert [one.code for one in told] == ["card_lost", "card_lost"]
    [mine] = [one for one in told if one.data["private"]]
    assert moves(mine) == [(1, 2)] and mine.data["bookings"][0]["gpus"] == [0, 2]
    assert "GPU-2" in mine.data["bookings"][0]["export"]
    assert box.lab.say("/my", "bob").data["bookings"][0]["gpus"] == [0, 2]


def test_the_seconds_it_worked_stay_and_the_card_is_booked_no_more(box: Box) -> None:
    box.lab.say("/book 8 4h", "bob")
    box.lab.at("+1h")
    [told] = fall(box, 3)
    assert moves(told) == [(3, None)] and "没有空着的同款卡可换" in told.text
    box.lab.say("/release", "bob")
    assert 3 not in box.lab.say("/book 7 2h", "bob").data["gpus"]
    assert box.lab.say("/book 3号卡 1h").code == "card_broken"


def test_it_is_back_when_the_agent_sees_it_well_unless_an_owner_called_it_broken(box: Box) -> None:
    fall(box, 3)
    fall(box)
    assert box.lab.say("/book 3号卡 1h").code == "booked"
    box.lab.say("/pool 5号卡坏了")
    fall(box)
    assert box.lab.say("/book 5号卡 1h").code == "card_broken"


def test_an_owners_word_on_a_card_that_the_agent_had_lost_outlasts_its_return(box: Box) -> None:
    fall(box, 5)
    box.lab.say("/pool 5号卡坏了")
    fall(box)
    assert box.lab.say("/book 5号卡 1h").code == "card_broken"
    box.lab.say("/pool 5号卡好了")
    assert box.lab.say("/book 5号卡 1h").code == "booked"


def test_two_looks_at_the_same_loss_tell_once(box: Box) -> None:
    assert len(fall(box, 3)) == 1
    assert fall(box, 3) == []


def test_all_cards_lost_at_once_are_one_message_and_one_to_each_holder(box: Box) -> None:
    box.lab.say("/my", "bob", chat=None)
    box.lab.say("/book 2 4h", "bob")
    box.lab.say("/book 1 4h")
    told = fall(box, *range(8))
    assert [(one.code, one.data["private"]) for one in told] == [("card_lost", False), ("card_lost", True)]
    assert told[0].data["gpus"] == list(range(8))
    assert moves(told[0]) == [(0, None), (1, None), (2, None)]  # never from one lost card to another


def test_a_booking_of_several_lost_cards_is_told_once_with_all_its_moves(box: Box) -> None:
    box.lab.say("/book 2 4h", "bob")
    [told] = fall(box, 0, 1)
    assert moves(told) == [(0, 2), (1, 3)]
    assert "0 号换成 2 号，1 号换成 3 号" in told.text


def test_a_move_to_a_card_that_falls_in_the_same_second_is_made_good(box: Box) -> None:
    box.lab.say("/book 1 4h", "bob")
    box.lab.at("+1h")
    assert moves(fall(box, 0)[0]) == [(0, 1)]
    assert moves(fall(box, 0, 1, wait=None)[0]) == [(1, 2)]


def test_a_booking_to_come_moves_back_to_a_card_it_once_had(any_box: Box) -> None:
    box = any_box
    box.lab.say("/book 1号卡 明天 9点 2h", "bob")
    assert moves(fall(box, 1)[0]) == [(1, 0)]
    fall(box)
    box.lab.say("/book 2,3,4,5,6,7号卡 明天 9点 2h")
    assert moves(fall(box, 0)[0]) == [(0, 1)]


def test_a_running_booking_never_gets_a_card_for_a_second_span(box: Box) -> None:
    box.lab.say("/book 1 4h", "bob")
    box.lab.at("+1h")
    assert moves(fall(box, 0)[0]) == [(0, 1)]
    fall(box)
    box.lab.at("+1h")
    assert moves(fall(box, 1)[0]) == [(1, 2)]
    box.lab.at("+1h")
    released = box.lab.say("/release", "bob")
    assert released.code == "released" and released.data["gpus"] == [2]


def test_a_card_that_keeps_falling_is_told_once_an_hour_unless_a_booking_is_on_it(box: Box) -> None:
    assert len(fall(box, 3)) == 1
    fall(box)
    assert fall(box, 3) == []
    fall(box)
    box.lab.say("/book 3号卡 1h", "bob")
    assert len(fall(box, 3)) == 1
    fall(box)
    box.lab.at("+1h")
    assert len(fall(box, 3)) == 1


def test_a_move_is_not_taken_back_by_undo(box: Box) -> None:
    box.lab.say("/book 1 4h", "bob")
    fall(box, 0)
    assert box.lab.say("/undo", "bob").code == "nothing_to_undo"
    assert box.lab.say("/my", "bob").data["bookings"][0]["gpus"] == [1]


def test_a_co_holder_is_told_as_the_holder_is(box: Box) -> None:
    box.lab.say("/my", "bob", chat=None)
    made = box.lab.say("/book 1 4h")
    assert box.lab.say(f"/share {made.data['booking']} 鲍勃").code == "co_held"
    assert [one.data["private"] for one in fall(box, 0)] == [False, True]


def test_a_container_that_lost_its_cards_by_a_restart_loses_no_booking(box: Box) -> None:
    box.lab.say("/book 2 4h", "bob")
    lost = [card(n, state="init_unknown") for n in range(8)]
    (at, one), *_ = looks(box.lab.bridge.clock.now() - box.now, cards=lost)
    box.send((at, replace(one, state="init_unknown")), events=[Event(0, "card_state", "GPU-0", {"to": "init_unknown"})])
    assert box.lab.at("+1s") == []
    said = box.lab.say("/status")
    assert all(card["live"] is None and not card["broken"] for card in said.data["cards"])
    assert "要重启容器" in said.text and "init_unknown" not in said.text
    assert "init_unknown" not in box.lab.say("/gpu 0").text
