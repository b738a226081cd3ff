"""`/price`: rents from a day on make the month's lines by themselves; prices say what a booking costs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text as raw

from bot.billing.services.cost import ReferenceCost, reference_cost
from bot.people.facts import pool
from tests.billing.prepared import copied, kept, three_people
from tests.saying import Lab

DECEMBER = 31 * 24 * 8  # card-hours


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), three_people)


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def talk(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One lab for all cases."""
    with copied(file, tmp_path_factory.mktemp("talk")) as one:
        yield one


@pytest.fixture
def free(talk: Lab) -> Lab:
    talk.database.write_now(lambda session: session.execute(raw("DELETE FROM rent")))
    return talk


def cost(lab: Lab, kinds: list[str], hours: int) -> ReferenceCost | None:
    now = lab.bridge.clock.now()
    return lab.database.read_now(lambda s: reference_cost(s, pool(s, 1), kinds, hours * 3600, now))


def rent(lab: Lab) -> int:
    return sum(line["amount_minor"] for line in lab.say("/bill").data["lines"] if line["kind"] == "rent")


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("/price 租 40000 每月", 4_000_000),
        ("/price rent 40000 per month", 4_000_000),
        ("/price 租金 900/天 从12月1日起", 31 * 90_000),
        ("/price 租金 6300 每周 从12月1日起", round(31 * 630_000 / 7)),
        ("/price rent 6 per card hour from 12-01", DECEMBER * 600),
        ("/price A100 租 6 每卡每小时 从12月1日起", DECEMBER * 600),
        ("/price node1 租 40000 每月", 4_000_000),
    ],
)
def test_a_rent_makes_the_line_of_the_month(free: Lab, text: str, minor: int) -> None:
    assert free.say(text).code == "price"
    assert rent(free) == minor


def test_a_first_monthly_rent_is_for_the_whole_month_and_a_changed_one_from_the_next(lab: Lab) -> None:
    lab.say("/price 租 40000 每月")
    changed = lab.say("/price 租 36000 每月")
    assert changed.data["added"]["from"] == 1_798_732_800  # 2027-01-01 in Shanghai
    assert rent(lab) == 4_000_000
    assert lab.press(changed.token("撤掉")).data["rents"][0]["amount_minor"] == 4_000_000
    lab.say("/price 租 36000/月 从12月17日起")
    assert rent(lab) == round((4_000_000 * 16 + 3_600_000 * 15) / 31)
    assert lab.say("/bill").data["lines"][0]["changes"] is True


def test_a_month_that_is_named_is_meant_from_its_first_day_and_of_two_the_later_word_counts(free: Lab) -> None:
    first = free.say("/price 租 38000 每月 从1月起").data["added"]["from"]
    again = free.say("/price 租 37000 每月 from january")
    assert first == again.data["added"]["from"] == 1_798_732_800  # 2027-01-01 in Shanghai
    assert [one["amount_minor"] for one in again.data["rents"] if one["from"] == first] == [3_700_000]


def test_a_rent_of_nothing_ends_it(free: Lab) -> None:
    free.say("/price 租 900 每天 从12月1日起")
    free.say("/price 租 0 每天 从12月11日起")
    assert rent(free) == 10 * 90_000


def test_rents_of_machines_and_of_cards_add_up(lab: Lab) -> None:
    lab.say("/pool add node2: 2x4090-24G")
    lab.say("/price node1 租 40000 每月")
    lab.say("/price 4090 租 1 每卡每小时 从12月1日起")
    lines = lab.say("/bill").data["lines"]
    assert [(line["node"], line["amount_minor"]) for line in lines] == [(None, 2 * 31 * 24 * 100), ("node1", 4_000_000)]


@pytest.mark.parametrize(
    "text", ["/price 租 一大堆", "/price 租 1,5 每月", "/price -8", "/price 0", "/price 租 -1 每月"]
)
def test_what_is_no_price_is_refused(free: Lab, text: str) -> None:
    assert free.say(text).code == "bad_amount"
    assert free.say("/price").data["rents"] == []


def test_words_that_mean_nothing_are_refused_and_everybody_may_look(free: Lab) -> None:
    assert free.say("/price 租 40000 每月 听说的").code == "bad_input"
    assert free.say("/price 租 40000 每月", "bob").code == "role"
    assert free.say("/price", "bob").code == "price"


def test_a_booking_costs_its_price_by_the_hour_or_a_part_of_the_rent_without_fen(lab: Lab) -> None:
    assert cost(lab, ["A100"], 6) is None
    lab.say("/price 租 40000 每月")
    found = cost(lab, ["A100", "A100"], 6)
    assert found is not None
    assert (found.kind, found.minor, found.so_far_card_hour_minor) == ("reference", 8_100, None)  # 12 × 6.72
    lab.say("/price 8.5")
    exact = cost(lab, ["A100", "A100"], 6)
    assert exact is not None
    assert (exact.kind, exact.minor) == ("price", 10_200)
    lab.say("/price A100 9 从12月20日起")
    assert cost(lab, ["A100"], 1) == ReferenceCost("price", 850, "CNY", 850)


def test_an_hourly_rent_is_the_price(free: Lab) -> None:
    free.say("/price 租 6.25 每卡每小时 从12月1日起")
    assert cost(free, ["A100"], 3) == ReferenceCost("price", 1_875, "CNY", 625)


def test_beside_the_reference_stands_what_an_hour_costs_at_the_use_so_far(lab: Lab) -> None:
    lab.say("/price 租 31000 每月")
    lab.say("/book 4 12-03 00:00 24h", "bob")
    lab.at("2026-12-04T00:00:00+08:00")
    found = cost(lab, ["A100"], 1)
    assert found is not None
    assert found.so_far_card_hour_minor == 3_100  # three days of 1000 over 96 card-hours: 31.25, without fen
    assert "每卡时约 ¥31" in lab.say("/price").text


def test_cards_that_cost_the_same_are_one_line_and_none_is_left_out(free: Lab) -> None:
    said = free.say("/price 租 5000 每卡每月")
    assert len(said.data["rents"]) == 8 and "租金：0–7 号卡每张 ¥5000.00 每月" in said.text.split("\n")
