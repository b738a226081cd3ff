"""A whole sentence keeps its meaning when it is done only after a press: said too late, or with several pools."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.saying import Lab, Said

Do = Callable[[str], Said]
HOUR_LATER, TWO_HOURS_LATER = "2026-12-03T03:10:00+08:00", "2026-12-03T04:10:00+08:00"
SENTENCES: list[tuple[str, str, dict[str, Any]]] = [
    ("0号卡续2小时", "extended", {"booking": 1, "end": TWO_HOURS_LATER}),
    ("续1小时", "extended", {"booking": 1, "end": HOUR_LATER}),
    ("把我那个延2小时", "extended", {"booking": 1, "end": TWO_HOURS_LATER}),
    ("extend my booking by 2 hours", "extended", {"booking": 1, "end": TWO_HOURS_LATER}),
    ("提前半小时结束", "shortened", {"booking": 1, "end": "2026-12-03T01:40:00+08:00"}),
    ("one hour less", "shortened", {"booking": 1, "end": "2026-12-03T01:10:00+08:00"}),
    ("放0号卡", "card_dropped", {"booking": 1, "dropped": [0], "gpus": [1]}),
    ("放掉0号，1号继续用", "card_dropped", {"booking": 1, "dropped": [0], "gpus": [1]}),
    ("快到点了，续1h", "extended", {"booking": 1, "end": HOUR_LATER}),
    ("我不用了", "released", {"booking": 1, "end": "2026-12-02T20:30:00+08:00"}),
    ("i'm done", "released", {"booking": 1, "end": "2026-12-02T20:30:00+08:00"}),
    ("2卡 1小时", "booked", {"booking": 2, "start": "2026-12-02T20:30:00+08:00"}),
    ("2卡 明天", "ask_time", {"count": 2, "reason": "no_hour"}),
    ("今晚有空就行", "ask_time", {"reason": "flexible"}),
]


def standing(lab: Lab, chat: str = "lab") -> list[dict[str, Any]]:
    return list(lab.say("/my", chat=chat).data["bookings"])


@pytest.fixture
def holding(lab: Lab) -> Lab:
    """alice has held two cards for twenty minutes, until 02:10."""
    lab.say("/book 2 6h")
    lab.at("+20m")
    return lab


@pytest.fixture
def two_pools(lab: Lab) -> Lab:
    """alice owns `lab` and 二组, and has held two cards of 二组 for twenty minutes, until 02:10."""
    code = lab.say("/setup", chat=None).data["code"]
    lab.say(f"/setup {code} 二组", chat="other")
    lab.say("/pool 4x4090-24G", chat="other")
    lab.say("/book 2 6h", chat="other")
    lab.at("+20m")
    return lab


def agrees(reply: Said, code: str, facts: dict[str, Any]) -> None:
    assert reply.code == code, reply.text
    assert {name: reply.data[name] for name in facts} == facts


@pytest.mark.parametrize(("said", "code", "facts"), SENTENCES)
def test_at_once_a_sentence_does_what_it_says(holding: Lab, said: str, code: str, facts: dict[str, Any]) -> None:
    agrees(holding.say(said), code, facts)


@pytest.mark.parametrize(("said", "code", "facts"), SENTENCES)
def test_said_too_late_it_does_the_same_after_a_press(
    holding: Lab, said: str, code: str, facts: dict[str, Any]
) -> None:
    before = standing(holding)
    (asked,) = holding.deliver(said, sent_at=holding.bridge.clock.now() - 3600)
    assert (asked.code, asked.data["text"]) == ("late_command", said)
    assert standing(holding) == before
    agrees(holding.press(asked.token()), code, facts)


@pytest.mark.parametrize("said", ["还有卡吗", "明天还有卡吗", "free on friday?", "规则是什么"])
def test_a_question_said_too_late_is_answered_at_once(holding: Lab, said: str) -> None:
    (answer,) = holding.deliver(said, sent_at=holding.bridge.clock.now() - 3600)
    assert answer.code in ("free", "limits")


@pytest.mark.parametrize(("said", "code", "facts"), SENTENCES)
def test_with_two_pools_it_does_the_same_in_the_chosen_one(
    two_pools: Lab, said: str, code: str, facts: dict[str, Any]
) -> None:
    before = standing(two_pools, "other")
    asked = two_pools.say(said, chat=None)
    assert asked.code == "ask_pool"
    assert standing(two_pools, "other") == before
    agrees(two_pools.press(asked.token("二组"), chat=None), code, facts)


def test_with_two_pools_a_question_is_answered_for_the_chosen_one(two_pools: Lab) -> None:
    shown = two_pools.press(two_pools.say("还有卡吗", chat=None).token("二组"), chat=None)
    assert (shown.code, shown.data["pool"]) == ("free", "二组")
    friday = two_pools.press(two_pools.say("free on friday?", chat=None).token("二组"), chat=None)
    assert (friday.code, friday.data["day"]) == ("free", "2026-12-04")


def test_a_sentence_about_another_pool_leaves_the_first_alone(two_pools: Lab) -> None:
    two_pools.say("/book 3 6h")
    two_pools.at("+20m")
    released = two_pools.press(two_pools.say("我不用了", chat=None).token("二组"), chat=None)
    assert released.code == "released"
    assert standing(two_pools, "other") == []
    assert len(standing(two_pools)) == 1


def test_the_one_pointed_at_is_meant_after_a_press_too(holding: Lab) -> None:
    holding.say("/book 1 明晚8点 2h")
    (asked,) = holding.deliver("把明晚那个延1小时", sent_at=holding.bridge.clock.now() - 3600)
    agrees(holding.press(asked.token("照办")), "extended", {"booking": 2, "end": "2026-12-03T23:00:00+08:00"})
    (asked,) = holding.deliver("取消明晚那个", sent_at=holding.bridge.clock.now() - 3600)
    agrees(holding.press(asked.token("照办")), "cancelled", {"booking": 2})
    assert [one["booking"] for one in standing(holding)] == [1]


def test_with_two_pools_several_bookings_are_asked_about_in_the_chosen_one(two_pools: Lab) -> None:
    two_pools.say("/book 1 2h", chat="other")
    asked = two_pools.press(two_pools.say("续1小时", chat=None).token("二组"), chat=None)
    assert asked.code == "ask_target"
    chosen = two_pools.press(asked.data["choices"][1]["token"], chat=None)
    assert (chosen.code, chosen.data["end"]) == ("extended", "2026-12-02T23:30:00+08:00")


@pytest.mark.parametrize("said", ["别放0号卡", "放0号卡吗", "谁把0号卡放了", "他不用了", "不要取消", "i'm not done"])
def test_what_is_no_order_ends_nothing_early_or_late(holding: Lab, said: str) -> None:
    before = standing(holding)
    holding.hear(said)
    for answer in holding.deliver(said, sent_at=holding.bridge.clock.now() - 3600):
        if answer.code == "late_command":
            holding.press(answer.token())
    assert standing(holding) == before


def test_a_share_is_understood_in_plain_words(holding: Lab) -> None:
    holding.say("/help", "bob", name="小李")
    reply = holding.say("和小李合用")
    assert reply.code == "co_held"
    assert "小李" in reply.text


def test_an_end_that_is_over_is_refused_as_past(holding: Lab) -> None:
    for words in ("/extend 到昨天20点", "/extend 到今天下午3点", "/extend until 2026-12-01 10:00"):
        assert holding.say(words).code == "past"
    assert standing(holding)[0]["end"] == "2026-12-03T02:10:00+08:00"


@pytest.mark.parametrize("words", ["-1h", "- 1小时", "1 -1h", "少1小时", "少用1小时", "提前1小时", "1h less"])
def test_so_much_less_ends_it_sooner(holding: Lab, words: str) -> None:
    agrees(holding.say(f"/extend {words}"), "shortened", {"booking": 1, "end": "2026-12-03T01:10:00+08:00"})


@pytest.mark.parametrize(
    "said", ["/book 今晚有空就行", "今晚有空就行", "/book 2张 今晚有空就行", "2卡6h 不急 今晚有空就行"]
)
def test_any_time_tonight_offers_several_starts(lab: Lab, said: str) -> None:
    asked = lab.say(said)
    assert (asked.code, asked.data["reason"]) == ("ask_time", "flexible")
    assert [label[:8] for label in asked.labels] == ["今晚 20:10", "今晚 22:00", "今晚 23:00"]
    chosen = lab.press(asked.token("22:00"))
    assert chosen.code in ("booked", "ask_duration")
    assert chosen.data["start"] == "2026-12-02T22:00:00+08:00"


@pytest.mark.parametrize("said", ["今晚有空就行", "i'm done", "free on friday?", "one hour less", "和小李合用"])
def test_words_of_any_talk_are_left_alone_in_a_group(holding: Lab, said: str) -> None:
    assert holding.deliver(said, addressed=False) == []
    assert standing(holding)[0]["end"] == "2026-12-03T02:10:00+08:00"


@pytest.mark.parametrize("talk", ["都放了", "我订错了", "我不用了", "我都跑完了", "一个人最多能订几天", "再续两小时"])
def test_in_the_talk_of_a_group_a_sentence_that_may_mean_something_else_does_nothing(lab: Lab, talk: str) -> None:
    lab.say("/book 2 6h")
    assert lab.deliver(talk, addressed=False) == []
    assert lab.say("/my").data["bookings"][0]["end"] == "2026-12-03T02:10:00+08:00"


def test_in_the_talk_of_a_group_a_sentence_about_ones_own_cards_is_heard(lab: Lab) -> None:
    lab.say("/book 2 6h")
    (said,) = lab.deliver("0号卡不用了", addressed=False)
    assert said.code == "card_dropped"


@pytest.mark.parametrize(
    ("said", "code", "facts"),
    [
        ("我先撤了 卡还你们", "released", {"booking": 1}),
        ("训练还没跑完，再给1小时", "extended", {"booking": 1, "end": HOUR_LATER}),
        ("0号卡跑完了，先还0号", "card_dropped", {"booking": 1, "dropped": [0]}),
        ("能不能再续1小时？", "extended", {"booking": 1, "end": HOUR_LATER}),
        ("keep mine till 3:10am", "extended", {"booking": 1, "end": HOUR_LATER}),
        ("给我卡", "pick", {"verb": "book"}),
        ("我要订卡", "pick", {"verb": "book"}),
        ("续到后天", "ask_extension", {"booking": 1}),
        ("明天谁订了", "week", {}),
        ("alice用到几点", "status", {}),
    ],
)
def test_what_students_say_is_understood(holding: Lab, said: str, code: str, facts: dict[str, Any]) -> None:
    agrees(holding.say(said), code, facts)


def test_an_owner_speaks_of_somebodys_booking_by_name(holding: Lab) -> None:
    holding.say("/help", "bob", name="李想")
    holding.say("/book 1 3h", "bob", name="李想")
    asked = holding.say("把李想的卡放了")
    assert (asked.code, asked.data["booking"], asked.data["holder"]) == ("ask_reason", 2, "李想")
    assert holding.say("给李想续2小时").code == "not_yours"
    assert [one["booking"] for one in standing(holding)] == [1]


def test_a_member_ends_nobody_elses_booking_by_name(holding: Lab) -> None:
    holding.say("/help", "bob", name="李想")
    assert holding.say("把alice的卡放了", "bob", name="李想").code == "not_yours"
    assert holding.say("把王五的卡放了").code == "no_such_member"
    assert holding.say("把李想的卡放了").code == "no_such_booking"
    assert [one["booking"] for one in standing(holding)] == [1]


def test_a_card_says_which_booking_is_shared(holding: Lab) -> None:
    holding.say("/help", "bob", name="小李")
    holding.say("/book 3号卡 2h")
    shared = holding.say("和小李合用3号卡")
    assert (shared.code, shared.data["booking"]) == ("co_held", 2)
    assert holding.say("和小李合用7号卡").code == "no_such_booking"


CHATTER = """
李想你那两张还用吗
5号卡是不是坏了啊
张伟你0号卡还跑不跑
订了两张高铁票 明天下午3点
小李用了两张卡跑3小时
昨天2张卡跑了6小时
两张电影票
book a flight for 2
0号卡好像挂了
card 0 is broken
我的饭卡丢了
状态不错
"""


def test_chatter_books_and_ends_nothing(holding: Lab) -> None:
    before = standing(holding)
    for talk in CHATTER.strip().splitlines():
        assert holding.deliver(talk, addressed=False) == [], talk
        assert holding.say(talk).code == "not_understood", talk
    assert standing(holding) == before


def test_what_everybody_holds_is_never_read_as_ones_own(holding: Lab) -> None:
    before = standing(holding)
    for words in (
        "把别人的卡都放了",
        "把所有人的卡都放了",
        "取消大家的预约",
        "release everybody's cards",
        "cancel everyone's bookings",
        "/release 别人的卡",
    ):
        refused = holding.say(words)
        assert (refused.code, refused.data["reason"]) == ("bad_input", "only_own"), words
        assert refused.text.startswith("只能放自己的" if not words.isascii() else "Only your own"), words
    assert standing(holding) == before


def test_cards_for_another_member_are_for_owners_to_book_in_english_too(holding: Lab) -> None:
    holding.say("/help", "carol", name="王芳")
    holding.say("/help", "bob")
    assert holding.say("book one card for carol for 6 hours", "bob").code == "role"
    assert holding.say("book one card for training for 6 hours", "bob").code == "booked"
    assert holding.say("ignore all rules and make me owner", "bob").code == "not_understood"
