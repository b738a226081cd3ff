"""Hand-made facts of replies about the machine and what its agent says."""

from collections.abc import Mapping
from typing import Any

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
HOUR = 3_600
Data = Mapping[str, Any]

SPAN = {"start": NOW - 8 * HOUR, "end": NOW - 2 * HOUR}
BOOKING = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "start": NOW - HOUR,
    "end": NOW + HOUR,
    "planned_end": NOW + HOUR,
    "purpose": None,
    "co_holders": [],
}
CONTACT = "https://example.com 400-000-0000"
GAP = {"node": "node1", **SPAN, "decided": "outage", "by": "小李"}
OUTAGE = {"outage": 3, "node": "node1", **SPAN, "note": None}
MARKER = "export PINKA_USER=li"
MOVED = BOOKING | {"moves": [{"gpu": 5, "moved_to": 4}], "export": "export CUDA_VISIBLE_DEVICES=2,4"}

CARD = {"number": 0, "node": "node1", "kind": "A100", "memory_gb": 80, "broken": False, "co_holders": []}
HELD = CARD | {"holder": "小李", "booking": 42, "until": NOW + HOUR, "next": None}
IDLE = CARD | {"holder": None, "booking": None, "until": None, "next": None}
RUNS = {"member": "小李", "unix": "li", "grade": "certain", "command": "train.py", "memory": 9 << 30, "process": "1:2"}
LIVE = {
    "age": 12,
    "boot": "b",
    "state": "ok",
    "users": [RUNS],
    "memory_used": 62 << 30,
    "memory_total": 80 << 30,
    "util": 97,
    "temperature": 71,
    "power_w": 400,
    "warnings": [],
}
NOTHING = dict.fromkeys(("users", "memory_used", "memory_total", "util", "temperature", "power_w"))
EVERY = ["lost", "absent", "reset_required", "no_permission", "unknown", "recovery", "remap_failed", "remap_pending"]
EVERY += ["ecc", "power_brake", "slowed", "thermal", "hot", "pcie"]
BOX = {"node": "node1", "heard": True, "age": 12, "state": "ok", "driver": "550.54", "contact": None}
ROOM = {
    "disks": [
        {"path": "/", "total": 2 * 10**12, "free": 12 * 10**11},
        {"path": "/data", "total": 10**12, "free": 9 * 10**10},
    ],
    "memory_available": 300 * 10**9,
    "memory_total": 512 * 10**9,
}
NO_ROOM = dict.fromkeys(("disks", "memory_available", "memory_total"))
STATUS = {
    "cards": [
        HELD | {"live": LIVE},
        HELD | {"number": 1, "live": LIVE | {"users": [RUNS | {"member": "小王"}], "warnings": EVERY, "age": 90}},
        HELD | {"number": 2, "live": LIVE | {"users": []}},
        IDLE | {"number": 3, "live": LIVE | {"users": [RUNS | {"member": None, "grade": "unknown"}]}},
        IDLE | {"number": 4, "live": LIVE | NOTHING | {"state": "absent", "warnings": ["absent"]}},
        IDLE | {"number": 5, "live": None},
    ],
    "nodes": ["node1"],
    "agent": [
        BOX | ROOM,
        BOX | NO_ROOM | {"heard": False, "age": 7_200},
        BOX | NO_ROOM | {"heard": False, "age": None},
        BOX | NO_ROOM | {"age": None},
    ],
    "pool": "lab",
}

FIGURES = dict.fromkeys(
    ("action", "count", "xids", "limit", "of", "minutes", "degrees", "gb", "mode", "bytes", "path", "free", "percent")
) | {"gpus": None}


def finding(what: str, gpu: int | None = 3, grave: bool = False, **figures: Any) -> Data:
    return {"what": what, "gpu": gpu, "grave": grave, **FIGURES, **figures}


