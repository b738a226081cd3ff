"""/book: cards for a time, all or nothing, never twice."""

import pytest

from tests.saying import Lab


def test_two_cards_from_now_are_held_at_once(lab: Lab) -> None:
    reply = lab.say("/book 2xA100 6h")
    assert reply.code == "booked"
    assert reply.data["gpus"] == [0, 1]
    assert reply.data["start"] == "2026-12-02T20:10:00+08:00"
    assert reply.data["end"] == reply.data["planned_end"] == "2026-12-03T02:10:00+08:00"
    assert (reply.data["holder"], reply.data["now"], reply.data["final"]) == ("alice", True, False)


def test_the_export_line_sees_just_these_cards_and_names_the_user(lab: Lab) -> None:
    lab.say("/book 2 6h")
    reply = lab.say("/book 2 6h", "bob")
    line = "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=2,3 PINKA_USER=bob"
    assert reply.data["export"] == line
    assert reply.labels == ["复制环境变量", "放卡", "撤销"]


def test_a_name_that_a_shell_would_have_to_quote_gives_way_to_the_account_or_a_number(lab: Lab) -> None:
    assert lab.say("/book 1 1h", "w", name="张伟").data["export"].endswith("PINKA_USER=w")
    assert lab.say("/book 1 1h", "７", name="李").data["export"].endswith("PINKA_USER=m3")
    assert lab.say("/book 1 1h", "v", name="$(reboot) O'Neil;").data["export"].endswith("PINKA_USER=rebootoneil")


def test_a_booking_ahead_begins_when_it_was_asked_for(lab: Lab) -> None:
    reply = lab.say("订 2张A100 明晚8点 6小时")
    assert (reply.data["start"], reply.data["now"]) == ("2026-12-03T20:00:00+08:00", False)
    assert reply.labels == ["复制环境变量", "取消预约", "撤销"]


def test_cards_that_are_named_are_the_ones_that_are_booked(lab: Lab) -> None:
    assert lab.say("/book gpu 2,3 22:00-08:00").data["gpus"] == [2, 3]
    assert lab.say("/book 5号卡 今晚22:00到明早8点").data["gpus"] == [5]


def test_cards_that_are_excluded_are_left_alone(lab: Lab) -> None:
    assert lab.say("/book 2张 不要0、1号卡 3h").data["gpus"] == [2, 3]


