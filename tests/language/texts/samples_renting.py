"""Hand-made facts of rentals, budgets, plans and papers: what a chat really says, and the edges of it."""

from collections.abc import Mapping
from typing import Any

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
HOUR, DAY = 3_600, 86_400
NEW_YEAR = 1_798_732_800  # 2027-01-01 in Shanghai
Data = Mapping[str, Any]

BRIEF = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "start": NEW_YEAR - HOUR,
    "end": NEW_YEAR + 5 * HOUR,
    "planned_end": NEW_YEAR + 5 * HOUR,
    "purpose": None,
    "co_holders": [],
}
RENTAL = {
    "node": None,
    "start": NOW - 30 * DAY,
    "until": NEW_YEAR,
    "auto_renew": False,
    "min_topup_minor": 10_000,
    "granularity_seconds": 3_600,
    "min_charge_minor": 100,
    "off": "disk",
    "at_expiry": "机器要重启",
    "beyond": 2,
}
OTHER = RENTAL | {
    "node": "node2", "until": None, "auto_renew": True, "min_topup_minor": None, "granularity_seconds": 1,
    "min_charge_minor": None, "off": "none", "at_expiry": None, "beyond": 0,
}  # fmt: skip
LEFT = {
    "amount_minor": 120_000,
    "at": NOW - HOUR,
    "left_minor": 110_400,
    "hour_minor": 9_600,
    "hours_left": 11,
    "low": True,
}
IDLE = LEFT | {"left_minor": 120_000, "hour_minor": 0, "hours_left": None, "low": False}
EMPTY = LEFT | {"left_minor": -300, "hours_left": 0}
RENT = {"rentals": [RENTAL], "balance": None, "currency": "CNY", "changed": False}
ENDS = {"node": None, "until": NEW_YEAR, "auto_renew": False, "at_expiry": None, "bookings": [BRIEF], "more": 0}


def _row(way: str, cost: int, kept: int, unserved: int = 0) -> Data:
    return {"way": way, "cost_minor": cost, "kept": kept, "unserved": unserved, "card_hour_minor": 900}


ROWS = [
    _row("monthly", 4_000_000, 8), _row("fewer", 3_000_000, 6, 31), _row("weekly", 5_200_000, 0),
    _row("daily", 4_400_000, 0), _row("hourly", 4_147_200, 0), _row("mixed", 3_400_000, 4),
]  # fmt: skip
PRICES = {"hour": 1_200, "day": 25_000, "week": 160_000, "month": 500_000}
ADVICE = {
    "month": "2026-11",
    "so_far": False,
    "currency": "CNY",
    "cards": 8,
    "hours": 720,
    "used_seconds": 3_456 * HOUR,
    "peak": 8,
    "prices": PRICES,
    "rows": ROWS,
    "best": ROWS[-1],
    "breaks": [
        {"unit": "day", "seconds": 75_000, "sensible": True},
        {"unit": "week", "seconds": 480_000, "sensible": True},
        {"unit": "month", "seconds": 1_500_000, "sensible": True},
    ],
    "rent_minor": 4_000_000,
    "used_card_hour_minor": 1_157,
}
ODD = ADVICE | {
    "so_far": True,
    "prices": PRICES | {"day": None, "week": None},
    "breaks": [{"unit": "month", "seconds": 3_600_000, "sensible": False}],
    "best": ROWS[0],
    "rent_minor": None,
    "used_card_hour_minor": None,
}
FIGURES = {
    "budget_minor": 4_000_000, "spent_minor": 2_100_000, "forecast_minor": 4_100_000, "with_reserve_minor": 4_920_000,
    "reserve_permille": 200,
}  # fmt: skip
NONE_SET = FIGURES | {"budget_minor": None, "spent_minor": 0, "forecast_minor": 0, "with_reserve_minor": 0}
BUDGET = {
    "month": "2026-12", "currency": "CNY", "pool": FIGURES, "own": FIGURES, "cards": 8, "hours_left": 699,
    "card_hour_minor": 1_200, "fixed_minor": 30_000, "ceiling_minor": 6_740_400, "changed": None,
}  # fmt: skip
NEED = {"name": "小李", "cards": 2, "hours": 120, "kind": None, "share_minor": 288_000}
PLAN = {
    "month": "2027-01",
    "currency": "CNY",
    "needs": [NEED, NEED | {"name": "Anna B", "cards": 0, "hours": 0, "share_minor": None}],
    "missing": ["小王"],
    "card_hours": 240,
    "cards": 2,
    "reserve_permille": 200,
    "hourly_minor": 288_000,
    "monthly_minor": 1_000_000,
    "way": "hourly",
    "changed": "小李",
}
NO_PRICES = {"hourly_minor": None, "monthly_minor": None, "way": None}
PAPER = {
    "pool": "lab",
    "purpose": "Llama",
    "kinds": [{"kind": "A100", "memory_gb": 80, "cards": 4, "booked_seconds": 312 * HOUR + 1_800}],
    "bookings": 7,
    "start": NOW - 30 * DAY,
    "end": NOW,
    "used_seconds": 290 * HOUR,
    "zh": "实验使用 A100 80GB GPU，同时最多 4 张，共 312.5 GPU 小时（2026-11-02 至 2026-12-02）。",
    "en": "Experiments were run on up to 4 A100 80GB GPUs, 312.5 GPU-hours in total (2026-11-02 to 2026-12-02).",
}
NO_PAPER = PAPER | {
    "kinds": [], "bookings": 0, "start": None, "end": None, "used_seconds": None, "zh": None, "en": None,
}  # fmt: skip

