"""Hand-made facts for every code and label: what a chat really says, and the edges of it."""

from collections.abc import Mapping
from typing import Any

from tests.language.texts import (
    samples_billing,
    samples_box,
    samples_nodes,
    samples_payments,
    samples_renting,
    samples_sizing,
    samples_usage,
)
from tests.language.texts.calendar_samples import CALENDAR, CALENDAR_LABELS
from tests.language.texts.samples_changes import CHANGE_LABELS, CHANGES
from tests.language.texts.samples_members import LABELS as MEMBER_LABELS
from tests.language.texts.samples_members import MEMBERS, PREFERENCES

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
HOUR, DAY = 3_600, 86_400
Data = Mapping[str, Any]

BRIEF = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "start": NOW - HOUR,
    "end": NOW + 5 * HOUR,
    "planned_end": NOW + 5 * HOUR,
    "purpose": None,
    "co_holders": [],
}
LATER = BRIEF | {"booking": 43, "gpus": [0], "start": NOW + DAY, "end": NOW + DAY + 6 * HOUR}
SHARED = BRIEF | {"co_holders": ["小王", "Anna"]}
COST = {
    "reference_cost_minor": 12_345,
    "cost_basis": "reference",
    "so_far_card_hour_minor": 1_200,
    "currency": "CNY",
    "final": False,
}
FREE = COST | dict.fromkeys(("reference_cost_minor", "cost_basis", "so_far_card_hour_minor"))
BY_OWNER = {"by": "小张", "reason": "机器要重启"}
EXPORT = {"export": "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=2,3 PINKA_USER=li"}
BOOKED = BRIEF | COST | EXPORT | {"start": NOW, "kinds": ["A100"], "node": None, "assumed_count": False, "now": True}
AHEAD = (
    LATER
    | FREE
    | EXPORT
    | {"kinds": ["A100"], "node": None, "assumed_count": True, "now": False, "purpose": "跑 Llama <b>&"}
)
BLOCKING = [{name: BRIEF[name] for name in ("booking", "holder", "gpus", "start", "end")}]
OFFERS = [
    {"kind": "earliest", "gpus": [2, 3], "start": NOW + 5 * HOUR, "end": NOW + 8 * HOUR, "token": "1.0.abcdefghij"}
]
TAKEN = {"blocking": BLOCKING, "offers": OFFERS, "start": NOW, "end": NOW + 3 * HOUR}
VERBS = ("release", "cancel", "extend", "drop", "share")
WISH = {"count": 2, "kind": "A100", "gpus": [], "start": None, "minutes": None, "assumed_count": False, "choices": []}
ANY_CARD = WISH | {"count": 1, "kind": None, "start": NOW + DAY, "assumed_count": True}
CARD = {"number": 0, "node": "node1", "kind": "A100", "memory_gb": 80, "broken": False, "co_holders": []}
COMMANDS = [
    {"name": "book", "zh": "订", "help": "订卡", "example": "/book 2 6h"},
    {"name": "my", "zh": "我的", "help": "我的预约", "example": "/my"},
]

