"""Hand-made facts for changes of a booking, co-holders, limits and the reminders around an end."""

from collections.abc import Mapping
from typing import Any

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
HOUR, DAY = 3_600, 86_400
Data = Mapping[str, Any]

ONE = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "start": NOW - HOUR,
    "end": NOW + 5 * HOUR,
    "planned_end": NOW + 5 * HOUR,
    "purpose": None,
    "co_holders": [],
}
COST = {
    "reference_cost_minor": 12_345,
    "cost_basis": "reference",
    "so_far_card_hour_minor": 1_200,
    "currency": "CNY",
    "final": False,
}
FREE = COST | dict.fromkeys(("reference_cost_minor", "cost_basis", "so_far_card_hour_minor"))
LATER = ONE | {"booking": 43, "gpus": [0], "start": NOW + DAY, "end": NOW + DAY + 6 * HOUR}
EVERY = ONE | {"gpus": list(range(8)), "holder": "长" * 12}
NEXT = {"holder": "小王", "start": NOW + 5 * HOUR}
EXPORT = {"export": "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=2,3 PINKA_USER=li"}
BLOCKER = {"booking": 44, "holder": "小王", "gpus": [2], "start": NOW, "end": NOW + 2 * HOUR}
FOR = ONE | COST | EXPORT | {"kinds": ["A100"], "node": None, "assumed_count": False, "now": True, "by": "小张"}
ITEMS = [
    ONE | {"code": code, "next": NEXT if code == "ended" else None, "private": False}
    for code in ("starts_now", "ends_soon", "ended")
]
USUAL = {
    "min_seconds": 600,
    "max_seconds": 3 * DAY,
    "horizon_seconds": 7 * DAY,
    "half_ahead_seconds": DAY,
    "week_share_permille": 1_500,
    "preset": "usual",
}
SHARED = ONE | {"co_holders": ["小王", "Anna"], "weights": [["小李", 1], ["小王", 1], ["Anna", 1]]}
PRIVATE = ({"private": True}, {"private": False})
STEPS = ("booked", "extended", "shortened", "card_dropped", "cancelled", "released")

CHANGES: Mapping[str, list[Data]] = {
    "extended": [
        ONE | COST | {"old_end": NOW + 3 * HOUR, "next": NEXT},
        EVERY | COST | {"old_end": NOW + HOUR, "next": None},
    ],
    "shortened": [
        ONE | COST | {"old_end": NOW + 8 * HOUR, "next": None},
        EVERY | COST | {"old_end": NOW + 8 * HOUR, "next": NEXT},
    ],
    "card_dropped": [ONE | COST | {"dropped": [1]}, LATER | COST | {"dropped": [1, 2, 3]}],
    "ask_extension": [{"booking": 42, "choices": []}],
    "own_instead": [ONE, EVERY],
    "undone": [
        *(ONE | COST | {"what": what, "holds": True} for what in STEPS[1:]),
        ONE | FREE | {"what": "booked", "holds": False},
        ONE | FREE | {"what": "booked", "holds": False, "by": "小张"},
        ONE | COST | {"what": "released", "holds": True, "by": "小张"},
    ],
    "undone_by_owner": [
        *(ONE | COST | {"what": "released", "holds": True, "by": "小张"} | where for where in PRIVATE),
        ONE | FREE | {"what": "booked", "holds": False, "by": "小张", "private": True},
    ],
    "nothing_to_undo": [{}],
    "undo_too_late": [
        {"what": "booked", "done_at": NOW - 600, "allowed": 120},
        {"what": "extended", "done_at": NOW - 60, "allowed": 120},
    ],
    "undo_taken": [
        {"blocking": [BLOCKER]},
        {"blocking": [BLOCKER] * 9},
        {"blocking": []},
        {"blocking": [], "broken": [2, 3]},
    ],
    "ask_reason": [{"booking": 42, "holder": "小李", "verb": verb, "choices": []} for verb in ("release", "cancel")],
    "ended_by_owner": [ONE | COST | {"by": "小张", "reason": "机器要重启 <b>&"} | where for where in PRIVATE],
    "booked_for_you": [FOR | where for where in PRIVATE],
    "co_held": [
        SHARED,
        SHARED | {"weights": [["小李", 2], ["小王", 1], ["Anna", 1]]},
        ONE | {"weights": [["小李", 1]]},
    ],
    "co_holder_added": [ONE | {"name": "小王"} | where for where in PRIVATE],
    "limits": [
        USUAL,
        USUAL | {"preset": None, "half_ahead_seconds": None, "week_share_permille": None},
        USUAL | {"preset": "tight", "max_seconds": DAY, "horizon_seconds": 3 * DAY, "week_share_permille": 1_000},
    ],
    "ended": [ONE | {"next": NEXT, "private": True}],
    "reminders": [{"items": ITEMS}, {"items": ITEMS * 6}, *({"items": [item]} for item in ITEMS)],
}

WINDOW = {"gpus": [2, 3], "start": NOW + HOUR, "end": NOW + 4 * HOUR}
CHANGE_LABELS: Mapping[str, list[Data]] = {
    "undo": [{}],
    "more_hours": [{"hours": 2}],
    "allowed": [{"count": 2, "seconds": 259_200}, {"count": 1, "seconds": 600}],
    "until": [{"end": NOW + HOUR}],
    "offer.extend": [WINDOW | {"kind": "extend"}],
    "extend_own": [{"booking": 42, "end": NOW + HOUR}],
    "book_apart": [{"start": NOW, "end": NOW + HOUR}],
    "start_me": [{}],
    "co_holder.remove": [{"name": "小王"}],
    "preset": [{"preset": preset} for preset in ("loose", "usual", "tight")],
}
