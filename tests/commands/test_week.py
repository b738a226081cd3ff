"""/week: seven days at a glance, whose bookings there are, and the week behind."""

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from storage.database import Database
from storage.tables import Pool
from tests.saying import Lab, Said, laboratory


@pytest.fixture
def berlin(sqlite_database: Database) -> Iterator[Lab]:
    """The lab in Berlin, on the Wednesday before clocks go back."""
    with laboratory(sqlite_database, at="2026-10-21T20:10:00+02:00") as one:
        one.say("/help")
        one.database.write_now(lambda session: session.execute(update(Pool).values(zone="Europe/Berlin")))
        yield one


def free(reply: Said, date: str) -> dict[int, int]:
    """How many cards of the first kind are free in the blocks of a day."""
    (day,) = [day for day in reply.data["days"] if day["date"] == date]
    return {block["hour"]: block["free"][0] for block in day["blocks"]}


def test_the_week_begins_on_monday_and_what_is_over_is_left_out(lab: Lab) -> None:
    reply = lab.say("/week")
    assert (reply.data["start"], reply.data["end"]) == ("2026-11-30T00:00:00+08:00", "2026-12-07T00:00:00+08:00")
    assert [len(day["blocks"]) for day in reply.data["days"]] == [0, 0, 1, 6, 6, 6, 6]
    assert reply.data["free_permille"] == 1000


def test_a_card_counts_where_it_is_free_all_along(lab: Lab) -> None:
    lab.say("/book 2 明天11:30 1h", "bob")
    assert free(lab.say("/week"), "2026-12-03") == {0: 8, 4: 8, 8: 6, 12: 6, 16: 8, 20: 8}


def test_today_and_own_bookings_are_marked(lab: Lab) -> None:
    lab.say("/book 0号卡 明天9:00 1h")
    lab.say("/book 1号卡 周五9:00 1h", "bob")
    rows = lab.say("/week").text.split("\n")
    assert rows[2] == "h           今天"
    assert rows[7] == "08–12  -  -  -  7● 7  8  8"


def test_below_stands_who_booked_what_soonest_first(lab: Lab) -> None:
    lab.say("/book 1号卡 周五9:00 1h", "bob")
    lab.say("/book 0号卡 明天9:00 1h")
    reply = lab.say("/week")
    assert [(one["holder"], one["gpus"], one["mine"]) for one in reply.data["bookings"]] == [
        ("alice", [0], True),
        ("bob", [1], False),
    ]
    assert reply.text.split("\n")[-2:] == [
        "● alice：0 号卡，明天上午 09:00–10:00，1 小时",
        "bob：1 号卡，周五 12-04 09:00–10:00，1 小时",
    ]


def test_ten_bookings_are_named_and_the_others_counted(lab: Lab) -> None:
    for hour in range(13):
        lab.say(f"/book 1 明天{hour}:00 1h", ("alice", "bob")[hour % 2])
    reply = lab.say("/week")
    assert (len(reply.data["bookings"]), reply.data["more"]) == (10, 3)
    assert reply.text.endswith("还有 3 个")


def test_a_booking_of_next_week_is_not_in_this_one_and_one_across_the_border_is_in_both(lab: Lab) -> None:
    lab.say("/book 0号卡 周日22:00 5h")
    lab.say("/book 1号卡 下周一9:00 1h", "bob")
    assert [one["booking"] for one in lab.say("/week").data["bookings"]] == [1]
    assert [one["booking"] for one in lab.say("/week next").data["bookings"]] == [1, 2]


def test_ended_and_cancelled_bookings_are_gone(lab: Lab) -> None:
    lab.say("/book 0号卡 1h")
    lab.say("/book 1号卡 明天9:00 1h", "bob")
    lab.say("/cancel", "bob")
    lab.at("+2h")
    assert lab.say("/week").data["bookings"] == []


def test_kinds_have_a_part_each(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 2x4090-24G")
    open_lab.say("/book 1x4090 明天9:00 1h", "bob")
    reply = open_lab.say("/week")
    assert reply.data["kinds"] == [
        {"kind": "A100", "memory_gb": 80, "cards": 8},
        {"kind": "4090", "memory_gb": 24, "cards": 2},
    ]
    (thursday,) = [day for day in reply.data["days"] if day["date"] == "2026-12-03"]
    assert [block["free"] for block in thursday["blocks"] if block["hour"] == 8] == [[8, 1]]
    assert "4090（2 张）" in reply.text.split("\n")


def test_the_next_week_is_a_button_away_while_some_of_it_can_be_booked(lab: Lab) -> None:
    this = lab.say("/week")
    assert this.labels == ["下周"]
    following = lab.press(this.token("下周"))
    assert (following.data["start"], following.data["weeks_ahead"]) == ("2026-12-07T00:00:00+08:00", 1)
    assert following.labels == ["本周"]
    assert lab.press(following.token("本周")).data["weeks_ahead"] == 0


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("/week next", "2026-12-07"),
        ("/week next week", "2026-12-07"),
        ("/week 下周", "2026-12-07"),
        ("本周", "2026-11-30"),
        ("这周", "2026-11-30"),
        ("本周还有卡吗", "2026-11-30"),
        ("/week 12-20", "2026-12-14"),
        ("/week 周一", "2026-12-07"),
        ("/week 12-01", "2026-11-30"),
    ],
)
def test_the_week_is_read_as_people_say_it(lab: Lab, said: str, start: str) -> None:
    assert lab.say(said).data["start"][:10] == start


@pytest.mark.parametrize(("said", "code"), [("/week 11-29", "past"), ("/week asdf", "bad_input")])
def test_no_other_week_is_shown_instead(lab: Lab, said: str, code: str) -> None:
    assert lab.say(said).code == code


@pytest.mark.parametrize("said", ["本周五 2张A100 晚上8点 6小时", "这周五晚上8点 2张卡 6小时"])
def test_a_day_of_this_week_is_no_week(lab: Lab, said: str) -> None:
    booked = lab.say(said)
    assert (booked.code, booked.data["start"]) == ("booked", "2026-12-04T20:00:00+08:00")


def test_this_week_said_in_a_groups_talk_is_not_said_to_the_bot(lab: Lab) -> None:
    assert lab.deliver("本周", addressed=False) == []


def test_a_button_of_a_week_that_is_over_shows_the_week_that_runs(lab: Lab) -> None:
    lab.at("2026-12-06T20:10:00+08:00")
    token = lab.press(lab.say("/week").token("下周")).token("本周")
    lab.at("2026-12-07T08:00:00+08:00")
    assert lab.press(token).data["start"] == "2026-12-07T00:00:00+08:00"


def test_the_week_in_which_clocks_go_back_has_an_hour_more(berlin: Lab) -> None:
    reply = berlin.say("/week")
    assert (reply.data["start"], reply.data["end"]) == ("2026-10-19T00:00:00+02:00", "2026-10-26T00:00:00+01:00")
    sunday = reply.data["days"][6]["blocks"]
    assert (sunday[0]["start"], sunday[0]["end"]) == ("2026-10-25T00:00:00+02:00", "2026-10-25T04:00:00+01:00")
    assert [block["hour"] for block in sunday] == [0, 4, 8, 12, 16, 20]


def test_the_free_share_is_of_what_is_left_of_the_week(lab: Lab) -> None:
    lab.at("2026-12-06T12:00:00+08:00")
    lab.say("/book 4 12h")
    assert lab.say("/week").data["free_permille"] == 500


def test_a_pool_without_cards_says_so(bare_lab: Lab) -> None:
    assert bare_lab.say("/week").code == "no_pool"
