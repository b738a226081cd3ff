"""Unasked messages about one's own bookings: when one made ahead begins, before one ends, when somebody follows."""

from collections.abc import Callable

import pytest
from sqlmodel import Session, col, select

from storage.tables import Counter, Job
from tests.saying import Lab, Said


@pytest.fixture
def lab(lab: Lab) -> Lab:
    """alice and bob can be reached privately; carol cannot."""
    for who in ("alice", "bob", "carol"):
        lab.say("/help", who)
    for who in ("alice", "bob"):
        lab.say("/help", who, chat=None)
    return lab


def counted(lab: Lab, name: str) -> int:
    def read(session: Session) -> int:
        return sum(session.execute(select(Counter.value).where(col(Counter.name) == name)).scalars())

    return lab.database.read_now(read)


def planned(lab: Lab) -> list[str]:
    return lab.database.read_now(lambda session: sorted(session.execute(select(Job.key)).scalars()))


def codes(said: list[Said]) -> list[str]:
    return [one.code for one in said]


def test_a_booking_made_ahead_is_announced_when_it_begins_with_its_export_line(lab: Lab) -> None:
    lab.say("/book 2 今晚22:00 6h")
    assert lab.at("2026-12-02T21:59:59+08:00") == []
    (said,) = lab.at("2026-12-02T22:00:00+08:00")
    assert (said.code, said.to, said.asked) == ("starts_now", "alice", False)
    assert (said.data["booking"], said.data["gpus"]) == (1, [0, 1])
    assert "CUDA_VISIBLE_DEVICES=0,1" in said.data["export"]
    lab.at("+10m")
    assert lab.press(said.token("放卡"), chat=None).code == "released"


