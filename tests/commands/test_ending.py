"""/release and /cancel: giving back what runs, taking back what has not begun."""

import pytest

from tests.saying import Lab


def test_a_release_ends_now_and_keeps_what_was_used(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.at("+90m")
    reply = lab.say("/release")
    assert reply.code == "released"
    assert (reply.data["end"], reply.data["planned_end"]) == ("2026-12-02T21:40:00+08:00", "2026-12-03T02:10:00+08:00")
    assert lab.say("/book 8 3h", "bob").code == "booked"


def test_a_release_in_the_first_second_is_a_cancel(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.say("/release").code == "cancelled"
    assert lab.say("/my").data["bookings"] == []


def test_a_booking_that_begins_this_second_can_be_cancelled(lab: Lab) -> None:
    lab.say("/book 2 今晚22:00 1h")
    lab.at("2026-12-02T22:00:00+08:00")
    assert lab.say("/cancel 1").code == "cancelled"


def test_one_coming_booking_is_cancelled_without_a_question(lab: Lab) -> None:
    lab.say("/book 2 明晚8点 6h")
    lab.say("/book 1 6h")
    reply = lab.say("/cancel")
    assert (reply.code, reply.data["booking"], reply.data["reference_cost_minor"]) == ("cancelled", 1, None)


@pytest.mark.parametrize(
    ("word", "when", "verb", "code"),
    [("/release", "", "release", "released"), ("/cancel", "明晚8点", "cancel", "cancelled")],
)
def test_of_several_one_is_pressed(lab: Lab, word: str, when: str, verb: str, code: str) -> None:
    for _ in range(2):
        lab.say(f"/book 1 {when} 6h")
    lab.at("+10m")
    asked = lab.say(word)
    assert (asked.code, asked.data["verb"]) == ("ask_target", verb)
    assert [one["booking"] for one in asked.data["bookings"]] == [1, 2]
    done = lab.press(asked.data["choices"][1]["token"])
    assert (done.code, done.data["booking"]) == (code, 2)


@pytest.mark.parametrize("number", ["2", "#2", "预约 2", "２"])
def test_a_booking_is_named_by_its_number(lab: Lab, number: str) -> None:
    lab.say("/book 1 6h")
    lab.say("/book 1 6h")
    lab.at("+10m")
    assert lab.say(f"/release {number}").data["booking"] == 2


def test_the_wrong_word_offers_the_right_one_and_does_nothing(lab: Lab) -> None:
    lab.say("/book 1 明晚8点 6h")
    asked = lab.say("/release")
    assert (asked.code, asked.data["verb"]) == ("pick", "cancel")
    assert len(lab.say("/my").data["bookings"]) == 1
    assert lab.press(asked.token()).code == "cancelled"

    lab.say("/book 1 6h")
    lab.at("+10m")
    for said in ("/cancel", "/cancel 2"):
        asked = lab.say(said)
        assert (asked.code, asked.data["verb"], asked.data["bookings"][0]["booking"]) == ("pick", "release", 2)
    assert lab.press(asked.token("放卡")).code == "released"


def test_a_cancel_button_pressed_after_the_start_offers_the_release(lab: Lab) -> None:
    token = lab.say("/book 1 今晚22:00 6h").token("取消")
    lab.at("2026-12-02T22:30:00+08:00")
    asked = lab.press(token)
    assert (asked.code, asked.data["verb"]) == ("pick", "release")
    assert lab.press(asked.token("放卡")).data["end"] == "2026-12-02T22:30:00+08:00"


@pytest.mark.parametrize("word", ["/release", "/cancel"])
def test_somebody_elses_booking_stays_as_it_is(lab: Lab, word: str) -> None:
    lab.say("/book 1 6h")
    reply = lab.say(f"{word} 1", "bob")
    assert (reply.code, reply.data) == ("not_yours", {"booking": 1, "holder": "alice"})
    assert len(lab.say("/my").data["bookings"]) == 1


@pytest.mark.parametrize("word", ["/release", "/cancel"])
@pytest.mark.parametrize(("named", "booking"), [("", None), (" 99", 99), (" 999999999", 999999999)])
def test_a_booking_that_is_not_there_is_said_to_be_missing(
    lab: Lab, word: str, named: str, booking: int | None
) -> None:
    reply = lab.say(word + named)
    assert (reply.code, reply.data) == ("no_such_booking", {"booking": booking})


@pytest.mark.parametrize("words", ["abc", "9" * 30, "0", "-1", "1 2", "1.5", "全部"])
def test_words_that_name_no_booking_are_not_guessed_at(lab: Lab, words: str) -> None:
    lab.say("/book 1 6h")
    lab.at("+10m")
    reply = lab.say(f"/release {words}")
    assert (reply.code, reply.data["reason"], reply.data["example"]) == ("bad_input", "no_target", "/release 42")
    assert len(lab.say("/my").data["bookings"]) == 1


def test_doing_it_again_says_what_was_done(lab: Lab) -> None:
    lab.say("/book 1 6h")
    lab.say("/book 1 明晚8点 6h")
    lab.at("+10m")
    released, cancelled = lab.say("/release 1"), lab.say("/cancel 2")
    for word in ("/release", "/cancel"):
        again = lab.say(f"{word} 1")
        assert (again.code, again.data["what"], again.data["data"]) == ("already_done", "released", released.data)
        again = lab.say(f"{word} 2")
        assert (again.code, again.data["what"], again.data["data"]) == ("already_done", "cancelled", cancelled.data)


def test_a_booking_that_ran_out_is_over(lab: Lab) -> None:
    lab.say("/book 1 1h")
    lab.at("2026-12-02T21:09:59+08:00")
    assert len(lab.say("/my").data["bookings"]) == 1
    lab.at("2026-12-02T21:10:00+08:00")
    assert lab.say("/my").data["bookings"] == []
    reply = lab.say("/release 1")
    assert (reply.code, reply.data["what"], reply.data["data"]["booking"]) == ("already_done", "ended", 1)


def test_the_booking_of_another_pool_is_unknown_here(open_lab: Lab) -> None:
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", chat="other")
    open_lab.say("/pool 4x4090-24G", chat="other")
    assert open_lab.say("/book 1 6h", chat="other").data["booking"] == 1
    assert open_lab.say("/release 1", chat="lab").code == "no_such_booking"


def test_what_was_cancelled_is_in_nobodys_way(lab: Lab) -> None:
    lab.say("/book 8 明晚8点 6h")
    lab.say("/cancel")
    booked = lab.say("/book 8 明晚8点 6h", "bob")
    assert booked.code == "booked"
    refused = lab.say("/book 8 明晚9点 1h", "carol")
    assert [one["holder"] for one in refused.data["blocking"]] == ["bob"]


def test_what_is_given_up_says_at_once_what_of_it_will_count(lab: Lab) -> None:
    assert "charged_percent" not in lab.say("/cancel", "bob").data
    lab.say("/price 租 40000 每月")
    lab.say("/book 2 6h", "bob")
    lab.at("+1h")
    assert lab.say("/release", "bob").data["charged_percent"] == 50
    lab.say("/book 1 明晚8点 2h", "bob")
    assert lab.say("/cancel", "bob").data["charged_percent"] == 0  # taken back at once
    lab.say("/book 1 明晚8点 2h", "bob")
    lab.at("+20h")
    said = lab.say("/cancel", "bob")
    assert said.data["charged_percent"] == 50 and "50%" in said.text
