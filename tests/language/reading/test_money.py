"""Amounts as people type them: read exactly, or refused with how they would be read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.billing.rules import currency as rules
from bot.language.reading.money import MOST_MINOR, Amount, MoneyFault, NoAmount, read_amount
from bot.language.writing import write_amount
from bot.language.writing.amounts import DIGITS

READ = {
    "1,234.50": 123450,
    "1,234,567.89": 123456789,
    "1234.5": 123450,
    "１２３４．５０": 123450,
    "１，２３４．５": 123450,
    "¥1,234.5": 123450,
    "￥ 20": 2000,
    "-500": -50000,
    "−5.00": -500,
    "－５": -500,
    "¥-5": -500,
    "-¥5": -500,
    "+5": 500,
    "-0": 0,
    "-0.00": 0,
    "0.01": 1,
    ".5": 50,
    "120元": 12000,
    "5元整": 500,
    "12块5": 1250,
    "12块5毛": 1250,
    "3万": 3000000,
    "1.5万": 1500000,
    "1.5亿": 15000000000,
    "40k": 4000000,
    "5 CNY": 500,
    "rmb 5": 500,
    "人民币 5元": 500,
    "10000000000000": 10**15,
    "六百": 60000,
    "两百五": 25000,
    "四千零五十元": 405000,
    "一万二": 1200000,
    "三万五千块": 3500000,
    "三块": 300,
    "3万5": 3500000,
    "2千5": 250000,
}

REFUSED = {
    "1234，5": (MoneyFault.AMBIGUOUS, "1234.5"),
    "15,38": (MoneyFault.AMBIGUOUS, "15.38"),
    "1.234,56": (MoneyFault.AMBIGUOUS, "1234.56"),
    "-1.659.840": (MoneyFault.AMBIGUOUS, "-1659840"),
    "1234,567": (MoneyFault.AMBIGUOUS, "1234.567"),
    "1,23,456": (MoneyFault.NOT_AN_AMOUNT, ""),
    "12.345": (MoneyFault.TOO_FINE, "12.345"),
    "NaN": (MoneyFault.NOT_AN_AMOUNT, ""),
    "inf": (MoneyFault.NOT_AN_AMOUNT, ""),
    "1e5": (MoneyFault.NOT_AN_AMOUNT, ""),
    "1_000": (MoneyFault.NOT_AN_AMOUNT, ""),
    "٣": (MoneyFault.NOT_AN_AMOUNT, ""),
    "½": (MoneyFault.NOT_AN_AMOUNT, ""),
    "--5": (MoneyFault.NOT_AN_AMOUNT, ""),
    "1 234": (MoneyFault.NOT_AN_AMOUNT, ""),
    "5.": (MoneyFault.NOT_AN_AMOUNT, ""),
    "=1+1": (MoneyFault.NOT_AN_AMOUNT, ""),
    "三": (MoneyFault.NOT_AN_AMOUNT, ""),
    "三四百": (MoneyFault.NOT_AN_AMOUNT, ""),
    "百": (MoneyFault.NOT_AN_AMOUNT, ""),
    "": (MoneyFault.EMPTY, ""),
    " ": (MoneyFault.EMPTY, ""),
    "$5": (MoneyFault.OTHER_CURRENCY, "USD"),
    "5 USD": (MoneyFault.OTHER_CURRENCY, "USD"),
    "10000000000000.01": (MoneyFault.TOO_LARGE, "10000000000000.01"),
    "9" * 60: (MoneyFault.TOO_LARGE, ""),
    "x" * 60: (MoneyFault.NOT_AN_AMOUNT, ""),
}


@pytest.mark.parametrize(("text", "minor"), READ.items())
def test_an_amount_is_read_to_the_fen(text, minor):
    assert read_amount(text) == Amount(minor)


@pytest.mark.parametrize(("text", "why"), REFUSED.items())
def test_what_could_be_meant_two_ways_or_none_is_refused(text, why):
    assert read_amount(text) == NoAmount(*why)


def test_a_currency_without_digits_takes_none_and_one_with_three_takes_three():
    assert read_amount("10", "JPY") == Amount(10) and read_amount("10.000", "KWD") == Amount(10000)
    assert read_amount("JPY 10", "JPY") == Amount(10)
    assert read_amount("10.5", "JPY") == NoAmount(MoneyFault.TOO_FINE, "10.5")


@settings(max_examples=100)
@given(
    st.integers(-MOST_MINOR, MOST_MINOR), st.sampled_from(["CNY", "JPY", "KWD", "USD"]), st.sampled_from(["zh", "en"])
)
def test_what_is_written_reads_back_to_the_same(minor, currency, lang):
    assert read_amount(write_amount(minor, currency, lang), currency) == Amount(minor)


@settings(max_examples=100)
@given(st.text(max_size=50))
def test_no_text_breaks_it(text):
    assert isinstance(read_amount(text), Amount | NoAmount)


@pytest.mark.parametrize(
    ("minor", "written"),
    [(0, "¥0.00"), (-0, "¥0.00"), (1, "¥0.01"), (10, "¥0.10"), (-1, "-¥0.01"), (2**53 + 1, "¥90071992547409.93")],
)
def test_an_amount_is_never_written_as_minus_zero_nor_a_fen_as_ten(minor, written):
    assert write_amount(minor) == written


def test_reading_and_billing_count_the_same_digits():
    assert rules.DIGITS == DIGITS
    assert [rules.digits_of(each) for each in ("cny", "JPY", "KWD", "XYZ")] == [2, 0, 3, 2]
