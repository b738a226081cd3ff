"""A machine that is not heard: announced once, its return once, and the gap decided by who keeps the books."""

from tests.usage.box import Box, card, running


def test_three_minutes_of_silence_are_announced_once_and_never_called_a_crash(box: Box) -> None:
    box.lab.say("/book 2 2h", "bob")
    box.until_now(card(0, running("bob", evidence="PINKA_USER")))
    assert [one.code for one in box.lab.at("+2m")] == []
    told = box.lab.at("+5m")
    assert [one.code for one in told] == ["node_unheard"]
    assert told[0].data["bookings"][0]["holder"] == "鲍勃" and not told[0].asked
    assert "联系不上" in told[0].text and "挂" not in told[0].text
    assert [one.code for one in box.lab.at("+30m")] == []


def test_holders_hear_of_it_privately_where_they_can(box: Box) -> None:
    box.lab.say("/my", "bob", chat=None)
    box.lab.say("/book 2 2h", "bob")
    box.until_now()
    told = box.lab.at("+4m")
    assert [(one.code, one.data["private"]) for one in told] == [("node_unheard", False), ("node_unheard", True)]


def test_the_return_is_told_once_with_what_is_gone(box: Box) -> None:
    box.until_now(card(0, running("bob", evidence="PINKA_USER")), card(1))
    box.lab.at("+1h")
    box.until_now(card(0), boot="boot-2", since=3_590)
    told = [one for one in box.lab.at("+2m") if one.code == "node_back"]
    assert len(told) == 1
    assert told[0].data["restarted"] is True
    assert told[0].data["gone_cards"] == [1, 2, 3, 4, 5, 6, 7]
    assert [(one["gpu"], one["holder"], one["command"]) for one in told[0].data["gone_processes"]] == [
        (0, "鲍勃", "train.py")
    ]
    box.until_now(card(0), boot="boot-2")
    assert [one.code for one in box.lab.at("+1h") if one.code == "node_back"] == []


def test_a_gap_that_later_readings_fill_is_no_gap_and_nobody_is_asked(box: Box) -> None:
    box.until_now()
    box.lab.at("+1h")
    box.until_now(since=15)
    told = box.lab.at("+2m")
    box.until_now(since=3_600)
    told += box.lab.at("+2m")
    assert [one.code for one in told] == ["node_back"]
    assert told[0].data["unread_seconds"] == 0 and box.gaps() == []


def test_a_long_gap_asks_who_keeps_the_books_once_and_the_first_word_counts(box: Box) -> None:
    box.lab.say("/book 1 6h", "bob")
    box.until_now()
    box.lab.at("+3h")
    box.until_now(since=3 * 3_600 - 15)
    [asked] = [one for one in box.lab.at("+6m") if one.code == "ask_gap"]
    assert box.gaps() == [(15, 3 * 3_600 - 15), (3 * 3_600 + 15, None)]
    refused = box.lab.press(asked.token("不收费"), "bob")
    assert refused.code in ("role", "not_yours")
    said = box.lab.press(asked.token("不收费"))
    assert said.code == "outage_set" and said.data["bookings"][0]["holder"] == "鲍勃"
    listed = box.lab.say("/outage")
    assert [one["outage"] for one in listed.data["outages"]] == [1] and listed.data["gaps"] == []
    voided = box.lab.press(listed.token("撤销"))
    assert voided.code == "outage_voided"
    again = box.lab.say("/outage")
    assert again.data["outages"] == [] and len(again.data["gaps"]) == 1
    assert box.lab.press(again.token("照收")).code == "gap_charged"


def test_a_pause_of_the_bot_itself_is_not_the_machines(box: Box) -> None:
    box.until_now()
    clock = box.lab.bridge.clock
    clock.set(clock.now() + 7_200)  # type: ignore[attr-defined]
    assert [one.code for one in box.lab.fire()] == []
    assert [one.code for one in box.lab.at("+4m")] == ["node_unheard"]


def test_an_outage_is_said_by_hand_and_only_by_who_keeps_the_books(box: Box) -> None:
    assert box.lab.say("/outage 02:00-08:00", "bob").code == "role"
    said = box.lab.say("/outage 02:00-08:00")
    assert said.code == "outage_set" and said.data["start"].endswith("T02:00:00+08:00")
    assert box.lab.say("/outage 07:00-09:00").code == "outage_there"
    assert box.lab.say("/outage 停机一会儿").data["reason"] == "unclear"
    assert box.lab.say("/outage node9 02:00-03:00").code == "no_such_node"
    assert box.lab.say("/outage 撤销 1").code == "outage_voided"
    assert box.lab.say("/outage 撤销 99").code == "not_there"
    assert box.lab.say("停机").code == "outages"
