"""/share: others become rightful users of a booking; it stays its holder's."""

import pytest

from tests.commands.kept import held
from tests.saying import Lab, Said


@pytest.fixture
def lab(lab: Lab) -> Lab:
    """alice holds booking 1; bob, carol and dan are members."""
    for who in ("bob", "carol", "dan"):
        lab.say("/help", who)
    lab.say("/book 2 6h")
    return lab


def weights(said: Said) -> list[list[object]]:
    assert said.code == "co_held"
    return list(said.data["weights"])


@pytest.mark.parametrize("words", ["@bob", "1 @bob", "@bob 1", "bob", "#1 和 @bob"])
def test_a_member_is_added_with_an_equal_part(lab: Lab, words: str) -> None:
    assert weights(lab.say(f"/share {words}")) == [["alice", 1], ["bob", 1]]


def test_several_are_added_at_once_with_parts_of_their_own(lab: Lab) -> None:
    reply = lab.say("/share @bob，@carol 2:1:3")
    assert weights(reply) == [["alice", 2], ["bob", 1], ["carol", 3]]
    assert "alice 2，bob 1，carol 3" in reply.text


def test_in_the_group_itself_the_answer_names_who_was_added_and_nothing_is_said_twice(lab: Lab) -> None:
    (answer,) = lab.hear("/share @carol")
    assert (answer.code, answer.to, answer.asked) == ("co_held", "lab", True) and "carol" in answer.text


def test_whoever_is_added_is_told_privately_if_that_can_be_else_in_the_group(lab: Lab) -> None:
    lab.say("/help", "bob", chat=None)
    told = {one.data["name"]: one for one in lab.hear("/share @bob @carol", chat=None) if not one.asked}
    assert {name: (one.code, one.to) for name, one in told.items()} == {
        "bob": ("co_holder_added", "bob"),
        "carol": ("co_holder_added", "lab"),
    }
    assert told["carol"].text.startswith("carol：")


def test_added_twice_is_added_once_and_told_once(lab: Lab) -> None:
    lab.say("/share @bob 2:1")
    said = lab.hear("/share @bob")
    assert [one.code for one in said] == ["co_held"]
    assert weights(said[0]) == [["alice", 2], ["bob", 1]]


def test_another_one_leaves_what_was_agreed_before(lab: Lab) -> None:
    lab.say("/share @bob 2:3")
    assert weights(lab.say("/share @carol")) == [["alice", 2], ["bob", 3], ["carol", 1]]


def test_parts_can_be_changed(lab: Lab) -> None:
    lab.say("/share @bob")
    assert weights(lab.say("/share @bob 1:2")) == [["alice", 1], ["bob", 2]]


