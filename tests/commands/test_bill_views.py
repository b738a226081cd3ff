"""The same sums in every view, whoever looks, whoever left and whatever was paid meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept, three_people
from tests.billing.services.months import add_outage, body, row, shares
from tests.commands.closed_month import pays
from tests.saying import Lab

BEGIN = "2026-11-02T10:00:00+08:00"
AFTER = "2026-12-01T09:00:00+08:00"


def story(lab: Lab) -> None:
    """alice pays 100.01 for November; bob and carol used it by ten to four hours, then carol left."""
    three_people(lab)
    lab.say("/split 付款人 alice")
    lab.say("/bill 租金 100.01")
    lab.say("/book 2 5h", "bob")
    lab.say("/book 1 4h", "carol")
    lab.at("2026-11-03T10:00:00+08:00")
    lab.press(lab.say("/leave", "carol").token("退"), "carol")
    lab.at(AFTER)


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), story, BEGIN)


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path, AFTER) as one:
        yield one


RIGHT = {"alice": 0, "bob": 7_144, "carol": 2_857}


def named(rows: list[dict[str, object]]) -> dict[object, object]:
    return {one["name"]: one["minor"] for one in rows if one["minor"]}


def test_who_left_stands_in_every_view_with_the_same_amount(lab: Lab) -> None:
    owing = {name: minor for name, minor in RIGHT.items() if minor}
    assert shares(lab, "2026-11") == RIGHT
    assert named(lab.say("/split 11月").data["members"]) == owing
    (whatif, *_) = lab.say("/split whatif 11月").data["policies"]
    assert named(whatif["members"]) == owing
    (shown,) = lab.at("2026-12-01T10:00:00+08:00")
    assert named(shown.data["members"]) == owing
    (closed,) = lab.at("2026-12-04T10:00:00+08:00")
    assert named(closed.data["members"]) == owing
    assert {one["giver"]: one["amount_minor"] for one in lab.say("/settle").data["transfers"]} == owing


def test_who_asks_changes_nobodys_amount(lab: Lab) -> None:
    assert lab.say("/split 11月", "alice").data["members"] == lab.say("/split 11月", "bob").data["members"]
    assert lab.say("/why 11月", "bob").data["total_minor"] == RIGHT["bob"]
    assert lab.say("/why 11月", "alice").data["total_minor"] == RIGHT["alice"]


def test_what_was_shown_is_what_is_closed(lab: Lab) -> None:
    (shown,) = lab.at("2026-12-01T10:00:00+08:00")
    (closed,) = lab.at("2026-12-04T10:00:00+08:00")
    assert (closed.data["members"], closed.data["total_minor"]) == (shown.data["members"], shown.data["total_minor"])


def test_a_payment_is_no_cost_and_changes_no_bill(lab: Lab) -> None:
    lab.at("2026-12-04T10:00:00+08:00")
    before, december = body(lab, "2026-11"), lab.say("/split").data
    pays(lab, "/pay alice 71.44", "bob")
    assert body(lab, "2026-11") == before
    assert lab.say("/split").data == december


def test_a_payer_who_left_is_still_the_one_who_paid(lab: Lab) -> None:
    lab.say("/role bob 管理员")
    lab.press(lab.say("/leave", "alice").token("退"), "alice")
    lab.at("2026-12-04T10:00:00+08:00")
    assert {(one["giver"], one["taker"]) for one in lab.say("/settle", "bob").data["transfers"]} == {
        ("bob", "alice"),
        ("carol", "alice"),
    }


def test_a_weight_of_zero_pays_nothing_of_the_line(lab: Lab) -> None:
    before = shares(lab, "2026-11")
    assert lab.say("/bill 11月 存储 90 按 bob 3 alice 0").code == "bill_added"
    assert shares(lab, "2026-11") == {**before, "bob": before["bob"] + 9_000}


def test_one_fen_is_written_as_a_hundredth_and_nothing_as_plain_zero(lab: Lab) -> None:
    said = lab.say("/bill 11月 其他 0.01 只 bob")
    assert said.text.split("\n")[0] == "记下了：其他 ¥0.01"
    assert "¥71.45" in lab.say("/split 11月").text
    assert "-¥0.00" not in lab.say("/why 11月").text and "¥0.00" in lab.say("/why 11月").text


def test_grouped_and_negative_amounts_keep_their_size(lab: Lab) -> None:
    assert lab.say("/bill 11月 -1,659.84 退款").data["line"]["amount_minor"] == -165_984


def test_what_comes_out_while_the_next_bill_is_shown_goes_into_the_first_month_that_is_not(lab: Lab) -> None:
    lab.at("2026-12-04T10:00:00+08:00")
    lab.say("/bill 其他 10 平摊")
    lab.at("2027-01-01T10:00:00+08:00")
    assert row(lab, "2026-12").state == "review"
    add_outage(lab, "2026-11-02T14:00:00+08:00", "2026-11-02T15:00:00+08:00")  # two card-hours of bob's
    assert [line["corrects"] for line in lab.say("/bill").data["lines"]] == ["2026-11"]
    assert all(line["corrects"] is None for line in lab.say("/bill 12月").data["lines"])
