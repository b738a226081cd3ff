"""`/bill`: a line is written down, said back, taken back; who may, and what is refused with the reading shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept, three_people
from tests.saying import Lab


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


def added(lab: Lab, text: str) -> tuple[str, int, str]:
    reply = lab.say(text)
    assert reply.code == "bill_added", (text, reply.text)
    return reply.data["line"]["kind"], reply.data["line"]["amount_minor"], reply.data["line"]["key"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("/bill 租金 40000", ("rent", 4_000_000, "policy")),
        ("/bill 租金40000", ("rent", 4_000_000, "policy")),
        ("记账 存储 600 平摊", ("storage", 60_000, "equal")),
        ("/bill 带宽 １，２３４．５", ("bandwidth", 123_450, "policy")),
        ("/bill 4万 租金", ("rent", 4_000_000, "policy")),
        ("/bill -500 退款", ("refund", -50_000, "policy")),
        ("/bill 退款 500", ("refund", -50_000, "policy")),
        ("/bill 优惠券 20", ("coupon", -2_000, "policy")),
        ("/bill 税 2300", ("tax", 230_000, "subtotal")),
        ("/bill 押金 10000", ("deposit", 1_000_000, "equal")),
        ("/bill 镜像 100 只 bob", ("image", 10_000, "one")),
        ("/bill image 100 for bob", ("image", 10_000, "one")),
        ("/bill 其他 9 只 bob carol", ("other", 900, "among")),
        ("/bill 存储 600 按TB bob 2 carol 0.5", ("storage", 60_000, "weights")),
        ("/bill storage 600 by bob 2 carol 5", ("storage", 60_000, "weights")),
        ("/bill 12.5", ("other", 1_250, "policy")),
        ("/bill -0.01", ("refund", -1, "policy")),
        ("/bill rent 0.01 charged", ("rent", 1, "charged")),
    ],
)
def test_a_line_is_read_and_said_back(talk: Lab, text: str, line: tuple[str, int, str]) -> None:
    talk.at("+3m")  # two alike in one moment would be asked about
    assert added(talk, text) == line


@pytest.mark.parametrize(
    ("text", "fault", "reading"),
    [
        ("/bill 租金 1,5", "ambiguous", "1.5"),
        ("/bill 租金 1234，5", "ambiguous", "1234.5"),
        ("/bill 租金 1.234,56", "ambiguous", "1234.56"),
        ("/bill 租金 nan", "not_an_amount", ""),
        ("/bill 租金 1e5", "not_an_amount", ""),
        ("/bill 租金 0.001", "too_fine", "0.001"),
        ("/bill 租金 99999999999999999", "too_large", "99999999999999999"),
        ("/bill 租金 100USD", "other_currency", "USD"),
        ("/bill 租金", "empty", ""),
        ("/bill 租金 0", "not_positive", ""),
        ("/bill 租金 -0", "not_positive", ""),
    ],
)
def test_an_amount_that_may_mean_two_things_is_refused_with_how_it_was_read(
    talk: Lab, text: str, fault: str, reading: str
) -> None:
    before = talk.say("/bill").data
    reply = talk.say(text)
    assert (reply.code, reply.data["fault"], reply.data["reading"]) == ("bad_amount", fault, reading)
    assert talk.say("/bill").data == before


def test_owners_and_treasurers_write_and_everybody_reads(lab: Lab) -> None:
    assert lab.say("/bill 租金 40000", "bob").code == "role"
    lab.say("/role bob 管账")
    reply = lab.say("/bill 租金 40000", "bob")
    assert reply.code == "bill_added"
    assert lab.say("/bill void 1", "carol").code == "role"
    shown = lab.say("/bill", "carol")
    assert (shown.labels, shown.data["total_minor"]) == ([], 4_000_000)
    assert lab.say("/bill", "bob").labels == ["作废 1 号"]


def test_the_same_line_said_twice_counts_once_unless_there_are_two(lab: Lab) -> None:
    lab.say("/bill 带宽 88")
    twice = lab.say("/bill 带宽 88")
    assert twice.code == "bill_twice"
    assert len(lab.say("/bill").data["lines"]) == 1
    assert lab.press(twice.token("是两笔")).code == "bill_added"
    assert lab.say("/bill").data["total_minor"] == 17_600
    lab.at("+3m")
    assert lab.say("/bill 带宽 88").code == "bill_added"


def test_one_message_delivered_twice_is_one_line(lab: Lab) -> None:
    first = lab.say("/bill 带宽 88", id="same")
    again = lab.say("/bill 带宽 88", id="same")
    assert (again.data, again.fields.get("repeat")) == (first.data, True)
    assert len(lab.say("/bill").data["lines"]) == 1


def test_a_line_is_taken_back_once_by_a_reversal_and_by_either_button(lab: Lab) -> None:
    reply = lab.say("/bill 租金 40000")
    assert lab.press(reply.token("作废")).code == "bill_voided"
    assert lab.press(reply.token("作废")).code == "already_done"
    assert lab.say("/bill void 1").code == "already_done"
    assert lab.say("/bill").data["lines"] == []
    lab.say("/bill 存储 600")
    assert lab.press(lab.say("/bill").token("作废")).data["total_minor"] == 0
    assert lab.say("/bill void 99").code == "no_such_line"
    assert lab.say("/bill void 2").code == "no_such_line"  # a reversal itself


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/bill 镜像 100 只 谁啊", "no_such_member"),
        ("/bill 存储 600 按 谁啊 2", "no_such_member"),
        ("/bill 存储 600 按 bob 2 谁啊 4", "no_such_member"),
        ("/bill 退款 100 停机 7", "no_such_outage"),
        ("/bill 2027-03 租金 40000", "no_such_month"),
        ("/bill void 999", "no_such_line"),
    ],
)
def test_what_does_not_exist_is_named_and_nothing_is_written(talk: Lab, text: str, code: str) -> None:
    before = talk.say("/bill").data
    assert talk.say(text).code == code
    assert talk.say("/bill").data == before


def test_a_line_may_be_said_as_it_is_spoken(talk: Lab) -> None:
    assert talk.say("记一笔镜像 一百二").data["line"]["amount_minor"] == 12_000
    assert talk.say("记一笔 带宽 3百").code != "booked"


def test_only_the_name_that_nobody_has_is_said_back(talk: Lab) -> None:
    assert talk.say("/bill 存储 600 按 bob 2 谁啊 4，carol 1").data["text"] == "谁啊"


@pytest.mark.parametrize(
    ("text", "reason", "example"),
    [
        ("/bill 租金 40000 按月", "rent_recurs", "/price 租金 40000 按月"),
        ("/bill 40000/月", "rent_recurs", "/price 40000/月"),
        ("/bill 存储 600 每月", "bill_recurs", "/bill 租金 40000"),
    ],
)
def test_what_comes_every_month_is_no_single_line(talk: Lab, text: str, reason: str, example: str) -> None:
    before = talk.say("/bill").data
    reply = talk.say(text)
    assert (reply.code, reply.data["reason"], reply.data["example"]) == ("bad_input", reason, example)
    assert talk.say("/bill").data == before


def test_a_month_before_can_still_be_written_down(talk: Lab) -> None:
    assert talk.say("/bill 上个月 租金 40000").data["month"] == "2026-11"
    assert talk.say("/bill 10月").data["lines"] == []


def test_a_tax_by_the_subtotal_comes_last_and_a_deposit_back_goes_by_what_was_advanced(lab: Lab) -> None:
    lab.say("/bill 税 100")
    lab.say("/bill 押金 10000")
    lab.say("/bill 押金 -9500")
    lines = lab.say("/bill").data["lines"]
    assert [(line["kind"], line["key"]) for line in lines] == [
        ("deposit", "equal"),
        ("deposit", "weights"),
        ("tax", "subtotal"),
    ]
    whole = lab.say("/split").data
    assert sum(one["minor"] for one in whole["members"]) == whole["total_minor"] == 60_000
    assert max(one["minor"] for one in whole["members"]) - min(one["minor"] for one in whole["members"]) <= 3


def test_who_left_can_still_be_named_and_is_charged(lab: Lab) -> None:
    lab.press(lab.say("/leave", "carol").token("退"), "carol")
    reply = lab.say("/bill 存储 600 按 bob 1 carol 2")
    assert (reply.code, reply.data["line"]["key"]) == ("bill_added", "weights")
    owed = {one["name"]: one["minor"] for one in lab.say("/split").data["members"]}
    assert owed == {"bob": 20_000, "carol": 40_000}


def test_a_deposit_comes_back_by_all_that_was_advanced_whoever_is_there_by_then(lab: Lab) -> None:
    lab.say("/bill 押金 6000")
    lab.say("/bill 押金 3000 只 carol")
    lab.press(lab.say("/leave", "carol").token("退"), "carol")
    lab.say("/bill 押金 -9000")
    whole = lab.say("/split").data
    assert (whole["total_minor"], [one["minor"] for one in whole["members"]]) == (0, [])
