"""A command that arrives more than ten minutes after it was sent is confirmed by a button instead of done."""

import pytest

from tests.saying import Lab, Said

TEN_MINUTES = 600


def sent_ago(lab: Lab, seconds: int, text: str, who: str = "alice", **more: object) -> Said:
    (said,) = lab.deliver(text, who, sent_at=lab.bridge.clock.now() - seconds, **more)  # type: ignore[arg-type]
    return said


def test_up_to_ten_minutes_it_is_simply_done(lab: Lab) -> None:
    assert sent_ago(lab, TEN_MINUTES, "/book 2 6h").code == "booked"


@pytest.mark.parametrize("said", ["/book 2 6h", "2张 6小时", "/release", "/cancel 1", "/pool add node2: 1x4090-24G"])
def test_after_that_it_is_asked_whether_it_still_holds(lab: Lab, said: str) -> None:
    reply = sent_ago(lab, TEN_MINUTES + 1, said)
    assert (reply.code, reply.data) == ("late_command", {"text": said, "sent": "2026-12-02T19:59:59+08:00"})
    assert reply.labels == ["照办", "算了"]
    assert lab.say("/my").data["bookings"] == []
    assert len(lab.say("/pool").data["nodes"]) == 1


def test_doing_it_does_what_was_said_from_now_on(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h 用途：论文")
    lab.at("+5m")
    done = lab.press(asked.token("照办"))
    assert (done.code, done.data["start"], done.data["purpose"]) == ("booked", "2026-12-02T20:15:00+08:00", "论文")
    assert lab.press(asked.token("照办")).code == "already_done"


def test_dropping_it_does_nothing(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    assert lab.press(asked.token("算了")).code == "late_dropped"
    again = lab.press(asked.token("照办"))
    assert (again.code, again.data["what"]) == ("already_done", "late_dropped")
    assert lab.say("/my").data["bookings"] == []


def test_what_cannot_be_had_any_more_is_refused_as_ever(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    lab.say("/book 8 6h", "bob")
    refused = lab.press(asked.token("照办"))
    assert refused.code == "taken"
    assert lab.press(refused.data["offers"][0]["token"]).code == "booked"


def test_only_who_sent_it_decides(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    assert lab.press(asked.token("照办"), "bob").code == "not_yours"
    assert lab.say("/my", "bob").data["bookings"] == []


def test_a_confirmation_that_is_old_itself_is_asked_anew(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    lab.at("+3d")
    again = lab.press(asked.token("照办"))
    assert (again.code, again.data["fresh"]["code"]) == ("stale_button", "late_command")
    assert lab.press(again.token("照办")).code == "booked"


@pytest.mark.parametrize("said", ["/help", "/free", "/status", "/my", "/foo", "你好"])
def test_what_changes_nothing_is_answered_at_once(lab: Lab, said: str) -> None:
    assert sent_ago(lab, 3600, said).code != "late_command"


@pytest.mark.parametrize(("who", "chat"), [("zoe", "lab"), ("zoe", None), ("bob", "foreign")])
def test_strangers_are_refused_late_as_early(open_lab: Lab, who: str, chat: str | None) -> None:
    assert sent_ago(open_lab, 3600, "/book 2 6h", who, chat=chat).code in ("not_member", "no_pool")


def test_a_long_late_text_is_quoted_in_short_and_done_in_full(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h 用途：" + "长" * 300 + "\u202e\n<b>&")
    assert len(asked.text) < 200
    assert "\u202e" not in asked.text
    assert lab.press(asked.token("照办")).code == "booked"


def test_tomorrow_stays_the_day_that_was_tomorrow_when_it_was_sent(lab: Lab) -> None:
    lab.at("2026-12-02T23:50:00+08:00")
    sent = lab.bridge.clock.now()
    lab.at("2026-12-03T00:20:00+08:00")
    (asked,) = lab.deliver("/book 2 明晚8点 6h", sent_at=sent)
    assert asked.code == "late_command"
    assert (asked.data["start"], asked.data["end"]) == ("2026-12-03T20:00:00+08:00", "2026-12-04T02:00:00+08:00")
    assert "今晚 20:00" in asked.text  # as the day is called by now
    booked = lab.press(asked.token("照办"))
    assert (booked.code, booked.data["start"]) == ("booked", "2026-12-03T20:00:00+08:00")


def test_a_wish_sent_just_before_midnight_and_heard_just_behind_it_means_the_day_it_was_sent_on(lab: Lab) -> None:
    lab.at("2026-12-02T23:59:58+08:00")
    sent = lab.bridge.clock.now()
    lab.at("2026-12-03T00:00:03+08:00")
    (booked,) = lab.deliver("/book 2 明晚8点 6h", sent_at=sent)
    assert (booked.code, booked.data["start"]) == ("booked", "2026-12-03T20:00:00+08:00")
    (booked,) = lab.deliver("/book 2 1h", sent_at=sent)
    assert (booked.data["start"], booked.data["end"]) == ("2026-12-03T00:00:03+08:00", "2026-12-03T01:00:03+08:00")


def test_an_hour_to_which_it_was_to_run_stays_that_hour(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 到明早9点")
    lab.at("2026-12-03T00:10:00+08:00")
    booked = lab.press(asked.token("照办"))
    assert (booked.data["start"], booked.data["end"]) == ("2026-12-03T00:10:00+08:00", "2026-12-03T09:00:00+08:00")


@pytest.mark.parametrize("said", ["/book 2 到今晚23点", "/book 2 今晚21:00到23:00", "/book 2 今晚21:00 1h"])
def test_what_is_over_when_it_is_confirmed_is_past(lab: Lab, said: str) -> None:
    asked = sent_ago(lab, 3600, said)
    lab.at("2026-12-02T23:10:00+08:00")
    assert lab.press(asked.token("照办")).code == "past"
    assert lab.say("/my").data["bookings"] == []


def test_what_is_over_when_it_arrives_is_past_at_once(lab: Lab) -> None:
    reply = sent_ago(lab, 3600, "/book 2 今晚20:00 1h")
    assert (reply.code, reply.data["start"]) == ("past", "2026-12-02T20:00:00+08:00")


def test_of_two_times_to_choose_from_the_one_that_is_over_is_left_out(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 9点 1h")
    lab.at("2026-12-02T21:30:00+08:00")
    times = lab.press(asked.token("照办"))
    assert (times.code, times.labels) == ("ask_time", ["明天上午 09:00–10:00，1 小时"])
    assert lab.press(times.token()).data["start"] == "2026-12-03T09:00:00+08:00"


def test_a_confirmation_asked_anew_keeps_the_day_that_was_meant(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 下周一上午9:00 6h")
    lab.at("+3d")
    again = lab.press(asked.token("照办"))
    assert again.data["fresh"]["data"]["start"] == "2026-12-07T09:00:00+08:00"
    assert lab.press(again.token("照办")).data["start"] == "2026-12-07T09:00:00+08:00"


def test_a_change_means_the_hour_it_meant_when_it_was_sent(lab: Lab) -> None:
    lab.say("/book 1 3d")
    asked = sent_ago(lab, 3600, "/extend 到后天9:00")
    lab.at("2026-12-03T00:10:00+08:00")
    assert lab.press(asked.token("照办")).data["end"] == "2026-12-04T09:00:00+08:00"


def test_a_question_about_the_pool_answered_behind_midnight_keeps_the_day(open_lab: Lab) -> None:
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", chat="other")
    open_lab.say("/pool 4x4090-24G", chat="other")
    asked = open_lab.say("/book 1 明晚8点 2h", chat=None)
    open_lab.at("2026-12-03T00:10:00+08:00")
    booked = open_lab.press(asked.token("二组"), chat=None)
    assert (booked.code, booked.data["start"]) == ("booked", "2026-12-03T20:00:00+08:00")


def test_a_booking_to_an_hour_ends_on_the_second_whenever_it_was_said(lab: Lab) -> None:
    lab.at("2026-12-02T20:10:41+08:00")
    booked = lab.say("/book 2 到明早9点")
    assert (booked.data["start"], booked.data["end"]) == ("2026-12-02T20:10:41+08:00", "2026-12-03T09:00:00+08:00")


@pytest.mark.parametrize(("said", "end"), [("/book 1 6h", "05:30"), ("/book 1 到明早6点", "06:00")])
def test_a_night_in_which_clocks_change_is_as_long_for_a_late_command(lab: Lab, said: str, end: str) -> None:
    lab.say("/tz Europe/Berlin")
    lab.at("2027-10-30T23:30:00+02:00")
    sent = lab.bridge.clock.now()
    lab.at("2027-10-31T00:30:00+02:00")
    (asked,) = lab.deliver(said, sent_at=sent)
    assert lab.press(asked.token("照办")).data["end"] == f"2027-10-31T{end}:00+01:00"
