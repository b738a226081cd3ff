"""A machine that is not heard: announced once, its return once, and the gap decided by who keeps the books."""

from dataclasses import replace
from datetime import datetime

from bot.usage.services import watch
from storage.queries import agents
from tests.usage.box import Box, card, looks, running


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


def test_the_return_is_told_once_with_what_is_gone(any_box: Box) -> None:
    any_box.until_now(card(0, running("bob", evidence="PINKA_USER")), card(1))
    any_box.lab.at("+1h")
    any_box.until_now(card(0), boot="boot-2", since=3_590)
    told = [one for one in any_box.lab.at("+2m") if one.code == "node_back"]
    assert len(told) == 1
    assert told[0].data["restarted"] is True
    assert told[0].data["gone_cards"] == [1, 2, 3, 4, 5, 6, 7]
    assert [(one["gpu"], one["holder"], one["command"]) for one in told[0].data["gone_processes"]] == [
        (0, "鲍勃", "train.py")
    ]
    any_box.until_now(card(0), boot="boot-2")
    assert [one.code for one in any_box.lab.at("+1h") if one.code == "node_back"] == []


def test_a_gap_that_later_readings_fill_is_no_gap_and_nobody_is_asked(any_box: Box) -> None:
    any_box.until_now()
    any_box.lab.at("+1h")
    any_box.until_now(since=15)
    told = any_box.lab.at("+2m")
    any_box.until_now(since=3_600)
    told += any_box.lab.at("+2m")
    assert [one.code for one in told] == ["node_back"]
    assert told[0].data["unread_seconds"] == 0 and any_box.gaps() == []


def test_a_long_gap_asks_who_keeps_the_books_once_and_the_first_word_counts(any_box: Box) -> None:
    any_box.lab.say("/book 1 6h", "bob")
    any_box.until_now()
    any_box.lab.at("+3h")
    any_box.until_now(since=3 * 3_600 - 15)
    [asked] = [one for one in any_box.lab.at("+6m") if one.code == "ask_gap"]
    assert any_box.gaps() == [(15, 3 * 3_600 - 15), (3 * 3_600 + 15, None)]
    refused = any_box.lab.press(asked.token("不收费"), "bob")
    assert refused.code in ("role", "not_yours")
    said = any_box.lab.press(asked.token("不收费"))
    assert said.code == "outage_set" and said.data["bookings"][0]["holder"] == "鲍勃"
    listed = any_box.lab.say("/outage")
    assert [one["outage"] for one in listed.data["outages"]] == [1] and listed.data["gaps"] == []
    voided = any_box.lab.press(listed.token("撤销"))
    assert voided.code == "outage_voided"
    again = any_box.lab.say("/outage")
    assert again.data["outages"] == [] and len(again.data["gaps"]) == 1
    assert any_box.lab.press(again.token("照收")).code == "gap_charged"


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


def test_what_comes_in_several_batches_is_told_as_the_one_silence_it_was(any_box: Box) -> None:
    any_box.until_now()
    any_box.lab.at("+1h")
    any_box.until_now(since=3_600)
    any_box.send(*looks(*range(15, 1_800, 15)))
    any_box.send(*looks(*range(1_800, 3_600, 15)))
    [told] = [one for one in any_box.lab.at("+3m") if one.code == "node_back"]
    assert (told.data["unread_seconds"], _seconds(told.data["start"], told.data["end"])) == (0, 3_600 - 15)


