"""`/settle`: the fewest transfers after the closed months, each one's private bill, reminders that stop."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.closed_month import SHARES, november, owed, pays, picture, state, with_picture
from tests.saying import Lab


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path) as one:
        yield one


def test_nothing_closed_nothing_to_settle(sqlite_template: Path, tmp_path: Path) -> None:
    with november(sqlite_template, tmp_path, closed=False) as lab:
        said = lab.say("/settle", "bob")
        assert said.data["months"] == [] and said.data["transfers"] == [] and "还没有封账" in said.text


def test_it_shows_who_pays_whom(lab: Lab) -> None:
    said = lab.say("/settle", "bob")
    assert said.data["months"] == ["2026-11"] and said.data["minimal"] and said.data["via"] is None
    assert owed(lab) == {("carol", "alice"): SHARES["carol"], ("bob", "alice"): SHARES["bob"]}


def test_who_keeps_the_books_sends_everybody_their_bill_once(lab: Lab) -> None:
    bills = [said for said in lab.hear("/settle", "alice") if said.code == "pay_yours"]
    assert {bill.to: bill.data["amount_minor"] for bill in bills} == {"bob": SHARES["bob"], "carol": SHARES["carol"]}
    assert all(bill.fields["private"] for bill in bills)
    assert [said.code for said in lab.hear("/settle", "alice")] == ["settle"]


def test_a_member_asks_for_their_own_with_a_button(lab: Lab) -> None:
    card = lab.say("/settle", "carol")
    for who in ("bob", "carol"):
        said = lab.send(id=f"m-{who}", chat="lab", **{"from": who}, press=card.token("我的账单"))
        assert [(one.code, one.to) for one in said] == [("pay_sent", "lab"), ("pay_yours", who)]
    assert lab.press(card.token("我的账单"), "alice").code == "ask_pay"


def test_the_private_bill_has_the_amount_to_copy_and_i_paid_asks_back(lab: Lab) -> None:
    _, bill = lab.hear("/settle", "bob", chat=None)
    buttons = [button for row in bill.fields["buttons"] for button in row]
    assert [one["copy"] for one in buttons if "copy" in one] == ["133.33", "拼卡 2026-11 bob"]
    asked = lab.press(bill.token("我付了"), "bob", chat=None)
    assert asked.code == "pay_confirm" and asked.data["amount_minor"] == SHARES["bob"]
    assert lab.press(asked.token("对，记下"), "bob", chat=None).code == "paid"


def test_the_picture_of_who_is_paid_is_beside_the_bill(lab: Lab) -> None:
    with_picture(lab, "收款码", picture(lab))
    _, bill = lab.hear("/settle", "bob", chat=None)
    assert bill.fields["image"] == {"path": "code.png", "name": "code.png", "mime": "image/png", "alt": "code.png"}


def test_when_all_is_paid_and_received_it_says_so_and_the_month_is_settled(lab: Lab) -> None:
    pays(lab, "/pay alice", "bob")
    card = pays(lab, "/pay alice", "carol")[-1]
    waits = lab.say("/settle", "bob")
    assert waits.data["waiting"] == 2 and waits.data["transfers"] == [] and state(lab) == "closed"
    lab.press(card.token("全部收到"), "alice", chat=None)
    said = lab.say("/settle", "bob")
    assert said.data["waiting"] == 0 and "已结清" in said.text and state(lab) == "settled"


def test_via_the_payer_and_back_to_the_fewest(lab: Lab) -> None:
    assert lab.say("/settle via", "bob").code == "role"
    pays(lab, "/pay bob 付给 机房 400 11月", "alice")
    assert lab.say("/settle via").data["via_payer"] is True
    assert owed(lab) == {("carol", "alice"): SHARES["carol"], ("alice", "bob"): 40_000 - SHARES["bob"]}
    assert lab.say("/settle fewest").data["via_payer"] is False
    assert owed(lab) == {("carol", "bob"): SHARES["carol"], ("alice", "bob"): SHARES["alice"]}


def test_a_month_that_nobody_is_known_to_have_paid_is_asked_about(sqlite_template: Path, tmp_path: Path) -> None:
    with november(sqlite_template, tmp_path, closed=False) as lab:
        lab.say("/split 付款人 无")
        lab.at("2026-12-05T10:00:00+08:00")
        said = lab.say("/settle", "bob")
        assert said.code == "no_payer" and said.data["month"] == "2026-11"
        pays(lab, "/pay 机房 400 11月", "alice")
        assert owed(lab) == {("carol", "alice"): SHARES["carol"], ("bob", "alice"): SHARES["bob"]}


def test_unpaid_shares_are_recalled_privately_after_three_and_seven_days_and_never_again(lab: Lab) -> None:
    told = [said for day in ("07T12", "11T12", "20T12") for said in lab.at(f"2026-12-{day}:00:00+08:00")]
    reminders = [(said.to, said.data["days"]) for said in told if said.code == "pay_yours"]
    assert reminders == [("bob", 3), ("carol", 3), ("bob", 7), ("carol", 7)]
    assert all(said.fields["private"] for said in told if said.code == "pay_yours")


def test_a_settled_month_that_opens_again_asks_again(lab: Lab) -> None:
    pays(lab, "/pay alice", "bob")
    lab.press(pays(lab, "/pay alice", "carol")[-1].token("全部收到"), "alice", chat=None)
    assert not [said for said in lab.at("2026-12-12T12:00:00+08:00") if said.code == "pay_yours"]
    back = lab.say("/pay void 1", "bob")
    assert back.data["reopened"] == ["2026-11"] and "11 月又没结清" in back.text
    told = [said for day in ("15T13", "20T13") for said in lab.at(f"2026-12-{day}:00:00+08:00")]
    assert [(one.to, one.data["days"]) for one in told if one.code == "pay_yours"] == [("bob", 11), ("bob", 15)]


def test_money_for_the_provider_that_was_taken_back_opens_the_month_too(lab: Lab) -> None:
    pays(lab, "/pay bob 付给 机房 266.66 11月", "alice")
    pays(lab, "/pay bob 133.34", "carol")
    pays(lab, "/pay alice 付给 bob 0.01", "alice")
    lab.press(lab.say("/pay", "bob").token("全部收到"), "bob")
    assert lab.say("/settle", "bob").data["transfers"] == [{"giver": "bob", "taker": "alice", "amount_minor": 2}]
    pays(lab, "/pay 收到 bob 0.02", "alice")
    assert state(lab) == "settled"
    lab.say("/pay void 1")
    assert state(lab) == "closed"


def test_who_left_is_asked_for_what_they_owe_and_who_is_paid_writes_it_down(lab: Lab) -> None:
    lab.press(lab.say("/leave", "bob").token("退组"), "bob")
    (bill,) = [said for said in lab.hear("/settle", "alice") if said.to == "bob"]
    assert bill.data["gone"] and bill.data["amount_minor"] == SHARES["bob"] and bill.labels == ["复制金额", "复制备注"]
    told = [said.to for said in lab.at("2026-12-07T12:00:00+08:00") if said.code == "pay_yours"]
    assert told == ["bob", "carol"]
    pays(lab, "/pay 收到 bob 133.33", "alice")
    assert owed(lab) == {("carol", "alice"): SHARES["carol"]}


def test_who_left_and_was_paid_is_answered_for_by_who_keeps_the_books(lab: Lab) -> None:
    lab.say("/role bob 管理员")
    lab.press(lab.say("/leave", "alice").token("退组"), "alice")
    card = pays(lab, "/pay alice", "carol")[-1]
    assert (card.code, card.to) == ("pay_waiting", "lab")
    assert lab.press(card.token("收到了"), "carol").code == "payment_not_yours"
    assert lab.press(card.token("收到了"), "bob").data["left"] == 0


def test_who_paid_is_not_reminded(lab: Lab) -> None:
    pays(lab, "/pay alice", "bob")
    told = [said for day in ("07T12", "11T12") for said in lab.at(f"2026-12-{day}:00:00+08:00")]
    assert [said.to for said in told if said.code == "pay_yours"] == ["carol", "carol"]


def test_a_month_that_advances_paid_is_settled_by_itself(sqlite_template: Path, tmp_path: Path) -> None:
    with november(sqlite_template, tmp_path, closed=False) as lab:
        lab.say("/collect 200")
        for who in ("bob", "carol"):
            card = pays(lab, "/pay alice 200", who)[-1]
            lab.press(card.token("收到了"), "alice", chat=None)
        told = lab.at("2026-12-08T12:00:00+08:00")
        assert state(lab) == "settled" and "pay_yours" not in [said.code for said in told]


def test_later_months_do_not_change_an_earlier_settlement(lab: Lab) -> None:
    lab.say("/bill 租金 900 平摊")
    lab.at("2027-01-05T12:00:00+08:00")
    both = lab.say("/settle", "carol").data
    assert both["months"] == ["2026-11", "2026-12"] and both["transfers"][0]["amount_minor"] > 40_000
    alone = lab.say("/settle 2026-11", "carol").data
    assert alone["months"] == ["2026-11"]
    assert {row["amount_minor"] for row in alone["transfers"]} == {SHARES["bob"], SHARES["carol"]}


def test_where_amounts_are_private_the_group_reads_none(lab: Lab) -> None:
    lab.say("/split 私密 开")
    said = lab.hear("/settle", "alice")
    assert said[0].data["private"] and said[0].data["transfers"] == [] and "¥" not in said[0].text
    assert {one.to for one in said[1:]} == {"bob", "carol"}
    own = lab.say("/settle", "bob", chat=None).data["transfers"]
    assert own == [{"giver": "bob", "taker": "alice", "amount_minor": SHARES["bob"]}]
    assert len(lab.say("/settle", "alice", chat=None).data["transfers"]) == 2
