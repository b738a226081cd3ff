"""Who paid whom how much, as it is typed; and what is said of a fund."""

from datetime import date

import pytest

from bot.language.reading.fund import FundWords, read_fund
from bot.language.reading.money import Amount, MoneyFault, NoAmount
from bot.language.reading.pay import PayText, read_pay, says_what_it_is

TODAY = date(2026, 12, 2)


def read(text: str) -> PayText:
    return read_pay(text, "CNY", TODAY)


@pytest.mark.parametrize(
    ("text", "who", "minor"),
    [
        ("@li 120.5", "@li", 12_050),
        ("李雷 120.5", "李雷", 12_050),
        ("给李雷120.5", "李雷", 12_050),
        ("李雷￥1,234.50", "李雷", 123_450),
        ("120.5 李雷", "李雷", 12_050),
        ("李雷 １２０．５", "李雷", 12_050),
        ("李雷 120块5", "李雷", 12_050),
        ("李雷 120.5 元", "李雷", 12_050),
        ("张伟 (2) 30", "张伟 (2)", 3_000),
        ("li2 30", "li2", 3_000),
        ("to Alice Lee 30 yuan", "Alice Lee", 3_000),
        ("李雷 3万", "李雷", 3_000_000),
    ],
)
def test_a_name_and_an_amount_in_either_order(text: str, who: str, minor: int) -> None:
    assert read(text) == PayText(who, Amount(minor))


@pytest.mark.parametrize(
    ("text", "month"), [("机房 40000", None), ("机房40000 11月", "2026-11"), ("provider 40,000 Nov", "2026-11")]
)
def test_the_provider_is_no_member_and_may_have_a_month(text: str, month: str | None) -> None:
    assert read(text) == PayText("", Amount(4_000_000), provider=True, month=month)


def test_a_member_may_begin_with_a_word_for_the_provider() -> None:
    assert not read("机房小王 30").provider and not read("cloudy 30").provider


def test_money_that_came_in_and_money_between_others() -> None:
    assert read("收到 小王 300") == PayText("小王", Amount(30_000), received=True)
    assert read("小王 付给 李雷 ¥1,234.50") == PayText("李雷", Amount(123_450), giver="小王")
    assert read("wang -> li 5") == PayText("li", Amount(500), giver="wang")
    assert read("小王 付给 机房 600 11月") == PayText("", Amount(60_000), provider=True, giver="小王", month="2026-11")


@pytest.mark.parametrize("text", ["作废 12", "void 12", "撤回 #12", "作废第12笔", "undo １２"])
def test_a_payment_is_taken_back_by_its_number(text: str) -> None:
    assert read(text).void == 12


def test_an_amount_that_could_be_two_is_said_back_and_a_name_alone_has_none() -> None:
    assert read("李雷 1234，5").amount == NoAmount(MoneyFault.AMBIGUOUS, "1234.5")
    assert read("李雷").amount is None and read("") == PayText()
    assert isinstance(read("机房 abc").amount, NoAmount)


@pytest.mark.parametrize("text", ["收款码", "/payee", "收据 12", "/bill@pinka_bot 租金 400", "/export import"])
def test_a_caption_that_says_what_its_picture_is(text: str) -> None:
    assert says_what_it_is(text)


@pytest.mark.parametrize("text", ["我的收款码", "billing is hard", "看", ""])
def test_a_caption_about_something_else(text: str) -> None:
    assert not says_what_it_is(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", FundWords(None)),
        ("新建 某某大学 税号 12100000400000000x 负责人 张老师 项目 测试费",
         FundWords("add", "某某大学", None, "12100000400000000X", "张老师", "测试费")),
        ("add Some University tax 9111 0000 6000 3734 1L in charge Li Lei item test fee",
         FundWords("add", "Some University", None, "91110000600037341L", "Li Lei", "test fee")),
        ("加入 1 小李 小王", FundWords("join", "1 小李 小王")),
        ("改 1 抬头：某某学院", FundWords("set", "1", "某某学院")),
        ("关闭 1", FundWords("close", "1")),
        ("什么", None),
    ],
)  # fmt: skip
def test_what_is_said_of_a_fund(text: str, found: FundWords | None) -> None:
    assert read_fund(text) == found


@pytest.mark.parametrize(
    ("number", "bad"), [("12100000400000000X", False), ("123", True), ("1210000040000000一", True), ("1" * 21, True)]
)
def test_a_tax_number_has_fifteen_to_twenty_figures_and_capitals(number: str, bad: bool) -> None:
    found = read_fund(f"新建 某某大学 税号 {number}")
    assert found is not None and found.bad_tax_number is bad
