"""Hand-made facts of a month's bill: shared out, explained, shown, objected to, closed."""

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
HOUR, DAY = 3_600, 86_400
CHARGED = {"name": "charged"}
POLICIES = [
    CHARGED,
    {"name": "equal"},
    {"name": "presence"},
    {"name": "booked"},
    {"name": "used"},
    {"name": "two_part", "fixed": "3/10"},
    {"name": "pledge", "rate": "1"},
    *[{"name": "direct_idle", "idle": idle} for idle in ("equal", "presence", "booked", "used", "charged", "pledge")],
    {"name": "direct_idle", "idle": "payer:5"},
]
MEMBERS = [
    {"name": "小李", "minor": 1_916_648, "card_seconds": 120 * HOUR, "idle_minor": 800_000},
    {"name": "小张", "minor": 1_942_364, "card_seconds": 127_800, "idle_minor": None},
]
SPLIT = {
    "month": "2026-12",
    "state": "open",
    "estimate": True,
    "supposed": False,
    "currency": "CNY",
    "total_minor": 4_000_000,
    "mine_minor": 1_916_648,
    "members": MEMBERS,
    "lines": 3,
    "policy": CHARGED,
    "until": None,
    "problem": None,
    "fallback": None,
    "private": False,
    "observed": True,
    "capacity_seconds": 5_760 * HOUR,
    "charged_seconds": 247 * HOUR,
    "idle_seconds": 5_513 * HOUR,
    "outage_seconds": 0,
    "undecided_seconds": 0,
}
SHOWN = SPLIT | {"state": "review", "estimate": False, "month": "2026-11", "until": NOW + DAY}
GAPS = SHOWN | {"observed": False, "outage_seconds": 48 * HOUR, "undecided_seconds": 90_000}
TOTALS = [{"name": one["name"], "minor": one["minor"]} for one in MEMBERS]
UNDER = {"policy": CHARGED, "mine_minor": 1_916_648, "members": TOTALS, "problem": None}
WAY = {"policy": CHARGED, "sponsors": []}
SPONSORS = [
    {"name": "小王", "fixed_minor": 500_000, "percent": "0"},
    {"name": "小王", "fixed_minor": 0, "percent": "40"},
    {"name": "小张", "fixed_minor": 0, "percent": "81/2"},
]
POLICY = WAY | {"currency": "CNY", "next": None, "start": None, "missing": []}
LINE = {
    "number": 1,
    "kind": "rent",
    "note": None,
    "node": "node1",
    "amount_minor": 4_000_000,
    "mine_minor": 1_916_648,
    "key": "charged",
    "fallback": None,
    "corrects": None,
}
NOTED = LINE | {"number": 2, "kind": "storage", "note": "<b>& 跑", "node": None, "key": "weights"}
WHY = {"month": "2026-11", "state": "closed", "estimate": False, "currency": "CNY", "name": "小李"}
ITEM = {
    "booking": 42,
    "gpus": [2, 3],
    "start": NOW - 6 * HOUR,
    "end": NOW,
    "card_seconds": 12 * HOUR,
    "reason": "booked",
    "counts": True,
}
WHY_LINE = WHY | {
    "line": LINE,
    "weight": {"unit": "card_seconds", "mine": 120 * HOUR, "all": 247 * HOUR, "rate_minor": 1_157},
    "parts": [],
    "items": [ITEM],
    "charged_seconds": 120 * HOUR,
    "page": 1,
    "pages": 3,
}
PART = {"start": NOW - 30 * DAY, "end": NOW - 15 * DAY, "amount_minor": 100, "mine_minor": 33, "policy": "charged"}
ITEMS = [
    ITEM | {"reason": reason, "booking": None if reason == "used" else 42}
    for reason in ("used", "given_up", "credited", "lost", "credited")
]
OBJECTION = {
    "number": 3,
    "line": 1,
    "gone": False,
    "by": "小张",
    "words": "机器要重启 <b>&",
    "resolution": None,
    "resolved_by": None,
}
GONE = OBJECTION | {"line": None, "gone": True}
ANSWERED = OBJECTION | {"line": None, "resolution": "毕业", "resolved_by": "小李"}
REVIEW = {
    "month": "2026-11",
    "currency": "CNY",
    "total_minor": 4_000_000,
    "members": TOTALS,
    "private": False,
    "until": NOW + 2 * DAY,
    "agreed": ["小李"],
    "missing": ["小张"],
    "objections": [],
    "changed": False,
    "observed": True,
}
ASKED_LINES = [
    {"number": at, "kind": "rent", "amount_minor": 4_000_000, "note": None, "node": None} for at in range(1, 4)
]

