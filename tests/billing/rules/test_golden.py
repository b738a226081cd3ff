"""Bills with known answers, each line computed by hand with exact fractions: members A, B, C, ties by their order."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from bot.billing.rules.document import bill_of, statement_doc
from bot.billing.rules.statement import split
from bot.errors import Refusal

CASES = [
    json.loads(line, parse_float=Decimal)
    for line in (Path(__file__).parents[2] / "data" / "billing_golden.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_bill_with_a_known_answer(case):
    if "error" in case["expect"]:
        with pytest.raises(Refusal) as refused:
            split(bill_of(case["doc"]))
        assert refused.value.code == case["expect"]["error"]
        return
    told = statement_doc(split(bill_of(case["doc"])))
    transfers = told.pop("transfers")
    assert told == case["expect"]
    assert (transfers is None) == (told["fewest_transfers"] is None)
    left = dict(told["balances"])
    for one in transfers or ():
        assert one["amount_minor"] > 0
        left[one["from"]] += one["amount_minor"]
        left[one["to"]] -= one["amount_minor"]
    assert transfers is None or not any(left.values())
