"""/free by the hour: today and tomorrow, or the day that is asked for, and when it is emptiest."""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import count

import pytest
from sqlalchemy import update
from sqlmodel import Session, select

from bot.chat.message import Person, Place, Press
from bot.console.lines import PLATFORM
from storage.database import Database
from storage.tables import Gpu, Outbox, Pool
from tests.saying import Lab, Said, laboratory

PRESSES = count()


@pytest.fixture
def berlin(sqlite_database: Database) -> Iterator[Lab]:
    """The lab in Berlin, on the evening before clocks go back."""
    with laboratory(sqlite_database, at="2026-10-24T20:10:00+02:00") as one:
        one.say("/help")
        one.database.write_now(lambda session: session.execute(update(Pool).values(zone="Europe/Berlin")))
        yield one


def cells(reply: Said, day: int = 0) -> dict[int, str]:
    return {card["number"]: card["cells"] for card in reply.data["days"][day]["cards"]}


def press_on(lab: Lab, card: str, token: str) -> str | None:
    """Press on the card of that id; the card that the answer edits."""
    key = f"{PLATFORM}:" + json.dumps(["lab", "alice", f"c{next(PRESSES)}"])
    place, person = Place(PLATFORM, "lab", False), Person("alice", "alice")
    lab.runner.run(lab._deliver(Press(key, place, person, token, lab.bridge.clock.now(), message=card)))

    def last(session: Session) -> str | None:
        return session.execute(select(Outbox.edit_of).order_by(Outbox.id.desc())).scalars().first()  # type: ignore[union-attr]

    return lab.database.read_now(last)


def test_today_from_now_on_and_tomorrow_are_shown_by_the_hour(lab: Lab) -> None:
    lab.say("/book 2 6h", "bob")
    reply = lab.say("/free")
    today, tomorrow = reply.data["days"]
    assert (today["date"], today["start"], today["hours"]) == (
        "2026-12-02",
        "2026-12-02T20:10:00+08:00",
        [20, 21, 22, 23],
    )
    assert (tomorrow["date"], tomorrow["end"], tomorrow["hours"]) == (
        "2026-12-03",
        "2026-12-04T00:00:00+08:00",
        [*range(24)],
    )
    assert (cells(reply)[0], cells(reply)[7]) == ("oooo", "ffff")
    assert cells(reply, 1)[1] == "oop" + "f" * 21


def test_own_bookings_are_marked_and_only_own_ones(lab: Lab) -> None:
    lab.say("/book 0号卡 今晚22:00 1h")
    lab.say("/book 1号卡 今晚22:00 1h", "bob")
    assert (cells(lab.say("/free"))[0], cells(lab.say("/free"))[1]) == ("ffmf", "ffof")
    assert (cells(lab.say("/free", "bob"))[0], cells(lab.say("/free", "bob"))[1]) == ("ffof", "ffmf")
    assert "0 ··●·" in lab.say("/free").text


def test_a_namesake_is_somebody_else(lab: Lab) -> None:
    lab.say("/book 0号卡 3h", "li", name="小李")
    assert cells(lab.say("/free", "li2", name="小李"))[0] == "ooop"


def test_kinds_are_apart(open_lab: Lab) -> None:
    open_lab.say("/pool add node2: 2x4090-24G")
    rows = open_lab.say("/free").text.split("\n")
    assert [row for row in rows if row.endswith(")")] == ["node1 A100 (8)", "node2 4090 (2)"] * 2


def test_a_broken_card_is_neither_free_nor_taken(lab: Lab) -> None:
    lab.database.write_now(
        lambda session: session.execute(update(Gpu).where(Gpu.number == 3).values(state="broken"))  # type: ignore[arg-type]
    )
    reply = lab.say("/free")
    assert cells(reply)[3] == "bbbb"
    assert "3 号卡：坏着" in reply.text and "× 坏着" in reply.text


def test_the_lines_are_in_the_order_of_their_lowest_cards(lab: Lab) -> None:
    lab.say("/book 1号卡 2h")
    lab.say("/book 4号卡 3h", "bob")
    rows = lab.say("/free").text.split("\n")[1:4]
    assert [row.split("：")[0] for row in rows] == ["A100 0、2、3、5–7 号卡", "A100 1 号卡", "A100 4 号卡"]


