"""Hand-made facts of payments, settlement, funds, receipts and exports."""

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
LONG = "长" * 40
SHA = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
ONE = {
    "payment": 12,
    "giver": "小李",
    "taker": "小王",
    "amount_minor": 12_050,
    "currency": "CNY",
    "purpose": "settle",
    "state": "said",
}
CONFIRM = {
    "giver": "小李",
    "taker": "小王",
    "amount_minor": 12_050,
    "currency": "CNY",
    "purpose": "settle",
    "mine": True,
    "owes_minor": 12_050,
    "month": None,
    "twice": False,
}
WAITING = [{"payment": number, "giver": "小李", "amount_minor": 12_050} for number in range(1, 10)]
YOURS = {
    "month": "2026-11",
    "currency": "CNY",
    "taker": "小王",
    "amount_minor": 12_050,
    "others": [],
    "remark": "小李",
    "days": None,
    "advance": False,
    "gone": False,
}
TRANSFERS = [{"giver": "小李", "taker": "小王", "amount_minor": 1_000 + number} for number in range(9)]
SETTLE = {
    "month": "2026-11",
    "months": ["2026-10", "2026-11"],
    "currency": "CNY",
    "transfers": TRANSFERS[:1],
    "minimal": True,
    "via": None,
    "advances": [],
    "ahead_minor": 0,
    "waiting": 0,
    "private": False,
}
COLLECT = {
    "collection": 1,
    "each_minor": 500_000,
    "currency": "CNY",
    "to": "小王",
    "paid": ["小李"],
    "missing": ["小张"],
    "received_minor": 500_000,
    "closed": False,
}
FUND = {
    "fund": 1,
    "title": "视觉组",
    "tax_number": "12100000400000000X",
    "in_charge": "小张",
    "item": "test fee",
    "members": ["小李", "小王"],
    "month_minor": 123_456,
    "balance_minor": -120,
}
FUNDS = {"month": "2026-11", "currency": "CNY", "funds": [FUND], "changed": None, "shut": None}
RECEIPT = {
    "number": 12,
    "kind": "rent",
    "amount_minor": 4_000_000,
    "currency": "CNY",
    "new": True,
    "receipts": [{"sha256": SHA, "name": None, "size": 900}],
    "also": [],
    "attached": None,
}
EXPORTED = {
    "month": "2026-11",
    "format": "xlsx",
    "state": "closed",
    "lines": 3,
    "fund": None,
    "name": "pinka-2026-11.xlsx",
    "size": 9_000,
    "sha256": SHA,
    "attached": 3,
}
CODE = {"name": "小李", "set": True, "sha256": SHA, "attached": 4}