def test_without_a_name_it_shows_who_shares_each_with_a_button_to_end_that(lab: Lab) -> None:
    assert lab.say("/share").data["co_holders"] == []
    lab.say("/share @bob @carol")
    shown = lab.say("/share")
    assert shown.labels == ["不和 bob 合用了", "不和 carol 合用了"]
    left = lab.press(shown.token("bob"))
    assert weights(left) == [["alice", 1], ["carol", 1]]
    assert lab.press(left.token("carol")).data["co_holders"] == []
    assert lab.press(lab.say("/share @dan").token("dan")).data["co_holders"] == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("@alice", "yourself"),
        ("@bob 1:2:3", "bad_weights"),
        ("@bob 0:1", "bad_weights"),
        ("@bob 1:1001", "bad_weights"),
        ("@bob @carol 1:2", "bad_weights"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_changes(lab: Lab, words: str, reason: str) -> None:
    reply = lab.say(f"/share {words}")
    assert (reply.code, reply.data["reason"]) == ("bad_input", reason)
    assert lab.say("/share").data["co_holders"] == []


def test_whoever_only_looks_on_cannot_use_cards(lab: Lab) -> None:
    assert lab.say("/role @bob guest").code == "role_set"
    reply = lab.say("/share @bob")
    assert (reply.code, reply.data["reason"]) == ("bad_input", "guest")


def test_nobody_of_that_name_is_said_with_those_there_are(lab: Lab) -> None:
    reply = lab.say("/share @zoe")
    assert (reply.code, reply.data["text"]) == ("no_such_member", "@zoe")
    assert "bob" in reply.data["members"]


def test_of_two_members_of_one_name_a_button_decides_and_the_others_are_not_lost(lab: Lab) -> None:
    for who in ("w1", "w2"):
        lab.say("/help", who, name="张伟")
    asked = lab.say("/share @bob 张伟 @carol 4:3:2:1")
    assert asked.code == "ask_who"
    reply = lab.press(asked.data["choices"][1]["token"])
    assert [weight for _, weight in weights(reply)] == [4, 3, 2, 1]
    assert [name for name, _ in weights(reply)][::3] == ["alice", "carol"]


def test_of_several_bookings_it_is_asked_which(lab: Lab) -> None:
    lab.say("/book 1 明晚8点 2h")
    asked = lab.say("/share @bob 1:2")
    assert (asked.code, asked.data["verb"]) == ("ask_target", "share")
    reply = lab.press(asked.data["choices"][1]["token"])
    assert (reply.data["booking"], weights(reply)) == (2, [["alice", 1], ["bob", 2]])


def test_only_the_holder_shares(lab: Lab) -> None:
    lab.say("/share @bob")
    assert lab.say("/share 1 @carol", "bob").code == "not_yours"
    assert lab.say("/release 1", "bob").code == "not_yours"


def test_my_and_status_name_the_co_holders(lab: Lab) -> None:
    lab.say("/share @bob")
    assert lab.say("/my").data["bookings"][0]["co_holders"] == ["bob"]
    assert "和 bob 合用" in lab.say("/my").text
    cards = lab.say("/status").data["cards"]
    assert [card["co_holders"] for card in cards[:3]] == [["bob"], ["bob"], []]
    assert "alice、bob 用到" in lab.say("/status").text


def test_a_co_holder_sees_it_among_what_one_may_use(lab: Lab) -> None:
    lab.say("/share @bob")
    mine = lab.say("/my", "bob")
    assert mine.data["bookings"] == []
    assert [(one["booking"], one["holder"], one["running"]) for one in mine.data["shared"]] == [(1, "alice", True)]
    assert "合用 alice 的" in mine.text
    lab.at("+10m")
    lab.say("/release")
    assert lab.say("/my", "bob").data["shared"] == []


def test_at_most_eight_share(lab: Lab) -> None:
    for number in range(9):
        lab.say("/help", f"s{number}")
    names = " ".join(f"@s{number}" for number in range(8))
    assert len(lab.say(f"/share {names}").data["co_holders"]) == 8
    assert lab.say("/share @s8").data["reason"] == "too_many_co_holders"


def test_a_booking_that_is_over_is_not_shared(lab: Lab) -> None:
    lab.at("+7h")
    assert lab.say("/share 1 @bob").code == "already_done"


def test_sharing_frees_no_card_and_blocks_none(lab: Lab) -> None:
    lab.say("/share @bob")
    assert lab.say("/book 0号卡 1h", "bob").code == "taken"
    assert lab.say("/book 6 1h", "carol").code == "booked"


def test_who_is_added_while_it_runs_counts_from_then_on(lab: Lab) -> None:
    lab.at("+2h")
    lab.say("/share @bob 1:3")
    assert held(lab, 1) == [(7_200, {1: 1}), (14_400, {1: 1, 2: 3})]


def test_other_parts_while_it_runs_leave_the_time_before_as_it_was_agreed(lab: Lab) -> None:
    lab.say("/share @bob")
    lab.at("+1h")
    assert weights(lab.say("/share @bob 2:3")) == [["alice", 2], ["bob", 3]]
    lab.at("+1h")
    assert weights(lab.press(lab.say("/share").token("bob"))) == [["alice", 2]]
    assert held(lab, 1) == [(3_600, {1: 1, 2: 1}), (3_600, {1: 2, 2: 3}), (14_400, {1: 2})]
    assert lab.say("/my", "bob").data["shared"] == []


def test_who_comes_back_shares_what_is_left_and_keeps_what_was(lab: Lab) -> None:
    lab.say("/share @bob")
    lab.at("+1h")
    lab.press(lab.say("/share").token("bob"))
    lab.at("+1h")
    assert weights(lab.say("/share @bob")) == [["alice", 1], ["bob", 1]]
    assert held(lab, 1) == [(3_600, {1: 1, 2: 1}), (3_600, {1: 1}), (14_400, {1: 1, 2: 1})]


def test_after_the_last_one_left_the_next_one_shares_equally(lab: Lab) -> None:
    lab.press(lab.say("/share @bob 3:1").token("bob"))
    assert weights(lab.say("/share @carol")) == [["alice", 1], ["carol", 1]]


def test_other_parts_keep_the_order_in_which_they_came(lab: Lab) -> None:
    lab.say("/share @bob @carol")
    assert weights(lab.say("/share @bob 1:2")) == [["alice", 1], ["bob", 2], ["carol", 1]]


def test_a_shared_booking_is_in_the_weeks_share_of_its_holder_alone(lab: Lab) -> None:
    lab.say("/limits")
    before = lab.say("/welcome", "bob", chat=None).data["left_seconds"]
    lab.say("/book 4 明天8点到20点")
    lab.say("/share 2 @bob")
    assert lab.say("/welcome", "bob", chat=None).data["left_seconds"] == before