BOOKING: Mapping[str, list[Data]] = {
    "booked": [BOOKED, AHEAD, BOOKED | {"by": "小张"}, BOOKED | {"warned": [2], "occupied": [2, 3]}],
    "released": [
        BRIEF | COST,
        BRIEF | FREE | {"gpus": list(range(8))},
        BRIEF | COST | BY_OWNER | {"charged_percent": 50},
    ],
    "cancelled": [LATER | FREE, LATER | FREE | BY_OWNER, LATER | FREE | {"charged_percent": 100}],
    "taken": [
        TAKEN | {"count": 2, "kind": None, "gpus": []},
        TAKEN | {"count": 1, "kind": "A100", "gpus": []},
        TAKEN | {"count": 2, "kind": "4090", "gpus": [], "offers": []},
        TAKEN | {"count": 1, "kind": None, "gpus": [2], "blocking": [BLOCKING[0] | {"start": NOW + HOUR}] * 6},
        TAKEN | {"count": 2, "kind": None, "gpus": [2, 3]},
        {"blocking": [], "offers": []},
        TAKEN | {"count": 2, "kind": None, "gpus": [2, 3], "booking": 41},
        TAKEN | {"count": 2, "kind": None, "gpus": [2, 3], "booking": 41, "offers": []},
    ],
    "pick": [
        {"verb": "book", "bookings": [], "choices": []},
        {"verb": "release", "bookings": [BRIEF], "choices": []},
        {"verb": "cancel", "bookings": [LATER] * 9, "choices": []},
    ],
    "ask_duration": [WISH, ANY_CARD, WISH | {"gpus": [0, 1, 2, 5]}],
    "ask_time": [
        WISH | {"reason": reason, "about": {}, "minutes": minutes}
        for reason, minutes in [
            ("no_hour", None),
            ("which_hour", 60),
            ("which_start", 60),
            ("which_end", None),
            ("no_end_hour", None),
            ("card_or_day", 120),
            ("flexible", None),
            ("when", 360),
            ("something_new", 60),
        ]
    ],
    "ask_target": [{"verb": verb, "bookings": [BRIEF, LATER], "choices": []} for verb in VERBS],
    "limit": [
        {"rule": "min", "value": 300, "allowed": 600},
        {"rule": "max", "value": 9 * DAY, "allowed": 3 * DAY},
        {"rule": "horizon", "value": NOW + 8 * DAY, "allowed": NOW + 7 * DAY, "horizon_days": 7},
        {"rule": "half", "value": 6, "allowed": 4, "kind": "A100", "ahead_seconds": DAY},
        {"rule": "week", "value": 900_000, "allowed": 800_000, "left": 7_200, "week_start": NOW},
    ],
    "past": [{"start": None}, {"start": NOW - DAY}, {"start": NOW + HOUR, "booking": 43, "begins": NOW + DAY}],
    "no_such_card": [
        {"numbers": [9], "have": list(range(8))},
        {"numbers": [8, 9], "have": []},
        {"numbers": [9], "have": [2, 3], "booking": 42},
    ],
    "no_such_kind": [{"kind": "H200-141G", "kinds": ["A100-80G", "4090-24G"]}],
    "no_such_node": [{"node": "node3", "nodes": ["node1", "node2"]}],
    "too_many": [{"asked": 9, "have": 8, "kind": None}, {"asked": 9, "have": 4, "kind": "A100"}],
    "not_one_node": [{"numbers": [7, 8], "nodes": [[7], [8]]}],
    "card_broken": [{"numbers": [3], "asked": 8, "have": 7}],
    "no_cards": [{}],
    "no_such_booking": [
        {"booking": None},
        {"booking": None, "mine": [BRIEF, LATER]},
        {"booking": None, "cards": [5], "others": []},
        {"booking": None, "cards": [3], "others": [BRIEF], "mine": [LATER]},
        {"booking": None, "cards": [0, 3], "others": [BRIEF, LATER]},
        {"booking": 999_999_999},
    ],
    "not_yours": [
        {"booking": 42, "holder": "小李"},
        {"booking": None, "holder": "小李"},
        {"booking": None, "holder": None},
    ],
    "starts_now": [LATER | EXPORT | {"private": True, "next": None}],
    "ends_soon": [
        BRIEF | {"private": True, "end": NOW + 900, "next": None},
        BRIEF | {"private": True, "end": NOW - 5, "next": {"holder": "小王", "start": NOW}},
    ],
}

