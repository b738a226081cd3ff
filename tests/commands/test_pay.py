"""`/pay`: said back before it counts, counted once, confirmed by who got it, taken back and never deleted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.commands.closed_month import SHARES, november, owed, pays, state
from tests.saying import Lab, Said


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def still(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """For words that change nothing."""
    with november(sqlite_template, tmp_path_factory.mktemp("still")) as one:
        yield one


def payments(lab: Lab) -> list[tuple[int, str, int]]:
    query = "SELECT id, state, amount_minor FROM payment ORDER BY id"
    return [tuple(row) for row in lab.database.read_now(lambda session: session.execute(text(query)).all())]


@pytest.mark.parametrize(
    "words",
    [
        "/pay alice 120.5",
        "付给 alice 120.5",
        "/pay 120块5 alice",
        "/pay to alice 120.5 yuan",
    ],
)
def test_a_payment_is_said_back_and_nothing_counts_before_it_is_confirmed(still: Lab, words: str) -> None:
    said = still.say(words, "bob")
    assert said.code == "pay_confirm"
    assert (said.data["giver"], said.data["taker"], said.data["amount_minor"]) == ("bob", "alice", 12_050)
    assert said.text.split("\n")[0] in ("你付给 alice ¥120.50", "You paid alice ¥120.50?")
    assert payments(still) == []


def test_once_confirmed_it_counts_and_who_was_paid_gets_a_card(lab: Lab) -> None:
    answer, card = pays(lab, "/pay alice 100", "bob")
    assert answer.data["state"] == "said" and answer.data["left_minor"] == SHARES["bob"] - 10_000
    assert (card.code, card.to, card.fields["private"]) == ("pay_waiting", "alice", True)
    assert owed(lab)["bob", "alice"] == SHARES["bob"] - 10_000


def test_a_no_counts_nothing(lab: Lab) -> None:
    card = lab.say("/pay alice 100", "bob")
    assert lab.press(card.token("不对"), "bob").code == "pay_dropped"
    assert payments(lab) == []


def test_two_taps_a_repeated_message_and_a_second_card_count_once(lab: Lab) -> None:
    card, twin = (lab.say("/pay alice 100", "bob") for _ in range(2))
    line = {"chat": "lab", "from": "bob", "press": card.token("对，记下")}
    for key in ("t1", "t2", "t1"):
        lab.send(id=key, **line)
    lab.press(twin.token("对，记下"), "bob")
    assert payments(lab) == [(1, "said", 10_000)]


def test_the_same_said_again_is_asked_about(lab: Lab) -> None:
    pays(lab, "/pay alice 100", "bob")
    again = lab.say("/pay alice 100", "bob")
    assert again.data["twice"] and "一样的" in again.text


def test_one_card_confirms_all_that_was_paid(lab: Lab) -> None:
    pays(lab, "/pay alice", "bob", chat=None)
    card = pays(lab, "/pay alice", "carol", chat=None)[-1]
    assert [one["giver"] for one in card.data["payments"]] == ["bob", "carol"]
    done = lab.press(card.token("全部收到"), "alice", chat=None)
    assert done.code == "pay_received" and done.data["settled"] == ["2026-11"]
    assert [row[1] for row in payments(lab)] == ["received", "received"]
    assert state(lab) == "settled"


def test_or_one_by_one_and_the_rest_stays_on_the_card(lab: Lab) -> None:
    pays(lab, "/pay alice 5", "bob")
    card = pays(lab, "/pay alice 7", "carol")[-1]
    first = lab.press(card.token("收到 carol"), "alice", chat=None)
    assert [one["giver"] for one in first.data["payments"]] == ["carol"] and first.data["left"] == 1
    second = lab.press(first.token("收到了"), "alice", chat=None)
    assert second.data["left"] == 0 and {row[1] for row in payments(lab)} == {"received"}


def test_a_card_never_confirms_what_it_did_not_show(lab: Lab) -> None:
    old = pays(lab, "/pay alice 5", "bob")[-1]
    pays(lab, "/pay alice 7", "carol")
    lab.press(old.token("收到了"), "alice", chat=None)
    assert [row[1] for row in payments(lab)] == ["received", "said"]


def test_what_did_not_arrive_is_taken_back_by_who_should_have_got_it(lab: Lab) -> None:
    card = pays(lab, "/pay alice 100", "bob")[-1]
    line = {"id": "no", "from": "alice", "press": card.token("没收到")}
    told = [(said.code, said.to) for said in lab.send(**line)]
    assert told == [("pay_voided", "alice"), ("pay_voided", "bob")]
    assert owed(lab)["bob", "alice"] == SHARES["bob"]


def test_a_card_of_a_payment_that_was_taken_back_says_so_and_counts_nothing(lab: Lab) -> None:
    answer, card = pays(lab, "/pay alice 100", "bob")
    lab.press(answer.token("撤回"), "bob")
    late = lab.press(card.token("收到了"), "alice", chat=None)
    assert (late.code, late.data["what"]) == ("already_done", "pay_voided")
    assert payments(lab) == [(1, "voided", 10_000)]


def test_who_was_paid_and_says_so_confirms_the_payment_that_waits_and_makes_no_second(lab: Lab) -> None:
    pays(lab, "/pay alice 100", "bob")
    card = lab.say("/pay 收到 bob 100", "alice")
    assert card.code == "pay_waiting"
    lab.press(card.token("收到了"), "alice")
    assert payments(lab) == [(1, "received", 10_000)]
    assert lab.say("/pay 收到 bob 100", "alice").data["twice"]


def test_what_waits_for_ones_word_is_found_again_by_pay_alone(lab: Lab) -> None:
    pays(lab, "/pay alice 100", "bob")
    card = lab.say("/pay", "alice")
    assert card.code == "pay_waiting"
    assert lab.press(card.token("收到了"), "alice").code == "pay_received"
    pays(lab, "/pay bob 5", "carol")
    both = lab.say("/pay", "bob")
    assert (both.code, both.data["waiting"]) == ("ask_pay", 1) and "收到了" in both.labels


def test_a_voided_payment_stays_marked_and_cannot_be_voided_again(lab: Lab) -> None:
    answer = pays(lab, "/pay alice 100", "bob")[0]
    assert lab.press(answer.token("撤回"), "bob").code == "pay_voided"
    assert payments(lab) == [(1, "voided", 10_000)]
    assert lab.say("/pay void 1", "bob").code == "already_done"
    assert lab.say("/pay list", "bob").data["payments"][0]["state"] == "voided"
    assert lab.say("/pay 作废", "bob").code == "payments", "which one is not said: they are listed with a button each"


def test_only_the_two_and_who_keeps_the_books_take_a_payment_back(lab: Lab) -> None:
    pays(lab, "/pay bob 100", "carol")
    assert lab.say("/pay 作废 1", "dora").code == "payment_not_yours"
    assert lab.say("/pay 作废 1", "alice").code == "pay_voided"
    assert lab.say("/pay 作废 9", "alice").code == "no_such_payment"


def test_a_payment_taken_back_opens_a_settled_month_again(lab: Lab) -> None:
    pays(lab, "/pay alice", "bob")
    card = pays(lab, "/pay alice", "carol")[-1]
    lab.press(card.token("全部收到"), "alice", chat=None)
    assert state(lab) == "settled"
    lab.say("/pay void 1", "bob")
    assert state(lab) == "closed" and owed(lab) == {("bob", "alice"): SHARES["bob"]}


def test_who_got_money_may_say_it_first(lab: Lab) -> None:
    answer = pays(lab, "/pay 收到 bob 100", "alice")[0]
    assert answer.data["state"] == "received" and answer.data["giver"] == "bob"


def test_who_keeps_the_books_notes_a_payment_of_others_and_nobody_else_does(lab: Lab) -> None:
    assert lab.say("/pay carol 付给 alice 10", "bob").code == "role"
    answer = pays(lab, "/pay carol 付给 bob 10", "alice")[0]
    assert (answer.data["giver"], answer.data["taker"], answer.data["state"]) == ("carol", "bob", "said")


def test_the_provider_is_paid_for_the_group_by_who_keeps_the_books_or_pays(lab: Lab) -> None:
    answer = pays(lab, "/pay 机房 400 11月", "alice")[0]
    assert answer.data["taker"] is None and answer.data["state"] == "received"
    assert owed(lab) == {("carol", "alice"): SHARES["carol"], ("bob", "alice"): SHARES["bob"]}
    assert lab.say("/pay 机房 400", "bob").code == "role"


def test_money_for_the_provider_without_a_month_is_said_back_with_the_one_that_runs(still: Lab) -> None:
    said = still.say("/pay 机房 400", "alice")
    assert said.data["month"] == "2026-12" and "算 12 月的" in said.text


def test_somebody_else_who_paid_the_provider_is_owed_it(lab: Lab) -> None:
    pays(lab, "/pay bob 付给 机房 400 11月", "alice")
    assert owed(lab) == {("carol", "bob"): SHARES["carol"], ("alice", "bob"): SHARES["alice"]}


def test_a_payment_without_an_amount_where_nothing_is_owed_is_no_payment(still: Lab) -> None:
    said = still.say("/pay carol", "bob")
    assert (said.code, said.data) == ("owes_nothing", {"giver": None, "taker": "carol"})
    assert said.text.startswith("你现在不用付给 carol")


def test_alone_it_says_whom_one_still_has_to_pay(lab: Lab) -> None:
    said = lab.say("/pay", "bob")
    assert said.code == "ask_pay" and said.data["debts"] == [{"taker": "alice", "amount_minor": SHARES["bob"]}]
    assert lab.press(said.token("付给 alice"), "bob").data["amount_minor"] == SHARES["bob"]
    assert lab.say("/pay", "alice").data["debts"] == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("/pay alice 1234，5", "ambiguous"),
        ("/pay alice nan", "not_an_amount"),
        ("/pay alice -5", "not_positive"),
        ("/pay alice 0", "not_positive"),
        ("/pay alice 99999999999999999", "too_large"),
        ("/pay 机房 abc", "not_an_amount"),
        ("/pay 机房", "empty"),
    ],
)
def test_an_amount_that_cannot_be_read_is_refused_with_how_it_was_read(still: Lab, words: str, fault: str) -> None:
    said = still.say(words, "alice" if "机房" in words else "bob")
    assert said.code == "bad_amount", said.text
    assert said.data["fault"] == fault
    assert fault != "ambiguous" or said.data["reading"]


@pytest.mark.parametrize(
    ("words", "code"),
    [("/pay bob 5", "pay_self"), ("/pay nobody 5", "no_such_member"), ("/pay void 77", "no_such_payment")],
)
def test_what_makes_no_sense_is_refused(still: Lab, words: str, code: str) -> None:
    assert still.say(words, "bob").code == code


def test_two_who_share_a_name_are_asked_about(lab: Lab) -> None:
    for who in ("z1", "z2"):
        lab.say("/help", who, name="张伟")
    asked = lab.say("/pay 张伟 30", "bob")
    assert asked.code == "ask_who" and len(asked.data["members"]) == 2
    said: Said = lab.press(asked.token("张伟 (2)"), "bob")
    assert said.code == "pay_confirm" and said.data["taker"] == "张伟 (2)" and said.data["amount_minor"] == 3_000


def test_of_two_who_share_ones_own_name_the_other_is_meant(lab: Lab) -> None:
    for who in ("z1", "z2"):
        lab.say("/help", who, name="张伟")
    said = lab.say("/pay 张伟 30", "z1", name="张伟")
    assert (said.code, said.data["taker"]) == ("pay_confirm", "张伟 (2)")


def test_names_with_a_number_glued_on_are_read_in_chinese(lab: Lab) -> None:
    lab.say("/help", "lei", name="李雷")
    said = lab.say("付给李雷120.5", "bob")
    assert (said.data["taker"], said.data["amount_minor"]) == ("李雷", 12_050)


def test_every_step_is_in_the_audit(lab: Lab) -> None:
    card = pays(lab, "/pay alice 100", "bob")[-1]
    lab.press(card.token("收到了"), "alice", chat=None)
    lab.say("/pay void 1", "bob")
    query = "SELECT what FROM audit WHERE subject = 'payment:1' ORDER BY id"
    rows = lab.database.read_now(lambda session: session.execute(text(query)).all())
    assert [row[0] for row in rows] == ["paid", "pay_received", "pay_voided"]


def test_two_payments_of_the_same_amount_both_count_when_both_are_meant(lab: Lab) -> None:
    for _ in range(2):
        pays(lab, "/pay alice 5", "bob")
    assert [row[2] for row in payments(lab)] == [500, 500]


def test_talk_in_the_group_is_a_payment_only_when_it_names_a_member_and_an_amount(lab: Lab) -> None:
    def heard(words: str) -> list[str]:
        return [said.code for said in lab.deliver(words, "bob", addressed=False)]

    assert heard("付给 alice 120.5") == ["pay_confirm"]
    for words in (
        "付给他吧",
        "付给老板 20",
        "付款了吗",
        "我付了",
        "收款 5000",
        "收据 12 在我这",
        "结算一下工资",
        "导出来看看",
    ):
        assert heard(words) == [], words


def test_where_amounts_are_private_the_group_reads_no_balance(lab: Lab) -> None:
    lab.say("/split 私密 开")
    assert lab.say("/pay alice 5", "bob").data["owes_minor"] is None
    assert pays(lab, "/pay alice 5", "bob")[0].data["left_minor"] is None
    assert lab.say("/pay list", "bob").code == "only_privately" == lab.say("/fund", "bob").code
    for words in ("/pay", "/pay alice"):
        lab.at("+1m")
        told = lab.hear(words, "bob")
        assert [(said.code, said.to) for said in told] == [("pay_sent", "lab"), ("pay_yours", "bob")]
        assert "¥" not in told[0].text
    lab.say("/help", "dora")  # without a private chat
    assert [said.code for said in pays(lab, "/pay dora 5", "bob")] == ["paid"]
    assert lab.say("/pay list", "bob", chat=None).code == "payments"


def test_payments_are_no_costs(lab: Lab) -> None:
    before = lab.say("/split 11月", "bob").data
    pays(lab, "/pay alice 100", "bob")
    assert lab.say("/split 11月", "bob").data == before
