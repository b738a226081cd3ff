"""The JSON has a schema version and a document that `pinka split` turns into the same totals."""

import json
from decimal import Decimal

from bot.billing.exports.json_document import json_of
from bot.billing.rules.document import bill_of
from bot.billing.rules.statement import split
from tests.billing.exports.months import NASTY, month


def read(body: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(body, parse_float=Decimal)
    return found


def test_it_says_which_schema_it_has_and_carries_no_broken_number() -> None:
    found = read(json_of(month()))
    assert (found["schema"], found["kind"], found["month"]) == (1, "pinka.month", "2026-11")
    assert b"." not in b"".join(line for line in json_of(month()).splitlines() if b"_minor" in line)


def test_its_document_gives_the_same_totals_and_settles() -> None:
    exported = month(*NASTY)
    statement = split(bill_of(read(json_of(exported))["doc"]))
    assert dict(statement.totals) == {one.id: one.total_minor for one in exported.people}
    assert statement.settlement is not None and len(statement.settlement.transfers) == len(NASTY) - 1


def test_the_same_month_gives_the_same_bytes() -> None:
    assert json_of(month()) == json_of(month())