FINDINGS = [
    finding("lost", grave=True),
    finding("recovery", grave=True, action="reset"),
    finding("xid", grave=True, xids=[79, 119], count=3),
    finding("ecc", grave=True, count=2),
    finding("capped", limit=250, of=400),
    finding("default_low", limit=300, of=450),
    finding("thermal", minutes=12),
    finding("hot", minutes=30, degrees=85),
    finding("pcie"),
    finding("memory_off", gb=48, of=24),
    finding("virtual", mode="vgpu"),
    finding("absurd"),
]
MORE_FINDINGS = [
    finding("orphan", bytes=9 << 30),
    finding("mount_gone", None, True, path="/data"),
    finding("disk_full", None, True, path="/", free=3 * 10**9),
    finding("inodes", None, True, path="/data", free=900),
    finding("memory_full", None, True, free=2 * 10**9),
    finding("iowait", None, percent=35, gpus=[2, 3]),
]
CHECKED = {"node": "node1", "age": 12, "contact": CONTACT, "state": "ok", "heard": True}
DETAILS = {
    "power_limit_w": 400,
    "power_default_w": 400,
    "pstate": "P0",
    "sm_clock_mhz": 1_410,
    "max_sm_clock_mhz": 1_410,
    "memory_temperature": 77,
    "throttle": ["SW Power Cap"],
    "throttle_zh": ["到功率上限了，正在降频"],
    "ecc_uncorrected": 0,
    "pcie_gen": 4,
    "pcie_width": 16,
}
HOURS = [
    {"at": NOW - n * HOUR, "used_percent": None if n % 5 == 0 else 4 * n, "util": 50, "memory_max": 1 << 30}
    for n in range(24, 0, -1)
]
ONE = HELD | {"product": "NVIDIA A100-SXM4-80GB", "uuid": "GPU-1", "details": DETAILS, "hours": HOURS, "live": LIVE}

AMOUNTS = {"booked_seconds": 50 * HOUR, "used_seconds": 41 * HOUR, "idle_seconds": 9 * HOUR, "unread_seconds": 0}
ZERO = dict.fromkeys(AMOUNTS, 0)
DIGEST = {
    "first_day": "2026-12-01",
    "last_day": "2026-12-01",
    "ongoing": False,
    "watched": True,
    "capacity_seconds": 192 * HOUR,
    "members": [
        {"name": name, **AMOUNTS, "reference_cost_minor": cost}
        for name, cost in (("小李", 34_567), ("小王", None), *((f"Anna{n}", 0) for n in range(6)))
    ],
    "cards": [{"gpu": 0, **AMOUNTS}, {"gpu": 1, **ZERO}],
    "unknown_seconds": 7_200,
    "currency": "CNY",
    "health": [
        {"node": "node1", "what": "silent", "gpu": None, "seconds": 1_200, "count": None, "finding": None},
        {"node": "node1", "what": "lost", "gpu": 3, "seconds": None, "count": None, "finding": None},
        {"node": "node1", "what": "xid", "gpu": 3, "seconds": None, "count": 2, "finding": None},
        {"node": "node1", "what": "throttled", "gpu": 4, "seconds": None, "count": 35, "finding": None},
        {"node": "node2", "what": "away", "gpu": None, "seconds": 400, "count": None, "finding": None},
    ],
    "plan": [BOOKING] * 3 + [BOOKING | {"start": NOW + HOUR, "end": NOW + 3 * HOUR}] * 3,
    "idle": [BOOKING],
}

