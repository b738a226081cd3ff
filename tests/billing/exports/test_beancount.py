"""The ledger is accepted by beancount itself, balances included; a wrong fen is not."""

from decimal import Decimal

import pytest
from beancount import loader
from beancount.core import data, realization

from bot.billing.exports.beancount import beancount_of
from tests.billing.exports.months import NASTY, month


def errors(text: str) -> list[str]:
    return [one.message for one in loader.load_string(text)[1]]


def test_bean_check_accepts_it() -> None:
    assert errors(beancount_of(month()).decode()) == []


@pytest.mark.parametrize("name", NASTY)
def test_a_name_stands_as_metadata_and_breaks_nothing(name: str) -> None:
    entries, found, _ = loader.load_string(beancount_of(month(name, "小王")).decode())
    assert found == []
    opened = [one for one in entries if isinstance(one, data.Open) and one.account == "Assets:Receivable:M1"]
    kept = "".join(one for one in name if one >= " ")
    assert "".join(opened[0].meta["name"].split()) == "".join(kept.split())


def test_after_the_transfers_everybody_stands_where_the_balances_say() -> None:
    entries, _, _ = loader.load_string(beancount_of(month()).decode())
    real = realization.realize(entries)

    def left(member: str) -> Decimal:
        account = realization.get(real, f"Assets:Receivable:{member}")
        return sum((position.units.number for position in account.balance), Decimal(0))

    assert [left("M1"), left("M2"), left("M3")] == [Decimal("-33.00"), Decimal("33.00"), Decimal(0)]


def test_a_wrong_fen_is_refused() -> None:
    text = beancount_of(month()).decode()
    wrong = text.replace("33.34 CNY", "33.35 CNY", 1)
    assert wrong != text and errors(wrong)


def test_a_currency_without_digits_is_written_without_any() -> None:
    text = beancount_of(month(currency="JPY")).decode()
    assert " 10000 JPY" not in text and "-10000 JPY" in text and errors(text) == []


def test_somebody_who_is_in_no_line_has_an_account_all_the_same() -> None:
    assert errors(beancount_of(month(payer="99")).decode()) == []