SEEING: Mapping[str, list[Data]] = {
    **CALENDAR,
    "my": [
        {"bookings": [], "shared": [], "pool": "lab"},
        {"bookings": [], "shared": [BRIEF | {"running": True}], "pool": "lab"},
        {"bookings": [SHARED | {"running": True}, LATER | {"running": False}], "shared": [], "pool": "lab"},
        {
            "bookings": [LATER | {"running": False}] * 9,
            "shared": [BRIEF | {"running": True}] * 5,
            "pool": "lab",
        },
    ],
    "status": [
        {
            "cards": [
                CARD | {"holder": "小李", "co_holders": ["Anna"], "booking": 42, "until": NOW + HOUR, "next": None},
                CARD
                | {
                    "number": 1,
                    "node": "node2",
                    "holder": None,
                    "booking": None,
                    "until": None,
                    "next": {"holder": "小王", "start": NOW + DAY, "end": NOW + 2 * DAY},
                },
                CARD | {"number": 2, "broken": True, "holder": None, "booking": None, "until": None, "next": None},
            ],
            "nodes": ["node1", "node2"],
            "agent": None,
            "pool": "lab",
        },
        samples_usage.STATUS,
    ],
    "help": [
        {"commands": COMMANDS, "all": everything, "hears_all": heard}
        for everything in (True, False)
        for heard in (True, False)
    ],
}

PEOPLE: Mapping[str, list[Data]] = {
    "setup_done": [{"pool": "视觉组", "owner": "小李", "zone": "Asia/Shanghai"}],
    "wrong_code": [{"first": first, "given": given} for first in (True, False) for given in (True, False)],
    "pool_exists": [{}],
    "setup_in_group": [{}],
    "founding_code": [{"code": "abcd-efgh-jkmn", "until": NOW + DAY}],
    "pool": [
        {"pool": "视觉组", "nodes": [], "added": None},
        {"pool": "视觉组", "nodes": [{"name": "node1", "cards": [CARD, CARD | {"number": 1}]}], "added": None},
        {"pool": "视觉组", "nodes": [{"name": "node1", "cards": [CARD, CARD | {"kind": "4090"}]}], "added": "node1"},
        {"pool": "视觉组", "nodes": [{"name": "node1", "cards": [CARD | {"broken": True}]}], "added": None},
        *(
            {"pool": "视觉组", "nodes": [], "added": None, "bookings": bookings, "broken": [0]}
            for bookings in ([], [BRIEF, LATER], [LATER] * 9)
        ),
        {"pool": "视觉组", "nodes": [], "added": None, "bookings": [], "working": [0, 1]},
    ],
    "pool_declared": [{"nodes": ["node1"]}],
    "node_exists": [{"node": "node2"}],
    "join_asked": [{"name": "小张"}],
    "joined": [{"name": "小张", "pool": "视觉组", "by": "小李"}, {"name": "小张", "pool": "视觉组", "by": None}],
    "join_refused": [{"name": "小张", "pool": "视觉组", "by": "小李"}],
    "join_in_group": [{}],
    "already_member": [{"pool": "视觉组"}],
    "not_member": [{"group": True}, {"group": False}],
    "no_pool": [{}],
    "ask_pool": [{"pools": ["视觉组", "语言组"], "choices": []}],
    "anonymous": [{}],
    "role": [{"needed": "owner", "role": "member"}, {"needed": "member", "role": "guest"}],
    "hello": [
        {"hears_all": heard, "bot": "@pinka_bot", "pool": pool} for heard in (True, False) for pool in (True, False)
    ],
    "member_left": [
        {"name": "小张", "bookings": []},
        {"name": "Anna B", "bookings": [BRIEF, LATER]},
        {"name": "小张", "bookings": [LATER] * 9},
    ],
}

