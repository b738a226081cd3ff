"""What is left open is asked, with buttons that go on from there; what was not meant is not booked."""

import pytest

from tests.saying import Lab


def test_book_alone_is_three_taps_to_a_booking(lab: Lab) -> None:
    picker = lab.say("/book")
    assert (picker.code, picker.data["verb"]) == ("pick", "book")
    assert picker.labels == ["1 张 A100", "2 张 A100", "4 张 A100", "8 张 A100"]
    asked = lab.press(picker.token("4 张"))
    assert (asked.code, asked.data["count"], asked.data["kind"]) == ("ask_duration", 4, "A100")
    when = lab.press(asked.token("6 小时"))
    assert (when.code, when.data["minutes"]) == ("ask_time", 360)
    booked = lab.press(when.token("现在"))
    assert (booked.code, booked.data["gpus"]) == ("booked", [0, 1, 2, 3])


def test_the_picker_offers_each_kind_up_to_what_one_machine_has(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 2x4090-24G")
    labels = open_lab.say("/book").labels
    assert labels == ["1 张 A100", "2 张 A100", "4 张 A100", "8 张 A100", "1 张 4090", "2 张 4090"]


def test_cards_without_a_length_are_asked_how_long(lab: Lab) -> None:
    asked = lab.say("/book 2xA100 明晚8点")
    assert asked.code == "ask_duration"
    assert [choice["label"] for choice in asked.data["choices"]] == asked.labels
    assert (asked.data["count"], asked.data["start"], asked.data["minutes"]) == (2, "2026-12-03T20:00:00+08:00", None)
    booked = lab.press(asked.data["choices"][0]["token"])
    assert (booked.data["start"], booked.data["end"]) == ("2026-12-03T20:00:00+08:00", "2026-12-03T21:00:00+08:00")


def test_a_length_that_is_pressed_later_counts_from_the_press(lab: Lab) -> None:
    asked = lab.say("/book 2 用途：调参")
    lab.at("+30m")
    booked = lab.press(asked.token("3 小时"))
    assert (booked.data["start"], booked.data["purpose"]) == ("2026-12-02T20:40:00+08:00", "调参")


def test_a_time_of_two_meanings_is_asked_the_likeliest_first(lab: Lab) -> None:
    asked = lab.say("/book 2 明天8点 6h")
    assert (asked.code, asked.data["reason"], asked.data["minutes"]) == ("ask_time", "which_hour", 360)
    assert asked.labels[0].startswith("明早 08:00")
    assert lab.press(asked.data["choices"][1]["token"]).data["start"] == "2026-12-03T20:00:00+08:00"


def test_when_hour_and_length_are_open_both_are_asked_in_turn(lab: Lab) -> None:
    asked = lab.say("/book 明晚 2张")
    assert asked.code == "ask_time"
    then = lab.press(asked.token("明晚 20:00"))
    assert (then.code, then.data["start"], then.data["count"]) == ("ask_duration", "2026-12-03T20:00:00+08:00", 2)
    assert lab.press(then.token("12 小时")).data["end"] == "2026-12-04T08:00:00+08:00"


def test_a_number_that_is_a_card_or_a_day_is_asked_and_means_what_was_pressed(lab: Lab) -> None:
    asked = lab.say("/book 3号 2h")
    assert (asked.code, asked.data["reason"], asked.data["about"]) == ("ask_time", "card_or_day", {"number": 3})
    card = lab.press(asked.token("3 号卡"))
    assert (card.data["gpus"], card.data["now"]) == ([3], True)
    day = lab.press(lab.say("/book 3号 2h").token("明晚 20:00"))
    assert day.data["start"] == "2026-12-03T20:00:00+08:00"


def test_a_card_that_was_asked_about_can_be_pressed_later(lab: Lab) -> None:
    token = lab.say("/book 3号 2h").token("3 号卡")
    lab.at("+20m")
    assert lab.press(token).data["start"] == "2026-12-02T20:30:00+08:00"


@pytest.mark.parametrize(
    "said", ["2张 6小时", "A100 两张 今晚10点到明早8点", "2 cards for 6 hours", "3号卡 2h", "gpu 2,3 6h"]
)
def test_plain_words_said_to_the_bot_book(lab: Lab, said: str) -> None:
    assert lab.say(said).code == "booked"


def test_plain_words_without_a_length_are_asked_how_long(lab: Lab) -> None:
    assert lab.say("两张A100").code == "ask_duration"


@pytest.mark.parametrize(
    "said", ["6小时", "see you in 2 hours", "明晚8点吃饭", "你好", "hello", "", "谢谢！", "？", "哈" * 1999]
)
def test_words_that_name_no_cards_book_nothing(lab: Lab, said: str) -> None:
    assert lab.say(said).code == "not_understood"
    assert lab.say("/my").data["bookings"] == []


@pytest.mark.parametrize(
    ("said", "code"), [("9张 6小时", "too_many"), ("2张 昨天 6小时", "past"), ("0.5张 2h", "bad_input")]
)
def test_plain_words_that_cannot_be_had_are_refused_with_the_reason(lab: Lab, said: str, code: str) -> None:
    assert lab.say(said).code == code


@pytest.mark.parametrize("talk", ["好的", "6小时", "取消", "订了吗", "/home/li/run.sh", "状态不错", "哈" * 3000])
def test_talk_that_is_not_for_the_bot_stays_unanswered(lab: Lab, talk: str) -> None:
    lab.say("/book 1 明晚8点 2h")
    assert lab.deliver(talk, addressed=False) == []
    assert len(lab.say("/my").data["bookings"]) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("订2张 6小时", "booked"),
        ("2 cards 6h", "booked"),
        ("2张A100 6小时", "booked"),
        ("空闲", "free"),
        ("状态", "status"),
        ("取消 1", "cancelled"),
        ("帮助", "help"),
    ],
)
def test_clear_words_of_a_member_are_heard_in_the_groups_talk(lab: Lab, words: str, code: str) -> None:
    lab.say("/book 1 明晚8点 2h")
    assert [said.code for said in lab.deliver(words, addressed=False)] == [code]


