"""/quiet: in these hours one's own notices come without a sound, and not late."""

import pytest
from sqlalchemy import text

from tests.saying import Lab


def silent(lab: Lab, code: str) -> list[bool]:
    """Whether each notice of a code went out without a sound."""
    query = text("SELECT silent FROM outbox WHERE code = :code ORDER BY id")
    return lab.database.read_now(lambda session: [bool(row[0]) for row in session.execute(query, {"code": code})])


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("/quiet 23-8", "23:00", "08:00"),
        ("/quiet 23:30-7:30", "23:30", "07:30"),
        ("/quiet ２３：００～８：００", "23:00", "08:00"),
        ("免打扰 晚上11点到早上8点", "23:00", "08:00"),
        ("/quiet 11pm-8am", "23:00", "08:00"),
        ("/quiet 0-24:00", None, None),
        ("/quiet 13-14", "13:00", "14:00"),
        ("/quiet 24-8", "00:00", "08:00"),
    ],
)
def test_hours_are_read_as_people_type_them(lab: Lab, said: str, start: str | None, end: str | None) -> None:
    reply = lab.say(said)
    if start is None:
        assert reply.data["reason"] == "bad_hours"
    else:
        assert (reply.code, reply.data) == ("quiet", {"from": start, "to": end, "set": True})


@pytest.mark.parametrize(
    "said", ["/quiet 8", "/quiet 25-7", "/quiet 23-23", "/quiet 2 6h", "/quiet 今晚", "/quiet 8:70-9"]
)
def test_what_is_no_time_of_day_is_refused_and_changes_nothing(lab: Lab, said: str) -> None:
    lab.say("/quiet 22-7")
    reply = lab.say(said)
    assert (reply.code, reply.data["reason"]) == ("bad_input", "bad_hours")
    assert lab.say("/quiet").data["from"] == "22:00"


@pytest.mark.parametrize("said", ["/quiet off", "/quiet 关", "免打扰 取消"])
def test_they_can_be_ended(lab: Lab, said: str) -> None:
    lab.say("/quiet 23-8")
    assert lab.say(said).data == {"from": None, "to": None, "set": True}


def test_alone_it_shows_them_with_the_usual_ones_as_buttons(lab: Lab) -> None:
    asked = lab.say("/quiet")
    assert asked.data == {"from": None, "to": None, "set": False}
    assert asked.labels == ["23:00 到 08:00", "00:00 到 08:00", "不用安静"]
    assert lab.press(asked.token("23:00")).data["from"] == "23:00"
    assert lab.press(lab.say("/quiet").token("不用")).data["from"] is None


def test_a_reminder_in_quiet_hours_comes_in_time_and_without_a_sound(lab: Lab) -> None:
    lab.say("/quiet 23-8", chat=None)
    lab.say("/book 1 3h", chat=None)
    lab.say("/book 1 12h", chat=None)
    (first,) = lab.at("2026-12-02T22:59:59+08:00")
    assert first.code == "ends_soon"
    (second,) = lab.at("2026-12-03T07:59:00+08:00")
    assert second.code == "ends_soon"
    assert silent(lab, "ends_soon") == [False, True]


def test_of_two_people_only_who_asked_for_quiet_has_it(lab: Lab) -> None:
    lab.say("/my", "bob")
    for who in ("alice", "bob"):
        lab.say("/book 1 6h", who, chat=None)
    lab.say("/quiet 23-8", "bob", chat=None)
    lab.at("2026-12-03T02:05:00+08:00")
    assert sorted(silent(lab, "ends_soon")) == [False, True]


def test_the_hours_are_those_of_the_pools_zone(lab: Lab) -> None:
    lab.say("/tz Europe/Berlin")
    lab.say("/quiet 20-21", chat=None)
    lab.say("/book 1 1h", chat=None)
    lab.at("+50m")
    assert silent(lab, "ends_soon") == [False]


def test_an_answer_is_never_silent(lab: Lab) -> None:
    lab.say("/quiet 20-21")
    lab.say("/my")
    assert silent(lab, "my") == [False]
