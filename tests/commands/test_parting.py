"""`/leave` and `/remove` say what is still to be paid before anybody presses, and it stays to be paid."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.closed_month import SHARES, november, owed, pays
from tests.saying import Lab


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path) as one:
        yield one


def test_who_owes_reads_it_before_leaving_and_owes_it_afterwards(lab: Lab) -> None:
    card = lab.say("/leave", "bob")
    assert card.data["money"]["pay"] == [{"name": "alice", "amount_minor": SHARES["bob"]}]
    assert "你还应付 alice ¥133.33，退了照算" in card.text
    lab.press(card.token("退组"), "bob")
    assert owed(lab)["bob", "alice"] == SHARES["bob"]


def test_who_is_owed_and_pays_the_provider_is_told_so(lab: Lab) -> None:
    lab.say("/role bob 管理员")
    pays(lab, "/pay alice 5", "bob")
    money = lab.say("/leave").data["money"]
    assert money["payer"] and money["waiting"] == 1
    assert {one["name"]: one["amount_minor"] for one in money["get"]} == {
        "bob": SHARES["bob"] - 500,
        "carol": SHARES["carol"],
    }


def test_an_advance_and_the_share_of_the_month_that_runs_are_told(lab: Lab) -> None:
    lab.say("/collect 200")
    pays(lab, "/pay alice 200", "bob")
    lab.say("/bill 租金 90 平摊")
    money = lab.say("/leave", "bob").data["money"]
    assert (money["pay"], money["advance_minor"]) == ([], 20_000 - SHARES["bob"])
    assert money["running"] == [{"month": "2026-12", "amount_minor": 3_000}]


def test_who_is_removed_is_shown_with_what_they_owe(lab: Lab) -> None:
    card = lab.say("/remove bob 毕业了")
    assert card.data["money"]["pay"] == [{"name": "alice", "amount_minor": SHARES["bob"]}]
    assert "对方还应付 alice ¥133.33" in card.text


def test_where_amounts_are_private_the_group_reads_only_that_something_is_open(lab: Lab) -> None:
    lab.say("/split 私密 开")
    told = lab.say("/leave", "bob")
    assert told.data["money"]["private"] and "¥" not in told.text and "没结清" in told.text
    assert "¥133.33" in lab.say("/leave", "bob", chat=None).text


def test_who_owes_nothing_reads_of_no_money(lab: Lab) -> None:
    pays(lab, "/pay alice", "bob")
    assert lab.say("/leave", "bob").data["money"] is None