@pytest.mark.parametrize("words", ["订2张 6小时", "空闲", "状态", "帮助"])
def test_a_strangers_talk_stays_unanswered(open_lab: Lab, words: str) -> None:
    assert open_lab.deliver(words, "zoe", addressed=False) == []
    assert open_lab.deliver(words, "bob", chat="foreign", addressed=False) == []


def test_plain_booking_words_stay_unanswered_while_there_are_no_cards(bare_lab: Lab) -> None:
    from bot.people.services.setup import issue_first_code

    code = bare_lab.database.write_now(issue_first_code, bare_lab.bridge.clock.now())
    bare_lab.say(f"/setup {code} 组")
    assert bare_lab.deliver("订2张 6小时", addressed=False) == []


def test_a_night_that_is_only_named_is_offered_until_the_morning_first(lab: Lab) -> None:
    asked = lab.say("来两张卡 跑一晚上")
    assert asked.code == "ask_duration"
    assert asked.labels[0].startswith("今晚 20:10–明早 08:00")
    booked = lab.press(asked.token("明早 08:00"))
    assert (booked.code, booked.data["end"]) == ("booked", "2026-12-03T08:00:00+08:00")


def test_a_night_that_is_named_by_day_begins_tonight(lab: Lab) -> None:
    lab.at("2026-12-03T14:00:00+08:00")
    asked = lab.say("/book 2 overnight")
    assert lab.press(asked.data["choices"][0]["token"]).data["start"] == "2026-12-03T22:00:00+08:00"


def test_a_reservation_that_is_numbered_is_no_new_booking(lab: Lab) -> None:
    lab.say("/book 1 明晚8点 2h")
    assert lab.say("预约1不要了").code == "cancelled"
    assert lab.deliver("预约33不去了", addressed=False) == []


def test_what_a_model_needs_is_asked_in_plain_words(lab: Lab) -> None:
    assert lab.say("qlora 70b需要几张80G", chat=None).code == "sized"
    assert lab.say("13B一张4090够吗", chat=None).code == "sized"  # to train it or to use it? each has its line


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("看看2号卡", "gpu"),
        ("6号卡温度多少", "gpu"),
        ("机器正常吗", "health"),
        ("安静点 23点到8点", "quiet"),
        ("账单不对吧，我有异议", "not_in_review"),
    ],
)
def test_what_only_shows_something_may_be_asked_in_any_words(lab: Lab, said: str, code: str) -> None:
    assert lab.say(said, chat=None).code == code


def test_a_sentence_is_answered_in_its_own_language_whatever_the_command_is_told(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert "没有" in lab.say("把预约1分享给@nobody").text
