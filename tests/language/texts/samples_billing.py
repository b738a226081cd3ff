"""Hand-made facts of replies about costs, payments and the month's bill."""

from collections.abc import Mapping
from typing import Any

from tests.language.texts import samples_bill_month

Data = Mapping[str, Any]

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
DAY = 86_400
CNY = {"currency": "CNY"}
AMOUNT = {"month": "2026-12", "currency": "CNY", "total_minor": 4_060_000}
LINE = {
    "number": 12,
    "kind": "storage",
    "amount_minor": 60_000,
    "note": None,
    "by": "小李",
    "node": None,
    "key": "weights",
    "corrects": None,
    "changes": False,
}
RENT = LINE | {"number": None, "kind": "rent", "amount_minor": 4_000_000, "by": None, "key": "policy"}
REFUND = LINE | {"kind": "refund", "amount_minor": -50_001, "note": "<b>&", "key": "policy"}
LATE = LINE | {"number": 14, "kind": "other", "key": "fixed", "corrects": "2026-11"}
MONTHLY = {"node": None, "gpu": None, "unit": "month", "amount_minor": 4_000_000, "from": NOW - DAY}
ONE_CARD = {"node": "node2", "gpu": 3, "unit": "hour", "amount_minor": 600, "from": NOW + 10 * DAY}
PRICES = CNY | {
    "prices": [{"kind": None, "card_hour_minor": 800, "from": NOW + DAY}],
    "rents": [MONTHLY, ONE_CARD],
    "card_hours": [
        {"kind": "A100", "minor": 694, "basis": "reference"},
        {"kind": "4090", "minor": 300, "basis": "price"},
    ],
    "so_far_minor": 157_800,
    "added": None,
}
ADDED = {
    "what": "rent",
    "kind": None,
    "amount_minor": 3_600_000,
    "unit": "month",
    "from": NOW + DAY,
    "node": None,
    "per_card": True,
}
VOUCHER = {
    "number": 3,
    "amount_minor": 50_000,
    "left_minor": 50_000,
    "name": None,
    "until": None,
    "note": None,
    "kind": "voucher",
}
OWN = VOUCHER | {"number": 4, "left_minor": 1, "name": "小李", "until": NOW + 29 * DAY, "note": "<b>& 跑"}
BAD_AMOUNT = {"text": "1,5", "fault": "ambiguous", "reading": "1.5", "currency": "CNY"}

REPLIES: Mapping[str, list[Data]] = {
    **samples_bill_month.REPLIES,
    "bill": [
        AMOUNT | {"state": "open", "lines": [RENT, LINE, REFUND, LATE]},
        AMOUNT | {"state": "open", "total_minor": 0, "lines": []},
        AMOUNT | {"month": "2027-01", "state": "open", "lines": [RENT | {"changes": True, "node": "node1"}]},
    ],
    "bill_added": [
        AMOUNT | {"line": LINE, "corrects": None},
        AMOUNT | {"line": LATE, "corrects": "2026-11"},
        AMOUNT | {"line": REFUND, "corrects": None},
    ],
    "bill_voided": [
        AMOUNT | {"line": LINE, "corrects": None},
        AMOUNT | {"line": LINE, "corrects": "2026-11"},
        AMOUNT | {"line": LINE, "corrects": None, "total_minor": None},
    ],
    "bill_twice": [{"line": LINE, "month": "2026-12", "currency": "CNY"}],
    "bad_amount": [
        BAD_AMOUNT,
        BAD_AMOUNT | {"text": "", "fault": "empty", "reading": ""},
        *[BAD_AMOUNT | {"fault": fault} for fault in ("not_an_amount", "too_fine", "too_large")],
        BAD_AMOUNT | {"fault": "other_currency", "reading": "USD", "currency": "JPY"},
    ],
    "vouchers": [CNY | {"vouchers": [VOUCHER, OWN]}, CNY | {"vouchers": [OWN]}, CNY | {"vouchers": []}],
    "voucher_added": [CNY | {"voucher": VOUCHER}, CNY | {"voucher": OWN}],
    "voucher_voided": [CNY | {"number": 3, "amount_minor": 50_000, "used_minor": used} for used in (None, 0, 20_000)],
    "voucher_twice": [CNY | {"voucher": OWN}],
    "voucher_expired": [{"until": NOW - DAY}],
    "no_such_voucher": [{"number": 9}],
    "no_such_line": [{"number": 99}],
    "no_such_month": [{"month": "2027-03"}],
    "no_such_outage": [{"outage": 3}],
    "price": [
        PRICES,
        PRICES | {"added": ADDED, "so_far_minor": None, "prices": []},
        PRICES | {"added": ADDED | {"what": "price", "amount_minor": 800, "unit": "hour"}, "rents": []},
        CNY | {"prices": [], "rents": [], "card_hours": [], "so_far_minor": None, "added": None},
    ],
}

LABELS: Mapping[str, list[Data]] = {
    **samples_bill_month.LABELS,
    "bill.undo": [{}],
    "bill.void": [{"number": 12}],
    "bill.again": [{}],
    "voucher.void": [{"number": 3}],
    "rent.void": [MONTHLY, ONE_CARD],
}
