"""The month as JSON with a schema version: what it says, what it was made from, and a document for `pinka split`."""

import json
from typing import Any

from bot.billing.exports.shapes import MonthExport, Transfer
from bot.billing.rules.shapes import PROVIDER

SCHEMA = 1
KIND = "pinka.month"


def json_of(month: MonthExport) -> bytes:
    """One spelling for one content."""
    return (json.dumps(document(month), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def document(month: MonthExport) -> dict[str, Any]:
    """`doc` goes into `pinka split` and gives the totals again; `inputs` give the statement's very bytes again."""
    return {
        "schema": SCHEMA,
        "kind": KIND,
        "pool": {"id": month.pool_id, "name": month.pool},
        "month": month.month,
        "state": month.state,
        "currency": month.currency,
        "statement": month.body,
        "doc": split_document(month),
        "inputs": None if month.inputs is None else json.loads(month.inputs),
        "inputs_hash": month.inputs_hash,
        "funds": {one.id: one.fund for one in month.people if one.fund is not None},
        "receipts": {row.id: list(row.receipts) for row in month.rows if row.receipts},
        "payments": [_payment(one) for one in month.transfers],
    }


def split_document(month: MonthExport) -> dict[str, Any]:
    """The lines with their rounded shares, the sponsors' steps, and that the payer paid the provider."""
    members = [one.id for one in month.people]
    paid = month.payer in members and month.total_minor > 0
    return {
        "statement": str(month.body["statement"]),
        "currency": month.currency,
        "members": [{"id": one.id, "name": one.name} for one in month.people],
        "lines": [
            {
                "id": row.id,
                "kind": row.kind,
                "amount_minor": row.amount_minor,
                "key": {"shares": {one: row.shares.get(one, 0) for one in members}},
            }
            for row in month.rows
        ],
        "sponsors": [_sponsor(dict(one)) for one in month.sponsors],
        "payments": [{"from": month.payer, "to": PROVIDER, "amount_minor": month.total_minor}] if paid else [],
        "tie": "hash",
    }


def _sponsor(step: dict[str, Any]) -> dict[str, Any]:
    how = "fixed_minor" if step.get("fixed_minor") else "percent"
    return {"member": step["member"], how: step[how]}


def _payment(one: Transfer) -> dict[str, Any]:
    return {
        "number": one.number,
        "day": one.day.isoformat(),
        "from": one.giver,
        "to": one.taker,
        "amount_minor": one.amount_minor,
        "purpose": one.purpose,
        "state": one.state,
    }
