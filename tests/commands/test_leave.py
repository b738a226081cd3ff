"""/leave: what ends is shown first; then the stay and the bookings end together, and nothing else does."""

import pytest
from sqlalchemy import text

from tests.commands.kept import held
from tests.saying import Lab


def audited(lab: Lab, what: str) -> int:
    query = text("SELECT count(*) FROM audit WHERE what = :what")
    return int(lab.database.read_now(lambda session: session.execute(query, {"what": what}).scalar_one()))


def jobs(lab: Lab, booking: int) -> int:
    query = text("SELECT count(*) FROM job WHERE key LIKE :key")
    found = lab.database.read_now(lambda session: session.execute(query, {"key": f"booking:{booking}:%"}).scalar_one())
    return int(found)


@pytest.fixture
def holding(open_lab: Lab) -> Lab:
    """bob uses two cards since ten minutes (booking 1) and has one from 22:00 on (booking 2)."""
    open_lab.say("/book 2 6h", "bob")
    open_lab.say("/book 1 今晚22:00 3h", "bob")
    open_lab.at("+10m")
    return open_lab


def test_what_would_end_is_shown_by_number_and_time_and_nothing_ends_yet(holding: Lab) -> None:
    asked = holding.say("/leave", "bob")
    assert asked.code == "ask_leave"
    assert [(one["booking"], one["running"]) for one in asked.data["bookings"]] == [(1, True), (2, False)]
    assert "预约 1：0、1 号卡" in asked.text and "预约 2：2 号卡，今晚 22:00–" in asked.text
    assert asked.labels == ["退组", "算了"]
    assert len(holding.say("/my", "bob").data["bookings"]) == 2


def test_confirming_ends_the_stay_and_the_bookings_each_with_one_audit_row(holding: Lab) -> None:
    reply = holding.press(holding.say("/leave", "bob").token("退组"), "bob")
    assert (reply.code, reply.data["name"], reply.data["pool"]) == ("left", "bob", "lab")
    assert [one["booking"] for one in reply.data["bookings"]] == [1, 2]
    assert holding.say("/my", "bob").code == "not_member"
    assert holding.say("/book 8 1h", "carol").code == "booked"
    assert [audited(holding, what) for what in ("released", "cancelled", "member_left")] == [1, 1, 1]


def test_nobody_is_reminded_of_a_booking_that_ended_so(holding: Lab) -> None:
    holding.press(holding.say("/leave", "bob").token("退组"), "bob")
    assert (jobs(holding, 1), jobs(holding, 2)) == (0, 0)
    assert holding.at("+1d") == []


def test_never_mind_changes_nothing(holding: Lab) -> None:
    asked = holding.say("/leave", "bob")
    assert holding.press(asked.token("算了"), "bob").code == "unchanged"
    assert holding.press(asked.token("退组"), "bob").code == "already_done"
    assert len(holding.say("/my", "bob").data["bookings"]) == 2


def test_what_was_booked_after_the_card_was_shown_is_shown_before_it_ends(holding: Lab) -> None:
    token = holding.say("/leave", "bob").token("退组")
    holding.say("/book 1 明晚8点 2h", "bob")
    again = holding.press(token, "bob")
    assert (again.code, len(again.data["bookings"])) == ("ask_leave", 3)
    assert holding.press(again.token("退组"), "bob").code == "left"


def test_what_ended_after_the_card_was_shown_does_not_hold_it_up(holding: Lab) -> None:
    token = holding.say("/leave", "bob").token("退组")
    holding.say("/cancel 2", "bob")
    assert holding.press(token, "bob").code == "left"


def test_nobody_else_can_press_it(holding: Lab) -> None:
    token = holding.say("/leave", "bob").token("退组")
    assert holding.press(token, "carol").code == "not_yours"
    assert holding.press(token, "alice").code == "not_yours"
    assert holding.say("/my", "bob").code == "my"


def test_a_double_press_leaves_once(holding: Lab) -> None:
    token = holding.say("/leave", "bob").token("退组")
    holding.press(token, "bob")
    again = holding.press(token, "bob")
    assert (again.code, again.data["what"]) == ("already_done", "left")
    assert audited(holding, "member_left") == 1


def test_after_two_days_the_button_shows_what_would_end_now(holding: Lab) -> None:
    token = holding.say("/leave", "bob").token("退组")
    holding.at("+3d")
    reply = holding.press(token, "bob")
    assert (reply.code, reply.data["fresh"]["code"]) == ("stale_button", "ask_leave")
    assert holding.press(reply.token("退组"), "bob").code == "left"