REPLIES: Mapping[str, list[Data]] = {
    "split": [
        SPLIT,
        SHOWN,
        GAPS,
        SHOWN | {"mine_minor": None, "members": [], "private": True},
        SPLIT | {"problem": "no_weights", "mine_minor": None, "members": []},
        *[SPLIT | {"fallback": by} for by in ("pledge", "payer")],
        SPLIT | {"lines": 0, "members": [], "total_minor": 0, "mine_minor": 0},
        SPLIT | {"supposed": True, "currency": "JPY", "total_minor": 400_000, "mine_minor": 191_664},
        *[SHOWN | {"policy": policy, "state": "settled", "until": None} for policy in POLICIES],
    ],
    "split_whatif": [
        {
            "month": "2026-11",
            "currency": "CNY",
            "total_minor": 4_000_000,
            "estimate": estimate,
            "policies": [UNDER, UNDER | {"policy": {"name": "equal"}}, UNDER | {"problem": "no_weights"}],
        }
        for estimate in (True, False)
    ],
    "split_policy": [
        POLICY,
        POLICY | {"sponsors": SPONSORS},
        POLICY | {"next": WAY | {"sponsors": SPONSORS[:1]}, "start": NOW + 29 * DAY, "missing": ["小张", "小王"]},
        POLICY | {"next": WAY, "start": NOW + 60 * DAY},
    ],
    "pledges": [
        {"members": [{"name": "小李", "weight": 50, "next": 60}, {"name": "小张", "weight": 0, "next": 0}]},
        {"members": []},
    ],
    "bill_settings": [
        {
            "payer": "小李",
            "via_payer": True,
            "private": True,
            "review_seconds": 3 * DAY,
            "credits": "usual",
            "set": True,
        },
        *[
            {
                "payer": None,
                "via_payer": False,
                "private": False,
                "review_seconds": 6 * HOUR,
                "credits": how,
                "set": False,
            }
            for how in ("none", "all", "custom")
        ],
    ],
    "why": [
        WHY | {"lines": [LINE, NOTED], "sponsored_minor": 0, "total_minor": 1_916_648},
        WHY | {"lines": [LINE] * 3, "sponsored_minor": -500, "total_minor": 5},
        WHY | {"lines": [LINE], "sponsored_minor": 0, "total_minor": 1_916_648, "estimate": True, "state": "open"},
    ],
    "why_line": [
        WHY_LINE,
        WHY_LINE | {"estimate": True, "state": "open", "parts": [PART, PART]},
        WHY_LINE | {"items": ITEMS, "page": 1, "pages": 1},
        WHY_LINE | {"weight": None, "parts": [PART, PART], "items": [], "charged_seconds": None},
        WHY_LINE | {"line": NOTED, "weight": {"unit": "parts", "mine": "2", "all": "15/2", "rate_minor": None}},
        *[WHY_LINE | {"line": LINE | {"fallback": by}, "weight": None} for by in ("pledge", "payer")],
        WHY_LINE | {"line": NOTED | {"corrects": "2026-10", "kind": "correction", "key": "fixed"}, "weight": None},
    ],
    "told_privately": [{"month": "2026-11", "reachable": True}, {"month": "2026-11", "reachable": False}],
    "review": [
        REVIEW,
        REVIEW | {"objections": [OBJECTION, ANSWERED, GONE], "changed": True, "observed": False},
        REVIEW | {"members": [], "private": True, "agreed": []},
        REVIEW | {"missing": []},
    ],
    "bill_yours": [{"month": "2026-11", "currency": "CNY", "minor": 1_916_648, "until": NOW + DAY}],
    "bill_stuck": [
        {"month": "2026-11", "reason": "no_weights", "line": "rent"},
        {"month": "2026-11", "reason": "bad_input", "line": None},
    ],
    "review_waits": [{"month": "2026-11", "objections": 2}],
    "bill_closed": [
        {"month": "2026-11", "currency": "CNY", "total_minor": 4_000_000, "members": TOTALS, "settled": settled}
        | {"hash": "057320b6" * 8}
        for settled in (False, True)
    ],
    "month_runs": [{"month": "2026-12", "until": NOW + 29 * DAY}],
    "nothing_to_close": [{"month": "2026-11"}],
    "not_in_review": [{"month": "2026-11"}, {"month": None}],
    "ask_objection": [{"month": "2026-11", "currency": "CNY", "lines": ASKED_LINES, "choices": []}],
    "objected": [
        {"month": "2026-11", "number": 3, "line": line, "by": "小张", "words": "机器要重启 <b>&"} for line in (1, None)
    ],
    "objections": [
        {"month": "2026-11", "objections": [OBJECTION, ANSWERED]},
        {"month": "2026-11", "objections": []},
    ],
    "objection_resolved": [{"month": "2026-11", **ANSWERED, "left": left} for left in (0, 2)],
    "no_such_objection": [{"number": 9}],
    "too_many_objections": [{"allowed": 20}],
    "no_weights": [{"line": "rent"}],
    "unbalanced": [{"off_by_minor": 1}],
}

LABELS: Mapping[str, list[Data]] = {
    "why": [{}],
    "why.up": [{}],
    "why.line": [{"number": 1, "kind": "rent", "note": None}, {"number": 2, "kind": "storage", "note": "长" * 60}],
    "page.before": [{}],
    "page.next": [{}],
    "whatif": [{}],
    "month": [{"month": "2026-11"}, {"month": "2025-12"}],
    "policy.now": [{}],
    "review.agree": [{}],
    "review.object": [{}],
}