def _seconds(start: str, end: str) -> int:
    return int((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds())


def test_a_decided_gap_that_is_partly_filled_later_is_asked_about_no_more(any_box: Box) -> None:
    any_box.until_now()
    any_box.lab.at("+3h")
    any_box.until_now(since=3 * 3_600 - 15)
    [asked] = [one for one in any_box.lab.at("+6m") if one.code == "ask_gap"]
    assert any_box.lab.press(asked.token("不收费")).code == "outage_set"
    any_box.send(*looks(*range(3_600, 3_700, 15)))
    assert [one.code for one in any_box.lab.at("+10m") if one.code == "ask_gap"] == []
    assert len(any_box.lab.say("/outage").data["outages"]) == 1


def test_an_agent_that_never_spoke_is_announced_once_and_its_first_word_ends_that(box: Box) -> None:
    box.database.write_now(watch.begin, 1, box.now)
    told = box.lab.at("+10m")
    assert [one.code for one in told] == ["node_unheard"] and "还没有过读数" in told[0].text
    box.until_now(since=600)
    box.lab.at("+2m")
    box.until_now(since=615)
    assert box.gaps()[-1][1] is not None
    assert [one.code for one in box.lab.at("+1h") if one.code == "node_unheard"] == ["node_unheard"]


def test_a_machine_that_was_held_back_is_watched_again_once_it_is_let_in(box: Box) -> None:
    box.until_now()
    box.database.write_now(lambda s: agents.change(s, 1, state="quarantined"))
    assert [one.code for one in box.lab.at("+1h")] == []
    box.database.write_now(lambda s: agents.change(s, 1, state="active"))
    box.until_now(since=3_600)
    assert [one.code for one in box.lab.at("+1h") if one.code == "node_unheard"] == ["node_unheard"]


def test_a_removed_agent_is_not_missed(box: Box) -> None:
    box.until_now()
    box.database.write_now(lambda s: agents.change(s, 1, state="removed"))
    assert box.lab.at("+1h") == []


def test_silence_is_announced_even_when_the_return_could_not_be_told(box: Box) -> None:
    box.until_now()
    box.lab.at("+1h")
    box.until_now(since=3_600)
    clock = box.lab.bridge.clock
    clock.set(clock.now() + 3 * 86_400)  # type: ignore[attr-defined]
    box.lab.fire()
    assert [one.code for one in box.lab.at("+10m") if one.code == "node_unheard"] == ["node_unheard"]


def test_a_process_that_cannot_be_seen_after_the_return_is_not_called_gone(box: Box) -> None:
    box.until_now(card(0, running("bob", evidence="PINKA_USER")))
    box.lab.at("+1h")
    box.until_now(replace(card(0), processes=None), since=3_590)
    [told] = [one for one in box.lab.at("+2m") if one.code == "node_back"]
    assert told.data["gone_processes"] == []


def test_a_gap_inside_an_outage_said_by_hand_is_not_asked_about_and_not_taken_out_twice(box: Box) -> None:
    box.lab.say("/book 1 20h", "bob")
    box.until_now()
    box.lab.at("+3h")
    assert box.lab.say("/outage 20:00-23:09").code == "outage_set"
    box.until_now(since=3 * 3_600 - 15)
    assert [one.code for one in box.lab.at("+10m") if one.code == "ask_gap"] == []
    assert box.lab.say("/outage").data["gaps"] == []


def test_only_the_part_of_a_gap_that_no_outage_covers_is_taken_out_when_it_is_decided(box: Box) -> None:
    box.until_now()
    box.lab.at("+3h")
    box.until_now(since=3 * 3_600 - 15)
    [asked] = [one for one in box.lab.at("+6m") if one.code == "ask_gap"]
    assert box.lab.say("/outage 20:00-22:00").code == "outage_set"
    said = box.lab.press(asked.token("不收费"))
    assert said.code == "outage_set" and said.data["start"].endswith("T22:00:00+08:00")


def test_an_outage_across_the_end_of_a_month_names_every_booking_it_touches(box: Box) -> None:
    box.lab.at("2026-12-31T22:00:00+08:00")
    first = box.lab.say("/book 1号卡 今天 23:00 2h", "bob")
    second = box.lab.say("/book 2号卡 明天 00:00 1h")
    box.lab.at("2027-01-01T02:00:00+08:00")
    said = box.lab.say("/outage 昨天 23:30-今天 00:30")
    assert said.code == "outage_set"
    assert [one["booking"] for one in said.data["bookings"]] == [first.data["booking"], second.data["booking"]]
