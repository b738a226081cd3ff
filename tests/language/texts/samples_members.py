"""Hand-made facts for the codes about members and what people choose for themselves."""

from collections.abc import Mapping
from typing import Any

NOW = 1_796_213_400
HOUR, DAY = 3_600, 86_400
Data = Mapping[str, Any]
RUNNING = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "start": NOW - HOUR,
    "end": NOW + 5 * HOUR,
    "planned_end": NOW + 5 * HOUR,
    "purpose": None,
    "running": True,
}
COMING = RUNNING | {"booking": 43, "gpus": [0], "start": NOW + DAY, "end": NOW + DAY + 6 * HOUR, "running": False}
MANY = [RUNNING, *[COMING] * 11]
WELCOME = {
    "name": "小张",
    "pool": "视觉组",
    "connect": ["ssh -p 2222 me@gpu.example.org"],
    "min_seconds": 600,
    "max_seconds": 3 * DAY,
    "horizon_seconds": 7 * DAY,
    "half_ahead_seconds": DAY,
    "week_share_permille": 1_500,
    "left_seconds": 252 * HOUR,
    "private": True,
    "withheld": False,
}
BARE = WELCOME | {"connect": [], "half_ahead_seconds": None, "week_share_permille": None, "left_seconds": None}
WIDE = "长" * 12
OPEN = {
    "currency": "CNY",
    "private": False,
    "payer": True,
    "pay": [{"name": "小王", "amount_minor": 1_206_050}] * 5,
    "get": [],
    "advance_minor": 500_000,
    "waiting": 2,
    "running": [{"month": "2026-11", "amount_minor": 12_345}, {"month": "2026-12", "amount_minor": 5}],
}

MEMBERS: Mapping[str, list[Data]] = {
    "ask_leave": [
        {"pool": "视觉组", "bookings": [RUNNING, COMING], "money": None, "choices": []},
        {"pool": "长" * 20, "bookings": [], "money": OPEN | {"private": True, "payer": True}, "choices": []},
        {"pool": "视觉组", "bookings": MANY, "money": OPEN, "choices": []},
        {"pool": "视觉组", "bookings": [], "money": OPEN | {"pay": [], "get": [], "advance_minor": 0}, "choices": []},
    ],
    "left": [{"name": name, "pool": "视觉组", "bookings": ended} for name in ("小李", WIDE) for ended in (MANY, [])],
    "ask_remove": [
        {"name": "小李", "pool": "视觉组", "reason": "小张毕业", "bookings": MANY, "money": OPEN, "choices": []},
        {"name": WIDE, "pool": "视觉组", "reason": None, "bookings": [], "money": None, "choices": []},
    ],
    "removed": [
        {"name": "小李", "pool": "视觉组", "by": "小王", "reason": "小张毕业", "bookings": MANY},
        {"name": WIDE, "pool": "视觉组", "by": "小王", "reason": None, "bookings": []},
    ],
    "removed_you": [
        {"pool": "视觉组", "by": "小王", "reason": "小张毕业", "bookings": MANY},
        {"pool": "视觉组", "by": "小王", "reason": None, "bookings": []},
    ],
    "unchanged": [{}],
    "last_owner": [{"name": name, "own": own} for name in ("小李", WIDE) for own in (True, False)],
    "members": [
        {
            "pool": "视觉组",
            "members": [
                {"name": "小李", "role": "owner"},
                {"name": "小王", "role": "treasurer"},
                {"name": "小张", "role": "guest"},
                *[{"name": "小张", "role": "member"}] * 6,
            ],
        },
        {"pool": "视觉组", "members": [{"name": "小李", "role": "owner"}]},
    ],
    "ask_role": [{"name": WIDE, "role": "member", "choices": []}],
    "role_set": [
        {"name": "小李", "role": role, "before": "member", "by": "小王", "pool": "视觉组"}
        for role in ("owner", "treasurer", "member", "guest")
    ],
    "role_yours": [
        {"role": role, "before": "member", "by": "小王", "pool": "视觉组"}
        for role in ("owner", "treasurer", "member", "guest")
    ],
    "ask_who": [{"text": "小张", "members": [{"name": "小张", "username": None}] * 2, "choices": []}],
    "no_such_member": [
        {"text": "@nobody", "members": ["小李", "小王"]},
        {"text": None, "members": ["小李"] * 9},
    ],
    "link_code": [{"code": "abcd-efgh-jkmn", "until": NOW + 600}],
    "linked": [{"name": "小李", "pools": ["视觉组", "语言组"]}, {"name": WIDE, "pools": []}],
    "wrong_link_code": [{}],
    "link_in_private": [{"withdrawn": True}, {"withdrawn": False}],
    "linked_already": [{}],
    "link_both": [{"pools": ["视觉组", "语言组"]}],
    "welcome": [WELCOME, BARE | {"private": False}, BARE | {"private": False, "withheld": True}],
    "connect_set": [{"connect": ["ssh -p 2222 me@host"]}, {"connect": []}],
    "secret": [{"what": what} for what in ("password", "key", "url", "sshpass", "token")],
}

PREFERENCES: Mapping[str, list[Data]] = {
    "lang": [{"language": language, "set": changed} for language in ("zh", "en", None) for changed in (True, False)],
    "quiet": [{"from": "23:00", "to": "08:00", "set": True}, {"from": None, "to": None, "set": False}],
    "zone": [
        {"zone": "Asia/Shanghai", "before": "Asia/Shanghai", "set": False, "bills_zone": "Asia/Shanghai"},
        {"zone": "Asia/Shanghai", "before": "Asia/Shanghai", "set": True, "bills_zone": "Asia/Shanghai"},
        {"zone": "Asia/Shanghai", "before": "Asia/Shanghai", "set": False, "bills_zone": "Europe/Berlin"},
        {
            "zone": "America/Argentina/ComodRivadavia",
            "before": "Asia/Shanghai",
            "set": True,
            "bills_zone": "Asia/Shanghai",
        },
    ],
    "no_such_zone": [{"text": "长" * 12, "likely": ["Europe/Berlin"]}, {"text": "Mars/Base", "likely": []}],
    "here": [{"pool": "视觉组", "topic": topic} for topic in (True, False)],
    "here_in_group": [{}],
}

LABELS: Mapping[str, list[Data]] = {
    "leave.yes": [{}],
    "remove.yes": [{}],
    "never_mind": [{}],
    "member": [{"name": "小张", "username": "zhang"}, {"name": WIDE, "username": None}],
    "role": [{"role": role} for role in ("owner", "treasurer", "member", "guest")],
    "lang": [{"language": language} for language in ("zh", "en", None)],
    "quiet.hours": [{"from": "23:00", "to": "08:00"}, {"from": None, "to": None}],
    "zone": [{"zone": "America/Argentina/ComodRivadavia"}],
}
