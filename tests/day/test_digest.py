"""The digest: exactly once a day whatever restarts happen, late ones in one, and only what is known."""

from datetime import timedelta

from sqlalchemy import select, update

from storage.database import Database
from storage.tables import Chat
from tests.saying import Lab, laboratory
from tests.usage.box import Box, another_pool, card, running

DAY = timedelta(days=1)


def digests(said: list) -> list:  # type: ignore[type-arg]
    return [one for one in said if one.code == "digest"]


def test_a_week_with_a_restart_at_every_digest_has_seven(sqlite_url: str, open_store: object) -> None:
    database = open_store(sqlite_url)  # type: ignore[operator]
    with laboratory(database) as lab:
        lab.say("/help", "alice")
        assert lab.say("/digest 09:00").data == {"time": "09:00"}
        moment = lab.at  # the clock stands still between lines
        found = []
        for day in range(3, 10):
            moment(f"2026-12-{day:02}T08:59:59+08:00")
            found += digests(lab.at(f"2026-12-{day:02}T09:00:00+08:00"))
            found += digests(lab.fire())
            found += digests(lab.at(f"2026-12-{day:02}T09:00:30+08:00"))
    assert [one.data["last_day"] for one in found] == [f"2026-12-{day:02}" for day in range(2, 9)]
    assert all(one.data["first_day"] == one.data["last_day"] for one in found)


def test_days_that_were_missed_come_in_one_digest(lab: Lab) -> None:
    lab.say("/digest 早上9点")
    lab.at("2026-12-03T09:00:00+08:00")
    clock = lab.bridge.clock
    clock.set(clock.now() + 3 * 86_400 + 3_600)  # type: ignore[attr-defined]
    [late] = digests(lab.fire())
    assert (late.data["first_day"], late.data["last_day"]) == ("2026-12-03", "2026-12-05")
    [next_one] = digests(lab.at("2026-12-07T09:00:00+08:00"))
    assert (next_one.data["first_day"], next_one.data["last_day"]) == ("2026-12-06", "2026-12-06")


def test_switched_off_there_is_none(lab: Lab) -> None:
    lab.say("/digest 09:00")
    assert lab.say("/digest off").data == {"time": None}
    assert digests(lab.at("2026-12-05T12:00:00+08:00")) == []
    assert lab.say("/digest 每天九点半左右").data["reason"] == "bad_minute"


def test_without_an_agent_it_tells_what_was_booked_and_calls_nothing_idle(lab: Lab) -> None:
    lab.say("/book 2 3h", "bob", name="鲍勃")
    lab.at("+3h")
    said = lab.say("/digest")
    [bob] = said.data["members"]
    assert (bob["name"], bob["booked_seconds"], bob["idle_seconds"]) == ("鲍勃", 6 * 3_600, 0)
    assert said.data["watched"] is False and "只知道预约" in said.text


def test_with_an_agent_it_tells_use_and_idleness_and_offers_the_idle_booking(database: Database) -> None:
    with laboratory(database) as lab:
        lab.say("/help", "alice")
        box = Box(database, lab)
        lab.say("/book 2 3h", "bob", name="鲍勃")
        lab.at("+1h")
        box.until_now(card(0, running("bob", evidence="PINKA_USER")), *map(card, range(1, 8)), since=0)
        said = lab.say("/digest")
        [bob] = said.data["members"]
        assert bob["booked_seconds"] == 7_200
        assert (bob["used_seconds"], bob["idle_seconds"]) == (3_600, 3_600)
        assert said.data["idle"] == [] and said.data["health"] == []
        lab.say("/book 1 2h", "carol")
        lab.at("+50m")
        box.until_now(card(0, running("bob", evidence="PINKA_USER")), card(1), card(2), since=3_615)
        said = lab.say("/digest")
        assert [one["holder"] for one in said.data["idle"]] == ["carol"]
        assert lab.press(said.token("放"), "carol").code == "released"


def test_the_digest_and_the_checkup_never_disagree_on_a_card_that_is_lost(sqlite_database: Database) -> None:
    with laboratory(sqlite_database) as lab:
        lab.say("/help", "alice")
        box = Box(sqlite_database, lab)
        lab.at("+1h")
        box.until_now(*map(card, range(7)), card(7, state="lost"))
        assert [one["gpu"] for one in lab.say("/health").data["machines"][0]["findings"]] == [7]
        said = lab.say("/digest")
        assert [(one["what"], one["gpu"]) for one in said.data["health"] if one["finding"]] == [("lost", 7)]
        assert "7 号卡掉线" in said.text


