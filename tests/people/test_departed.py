"""Somebody leaves the chat of a group: its owners are told once, and nothing ends by itself."""

from sqlalchemy import update
from sqlmodel import Session

from bot.people.services.departed import REMOVE
from storage.tables import Membership
from tests.saying import Lab


def test_the_group_is_told_by_the_name_it_knows_with_what_stays_booked(lab: Lab) -> None:
    lab.say("/book 2 6h", "bob", name="小鲍")
    (said,) = lab.happen("member_left", account="bob")
    assert said.code == "member_left" and said.data["name"] == "小鲍" and not said.asked
    assert [(one["booking"], one["gpus"]) for one in said.data["bookings"]] == [(1, [0, 1])]
    assert "小鲍" in said.text and "0、1 号卡" in said.text


def test_nothing_ends_by_itself(lab: Lab) -> None:
    lab.say("/book 2 6h", "bob")
    lab.happen("member_left", account="bob")
    taken = lab.say("/book 8 1h")
    assert (taken.code, [one["holder"] for one in taken.data["blocking"]]) == ("taken", ["bob"])
    assert [one["booking"] for one in lab.say("/my", "bob").data["bookings"]] == [1]


def test_what_is_told_twice_is_said_once(lab: Lab) -> None:
    lab.say("/help", "bob")
    assert len(lab.happen("member_left", account="bob")) == 1
    assert lab.happen("member_left", account="bob") == []


def test_whoever_comes_back_and_leaves_another_day_is_told_of_again(lab: Lab) -> None:
    lab.say("/help", "bob")
    lab.happen("member_left", account="bob")
    lab.at("+1d")
    assert len(lab.happen("member_left", account="bob")) == 1


def test_whoever_left_the_pool_came_back_and_leaves_the_same_day_is_told_of_again_and_once(open_lab: Lab) -> None:
    assert len(open_lab.happen("member_left", account="bob")) == 1
    open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob")
    open_lab.press(open_lab.say("/join", "bob").token("同意"))
    assert len(open_lab.happen("member_left", account="bob")) == 1
    assert open_lab.happen("member_left", account="bob") == []


def test_a_stranger_leaves_without_a_word(open_lab: Lab) -> None:
    open_lab.say("/help", "mallory")
    assert open_lab.happen("member_left", account="mallory") == []
    assert open_lab.happen("member_left", account="never-seen") == []


def test_in_a_group_without_a_pool_nobody_is_told(bare_lab: Lab) -> None:
    bare_lab.say("/help", "bob")
    assert bare_lab.happen("member_left", account="bob") == []


def test_bookings_that_are_over_are_not_listed(lab: Lab) -> None:
    lab.say("/book 2 1h", "bob")
    lab.at("+2h")
    (said,) = lab.happen("member_left", account="bob")
    assert said.data["bookings"] == []


def test_the_last_owner_may_leave_the_chat_too(lab: Lab) -> None:
    (said,) = lab.happen("member_left", account="alice")
    assert said.data["name"] == "alice"


def test_only_owners_may_press_the_button_and_are_shown_first_what_would_end(lab: Lab) -> None:
    lab.say("/book 2 6h", "bob")
    lab.say("/help", "carol")
    (said,) = lab.happen("member_left", account="bob")
    assert said.labels == ["移出"]
    assert lab.press(said.token(), "carol").code == "role"
    asked = lab.press(said.token(), "alice")
    assert asked.code == "ask_remove" and [one["booking"] for one in asked.data["bookings"]] == [1]
    assert lab.press(asked.token("移出"), "alice").code == "removed"
    assert lab.happen("member_left", account="bob") == []


def test_without_such_a_button_it_is_only_said(lab: Lab) -> None:
    lab.say("/help", "bob")
    lab.bridge.house.registry.verbs.pop(REMOVE, None)
    (said,) = lab.happen("member_left", account="bob")
    assert said.labels == [] and "管理员" in said.text


def test_whoever_is_no_member_any_more_leaves_without_a_word(lab: Lab) -> None:
    lab.say("/help", "bob")
    lab.database.write_now(_end_all_stays)
    assert lab.happen("member_left", account="bob") == []


def _end_all_stays(session: Session) -> None:
    session.execute(update(Membership).values(left_at=1))
