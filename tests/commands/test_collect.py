"""`/collect`: the same amount from everybody, ahead; later bills use it up, and what is left stays theirs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.closed_month import SHARES, november, owed, pays
from tests.saying import Lab


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path, closed=False) as one:
        yield one


def test_everybody_but_the_payer_is_asked_privately(lab: Lab) -> None:
    said = lab.hear("/collect 200")
    assert said[0].code == "collect" and said[0].data["to"] == "alice" and said[0].data["missing"] == ["bob", "carol"]
    assert [(one.code, one.to, one.data["advance"]) for one in said[1:]] == [
        ("pay_yours", "bob", True),
        ("pay_yours", "carol", True),
    ]


def test_asked_in_private_the_group_gets_the_card_too(lab: Lab) -> None:
    said = lab.hear("/collect 200", chat=None)
    assert [(one.code, one.to) for one in said][:2] == [("collect", "alice"), ("collect", "lab")]
    (group,) = [one for one in said if one.to == "lab"]
    assert lab.press(group.token("我付了"), "bob").code == "pay_confirm"


def test_asked_twice_it_is_one(lab: Lab) -> None:
    lab.say("/collect 200")
    assert [one.data["collection"] for one in lab.hear("/collect 200")] == [1]


def test_who_says_paid_while_an_advance_is_asked_gets_its_card(lab: Lab) -> None:
    assert lab.say("我付了", "bob").code == "ask_pay"
    lab.say("/collect 200")
    card = lab.say("我付了", "bob")
    assert card.code == "collect" and lab.press(card.token("我付了"), "bob").data["purpose"] == "advance"
    assert lab.say("我付了", "alice").code == "ask_pay", "who is paid owes nothing"


def test_it_shows_who_paid(lab: Lab) -> None:
    card = lab.say("/collect 200")
    asked = lab.press(card.token("我付了"), "bob")
    assert asked.code == "pay_confirm" and asked.data["purpose"] == "advance"
    lab.press(asked.token("对，记下"), "bob")
    pays(lab, "/pay alice 200", "carol")
    shown = lab.say("/collect", "bob").data
    assert shown["paid"] == ["bob", "carol"] and shown["missing"] == [] and shown["received_minor"] == 40_000


def test_an_advance_is_used_by_the_bill_and_the_rest_stays(lab: Lab) -> None:
    lab.say("/collect 200")
    pays(lab, "/pay alice 200", "bob")
    assert lab.say("/settle", "bob").data["transfers"] == []
    lab.at("2026-12-05T10:00:00+08:00")
    assert owed(lab) == {("carol", "alice"): SHARES["carol"]}
    left = lab.say("/settle", "bob").data["advances"]
    assert left == [{"name": "bob", "left_minor": 20_000 - SHARES["bob"]}]


def test_who_keeps_the_books_stops_it_and_the_button_asks_no_more(lab: Lab) -> None:
    card = lab.say("/collect 200")
    assert lab.say("/collect 结束", "bob").code == "role"
    assert lab.say("/collect 结束").data["closed"] is True
    assert lab.press(card.token("我付了"), "bob").code == "no_collection"
    assert lab.say("/collect 结束").code == "no_collection"


def test_what_cannot_be_collected_is_refused(lab: Lab) -> None:
    assert lab.say("/collect", "bob").code == "no_collection"
    assert lab.say("/collect 5", "bob").code == "role"
    for amount in ("-5", "0", "abc", "1234，5"):
        assert lab.say(f"/collect {amount}").code == "bad_amount"


def test_who_has_not_paid_is_asked_again_privately_after_three_and_seven_days(lab: Lab) -> None:
    lab.say("/collect 200")
    pays(lab, "/pay alice 200", "bob")
    told = [said for day in ("05T12", "09T12", "20T12") for said in lab.at(f"2026-11-{day}:00:00+08:00")]
    again = [said for said in told if said.code == "pay_yours"]
    assert [(said.to, said.data["days"], said.data["advance"]) for said in again] == [
        ("carol", 3, True),
        ("carol", 7, True),
    ]
    late = lab.press(again[0].token("我付了"), "carol", chat=None)
    assert (late.code, late.data["fresh"]["code"]) == ("stale_button", "collect")
    assert lab.press(late.token("我付了"), "carol", chat=None).data["purpose"] == "advance"


def test_an_advance_that_is_not_asked_any_more_reminds_nobody(lab: Lab) -> None:
    lab.say("/collect 200")
    lab.say("/collect 结束")
    assert "pay_yours" not in [said.code for said in lab.at("2026-11-06T12:00:00+08:00")]


def test_of_two_advances_each_is_answered_by_its_amount_and_closed_by_itself(lab: Lab) -> None:
    lab.say("/collect 100")
    lab.say("/collect 200")
    assert lab.say("/pay alice 100", "bob").data["purpose"] == "advance"
    closed = [lab.say("/collect 结束").data for _ in range(2)]
    assert [(one["each_minor"], one["closed"]) for one in closed] == [(20_000, True), (10_000, True)]
