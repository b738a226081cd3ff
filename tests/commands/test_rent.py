"""`/rent`: until when the machine is rented, what is left with the provider, which way to rent is cheapest."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text as raw

from tests.commands.founded import founded
from tests.saying import Lab

NEW_YEAR = "2027-01-01T00:00:00+08:00"


@pytest.fixture
def open_lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with founded(sqlite_template, tmp_path) as lab:
        yield lab


@pytest.fixture(scope="module")
def talk(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One lab for all cases: each is a line of its own."""
    with founded(sqlite_template, tmp_path_factory.mktemp("talk")) as lab:
        yield lab


@pytest.fixture
def free(talk: Lab) -> Lab:
    talk.database.write_now(lambda session: session.execute(raw("DELETE FROM rental")))
    return talk


def first(lab: Lab, text: str) -> dict[str, object]:
    reply = lab.say(text)
    assert reply.code == "rent", reply.text
    return dict(reply.data["rentals"][0])


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("/rent 到 12-31", {"until": NEW_YEAR, "auto_renew": False, "granularity_seconds": 1, "off": "none"}),
        ("/rent until 12-31 auto-renew", {"until": NEW_YEAR, "auto_renew": True}),
        (
            "/rent 12-01 到 2027-01-31 18:00",
            {"start": "2026-12-01T00:00:00+08:00", "until": "2027-01-31T18:00:00+08:00"},
        ),
        ("/rent 按小时 关机收磁盘", {"granularity_seconds": 3_600, "off": "disk", "until": None}),
        ("/rent 最低充值 100 最低消费 ¥1.5", {"min_topup_minor": 10_000, "min_charge_minor": 150}),
        ("/rent 到 12-31 到期 关机，数据留 7 天", {"until": NEW_YEAR, "at_expiry": "关机,数据留 7 天"}),
        ("/rent node1 到 12-31", {"node": "node1", "until": NEW_YEAR}),
    ],
)
def test_what_is_said_of_a_rental_is_said_back(free: Lab, text: str, fields: dict[str, object]) -> None:
    found = first(free, text)
    assert {name: found[name] for name in fields} == fields


def test_what_is_not_said_stays_as_it_was(free: Lab) -> None:
    free.say("/rent 到 12-31 按小时 关机收磁盘")
    found = first(free, "/rent 自动续")
    assert (found["until"], found["auto_renew"], found["off"]) == (NEW_YEAR, True, "disk")
    assert first(free, "/rent 不自动续")["auto_renew"] is False
    assert len(free.say("/rent").data["rentals"]) == 1