REASONS = (
    "too_long_text", "half_card", "contradiction", "bad_time", "skipped_time", "bad_count", "bad_duration",
    "unread_number", "card_or_day", "too_long", "no_target", "memory_missing", "bad_memory", "too_many_cards",
    "bad_name", "not_cards", "rent_recurs", "bill_recurs", "which_cards", "only_own", "something_new",
)  # fmt: skip
QUOTED = "/run <b>&\u202e\nit " * 20
CORE: Mapping[str, list[Data]] = {
    "bad_input": [
        *({"reason": reason, "facts": {}, "command": "book", "example": "/book 2xA100 6h"} for reason in REASONS),
        {"reason": "too_long", "facts": {}},
        {"reason": "bad_duration", "facts": {"text": "-3h"}, "command": "book"},
        {"reason": "bad_duration", "facts": {"minutes": 0, "allowed": 86400}, "command": "book"},
    ],
    "bad_line": [
        {"reason": reason, "facts": {}, "line": 7}
        for reason in ("not_json", "from_missing", "at_not_iso", "text_and_press", "at_without_zone", "at_goes_back")
    ],
    "unknown_command": [{"text": "/foo"}, {"text": QUOTED}],
    "not_understood": [{"text": "你好"}],
    "stale_button": [{"fresh": None}, {"fresh": {"code": "my", "data": SEEING["my"][1]}}],
    "already_done": [
        {"what": "booked", "data": BOOKED},
        {"what": "released", "data": BRIEF | FREE},
        {"what": "ended", "data": BRIEF | FREE},
        {"what": "something_new", "data": {}},
    ],
    "late_command": [
        {"text": "/book 2 6h", "sent": NOW - HOUR},
        {"text": QUOTED, "sent": NOW - DAY},
        {"text": "/book 2 8pm", "sent": NOW - DAY, "start": NOW},
        {"text": QUOTED, "sent": NOW - DAY, "start": NOW + HOUR, "end": NOW + DAY},
    ],
    "late_dropped": [{"text": "/book 2 6h"}, {"text": QUOTED}],
    "busy": [{}],
    "storage_failed": [{}],
    "failed": [{"incident": "1a2b3c4d"}],
    "unworded": [{"incident": "1a2b3c4d"}],
}

SAMPLES: Mapping[str, list[Data]] = {
    **BOOKING,
    **CHANGES,
    **SEEING,
    **PEOPLE,
    **MEMBERS,
    **PREFERENCES,
    **samples_usage.REPLIES,
    **samples_nodes.REPLIES,
    **samples_box.REPLIES,
    **samples_billing.REPLIES,
    **samples_renting.REPLIES,
    **samples_payments.SAMPLES,
    **samples_sizing.REPLIES,
    **CORE,
}

WINDOW = {"gpus": [2, 3], "start": NOW + HOUR, "end": NOW + 4 * HOUR}
LABEL_SAMPLES: Mapping[str, list[Data]] = {
    **MEMBER_LABELS,
    **CHANGE_LABELS,
    **CALENDAR_LABELS,
    **samples_usage.LABELS,
    **samples_nodes.LABELS,
    **samples_box.LABELS,
    **samples_billing.LABELS,
    **samples_renting.LABELS,
    **samples_payments.LABELS,
    **samples_sizing.LABELS,
    "copy_export": [{}],
    "release": [{}],
    "cancel": [{}],
    "release_cards": [{"booking": 42, "gpus": [2, 3]}],
    "cancel_cards": [{"booking": 42, "gpus": [2, 3]}],
    "which": [WINDOW | {"booking": 42}],
    "offer.earliest": [WINDOW | {"kind": "earliest"}],
    "offer.fewer": [WINDOW | {"kind": "fewer"}],
    "offer.shorter": [WINDOW | {"kind": "shorter"}],
    "count": [{"count": 2, "kind": "A100"}],
    "hours": [{"hours": 6}],
    "start.now": [{"start": NOW, "end": NOW + HOUR}],
    "start.earliest": [{"start": NOW + HOUR, "end": NOW + DAY}],
    "start.tonight": [{"start": NOW + 2 * HOUR, "end": NOW + DAY}],
    "window": [WINDOW, WINDOW | {"gpus": [], "end": None}],
    "join.agree": [{}],
    "join.refuse": [{}],
    "member.remove": [{}],
    "pool": [{"pool": "视觉组"}],
    "late.do": [{}],
    "late.drop": [{}],
    "more": [{}],
}