SAMPLES: Mapping[str, list[Data]] = {
    "pay_confirm": [
        CONFIRM,
        CONFIRM | {"owes_minor": 0},
        CONFIRM | {"taker": LONG, "amount_minor": 10**15, "owes_minor": 3, "twice": True},
        CONFIRM | {"mine": False, "giver": LONG, "taker": LONG, "purpose": "advance"},
        CONFIRM | {"taker": None, "purpose": "provider", "month": "2026-11", "owes_minor": None},
        CONFIRM | {"mine": False, "giver": None, "taker": "小李", "purpose": "provider"},
    ],
    "paid": [
        ONE | {"left_minor": 5_000, "settled": []},
        ONE | {"state": "received", "left_minor": 0, "settled": ["2025-12", "2026-11"]},
        ONE | {"giver": LONG, "taker": LONG, "left_minor": None, "settled": [], "amount_minor": 10**15},
        ONE | {"taker": None, "purpose": "provider", "state": "received", "left_minor": None, "settled": []},
    ],
    "pay_dropped": [{}],
    "pay_waiting": [
        {"taker": "小王", "currency": "CNY", "payments": WAITING[:1], "total_minor": 12_050},
        {"taker": LONG, "currency": "CNY", "payments": WAITING, "total_minor": 108_450},
        {"taker": "小王", "currency": "CNY", "payments": [], "total_minor": 0},
    ],
    "pay_received": [
        {"payments": WAITING[:2], "currency": "CNY", "left": 1, "settled": []},
        {"payments": WAITING[:6], "currency": "JPY", "left": 0, "settled": ["2026-11"]},
        {"payments": [], "currency": "CNY", "left": 0, "settled": []},
    ],
    "pay_voided": [
        ONE | {"by": "小王", "reopened": []},
        ONE | {"taker": None, "by": LONG, "reopened": ["2026-10", "2026-11"]},
    ],
    "payments": [
        {"currency": "CNY", "payments": [ONE | {"at": NOW - 60, "state": "voided"}], "all": False},
        {"currency": "CNY", "payments": [ONE | {"at": NOW - 60}] * 12, "all": True},
        {"currency": "CNY", "payments": [], "all": True},
    ],
    "ask_pay": [
        {
            "currency": "CNY",
            "debts": [{"taker": "小王", "amount_minor": 1}],
            "month": "2026-11",
            "waiting": 2,
            "choices": [],
        },
        {"currency": "CNY", "debts": [], "month": None, "waiting": 0, "choices": []},
        {"currency": "CNY", "debts": [], "month": None, "waiting": 0, "choices": [], "shown": "2026-11"},
    ],
    "pay_yours": [
        YOURS | {"attached": 3},
        YOURS | {"days": 7, "attached": None, "others": [{"taker": LONG, "amount_minor": 10**15}] * 4},
        YOURS | {"month": None, "advance": True, "taker": LONG, "remark": LONG},
        YOURS | {"month": None, "advance": True, "days": 3},
        YOURS | {"gone": True},
    ],
    "pay_sent": [{"reachable": True}, {"reachable": False}],
    "pay_self": [{}],
    "owes_nothing": [{"giver": None, "taker": LONG}, {"giver": "小李", "taker": None}],
    "no_such_payment": [{"payment": 99}],
    "payment_not_yours": [{"payment": 12, "name": "小李"}, {"payment": 12, "name": None}],
    "settle": [
        SETTLE,
        SETTLE
        | {
            "transfers": TRANSFERS,
            "minimal": False,
            "waiting": 2,
            "ahead_minor": 12,
            "advances": [{"name": "小李", "left_minor": 5}],
        },
        SETTLE | {"transfers": [], "via": "小王"},
        SETTLE | {"transfers": TRANSFERS[:5], "via": LONG, "month": "2025-12"},
        SETTLE | {"transfers": [], "private": True},
        SETTLE | {"months": [], "month": None, "transfers": []},
    ],
    "no_payer": [{"month": "2026-11"}, {"month": None}],
    "collect": [
        COLLECT,
        COLLECT | {"missing": ["小张"] * 9, "to": LONG},
        COLLECT | {"missing": [], "closed": True},
    ],
    "no_collection": [{}],
    "funds": [
        FUNDS,
        FUNDS | {"changed": 1},
        FUNDS | {"funds": [FUND | {"members": [], "month_minor": None, "balance_minor": 5}] * 9},
        FUNDS | {"changed": 1, "funds": [FUND | {"tax_number": None, "in_charge": None, "members": ["小李"] * 6}]},
        FUNDS | {"funds": []},
        FUNDS | {"funds": [], "shut": LONG},
    ],
    "fund_empty": [{"title": "视觉组", "month": "2026-11"}],
    "no_such_fund": [
        {"text": "视觉组", "funds": []},
        {"text": "", "funds": ["视觉组", "语言组"]},
        {"text": LONG, "funds": ["视觉组"] * 9},
    ],
    "payee_code": [
        CODE,
        CODE | {"set": False},
        CODE | {"sha256": None},
        CODE | {"attached": None, "sha256": None},
        CODE | {"attached": None, "sha256": None, "set": False},
    ],
    "receipt": [
        RECEIPT,
        RECEIPT | {"new": False, "receipts": [{"sha256": None, "name": None, "size": 0}] * 5, "also": [3, 4]},
        RECEIPT | {"new": False, "receipts": []},
    ],
    "no_receipt_line": [{"picture": True}, {"picture": False}],
    "bad_picture": [{"mime": None}],
    "ask_export": [{"month": "2026-11", "choices": []}],
    "exported": [
        EXPORTED,
        EXPORTED | {"format": "csv", "state": "open"},
        EXPORTED | {"format": "claim", "fund": "视觉组", "state": "settled", "name": "pinka-2026-11-fund1.xlsx"},
        EXPORTED | {"format": "json"},
        EXPORTED | {"format": "beancount", "month": "2025-12"},
    ],
    "only_privately": [{}],
    "imported": [{"month": "2026-11", "new": True}, {"month": "2025-11", "new": False}],
    "import_refused": [
        {"reason": reason, "value": None}
        for reason in (
            "no_file",
            "not_json",
            "other_schema",
            "other_pool",
            "not_closed",
            "does_not_add_up",
            "no_such_member",
            "differs",
        )
    ],
    "no_xlsx": [{}],
}
LABELS: Mapping[str, list[Data]] = {
    "pay.yes": [{}],
    "pay.no": [{}],
    "pay.i_paid": [{}],
    "pay.copy_amount": [{}],
    "pay.copy_remark": [{}],
    "pay.to": [{"name": "小王", "amount_minor": 12_050, "currency": "CNY"}],
    "pay.all_received": [{}],
    "pay.received": [{}],
    "pay.one_received": [{"name": LONG, "amount_minor": 12_050, "currency": "CNY"}],
    "pay.not_received": [{}],
    "pay.void": [{}],
    "pay.void_one": [{"payment": 12}],
    "settle.mine": [{}],
    "export.format": [{"format": one} for one in ("xlsx", "csv", "json", "beancount")],
    "export.claim": [{"title": "视觉组"}],
    "file.refused": [{}],
    "picture.refused": [{}],
}