def test_the_only_owner_cannot_leave_and_is_told_what_would_work(open_lab: Lab) -> None:
    reply = open_lab.say("/leave")
    assert (reply.code, reply.data) == ("last_owner", {"name": "alice", "own": True})
    assert "/role @li owner" in reply.text
    open_lab.say("/role bob owner")
    assert open_lab.press(open_lab.say("/leave").token("退组")).code == "left"
    assert open_lab.say("/leave", "bob").code == "last_owner"


def test_an_owner_who_is_the_only_one_left_by_now_cannot_leave_by_an_older_button(open_lab: Lab) -> None:
    open_lab.say("/role bob owner")
    token = open_lab.say("/leave").token("退组")
    open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob")
    assert open_lab.press(token).code == "last_owner"
    assert open_lab.say("/my").code == "my"


def test_who_comes_back_keeps_name_and_history_but_not_the_role(holding: Lab) -> None:
    holding.say("/role bob owner")
    holding.press(holding.say("/leave", "bob").token("退组"), "bob")
    reply = holding.press(holding.say("/join", "bob").token("同意"), "alice")
    assert (reply.code, reply.data["name"]) == ("joined", "bob")
    assert holding.say("/my", "bob").data["bookings"] == []
    assert holding.say("/cancel 2", "bob").data["what"] == "cancelled"
    assert holding.say("/pool add node2: 1xA100-80G", "bob").code == "role"


def test_the_name_of_who_left_is_nobody_elses(open_lab: Lab) -> None:
    open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob")
    joined = open_lab.press(open_lab.say("/join", "b2", name="bob").token("同意"), "alice")
    assert joined.data["name"] == "bob (2)"


def test_bookings_that_are_over_keep_the_name_of_who_left(holding: Lab) -> None:
    holding.press(holding.say("/leave", "bob").token("退组"), "bob")
    assert holding.say("/release 1", "carol").data["holder"] == "bob"


def test_in_private_the_group_reads_of_it_too(open_lab: Lab) -> None:
    token = open_lab.say("/leave", "bob", chat=None).token("退组")
    said = open_lab.send(id="leave1", **{"from": "bob"}, press=token)
    assert [(one.to, one.code, one.asked) for one in said] == [("bob", "left", True), ("lab", "left", False)]


def test_in_the_group_it_is_said_once(open_lab: Lab) -> None:
    token = open_lab.say("/leave", "bob").token("退组")
    said = open_lab.send(id="leave2", chat="lab", **{"from": "bob"}, press=token)
    assert [one.code for one in said] == ["left"]


def test_with_several_pools_in_private_it_is_asked_and_only_that_one_is_left(open_lab: Lab) -> None:
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", "bob", chat="other")
    open_lab.say("/pool 4x4090-24G", "bob", chat="other")
    asked = open_lab.say("/leave", "bob", chat=None)
    assert (asked.code, asked.data["pools"]) == ("ask_pool", ["lab", "二组"])
    shown = open_lab.press(asked.token("lab"), "bob", chat=None)
    assert open_lab.press(shown.token("退组"), "bob", chat=None).data["pool"] == "lab"
    assert open_lab.say("/my", "bob").code == "not_member"
    assert open_lab.say("/my", "bob", chat="other").code == "my"


@pytest.mark.parametrize("said", ["/leave now", "退组了没", "/leave 42"])
def test_words_behind_it_are_no_leaving(open_lab: Lab, said: str) -> None:
    assert open_lab.say(said, "bob").code in ("bad_input", "not_understood")


def test_bookings_of_others_that_one_was_to_use_go_on_without_one(holding: Lab) -> None:
    holding.say("/book 1 明晚8点 2h", "carol")
    holding.say("/share 3 bob", "carol")
    holding.press(holding.say("/leave", "bob").token("退组"), "bob")
    (kept,) = holding.say("/my", "carol").data["bookings"]
    assert (kept["booking"], kept["co_holders"]) == (3, [])


def test_who_leaves_while_such_a_booking_runs_shares_what_was_used_until_then(holding: Lab) -> None:
    holding.say("/book 1 2h", "carol")
    holding.say("/share 3 bob", "carol")
    holding.at("+30m")
    holding.press(holding.say("/leave", "bob").token("退组"), "bob")
    assert [len(weights) for _, weights in held(holding, 3)] == [2, 1]


def test_the_chinese_word_works_too(open_lab: Lab) -> None:
    assert open_lab.say("退组", "bob").code == "ask_leave"


def test_a_guest_can_leave(open_lab: Lab) -> None:
    open_lab.say("/role bob guest")
    assert open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob").code == "left"


def test_it_is_said_in_english_to_who_reads_english(open_lab: Lab) -> None:
    open_lab.say("/lang en", "bob")
    open_lab.say("/book 2 6h", "bob")
    asked = open_lab.say("/leave", "bob")
    assert asked.text.startswith("Leave lab?")
    assert asked.labels == ["Leave", "Never mind"]