def test_there_is_a_button_for_each_of_seven_days_and_one_for_the_quiet_times(lab: Lab) -> None:
    assert lab.say("/free").labels == [
        "今天",
        "明天",
        "周五 12-04",
        "周六 12-05",
        "周日 12-06",
        "周一 12-07",
        "周二 12-08",
        "什么时候人少",
    ]


def test_a_button_turns_the_card_to_its_day_and_back(lab: Lab) -> None:
    lab.say("/book 0号卡 周五20:00 2h")
    friday = lab.press(lab.say("/free").token("周五"))
    assert (friday.data["day"], [day["date"] for day in friday.data["days"]]) == ("2026-12-04", ["2026-12-04"])
    assert cells(friday)[0] == "f" * 20 + "mmff"
    assert friday.text.startswith("周五 12-04 有 7 张全天空着")
    back = lab.press(friday.token("今天"))
    assert (back.data["day"], len(back.data["days"])) == (None, 2)


@pytest.mark.parametrize("label", ["今天", "明天", "周五", "什么时候人少"])
def test_what_a_button_shows_takes_the_place_of_its_card(lab: Lab, label: str) -> None:
    assert press_on(lab, "m7", lab.say("/free").token(label)) == "m7"


def test_pages_of_weeks_take_the_place_of_their_card_too(lab: Lab) -> None:
    assert press_on(lab, "m8", lab.say("/week").token("下周")) == "m8"


def test_only_the_asker_turns_the_pages(lab: Lab) -> None:
    token = lab.say("/free").token("明天")
    assert lab.press(token, "bob").code == "not_yours"


def test_a_day_that_is_over_when_its_button_is_pressed_becomes_today(lab: Lab) -> None:
    token = lab.say("/free").token("明天")
    lab.at("+30h")
    assert [day["date"] for day in lab.press(token).data["days"]] == ["2026-12-04", "2026-12-05"]


def test_an_old_card_is_made_new(lab: Lab) -> None:
    token = lab.say("/free").token("周五")
    lab.at("+3d")
    stale = lab.press(token)
    assert (stale.code, stale.data["fresh"]["code"]) == ("stale_button", "free")
    assert lab.press(stale.token("明天")).data["day"] == "2026-12-06"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("/free fri", "2026-12-04"),
        ("/free 周五", "2026-12-04"),
        ("空闲 明天", "2026-12-03"),
        ("空闲 明天有卡吗", "2026-12-03"),
        ("空卡 后天", "2026-12-04"),
        ("/free 2026-12-20", "2026-12-20"),
        ("/free 12-31", "2026-12-31"),
        ("/free 今天", None),
        ("空闲 还有卡吗", None),
    ],
)
def test_the_day_is_read_as_people_say_it(lab: Lab, said: str, day: str | None) -> None:
    reply = lab.say(said)
    assert (reply.code, reply.data["day"]) == ("free", day)


@pytest.mark.parametrize(
    ("said", "code"), [("/free 昨天", "past"), ("/free asdf", "bad_input"), ("/free 下周", "week")]
)
def test_no_other_day_is_shown_instead(lab: Lab, said: str, code: str) -> None:
    assert lab.say(said).code == code


def test_what_cannot_be_read_is_answered_with_an_example_of_a_day(lab: Lab) -> None:
    assert lab.say("/free asdf").data["example"] == "/free 周五"


def test_a_keyword_does_not_change_the_language_of_the_answer(lab: Lab) -> None:
    assert lab.say("/free quiet").text.startswith("这几段人最少")
    assert lab.say("/free fri").text.startswith("周五")


@pytest.mark.parametrize("said", ["/free quiet", "什么时候人少", "空闲 人少", "什么时候人少？"])
def test_asked_when_it_is_empty_it_names_three_windows(lab: Lab, said: str) -> None:
    lab.say("/book 8 20h")
    reply = lab.say(said)
    assert [(one["start"], one["end"]) for one in reply.data["quiet"]] == [
        ("2026-12-03T18:00:00+08:00", "2026-12-04T00:00:00+08:00"),
        ("2026-12-04T00:00:00+08:00", "2026-12-04T05:00:00+08:00"),
        ("2026-12-04T05:00:00+08:00", "2026-12-04T08:00:00+08:00"),
    ]
    assert {one["throughout"] for one in reply.data["quiet"]} == {8}