def test_at_most_six_lines_after_the_first(lab: Lab) -> None:
    for who in "abcdefgh":
        lab.say("/book 1 2h", who)
    assert len(lab.say("/digest").text.splitlines()) <= 6


def test_hours_after_the_last_reading_are_unknown_and_nobody_is_called_idle(lab: Lab) -> None:
    box = Box(lab.bridge.house.database, lab)
    lab.say("/book 1 3h", "bob", name="鲍勃")
    box.until_now(card(0, running("bob", evidence="PINKA_USER")))
    lab.at("+2h")
    [bob] = lab.say("/digest").data["members"]
    assert (bob["used_seconds"], bob["idle_seconds"], bob["unread_seconds"]) == (15, 0, 7_200 - 15)


def test_an_agent_that_never_spoke_knows_nothing_of_idleness(lab: Lab) -> None:
    Box(lab.bridge.house.database, lab)
    lab.say("/book 1 3h", "bob", name="鲍勃")
    lab.at("+1h")
    [bob] = lab.say("/digest").data["members"]
    assert (bob["idle_seconds"], bob["unread_seconds"]) == (0, 3_600)


def test_a_time_changed_twice_a_day_brings_no_day_twice(lab: Lab) -> None:
    lab.say("/digest 09:00")
    found = digests(lab.at("2026-12-03T09:00:00+08:00"))
    lab.say("/digest 12:00")
    found += digests(lab.at("2026-12-03T12:30:00+08:00"))
    lab.say("/digest 21:00")
    found += digests(lab.at("2026-12-03T23:00:00+08:00"))
    lab.say("/digest 00:10")
    found += digests(lab.at("2026-12-04T23:00:00+08:00"))
    assert [one.data["last_day"] for one in found] == ["2026-12-02", "2026-12-03"]


def test_in_a_zone_whose_clocks_change_every_day_has_its_digest_at_its_hour(lab: Lab) -> None:
    lab.say("/tz Europe/Berlin")
    lab.at("2027-03-27T12:00:00+01:00")
    lab.say("/digest 02:30")
    spring = [one for day in (28, 29, 30) for one in digests(lab.at(f"2027-03-{day}T12:00:00+02:00"))]
    lab.say("/digest off")
    lab.at("2027-10-30T12:00:00+02:00")
    lab.say("/digest 02:30")
    lab.at("2027-10-31T12:00:00+01:00")
    autumn = digests(lab.at("2027-11-01T12:00:00+01:00"))
    assert [one.data["last_day"] for one in spring] == ["2027-03-27", "2027-03-28", "2027-03-29"]
    assert [one.data["last_day"] for one in autumn] == ["2027-10-31"]
    long, short = autumn[0].data["capacity_seconds"], spring[1].data["capacity_seconds"]
    assert (long, short) == (8 * 25 * 3_600, 8 * 23 * 3_600)


def test_after_a_move_to_another_zone_it_waits_for_the_hour_there(lab: Lab) -> None:
    lab.say("/digest 09:00")
    lab.at("2026-12-03T09:00:00+08:00")
    lab.say("/tz Europe/Berlin")
    assert digests(lab.at("2026-12-04T09:00:00+08:00")) == []
    [one] = digests(lab.at("2026-12-04T09:00:00+01:00"))
    assert (one.data["first_day"], one.data["last_day"]) == ("2026-12-03", "2026-12-03")


def test_two_groups_have_their_own_digests(lab: Lab) -> None:
    another_pool(lab)
    lab.say("/digest 09:00")
    lab.say("/digest 10:00", chat="other")
    early = digests(lab.at("2026-12-03T09:00:00+08:00"))
    late = digests(lab.at("2026-12-03T10:00:00+08:00"))
    assert ([one.to for one in early], [one.to for one in late]) == (["lab"], ["other"])


def test_a_group_that_is_gone_owes_no_digest_and_keeps_its_days(lab: Lab) -> None:
    lab.say("/digest 09:00")
    lab.at("2026-12-03T09:00:00+08:00")
    database = lab.bridge.house.database
    pool = database.read_now(lambda s: s.execute(select(Chat.pool_id)).scalars().first())  # type: ignore[call-overload]
    database.write_now(lambda s: s.execute(update(Chat).values(pool_id=None)))
    assert digests(lab.at("2026-12-05T10:00:00+08:00")) == []
    database.write_now(lambda s: s.execute(update(Chat).where(Chat.key == "lab").values(pool_id=pool)))  # type: ignore[arg-type]
    [late] = digests(lab.at("2026-12-06T09:00:00+08:00"))
    assert (late.data["first_day"], late.data["last_day"]) == ("2026-12-03", "2026-12-05")
