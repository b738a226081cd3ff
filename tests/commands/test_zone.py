"""/tz: the pool's time zone, by its IANA name; nonsense is answered with what may be meant."""

from datetime import datetime

import pytest

from bot.people import facts
from tests.saying import Lab


def test_anybody_sees_the_zone(open_lab: Lab) -> None:
    reply = open_lab.say("/tz", "bob")
    assert (reply.code, reply.data["zone"], reply.data["set"]) == ("zone", "Asia/Shanghai", False)
    assert "今晚 20:10" in reply.text


def test_an_owner_sets_it_and_times_follow_at_once(open_lab: Lab) -> None:
    booked = open_lab.say("/book 1 明晚8点 2h", "bob")
    reply = open_lab.say("/tz Europe/Berlin")
    data = {"zone": "Europe/Berlin", "before": "Asia/Shanghai", "set": True, "bills_zone": "Asia/Shanghai"}
    assert reply.data == data
    assert "今天下午 13:10" in reply.text and "下个月" in reply.text
    assert booked.data["start"] == "2026-12-03T20:00:00+08:00"
    assert open_lab.say("/my", "bob").data["bookings"][0]["start"] == "2026-12-03T13:00:00+01:00"
    assert open_lab.say("/book 1 明晚8点 2h", "bob").data["start"] == "2026-12-03T20:00:00+01:00"


@pytest.mark.parametrize("said", ["/tz europe/berlin", "/tz EUROPE/BERLIN", "/tz Europe/Berlin ", "时区 Europe/Berlin"])
def test_the_name_is_read_in_any_case(open_lab: Lab, said: str) -> None:
    assert open_lab.say(said).data["zone"] == "Europe/Berlin"


@pytest.mark.parametrize(
    ("said", "likely"),
    [
        ("/tz 北京", "Asia/Shanghai"),
        ("/tz beijing", "Asia/Shanghai"),
        ("/tz UTC+8", "Asia/Shanghai"),
        ("时区改成柏林", "Europe/Berlin"),
        ("/tz Berlin", "Europe/Berlin"),
        ("/tz Asia/Shanghia", "Asia/Shanghai"),
        ("/tz new york", "America/New_York"),
        ("/tz Europe/Tokyo", "Asia/Tokyo"),
    ],
)
def test_what_may_be_meant_has_a_button_and_is_not_set_by_itself(open_lab: Lab, said: str, likely: str) -> None:
    asked = open_lab.say(said)
    assert asked.code == "no_such_zone"
    assert asked.data["likely"][0] == likely
    assert open_lab.say("/tz").data["zone"] == "Asia/Shanghai"
    assert open_lab.press(asked.token(likely)).data["zone"] == likely


@pytest.mark.parametrize(
    "said", ["/tz Mars/Base", "/tz ../../etc/passwd", "/tz 8", "/tz EST", "/tz Etc/GMT+8", "/tz 🎉"]
)
def test_what_is_no_zone_is_refused_with_an_example(open_lab: Lab, said: str) -> None:
    reply = open_lab.say(said)
    assert (reply.code, reply.data["likely"]) == ("no_such_zone", [])
    assert "/tz Asia/Shanghai" in reply.text


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_nobody_but_an_owner_sets_it(open_lab: Lab, who: str) -> None:
    assert open_lab.say("/tz Europe/Berlin", who).code == "role"
    assert open_lab.say("/tz").data["zone"] == "Asia/Shanghai"


def test_the_same_zone_again_says_so(open_lab: Lab) -> None:
    assert open_lab.say("/tz Asia/Shanghai").text.startswith("时区本来就是这个")


def test_two_pools_have_their_own_zones_in_private_too(open_lab: Lab) -> None:
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", chat="other")
    open_lab.say("/pool 4x4090-24G", chat="other")
    open_lab.say("/tz Europe/Berlin", chat="other")
    booked = open_lab.press(open_lab.say("/book 1 明晚8点 2h", chat=None).token("二组"), chat=None)
    assert booked.data["start"] == "2026-12-03T20:00:00+01:00"
    assert "20:00" in booked.text
    assert open_lab.say("/tz").data["zone"] == "Asia/Shanghai"


def bills_by(lab: Lab, moment: str) -> str:
    """The zone in which the lab's months are cut at that moment."""
    at = int(datetime.fromisoformat(moment).timestamp())
    return lab.database.read_now(lambda session: facts.zone_at(session, facts.pool(session, 1), at))


def test_a_zone_that_never_changed_is_that_of_all_bills(open_lab: Lab) -> None:
    assert bills_by(open_lab, "2020-01-01T00:00:00+08:00") == "Asia/Shanghai"


def test_bills_follow_with_the_next_month_as_the_month_began(open_lab: Lab) -> None:
    open_lab.say("/tz Europe/Berlin")
    assert bills_by(open_lab, "2026-12-02T20:10:00+08:00") == "Asia/Shanghai"
    assert bills_by(open_lab, "2026-12-31T23:59:59+08:00") == "Asia/Shanghai"
    assert bills_by(open_lab, "2027-01-01T00:00:00+08:00") == "Europe/Berlin"
    shown = open_lab.say("/tz", "bob")
    assert (shown.data["zone"], shown.data["bills_zone"]) == ("Europe/Berlin", "Asia/Shanghai")
    assert "Asia/Shanghai" in shown.text
    open_lab.at("2027-01-01T00:00:00+08:00")
    assert open_lab.say("/tz", "bob").data["bills_zone"] == "Europe/Berlin"


def test_of_two_changes_in_a_month_the_later_one_counts_for_the_next(open_lab: Lab) -> None:
    open_lab.say("/tz Europe/Berlin")
    open_lab.say("/tz America/New_York")
    assert bills_by(open_lab, "2026-12-31T23:59:59+08:00") == "Asia/Shanghai"
    assert bills_by(open_lab, "2027-01-01T00:00:00+08:00") == "America/New_York"
    open_lab.at("2027-01-31T20:00:00-05:00")  # the first of February in Shanghai and Berlin
    open_lab.say("/tz Asia/Shanghai")
    assert bills_by(open_lab, "2027-01-31T23:59:59-05:00") == "America/New_York"
    assert bills_by(open_lab, "2027-02-01T00:00:00-05:00") == "Asia/Shanghai"


def test_a_change_that_is_taken_back_leaves_the_bills_as_they_were(open_lab: Lab) -> None:
    open_lab.say("/tz Europe/Berlin")
    open_lab.say("/tz Asia/Shanghai")
    assert bills_by(open_lab, "2027-01-15T00:00:00+08:00") == "Asia/Shanghai"