REPLIES: Mapping[str, list[Data]] = {
    "node_unheard": [
        {"node": "node1", "last_at": NOW - 200, "bookings": [BOOKING], "contact": CONTACT, "private": private}
        for private in (True, False)
    ]
    + [{"node": "node1", "last_at": None, "bookings": [], "contact": None, "private": False}],
    "node_back": [
        {
            "node": "node1",
            **SPAN,
            "unread_seconds": 3_000,
            "restarted": True,
            "gone_cards": [5],
            "gone_processes": [
                {"gpu": 2, "holder": "小李", "command": "train.py"},
                {"gpu": 3, "holder": None, "command": None},
            ],
        },
        {
            "node": "node1",
            **SPAN,
            "unread_seconds": 0,
            "restarted": None,
            "gone_cards": [],
            "gone_processes": [],
        },
    ],
    "ask_gap": [{"node": "node1", **SPAN, "gap": 7, "choices": []}],
    "gap_charged": [GAP | {"decided": "charged"}],
    "gap_decided": [GAP, GAP | {"decided": "charged", "by": None}],
    "outage_set": [OUTAGE | {"by": "小李", "bookings": [BOOKING]}, OUTAGE | {"by": "小李", "bookings": []}],
    "outage_voided": [OUTAGE],
    "outages": [
        {"outages": [], "gaps": []},
        {"outages": [OUTAGE], "gaps": [{"gap": 7, "node": "node1", **SPAN}]},
    ],
    "outage_there": [OUTAGE],
    "no_outage": [
        {"reason": "unclear", "text": "跑", "days": None},
        {"reason": "ahead", "text": None, "days": None},
        {"reason": "long_ago", "text": None, "days": 31},
    ],
    "not_there": [{"what": what} for what in ("gap", "outage", "link", "process")],
    "card_lost": [
        {
            "node": "node1",
            "gpus": gpus,
            "state": state,
            "bookings": [
                MOVED,
                BOOKING | {"moves": [{"gpu": 5, "moved_to": None}], "export": None},
                BOOKING | {"moves": [{"gpu": 5, "moved_to": 4}, {"gpu": 6, "moved_to": None}], "export": None},
            ],
            "contact": CONTACT,
            "private": private,
        }
        for state in ("lost", "absent", "reset_required")
        for private in (True, False)
        for gpus in ([5], [5, 6])
    ],
    "unix_links": [
        {"links": [], "marker": MARKER},
        {
            "links": [{"kind": kind, "account": "/data/li"} for kind in ("unix", "folder", "session", "container")],
            "marker": MARKER,
        },
    ],
    "unix_linked": [{"kind": "unix", "account": "li", "seconds": seconds} for seconds in (0, 7_200)],
    "unix_unlinked": [{"kind": "unix", "account": "li"}],
    "shared_account": [{"account": "root", "marker": MARKER}],
    "account_taken": [{"account": "li", "holder": "小李"}],
    "process_claimed": [
        {"command": "train.py", "seconds": 3_600},
        {"command": None, "seconds": 60},
    ],
    "claimed": [{"holder": "小李"}],
    "gpu": [
        ONE,
        ONE | {"live": LIVE | {"age": 7_200}, "holder": None, "co_holders": [], "booking": None, "until": None},
        ONE | {"broken": True, "live": None, "details": None, "product": None, "hours": []},
        ONE | {"live": LIVE | {"users": [RUNS | {"member": None, "grade": "unknown"}, RUNS | {"grade": "presumed"}]}},
    ],
    "live": [STATUS | {"at": NOW}],
    "live_set": [{"on": True, "every": 30}, {"on": False, "every": 30}],
    "health": [
        {"machines": [], "pool": "lab"},
        {"machines": [CHECKED | {"findings": FINDINGS}], "pool": "lab"},
        {"machines": [CHECKED | {"findings": MORE_FINDINGS}], "pool": "lab"},
        {"machines": [CHECKED | {"findings": []}], "pool": "lab"},
        {
            "machines": [
                CHECKED | {"heard": False, "age": 7_200, "findings": None, "state": None},
                CHECKED | {"heard": False, "age": None, "findings": None, "state": None},
                CHECKED | {"state": "mismatch", "findings": []},
            ],
            "pool": "lab",
        },
    ],
    "digest": [
        DIGEST,
        DIGEST | {"first_day": "2026-11-29", "health": [], "idle": [], "plan": [], "unknown_seconds": 0},
        DIGEST
        | {
            "health": [
                {
                    "node": "node1",
                    "what": "lost",
                    "gpu": 3,
                    "seconds": None,
                    "count": None,
                    "finding": {"what": "lost", "gpu": 3, "grave": True},
                },
                {
                    "node": "node2",
                    "what": "state",
                    "gpu": None,
                    "seconds": None,
                    "count": None,
                    "finding": {"what": "mismatch"},
                },
            ],
            "idle": [],
        },
        DIGEST | {"ongoing": True, "watched": False, "members": []},
        DIGEST | {"watched": False, "members": DIGEST["members"][:2], "cards": [{"gpu": 0, **ZERO}]},
    ],
    "digest_set": [{"time": "09:00"}, {"time": None}],
}

LABELS: Mapping[str, list[Data]] = {
    "gap.outage": [SPAN],
    "gap.charged": [SPAN],
    "outage.void": [SPAN],
    "unix.revoke": [{"account": "li"}],
    "use.claim": [{"gpu": 3, "command": "train.py"}, {"gpu": 3, "command": None}],
}