def test_a_kind_is_the_kind_that_is_booked(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 4x4090-24G")
    assert open_lab.say("/book 2x4090 3h").data["kinds"] == ["4090"]
    assert open_lab.say("/book 2张a100 3h").data["kinds"] == ["A100"]


def test_a_machine_that_is_named_is_the_one_that_is_booked(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 4xA100-80G")
    assert open_lab.say("/book node2 2 3h").data["gpus"] == [8, 9]
    assert open_lab.say("/book node2 2 明晚8点 3h").data["gpus"] == [8, 9]
    assert open_lab.press(open_lab.say("/book node2 1").token("3 小时")).data["gpus"] == [10]
    assert open_lab.say("/book node2 8 3h").data == {"asked": 8, "have": 4, "kind": None}
    missing = open_lab.say("/book node3 1 3h")
    assert (missing.code, missing.data) == ("no_such_node", {"node": "node3", "nodes": ["node1", "node2"]})


def test_a_purpose_is_kept_as_it_was_typed(lab: Lab) -> None:
    assert lab.say("/book 2 6h 用途：跑 Llama <b>&").data["purpose"] == "跑 Llama <b>&"
    assert lab.say("/my").data["bookings"][0]["purpose"] == "跑 Llama <b>&"


def test_an_assumed_count_is_said(lab: Lab) -> None:
    reply = lab.say("/book 6h")
    assert (reply.data["gpus"], reply.data["assumed_count"]) == ([0], True)
    assert "按 1 张" in reply.text
    assert lab.say("/book 1 6h").data["assumed_count"] is False


def test_all_eight_cards_can_be_booked_at_once(lab: Lab) -> None:
    for said in ("/book 8 1h", "/book 全部 今晚23:00 1h"):
        assert lab.say(said).data["gpus"] == list(range(8))


@pytest.mark.parametrize(
    ("said", "code", "data"),
    [
        ("/book 9 6h", "too_many", {"asked": 9, "have": 8, "kind": None}),
        ("/book 9xA100 6h", "too_many", {"asked": 9, "have": 8, "kind": "A100"}),
        ("/book 99999999 6h", "too_many", {"asked": 99999999, "have": 8, "kind": None}),
        ("/book 2xH200 6h", "no_such_kind", {"kind": "H200", "kinds": ["A100-80G"]}),
        ("/book 2xA100-40G 6h", "no_such_kind", {"kind": "A100-40G", "kinds": ["A100-80G"]}),
        ("/book 9号卡 6h", "no_such_card", {"numbers": [9], "have": list(range(8))}),
        ("/book gpu 7,8,9 6h", "no_such_card", {"numbers": [8, 9], "have": list(range(8))}),
        ("/book 2张 不要12号卡 6h", "no_such_card", {"numbers": [12], "have": list(range(8))}),
    ],
)
def test_cards_that_do_not_exist_are_named_with_those_that_do(lab: Lab, said: str, code: str, data: object) -> None:
    reply = lab.say(said)
    assert (reply.code, reply.data) == (code, data)
    assert lab.say("/my").data["bookings"] == []


def test_cards_of_two_machines_are_not_one_booking(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 4xA100-80G")
    reply = open_lab.say("/book gpu 7,8 6h")
    assert (reply.code, reply.data) == ("not_one_node", {"numbers": [7, 8], "nodes": [[7], [8]]})
    assert open_lab.say("/book 9 6h").data == {"asked": 9, "have": 8, "kind": None}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("/book 0.5 6h", "half_card"),
        ("/book 0 6h", "bad_count"),
        ("/book 2张 3张 6h", "contradiction"),
        ("/book 2 3 6h", "unread_number"),
        ("/book 2 25:99 6h", "bad_time"),
        ("/book 2张 -6h", "bad_duration"),
        ("/book 2 -3h", "bad_duration"),
        ("/book " + "2 " * 1500, "too_long_text"),
    ],
)
def test_what_cannot_be_read_is_said_with_an_example(lab: Lab, said: str, reason: str) -> None:
    reply = lab.say(said)
    assert (reply.code, reply.data["reason"], reply.data["command"]) == ("bad_input", reason, "book")
    assert "/book 2xA100 6h" in reply.text


def test_a_length_beyond_all_bounds_is_answered_with_the_pools_own_limit(lab: Lab) -> None:
    for said in ("/book 2 99d", "/book 2 99999h"):
        refused = lab.say(said)
        assert (refused.code, refused.data["rule"], refused.data["allowed"]) == ("limit", "max", 3 * 86_400)
        assert refused.text.startswith("一次最多订 3 天")


def test_an_impossible_length_is_named(lab: Lab) -> None:
    assert "-3h" in lab.say("/book 2 -3h").text
    assert "大于 0" in lab.say("/book 2张 0小时").text


def test_adjoining_bookings_do_not_collide(lab: Lab) -> None:
    lab.say("/book 8 今晚22:00 2h")
    assert lab.say("/book 8 今晚20:10到22:00", "bob").code == "booked"
    assert lab.say("/book 8 明天0:00 2h", "bob").code == "booked"


def test_on_one_of_several_machines_the_answer_says_which(lab: Lab) -> None:
    assert lab.say("/book 1 1h").data["node"] is None
    lab.say("/pool add node2: 2x4090-24G")
    booked = lab.say("/book 2x4090 1h")
    assert (booked.data["gpus"], booked.data["node"]) == ([8, 9], "node2")
    assert "node2" in booked.text and "CUDA_VISIBLE_DEVICES=0,1" in booked.text