def test_a_booking_from_now_is_not_announced_again(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.at("+60m") == []


def test_an_end_that_nobody_follows_is_told_a_quarter_of_an_hour_before(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.at("2026-12-03T01:54:59+08:00") == []
    (said,) = lab.at("2026-12-03T01:55:00+08:00")
    assert (said.code, said.data["end"], said.data["next"]) == ("ends_soon", "2026-12-03T02:10:00+08:00", None)
    assert said.labels == ["+1 小时", "+2 小时", "放卡"]
    assert "checkpoint" in said.text
    assert lab.press(said.token("放卡"), chat=None).data["end"] == "2026-12-03T01:55:00+08:00"


def test_an_end_that_somebody_follows_is_told_half_an_hour_before_and_once_more_when_it_comes(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.say("/book 0号卡 明天02:30 1h", "bob")
    (early,) = lab.at("2026-12-03T01:40:00+08:00")
    assert (early.code, early.data["next"]["holder"]) == ("ends_soon", "bob")
    assert early.labels == ["放卡"]
    (ended,) = lab.at("2026-12-03T02:29:59+08:00")
    assert (ended.code, ended.to, ended.data["next"]["holder"]) == ("ended", "alice", "bob")


def test_an_end_that_nobody_follows_comes_without_a_word(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert codes(lab.at("2026-12-03T09:00:00+08:00")) == ["ends_soon"]


def test_whoever_books_behind_after_the_early_reminder_time_changes_nothing_about_the_late_one(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.at("2026-12-03T01:45:00+08:00") == []
    lab.say("/book 0号卡 02:10 1h", "bob")
    (said,) = lab.at("2026-12-03T01:55:00+08:00")
    assert (said.code, said.data["next"]["holder"]) == ("ends_soon", "bob")


def test_the_more_hours_that_are_offered_end_where_somebody_follows(lab: Lab) -> None:
    lab.say("/book 0号卡 6h")
    lab.say("/book 0号卡 明天03:30 1h", "bob")
    lab.say("/book 1号卡 明天02:20 1h", "bob")
    (said,) = [one for one in lab.at("2026-12-03T01:55:00+08:00") if one.code == "ends_soon"]
    assert said.labels == ["+1 小时", "+2 小时", "放卡"]  # bob comes more than half an hour later
    refused = lab.press(said.token("+2"), chat=None)
    assert (refused.code, refused.data["blocking"][0]["holder"]) == ("taken", "bob")
    extended = lab.press(refused.token("续到"), chat=None)
    assert (extended.code, extended.data["end"]) == ("extended", "2026-12-03T03:30:00+08:00")


def test_pressing_an_hour_more_extends_in_place_and_plans_the_next_reminder(lab: Lab) -> None:
    lab.say("/book 2 6h")
    (said,) = lab.at("2026-12-03T01:55:00+08:00")
    extended = lab.press(said.token("+1"), chat=None)
    assert (extended.code, extended.data["end"]) == ("extended", "2026-12-03T03:10:00+08:00")
    assert lab.press(said.token("+1"), chat=None).code == "already_done"
    assert lab.at("2026-12-03T02:54:59+08:00") == []
    assert codes(lab.at("2026-12-03T02:55:00+08:00")) == ["ends_soon"]


def test_a_short_booking_ends_without_a_word(lab: Lab) -> None:
    lab.say("/book 2 25m")
    assert lab.at("+60m") == []


def test_whoever_cannot_be_reached_privately_is_told_in_the_group_once_a_quarter_hour(lab: Lab) -> None:
    lab.say("/help", "dan")
    lab.say("/book 1 今晚22:05 2h", "carol")
    lab.say("/book 1 今晚22:10 2h", "dan")
    lab.say("/book 1 今晚22:05 2h")
    assert [(one.code, one.to) for one in lab.at("2026-12-02T22:14:59+08:00")] == [("starts_now", "alice")]
    (said,) = lab.at("2026-12-02T22:15:00+08:00")
    assert (said.code, said.to) == ("reminders", "lab")
    assert [(one["holder"], one["code"]) for one in said.data["items"]] == [
        ("carol", "starts_now"),
        ("dan", "starts_now"),
    ]
    assert said.labels == ["私聊我，下次悄悄提醒"]
    assert "carol" in said.text and "dan" in said.text and "alice" not in said.text


def test_one_reminder_alone_is_said_in_its_first_line(lab: Lab) -> None:
    lab.say("/book 1 6h", "carol")
    (said,) = lab.at("2026-12-03T02:00:00+08:00")
    assert said.text.split("\n")[0] == "carol：0 号卡快到点了"


@pytest.mark.parametrize("change", ["/release", "/extend 1h", "/extend 到01:40"])
def test_what_is_no_longer_true_when_the_quarter_is_over_is_not_said(lab: Lab, change: str) -> None:
    lab.say("/book 1 今晚21:50 4h", "carol")
    lab.at("2026-12-02T21:56:00+08:00")
    lab.at("2026-12-03T01:36:00+08:00")
    assert lab.say(change, "carol").code in ("released", "extended", "shortened")
    assert lab.at("2026-12-03T01:45:00+08:00") == []


def test_a_reminder_speaks_the_language_of_its_reader(lab: Lab) -> None:
    lab.say("/help", "eve")
    lab.deliver("/book 1 22:00 1h", "eve", language="en", chat=None)
    (said,) = lab.at("2026-12-02T22:00:00+08:00")
    assert said.text.startswith("Card 0 is yours now")


@pytest.mark.parametrize("ending", ["/release", "/cancel"])
def test_after_a_booking_was_ended_nothing_is_said(lab: Lab, ending: str) -> None:
    lab.say("/book 2 今晚22:00 6h")
    if ending == "/release":
        lab.at("2026-12-02T23:00:00+08:00")
    lab.say(ending)
    assert planned(lab) == []
    assert lab.at("+3d") == []


def test_reminders_due_in_between_come_in_order_each_at_its_own_time(lab: Lab) -> None:
    lab.say("/book 1 今晚22:00 6h")
    lab.say("/book 1 今晚21:00 6h")
    said = lab.at("2026-12-03T05:00:00+08:00")
    assert [(one.code, one.data["booking"]) for one in said] == [
        ("starts_now", 2),
        ("starts_now", 1),
        ("ends_soon", 2),
        ("ends_soon", 1),
    ]
    assert "还剩 15 分钟" in said[2].text


def down_until_later(lab: Lab, seconds: int) -> list[Said]:
    """Nobody fires jobs for a while; what comes once somebody does."""
    lab.bridge.clock.set(lab.bridge.clock.now() + seconds)
    return lab.fire()


def test_a_reminder_that_comes_too_late_is_dropped_and_counted(lab: Lab) -> None:
    lab.say("/book 2 今晚22:00 6h")
    assert down_until_later(lab, 4 * 3600) == []
    assert counted(lab, "useless:booking_starts") == 1
    assert planned(lab) == ["booking:1:end", "booking:1:ended"]


def test_a_reminder_that_is_a_little_late_still_comes(lab: Lab) -> None:
    lab.say("/book 2 今晚22:00 6h")
    assert codes(down_until_later(lab, 2 * 3600)) == ["starts_now"]
    assert counted(lab, "useless:booking_starts") == 0


def test_a_reminder_is_told_once_by_however_many_processes(lab: Lab, restarted: Callable[[Lab], Lab]) -> None:
    lab.say("/book 2 今晚22:00 6h")
    other = restarted(lab)
    assert codes(lab.at("2026-12-02T22:00:00+08:00")) == ["starts_now"]
    assert other.at("2026-12-02T22:00:00+08:00") == []


def test_in_the_group_the_end_is_told_in_time_however_the_booking_lies_to_the_quarter_hour(lab: Lab) -> None:
    lab.at("2026-12-02T20:20:01+08:00")
    lab.say("/book 1 1h", "carol")
    told = [(said.code, said) for said in lab.at("2026-12-02T21:20:00+08:00")]
    assert [code for code, _ in told] == ["reminders"]
    assert told[0][1].data["items"][0]["code"] == "ends_soon"


def test_a_reminder_of_a_new_end_is_a_new_message_that_can_be_heard(lab: Lab) -> None:
    lab.say("/book 1 1h")
    (first,) = lab.at("2026-12-02T20:55:00+08:00")
    lab.press(first.token("+2"), chat=None)
    (second,) = lab.at("2026-12-02T22:55:00+08:00")
    assert second.code == "ends_soon" and "edits" not in second.fields


def test_the_third_message_about_a_booking_edits_the_second(lab: Lab) -> None:
    lab.say("/book 1 今晚21:00 1h")
    assert codes(lab.at("2026-12-02T21:00:00+08:00")) == ["starts_now"]
    (soon,) = lab.at("2026-12-02T21:45:00+08:00")
    lab.press(soon.token("+2"), chat=None)
    (again,) = lab.at("2026-12-02T23:45:00+08:00")
    assert again.code == "ends_soon" and "edits" in again.fields


def test_until_it_is_told_a_reminder_is_looked_at_a_few_times_and_not_each_second(lab: Lab) -> None:
    fired: list[str] = []
    desk = lab.bridge.house.jobs._desk
    fire = desk.fire
    desk.fire = lambda *asked: (fired.append(asked[1]), fire(*asked))[1]
    lab.say("/book 2 6h")
    lab.at("+7h")
    assert len(fired) <= 4, fired


def test_whoever_books_late_is_told_in_the_same_message_of_the_quarter_hour(lab: Lab) -> None:
    lab.say("/book 1 今晚21:50 1h", "dan")
    lab.at("2026-12-02T21:55:00+08:00")  # what waits for ten o'clock was begun at 21:50
    lab.say("/book 1 22:00 1h", "eve")
    said = [one for one in lab.at("2026-12-02T22:00:00+08:00") if one.code == "reminders"]
    assert [[item["holder"] for item in one.data["items"]] for one in said] == [["dan", "eve"]]
