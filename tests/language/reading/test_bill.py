"""How lines, prices, months and policies are read: months and days without a year are the nearest that make sense."""

from datetime import date
from fractions import Fraction

import pytest

from bot.language.reading.bill import BillText, read_bill
from bot.language.reading.bill_price import PriceText, read_price
from bot.language.reading.bill_words import PolicyText, read_from_day, read_month, read_policy
from bot.language.reading.money import Amount

TODAY = date(2026, 12, 5)


@pytest.mark.parametrize(
    ("text", "month", "rest"),
    [
        ("上个月", "2026-11", ""),
        ("上月 平摊", "2026-11", "平摊"),
        ("last month charged", "2026-11", "charged"),
        ("本月", "2026-12", ""),
        ("12月", "2026-12", ""),
        ("1月", "2026-01", ""),
        ("11月份 税 100", "2026-11", "税 100"),
        ("2025年11月", "2025-11", ""),
        ("2025-11", "2025-11", ""),
        ("nov", "2026-11", ""),
        ("December 2", "2026-12", "2"),
    ],
)
def test_a_month_that_a_text_begins_with(text: str, month: str, rest: str) -> None:
    assert read_month(text, TODAY) == (month, rest)


@pytest.mark.parametrize("text", ["", "13月", "0月", "租金 40000", "12月1日起", "2026-11-05", "marches on", "7"])
def test_what_is_no_month(text: str) -> None:
    assert read_month(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("从12月1日起", date(2026, 12, 1)),
        ("12月16号起", date(2026, 12, 16)),
        ("from 2027-01-15", date(2027, 1, 15)),
        ("从1月1日起", date(2027, 1, 1)),
        ("since 11/30", date(2026, 11, 30)),
        ("下个月起", date(2027, 1, 1)),
        ("from tomorrow", date(2026, 12, 6)),
        ("从今天开始", TODAY),
    ],
)
def test_the_day_from_which_something_holds(text: str, day: date) -> None:
    found = read_from_day(f"租 40000 每月 {text}", TODAY)
    assert found is not None
    assert found == (day, "租 40000 每月")


@pytest.mark.parametrize("text", ["从2月30日起", "从32号起", "起", "from somewhere", "40000"])
def test_what_is_no_day(text: str) -> None:
    assert read_from_day(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("按卡时", PolicyText("charged")),
        ("Charged", PolicyText("charged")),
        ("两段 40%", PolicyText("two_part", Fraction(2, 5))),
        ("two_part 12.5%", PolicyText("two_part", Fraction(1, 8))),
        ("认购 50%", PolicyText("pledge", Fraction(1, 2))),
        ("空闲另摊 平摊", PolicyText("direct_idle", None, "equal")),
        ("direct_idle payer", PolicyText("direct_idle", None, "payer")),
        ("AA", PolicyText("equal")),
    ],
)
def test_a_policy_by_its_names(text: str, policy: PolicyText) -> None:
    assert read_policy(text) == policy


@pytest.mark.parametrize("text", ["", "抓阄", "平摊 30%", "两段 0%", "两段 101%", "charged 5%", "空闲另摊 两段"])
def test_what_is_no_policy(text: str) -> None:
    assert read_policy(text) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("作废 12", BillText(void=12)),
        ("void #12", BillText(void=12)),
        ("", BillText()),
        ("上个月", BillText(month="2026-11")),
        (
            "11月 存储 1,234.50 华东盘 按TB 小李 2",
            BillText(None, "2026-11", "storage", Amount(123_450), shared="TB 小李 2", weighted=True, note="华东盘"),
        ),
        ("退款 500 停机 3", BillText(None, None, "refund", Amount(50_000), outage=3)),
        ("税 2300 小计", BillText(None, None, "tax", Amount(230_000), subtotal=True)),
        ("rent 9 by days", BillText(None, None, "rent", Amount(900), PolicyText("presence"))),
    ],
)
def test_a_line_of_the_bill(text: str, found: BillText) -> None:
    assert read_bill(text, "CNY", TODAY) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("8", PriceText(False, Amount(800))),
        ("8元/卡时", PriceText(False, Amount(800), "hour", True)),
        ("A100 8", PriceText(False, Amount(800), kind="A100")),
        ("a100 涨到 9", PriceText(False, Amount(900), kind="A100")),
        ("租金 40000", PriceText(True, Amount(4_000_000))),
        ("月租 4万", PriceText(True, Amount(4_000_000), "month")),
        ("rent 36000/month from 12-12", PriceText(True, Amount(3_600_000), "month", day=date(2026, 12, 12))),
        ("node2 租 900 每天", PriceText(True, Amount(90_000), "day", node="node2")),
        ("6 per card hour rent", PriceText(True, Amount(600), "hour", True)),
        ("租 40000 每月 便宜点", PriceText(True, Amount(4_000_000), "month", unread="便宜点")),
    ],
)
def test_a_price_or_a_rent(text: str, found: PriceText) -> None:
    assert read_price(text, "CNY", ["A100", "4090"], ["node1", "node2"], TODAY) == found
