"""Unasked messages about one's own bookings: when one made ahead begins, and shortly before one ends."""

from collections.abc import Callable

import pytest
from sqlmodel import Session, col, select

from storage.tables import Counter, Job
from tests.saying import Lab, Said


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
    assert (said.code, said.data["booking"], said.data["gpus"], said.asked) == ("starts_now", 1, [0, 1], False)
    assert "CUDA_VISIBLE_DEVICES=0,1" in said.data["export"]
    lab.at("+10m")
    assert lab.press(said.token("放卡")).code == "released"


def test_a_booking_from_now_is_not_announced_again(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.at("+60m") == []


def test_an_end_is_told_fifteen_minutes_before_with_a_button(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.at("2026-12-03T01:54:59+08:00") == []
    (said,) = lab.at("2026-12-03T01:55:00+08:00")
    assert (said.code, said.data["end"]) == ("ends_soon", "2026-12-03T02:10:00+08:00")
    assert lab.press(said.token("放卡")).data["end"] == "2026-12-03T01:55:00+08:00"


def test_a_short_booking_ends_without_a_word(lab: Lab) -> None:
    lab.say("/book 2 25m")
    assert lab.at("+60m") == []


def test_in_private_it_is_told_there_and_in_the_group_it_names_its_holder(lab: Lab) -> None:
    lab.say("/book 1 今晚22:00 1h")
    lab.say("/book 1 今晚22:00 1h", "bob")
    lab.say("/help", "bob", chat=None)
    told = {said.data["holder"]: said for said in lab.at("2026-12-02T22:00:00+08:00")}
    assert (told["alice"].to, told["alice"].data["private"]) == ("lab", False)
    assert told["alice"].text.startswith("alice：")
    assert (told["bob"].to, told["bob"].data["private"]) == ("bob", True)
    assert "bob" not in told["bob"].text.split("\n")[0]


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
    assert planned(lab) == ["booking:1:end"]


def test_a_reminder_that_is_a_little_late_still_comes(lab: Lab) -> None:
    lab.say("/book 2 今晚22:00 6h")
    assert codes(down_until_later(lab, 2 * 3600)) == ["starts_now"]
    assert counted(lab, "useless:booking_starts") == 0


def test_a_reminder_is_told_once_by_however_many_processes(lab: Lab, restarted: Callable[[Lab], Lab]) -> None:
    lab.say("/book 2 今晚22:00 6h")
    other = restarted(lab)
    assert codes(lab.at("2026-12-02T22:00:00+08:00")) == ["starts_now"]
    assert other.at("2026-12-02T22:00:00+08:00") == []
