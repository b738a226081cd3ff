"""/book alone: cards, length, start; three presses of one message."""

import pytest

from tests.saying import Lab, Said


def picked(lab: Lab, cards: str = "2 张", hours: str = "6 小时", who: str = "alice") -> Said:
    """The card that asks from when."""
    length = lab.press(lab.say("/book", who).token(cards), who)
    return lab.press(length.token(hours), who)


def test_a_free_machine_can_be_had_now_or_tonight(lab: Lab) -> None:
    when = picked(lab)
    assert (when.code, when.labels) == ("ask_time", ["现在", "今晚 22:00"])
    assert lab.say("/my").data["bookings"] == []  # nothing is held before the third press
    booked = lab.press(when.token("22:00"))
    assert (booked.code, booked.data["start"]) == ("booked", "2026-12-02T22:00:00+08:00")
    assert booked.data["end"] == "2026-12-03T04:00:00+08:00"


def test_now_is_when_it_is_pressed(lab: Lab) -> None:
    when = picked(lab)
    lab.at("+30m")
    assert lab.press(when.token("现在")).data["start"] == "2026-12-02T20:40:00+08:00"


def test_a_full_machine_can_be_had_at_the_earliest_and_is_not_offered_now(lab: Lab) -> None:
    lab.say("/book 8 3h", "bob")
    when = picked(lab)
    assert when.labels == ["最早：今晚 23:10–明早 05:10，6 小时"]  # at 22:00 it is not free either
    assert lab.press(when.token()).data["start"] == "2026-12-02T23:10:00+08:00"


def test_an_earliest_start_at_ten_is_offered_once(lab: Lab) -> None:
    lab.say("/book 8 今晚20:10到22:00", "bob")
    assert picked(lab).labels == ["最早：今晚 22:00–明天凌晨 04:00，6 小时"]


def test_tonight_is_not_offered_when_somebody_has_it(lab: Lab) -> None:
    lab.say("/book 7 今晚22:00 2h", "bob")
    assert picked(lab, hours="1 小时").labels == ["现在"]


@pytest.mark.parametrize("at", ["2026-12-02T22:00:00+08:00", "2026-12-02T23:30:00+08:00"])
def test_tonight_is_not_offered_once_it_is_ten(lab: Lab, at: str) -> None:
    lab.at(at)
    assert picked(lab).labels == ["现在"]


def test_only_what_the_limits_allow_is_offered(lab: Lab) -> None:
    lab.say("/help", "bob")
    lab.say("/book 8 明天9:00 24h", "bob")
    (earliest,) = picked(lab, "4 张", "24 小时").labels
    assert earliest.startswith("最早：周五 12-04 09:00")
    refused = picked(lab, "8 张", "24 小时")  # so far ahead only half of a kind may be had
    assert (refused.code, [one["kind"] for one in refused.data["offers"]]) == ("taken", ["shorter"])


def test_only_what_is_left_of_the_week_is_offered(lab: Lab) -> None:
    for who in ("bob", "carol", "dan", "eve", "fay", "gil"):
        lab.say("/help", who)  # 7 members: 288 card-hours of a week each
    lab.say("/book 4 明天0:00 70h")
    lab.say("/book 4 今晚20:10到24:00", "bob")
    refused = picked(lab, "4 张", "24 小时")
    assert (refused.code, refused.data["rule"]) == ("limit", "week")


def test_where_nothing_can_be_had_it_says_why_with_what_would_work(lab: Lab) -> None:
    for who in ("bob", "carol", "dan"):
        for start in ("今晚20:10", "12月5日20:10", "12月8日20:10"):
            lab.say(f"/book 2 {start} 3天", who)
    refused = picked(lab, "4 张", "3 小时")
    assert refused.code == "taken"
    assert [one["kind"] for one in refused.data["offers"]] == ["fewer"]
    assert lab.press(refused.data["offers"][0]["token"]).code == "booked"


def test_of_two_who_press_for_the_same_start_the_second_sees_who_has_it(lab: Lab) -> None:
    lab.say("/help", "bob")
    mine, theirs = picked(lab, "8 张"), picked(lab, "8 张", who="bob")
    assert lab.press(mine.token("现在")).code == "booked"
    lost = lab.press(theirs.token("现在"), "bob")
    assert (lost.code, lost.data["blocking"][0]["holder"]) == ("taken", "alice")


@pytest.mark.parametrize(("words", "start"), [("明晚8点", "2026-12-03T20:00:00+08:00")])
def test_each_question_can_be_answered_by_typing_too(lab: Lab, words: str, start: str) -> None:
    picked(lab)
    booked = lab.say(words)
    assert (booked.code, booked.data["start"], len(booked.data["gpus"])) == ("booked", start, 2)


def test_an_old_card_begins_anew_with_the_length(lab: Lab) -> None:
    token = picked(lab).token("现在")
    lab.at("+3d")
    fresh = lab.press(token)
    assert (fresh.code, fresh.data["fresh"]["code"]) == ("stale_button", "ask_duration")
    booked = lab.press(fresh.token("1 小时"))
    assert booked.code == "booked"


def test_an_owner_picks_for_somebody_else(lab: Lab) -> None:
    lab.say("/help", "bob")
    cards = lab.say("/book for @bob")
    when = lab.press(lab.press(cards.token("1 ×")).token("1"))
    booked = lab.press(when.token())
    assert (booked.code, booked.data["holder"], booked.data["by"]) == ("booked", "bob", "alice")


def test_a_pool_of_five_kinds_offers_all_of_them(open_lab: Lab) -> None:
    open_lab.say("/pool add n2: 2x4090-24G 2xH100-80G 2xL40S-48G 2xV100-32G")
    labels = open_lab.say("/book").labels
    assert len(labels) == 4 + 4 * 2 and {"1 张 V100", "2 张 V100"} <= set(labels)
