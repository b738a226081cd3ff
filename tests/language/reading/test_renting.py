"""Rentals, prices to compare, budgets, needs and papers as people type them, in both languages."""

from datetime import date, datetime

import pytest

from bot.language.reading.money import Amount, MoneyFault, NoAmount
from bot.language.reading.planning import BudgetText, NeedText, PaperText, read_budget, read_need, read_paper
from bot.language.reading.renting import RentalText, read_compare, read_rental

TODAY = date(2026, 12, 2)


def rental(text: str) -> RentalText:
    return read_rental(text, "CNY", ["node1", "大机器"], TODAY)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("到 12-31", datetime(2027, 1, 1)),
        ("到12月31日", datetime(2027, 1, 1)),
        ("12.31 到期", datetime(2027, 1, 1)),
        ("截止 12/31", datetime(2027, 1, 1)),
        ("已续到 1-31", datetime(2027, 2, 1)),
        ("续费到2027年1月31号", datetime(2027, 2, 1)),
        ("到 12-02", datetime(2026, 12, 3)),
        ("到 12-01", datetime(2027, 12, 2)),  # the next one
        ("到 12-31 18:30", datetime(2026, 12, 31, 18, 30)),
        ("到 12-31 24:00", datetime(2027, 1, 1)),
        ("until 12-31", datetime(2027, 1, 1)),
        ("until dec 31", datetime(2027, 1, 1)),
        ("until 31st of December", datetime(2027, 1, 1)),
        ("renewed until 2027-01-31", datetime(2027, 2, 1)),
        ("ends on 12/31", datetime(2027, 1, 1)),
        ("到 ２月２８日", datetime(2027, 3, 1)),
    ],
)
def test_a_day_is_meant_to_its_end_and_an_hour_as_it_stands(text: str, until: datetime) -> None:
    found = rental(text)
    assert (found.ends, found.unread) == (until, "")


@pytest.mark.parametrize("text", ["到 2-30", "到 13-01", "到 12-31 25:00", "到 0-0"])
def test_what_the_calendar_does_not_have_stays_unread(text: str) -> None:
    assert rental(text).ends is None
    assert rental(text).unread


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("12-01 到 12-31", datetime(2026, 12, 1), datetime(2027, 1, 1)),
        ("11-15 - 1-14", datetime(2026, 11, 15), datetime(2027, 1, 15)),
        ("from 12-01 to 12-31", datetime(2026, 12, 1), datetime(2027, 1, 1)),
        ("从12月1日起", datetime(2026, 12, 1), None),
        ("starts 2026-12-05", datetime(2026, 12, 5), None),
    ],
)
def test_a_start_may_be_named_too(text: str, start: datetime, end: datetime | None) -> None:
    found = rental(text)
    assert (found.starts, found.ends, found.unread) == (start, end, "")


def test_rules_are_read_in_any_order_and_any_language() -> None:
    zh = rental("大机器 按小时，关机收磁盘，不自动续，最低充值100，最低消费 ¥1.5，余额 1,200.50，到期后 关机留 7 天")
    assert (zh.node, zh.granularity, zh.off, zh.auto_renew) == ("大机器", 3_600, "disk", False)
    assert zh.amounts == {"min_topup": Amount(10_000), "min_charge": Amount(150), "balance": Amount(120_050)}
    assert (zh.at_expiry, zh.unread) == ("关机留 7 天", "")
    en = rental("node1 until 12-31, auto-renew, by the day, billed while off, min top-up 100, minimum charge 2")
    assert (en.node, en.granularity, en.off, en.auto_renew, en.unread) == ("node1", 86_400, "all", True, "")
    assert en.amounts == {"min_topup": Amount(10_000), "min_charge": Amount(200)}


def test_an_amount_that_may_mean_two_things_says_so() -> None:
    assert rental("余额 1,5").amounts == {"balance": NoAmount(MoneyFault.AMBIGUOUS, "1.5")}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("划算吗", []),
        ("advice", []),
        ("划算吗 12/小时 40000/月", [("hour", 1200, True), ("month", 4_000_000, False)]),
        ("建议 时租12，月租4万", [("hour", 1200, True), ("month", 4_000_000, False)]),
        ("advice hourly 12 weekly 9000", [("hour", 1200, True), ("week", 900_000, False)]),
        ("advice 300/day per card, 40000/month", [("day", 30_000, True), ("month", 4_000_000, False)]),
        ("比价 整机每小时 90", [("hour", 9_000, False)]),
        ("compare 5000 per card per month", [("month", 500_000, True)]),
    ],
)  # fmt: skip
def test_prices_to_compare_say_whether_they_are_of_one_card(text: str, found: list[tuple[str, int, bool]]) -> None:
    said = read_compare(text, "CNY")
    assert said is not None
    assert [(one.unit, one.amount, one.per_card) for one in said] == [
        (unit, Amount(minor), per_card) for unit, minor, per_card in found
    ]


def test_other_words_compare_nothing() -> None:
    assert read_compare("到 12-31", "CNY") is None
    assert read_compare("", "CNY") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", BudgetText(False)),
        ("40000", BudgetText(False, Amount(4_000_000))),
        ("4万", BudgetText(False, Amount(4_000_000))),
        ("我的 500", BudgetText(True, Amount(50_000))),
        ("mine 500", BudgetText(True, Amount(50_000))),
        ("我的", BudgetText(True)),
        ("off", BudgetText(False, off=True)),
        ("我的 不要", BudgetText(True, off=True)),
        ("5000 预留 10%", BudgetText(False, Amount(500_000), False, 100)),
        ("reserve 30%", BudgetText(False, None, False, 300)),
    ],
)
def test_a_budget_is_the_groups_unless_it_is_called_ones_own(text: str, found: BudgetText) -> None:
    assert read_budget(text, "CNY") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", NeedText()),
        ("1月", NeedText("2027-01")),
        ("下个月 两张A100 3天", NeedText(None, 2, 72, "month", "A100")),
        ("2 x 40 hours per week", NeedText(None, 2, 40, "week")),
        ("1月2卡120小时", NeedText("2027-01", 2, 120)),
        ("每天 8小时 1卡", NeedText(None, 1, 8, "day")),
        ("2卡 240卡时", NeedText(None, 2, 120)),
        ("不需要", NeedText(None, 0)),
        ("none", NeedText(None, 0)),
        ("2卡 120小时 大概", NeedText(unread=True)),
        ("1 1 1", NeedText(unread=True)),
    ],
)
def test_a_need_is_cards_at_once_for_hours(text: str, found: NeedText) -> None:
    assert read_need(text, ["A100"], TODAY) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("paper", PaperText()),
        ("论文 Llama 预训练", PaperText("Llama 预训练")),
        ("Paper: Mixed Case", PaperText("Mixed Case")),
        ("paper 10月 Llama", PaperText("Llama", "2026-10")),
        ("paper 10-01 到 11-15 Llama", PaperText("Llama", None, date(2026, 10, 1), date(2026, 11, 15))),
        ("paper 2025-12-30 to 12-01", PaperText(None, None, date(2025, 12, 30), date(2026, 12, 1))),
    ],
)
def test_a_paper_may_name_its_purpose_and_its_time(text: str, found: PaperText) -> None:
    assert read_paper(text, TODAY) == found


def test_papers_and_other_words_that_begin_alike_are_no_paper() -> None:
    assert read_paper("papers", TODAY) is None
    assert read_paper("", TODAY) is None