def test_each_machine_may_have_a_rental_of_its_own(free: Lab) -> None:
    free.say("/rent 到 12-31")
    found = free.say("/rent node1 到 12-20").data["rentals"]
    assert [(one["node"], one["until"][:10]) for one in found] == [(None, "2027-01-01"), ("node1", "2026-12-21")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/rent 随便", "bad_input"),
        ("/rent 到 2-30", "bad_input"),
        ("/rent 到 12-31 听说的", "bad_input"),
        ("/rent 到 2026-12-01", "past"),
        ("/rent 余额 1,5", "bad_amount"),
        ("/rent 最低消费 -1", "bad_amount"),
        ("/rent 划算吗 0/小时 40000/月", "bad_amount"),
        ("/rent 划算吗 -3/小时 5/月", "bad_amount"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(free: Lab, text: str, code: str) -> None:
    reply = free.say(text)
    assert reply.code == code
    assert code != "past" or reply.data["start"] == "2026-12-01T23:59:59+08:00"
    assert free.say("/rent").data["rentals"] == []


def test_everybody_reads_and_those_who_keep_the_books_write(open_lab: Lab) -> None:
    assert open_lab.say("/rent 到 12-31", "bob").code == "role"
    assert open_lab.say("/rent 余额 1200", "bob").code == "role"
    open_lab.say("/role bob 管账")
    assert open_lab.say("/rent 到 12-05", "bob").code == "rent"
    assert open_lab.say("/rent", "carol").labels == ["怎么租划算"]
    assert len(open_lab.say("/rent", "bob").labels) == 4


def test_a_booking_beyond_the_end_is_asked_about_and_booked_on_a_press(open_lab: Lab) -> None:
    open_lab.say("/rent 到 12-03")
    asked = open_lab.say("/book 2 明晚8点 10h", "bob")
    assert asked.code == "beyond_rental"
    assert (asked.data["until"], asked.data["end"]) == ("2026-12-04T00:00:00+08:00", "2026-12-04T06:00:00+08:00")
    assert open_lab.say("/my", "bob").data["bookings"] == []
    booked = open_lab.press(asked.token("照订"), "bob")
    assert (booked.code, booked.data["end"]) == ("booked", "2026-12-04T06:00:00+08:00")
    assert open_lab.say("/rent").data["rentals"][0]["beyond"] == 1


def test_a_booking_beyond_the_end_may_be_cut_to_it_instead(open_lab: Lab) -> None:
    open_lab.say("/rent 到 12-03")
    asked = open_lab.say("/book 2 明晚8点 10h", "bob")
    booked = open_lab.press(asked.token("只订到"), "bob")
    assert (booked.code, booked.data["end"]) == ("booked", "2026-12-04T00:00:00+08:00")
    assert open_lab.say("/book 1 12-05 08:00 2h", "bob").labels == ["还没续，照订"]


def test_up_to_the_end_and_where_it_renews_itself_nothing_is_asked(open_lab: Lab) -> None:
    open_lab.say("/rent 到 12-03")
    assert open_lab.say("/book 1 明晚8点 4h", "bob").code == "booked"
    open_lab.say("/rent 自动续")
    assert open_lab.say("/book 1 12-05 08:00 2h", "bob").code == "booked"
    open_lab.say("/rent 不自动续")
    open_lab.at("2026-12-04T00:00:00+08:00")
    assert open_lab.say("/book 1 2h", "carol").code == "booked"  # it is still here, so it was renewed


def test_an_extension_beyond_the_end_is_asked_about_once(open_lab: Lab) -> None:
    open_lab.say("/rent 到 12-03")
    open_lab.say("/book 1 明晚8点 3h", "bob")
    asked = open_lab.say("/extend 3h", "bob")
    assert (asked.code, asked.labels) == ("beyond_rental", ["只订到 12-03 24:00", "还没续，照订"])
    assert open_lab.say("/my", "bob").data["bookings"][0]["end"] == "2026-12-03T23:00:00+08:00"
    extended = open_lab.press(asked.token("照订"), "bob")
    assert (extended.code, extended.data["end"]) == ("extended", "2026-12-04T02:00:00+08:00")
    assert open_lab.say("/extend 1h", "bob").code == "extended"


def test_a_balance_burns_down_by_what_runs(open_lab: Lab) -> None:
    open_lab.say("/price 租 12 每卡每小时")
    open_lab.say("/rent 余额 1200")
    open_lab.say("/book 4 10h", "bob")
    open_lab.at("+5h")
    left = open_lab.say("/rent").data["balance"]
    assert (left["left_minor"], left["hour_minor"], left["hours_left"], left["low"]) == (96_000, 4_800, 20, True)
    open_lab.at("+6h")
    idle = open_lab.say("/rent").data["balance"]
    assert (idle["left_minor"], idle["hour_minor"], idle["hours_left"]) == (72_000, 0, None)


def test_lines_by_the_month_burn_by_the_hour_and_rents_by_the_month_do_not(open_lab: Lab) -> None:
    open_lab.say("/price 租 40000 每月")
    open_lab.say("/bill 存储 744")
    open_lab.say("/bill 税 99")
    open_lab.say("/rent 余额 1200")
    left = open_lab.say("/rent").data["balance"]
    assert (left["hour_minor"], left["hours_left"]) == (100, 1200)


def test_a_provider_that_bills_switched_off_cards_burns_all_of_them(open_lab: Lab) -> None:
    open_lab.say("/price 租 12 每卡每小时")
    open_lab.say("/rent 余额 1200 关机不收费")
    assert open_lab.say("/rent").data["balance"]["hour_minor"] == 0
    open_lab.say("/rent 关机照收")
    assert open_lab.say("/rent").data["balance"]["hour_minor"] == 8 * 1200


def test_advice_asks_for_prices_and_remembers_those_of_a_treasurer(open_lab: Lab) -> None:
    asked = open_lab.say("/rent 划算吗", "bob")
    assert open_lab.press(open_lab.say("/rent", "bob").token("划算"), "bob").data == asked.data
    assert (asked.code, asked.data["known"]) == ("ask_rent_prices", dict.fromkeys(("hour", "day", "week", "month")))
    open_lab.say("/book 4 10h", "bob")
    open_lab.at("+11h")
    mere = open_lab.say("/rent 划算吗 12/小时 40000/月", "bob")
    assert mere.data["prices"] == {"hour": 1200, "day": None, "week": None, "month": 500_000}
    assert open_lab.say("/rent 划算吗", "bob").code == "ask_rent_prices"
    open_lab.say("/rent advice hourly 12 monthly 40000")
    assert open_lab.say("/rent 划算吗", "bob").data["prices"] == mere.data["prices"]


def test_advice_stands_on_last_months_own_hours(open_lab: Lab) -> None:
    open_lab.say("/price 租 40000 每月")
    open_lab.say("/book 4 10h", "bob")
    open_lab.say("/book 2 5h", "carol")
    open_lab.at("2027-01-05T10:00:00+08:00")
    found = open_lab.say("/rent 划算吗 12/小时 40000/月").data
    assert (found["month"], found["so_far"], found["hours"], found["peak"]) == ("2026-12", False, 744, 6)
    assert found["used_seconds"] == 50 * 3600
    costs = {row["way"]: (row["cost_minor"], row["kept"]) for row in found["rows"]}
    # from 20:10 on each card touches one hour more
    assert costs == {"monthly": (4_000_000, 8), "fewer": (3_000_000, 6), "hourly": ((44 + 12) * 1200, 0)}
    assert (found["best"]["way"], found["used_card_hour_minor"]) == ("hourly", 80_000)
    assert found["breaks"] == [{"unit": "month", "seconds": 1_500_000, "sensible": True}]
    odd = open_lab.say("/rent 划算吗 1/小时 40000/月")
    assert odd.data["breaks"][0]["sensible"] is False
    assert "对不上" in odd.text
    assert "make no sense" in open_lab.say("/rent advice 1 per hour, 40000 per month", "bob").text