REPLIES: Mapping[str, list[Data]] = {
    "rent": [
        RENT,
        RENT | {"balance": LEFT, "changed": True},
        RENT | {"balance": LEFT, "changed": True, "balance_only": True},
        RENT | {"rentals": [], "balance": None},
        RENT | {"rentals": [], "balance": IDLE, "changed": True},
        RENT | {"rentals": [OTHER, RENTAL | {"beyond": 1, "until": NOW + DAY}]},
    ],
    "beyond_rental": [
        {"node": node, "gpus": [2, 3], "start": NOW, "end": NEW_YEAR + HOUR, "until": NEW_YEAR}
        for node in (None, "node2")
    ],
    "rental_ends": [
        ENDS,
        ENDS | {"node": "node2", "bookings": [BRIEF] * 6, "more": 3},
        ENDS | {"auto_renew": True, "at_expiry": "机器要重启", "bookings": []},
    ],
    "ask_renewal": [{"node": node, "until": NEW_YEAR, "choices": []} for node in (None, "node2")],
    "balance_low": [{"balance": one, "currency": "CNY"} for one in (LEFT, LEFT | {"hours_left": 0}, EMPTY)],
    "rent_advice": [ADVICE, ODD, ADVICE | {"best": None, "so_far": True}],
    "ask_rent_prices": [
        {"known": PRICES | {"hour": None}, "currency": "CNY", "cards": 8, "choices": []},
        {"known": dict.fromkeys(PRICES), "currency": "CNY", "cards": 0, "choices": []},
    ],
    "budget": [
        BUDGET,
        BUDGET | {"own": None, "ceiling_minor": None, "card_hour_minor": None, "changed": "pool"},
        BUDGET | {"pool": NONE_SET, "own": NONE_SET, "fixed_minor": 0},
        BUDGET | {"changed": "own"},
    ],
    "budget_alert": [
        {"month": "2026-12", "currency": "CNY", "level": level, "own": own, **FIGURES}
        for level in ("50", "80", "100", "forecast")
        for own in (True, False)
    ],
    "plan": [
        PLAN,
        PLAN | NO_PRICES | {"changed": None, "missing": [], "needs": [NEED | {"kind": "A100", "share_minor": None}]},
        PLAN | NO_PRICES | {"changed": None, "needs": [], "missing": ["小王"] * 8, "card_hours": 0, "cards": 0},
        PLAN | {"way": "monthly", "cards": 1, "needs": [NEED] * 8},
    ],
    "ask_need": [{"month": "2027-01", "choices": []}],
    "paper": [
        PAPER,
        PAPER | {"purpose": None, "used_seconds": None, "bookings": 1},
        NO_PAPER,
        NO_PAPER | {"purpose": None},
    ],
}

LABELS: Mapping[str, list[Data]] = {
    "beyond.book": [{}],
    "beyond.until": [{"end": NEW_YEAR}, {"end": NOW}],
    "rent.renewed": [{"until": NEW_YEAR}, {"until": NOW}],
    "rent.other": [{}],
    "rent.advice": [{}],
    "plan.change": [{}],
    "plan.need": [{"cards": 2, "hours": 120}],
    "plan.none": [{}],
    "paper.zh": [{}],
    "paper.en": [{}],
}
