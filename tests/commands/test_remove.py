"""/remove: an owner ends somebody's stay, who is told why."""

import pytest

from tests.saying import Lab


@pytest.fixture
def holding(open_lab: Lab) -> Lab:
    """bob uses two cards since ten minutes and can be reached in private."""
    open_lab.say("/book 2 6h", "bob", chat=None)
    open_lab.at("+10m")
    return open_lab


def test_an_owner_sees_what_would_end_before_it_does(holding: Lab) -> None:
    asked = holding.say("/remove bob")
    assert (asked.code, asked.data["name"], asked.data["reason"]) == ("ask_remove", "bob", None)
    assert [one["booking"] for one in asked.data["bookings"]] == [1]
    assert asked.labels == ["移出", "算了"]
    assert holding.press(asked.token("算了")).code == "unchanged"
    assert len(holding.say("/my", "bob").data["bookings"]) == 1


def test_confirming_ends_the_stay_and_frees_the_cards(holding: Lab) -> None:
    reply = holding.press(holding.say("/remove bob 毕业了").token("移出"))
    assert (reply.code, reply.data["name"], reply.data["by"], reply.data["reason"]) == (
        "removed",
        "bob",
        "alice",
        "毕业了",
    )
    assert holding.say("/my", "bob").code == "not_member"
    assert holding.say("/book 8 1h").code == "booked"


def test_who_is_removed_is_told_once_by_whom_and_why(holding: Lab) -> None:
    token = holding.say("/remove bob 毕业了").token("移出")
    said = holding.send(id="r1", chat="lab", **{"from": "alice"}, press=token)
    told = [one for one in said if one.to == "bob"]
    assert [one.code for one in said] == ["removed", "removed_you"]
    assert (told[0].data["by"], told[0].data["reason"]) == ("alice", "毕业了")
    assert "毕业了" in told[0].text


def test_who_cannot_be_reached_in_private_is_told_by_the_groups_answer_alone(open_lab: Lab) -> None:
    token = open_lab.say("/remove bob").token("移出")
    said = open_lab.send(id="r2", chat="lab", **{"from": "alice"}, press=token)
    assert [(one.to, one.code) for one in said] == [("lab", "removed")]


def test_an_owner_in_private_lets_the_group_know(open_lab: Lab) -> None:
    token = open_lab.say("/remove bob", chat=None).token("移出")
    said = open_lab.send(id="r3", **{"from": "alice"}, press=token)
    assert [(one.to, one.code) for one in said] == [("alice", "removed"), ("lab", "removed")]


@pytest.mark.parametrize("who", ["bob", "carol", "zoe"])
def test_nobody_but_an_owner_removes(open_lab: Lab, who: str) -> None:
    assert open_lab.say("/remove carol", who).code in ("role", "not_member")
    token = open_lab.say("/remove carol").token("移出")
    assert open_lab.press(token, who).code == "not_yours"
    assert open_lab.say("/my", "carol").code == "my"


def test_an_owner_who_is_none_any_more_cannot_press_it(open_lab: Lab) -> None:
    open_lab.say("/role bob owner")
    token = open_lab.say("/remove carol", "bob").token("移出")
    open_lab.say("/role bob member")
    assert open_lab.press(token, "bob").code == "role"
    assert open_lab.say("/my", "carol").code == "my"


def test_the_only_owner_cannot_be_removed(open_lab: Lab) -> None:
    assert open_lab.say("/remove alice").data == {"name": "alice", "own": True}
    open_lab.say("/role bob owner")
    asked = open_lab.say("/remove alice", "bob")
    open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob")
    assert open_lab.press(asked.token("移出"), "bob").code == "not_member"


@pytest.mark.parametrize("said", ["/remove", "/remove   ", "移出"])
def test_without_a_name_it_is_asked_for(open_lab: Lab, said: str) -> None:
    reply = open_lab.say(said)
    assert (reply.code, reply.data["reason"]) == ("bad_input", "no_member")
    assert "/remove @li" in reply.text


def test_nobody_is_removed_by_a_part_of_their_name(open_lab: Lab) -> None:
    assert open_lab.say("/remove bo").code == "no_such_member"
    assert open_lab.say("/remove bobby").code == "no_such_member"


def test_two_of_one_name_are_asked_about_and_the_reason_is_kept(open_lab: Lab) -> None:
    for account in ("w1", "w2"):
        open_lab.press(open_lab.say("/join", account, name="张伟").token("同意"))
    which = open_lab.say("/remove 张伟 毕业了")
    assert which.code == "ask_who"
    asked = open_lab.press(which.token("张伟 (2)"))
    assert (asked.code, asked.data["name"], asked.data["reason"]) == ("ask_remove", "张伟 (2)", "毕业了")
    assert open_lab.press(asked.token("移出")).data["reason"] == "毕业了"
    assert open_lab.say("/my", "w2").code == "not_member"
    assert open_lab.say("/my", "w1").code == "my"


def test_the_reason_cannot_break_the_message(open_lab: Lab) -> None:
    reason = open_lab.say("/remove bob \u202e<b>&" + "长" * 900).data["reason"]
    assert "\u202e" not in reason
    assert len(reason) <= 120


def test_who_was_removed_may_ask_to_come_back(holding: Lab) -> None:
    holding.press(holding.say("/remove bob").token("移出"))
    assert holding.press(holding.say("/join", "bob").token("同意")).data["name"] == "bob"


def test_a_removal_pressed_twice_is_done_once(holding: Lab) -> None:
    token = holding.say("/remove bob").token("移出")
    holding.press(token)
    again = holding.press(token)
    assert (again.code, again.data["what"]) == ("already_done", "removed")


def test_a_second_card_about_who_is_gone_says_so(holding: Lab) -> None:
    first, second = holding.say("/remove bob"), holding.say("/remove bob")
    holding.press(first.token("移出"))
    assert holding.press(second.token("移出")).code == "no_such_member"


def test_what_was_booked_after_the_card_was_shown_is_shown_first(holding: Lab) -> None:
    token = holding.say("/remove bob").token("移出")
    holding.say("/book 1 明晚8点 2h", "bob")
    again = holding.press(token)
    assert (again.code, len(again.data["bookings"])) == ("ask_remove", 2)
    assert holding.press(again.token("移出")).code == "removed"


def test_the_button_about_who_left_the_chat_leads_to_the_same_card(holding: Lab) -> None:
    (told,) = holding.happen("member_left", account="bob")
    assert holding.press(told.token("移出"), "carol").code == "role"
    asked = holding.press(told.token("移出"))
    assert (asked.code, asked.data["name"]) == ("ask_remove", "bob")
    assert holding.press(asked.token("移出")).code == "removed"
    assert holding.press(told.token("移出")).code == "already_done"