def test_the_example_books_the_emptiest_window(lab: Lab) -> None:
    lab.say("/book 8 20h")
    reply = lab.say("/free quiet")
    booked = lab.say(reply.text.split("\n")[-1].split("例：")[1])
    window = reply.data["quiet"][0]
    assert (booked.code, booked.data["start"], booked.data["end"]) == ("booked", window["start"], window["end"])


def test_the_example_for_a_window_that_runs_starts_now(lab: Lab) -> None:
    example = lab.say("/free quiet").text.split("\n")[-1].split("例：")[1]
    booked = lab.say(example)
    assert (booked.data["start"], booked.data["end"]) == ("2026-12-02T20:10:00+08:00", "2026-12-02T23:10:00+08:00")


def test_no_window_is_named_that_nobody_may_book_yet(lab: Lab) -> None:
    lab.say("/book 8 3d")
    lab.say("/book 8 12-05 20:20 3d")
    assert lab.say("/free quiet").data["quiet"][0]["start"] > "2026-12-05"
    ends = datetime.fromisoformat("2026-12-09T20:10:00+08:00").isoformat()
    assert all(one["start"] <= ends for one in lab.say("/free quiet").data["quiet"])


def test_when_it_is_empty_asked_in_a_groups_talk_is_not_asked_of_the_bot(lab: Lab) -> None:
    assert lab.deliver("什么时候人少", addressed=False) == []
    assert lab.deliver("空闲", addressed=False) != []


def test_the_day_on_which_clocks_go_back_has_twenty_five_hours(berlin: Lab) -> None:
    reply = berlin.say("/free 明天")
    (day,) = reply.data["days"]
    assert (day["start"], day["end"]) == ("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00")
    assert day["hours"] == [0, 1, 2, 2, *range(3, 24)]
    assert "h 00     06    12    18" in reply.text


def test_a_night_with_an_hour_more_is_taken_for_an_hour_more(berlin: Lab) -> None:
    berlin.say("/book 0号卡 明天凌晨1:00 3h")
    assert cells(berlin.say("/free 明天"))[0] == "fmmmf" + "f" * 20


def test_the_last_days_of_a_month_lead_into_the_next(lab: Lab) -> None:
    lab.at("2026-12-31T20:10:00+08:00")
    lab.say("/book 0号卡 今晚22:00 5h")
    reply = lab.say("/free")
    assert [day["date"] for day in reply.data["days"]] == ["2026-12-31", "2027-01-01"]
    assert (cells(reply)[0], cells(reply, 1)[0]) == ("ffmm", "mmm" + "f" * 21)
    assert reply.labels[2] == "周六 2027-01-02"


def test_in_the_last_minutes_of_a_day_there_is_still_a_column(lab: Lab) -> None:
    lab.at("2026-12-02T23:59:30+08:00")
    assert lab.say("/free").data["days"][0]["hours"] == [23]


def test_sixty_four_cards_of_five_kinds_on_eight_machines_are_counted_by_machine(sqlite_database: Database) -> None:
    kinds = ("A100-80G", "A100-40G", "4090-24G", "H200-141G", "L40S-48G")
    with laboratory(sqlite_database, pool=f"8x{kinds[0]}") as lab:
        lab.say("/help")
        for number in range(2, 9):
            lab.say(f"/pool add node{number}: 8x{kinds[number % 5]}")
        lab.say("/book 3xL40S 6h", "bob")
        lab.say("/book 2xH200 3h")
        reply = lab.say("/free")
        assert len(reply.data["cards"]) == 64
        assert "5555" in reply.text.split("\n") and "node4 L40S (8)" in reply.text
        assert len(reply.text) < 2000
        assert lab.press(reply.token("周五")).data["day"] == "2026-12-04"
        assert len(lab.say("/week").text) < 3000


def test_in_private_with_several_pools_the_pages_stay_with_theirs(lab: Lab) -> None:
    lab.say("/book 0号卡 3h")
    reply = lab.say("/free", chat=None)
    tomorrow = lab.press(reply.token("明天"), chat=None)
    assert (tomorrow.code, tomorrow.data["pool"]) == ("free", reply.data["pool"])
