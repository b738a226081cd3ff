"""Hand-made facts of replies about machines and their agents."""

from collections.abc import Mapping
from typing import Any

NOW = 1_796_213_400
HOUR = 3_600
Data = Mapping[str, Any]
ALL = list(range(8))

CHINESE_NODE = {
    "name": "node1",
    "state": "online",
    "release": "0.1.0",
    "outdated": False,
    "unspoken": None,
    "driver": "580.95.05",
    "machine_state": "ok",
    "bound": ALL,
    "unbound": [],
    "waiting": 0,
    "heard_at": NOW - 5,
    "contact": "控制台 example.com，工单 12 号",
    "clock_off_seconds": None,
    "dropped": 0,
    "disk_full": False,
}
ENGLISH_NODE = CHINESE_NODE | {"contact": "console example.com"}
BARE = ENGLISH_NODE | {"state": "none", "release": None, "driver": None, "machine_state": None, "bound": []}
BARE = BARE | {"unbound": ALL, "heard_at": None, "contact": None}
AWAY = ENGLISH_NODE | {"state": "offline", "heard_at": NOW - 3 * HOUR, "outdated": True, "waiting": 1, "bound": [0, 1]}
SICK = ENGLISH_NODE | {"machine_state": "mismatch", "clock_off_seconds": HOUR, "dropped": 12, "disk_full": True}
ODD = ENGLISH_NODE | {"machine_state": "init_unknown", "unbound": [7], "bound": [0], "waiting": 1}
HELD = ENGLISH_NODE | {"state": "quarantined", "name": "n" * 32}
REFUSED = AWAY | {"unspoken": "too_old"}
NODES = {"pool": "视觉组", "tunnel": None}
DOWN = {"state": "down", "why": "Connection refused", "since": NOW - 60}
LINES = {
    "node": "node1",
    "until": NOW + 600,
    "install": "curl -fsS http://127.0.0.1:8765/install.sh | sh -s abcd-efgh-jkmn",
    "enrol": "pinka agent enrol http://127.0.0.1:8765 abcd-efgh-jkmn",
}
CARD = {"number": 5, "kind": "A100", "memory_gb": 80, "new_kind": "A100", "new_memory_gb": 80, "was_bound": True}
OTHER = CARD | {"new_kind": "A800", "was_bound": False}
EIGHT = [OTHER | {"number": number} for number in ALL]
EXTRA = [{"kind": "4090", "memory_gb": 24, "count": 2}]
SEEN = [{"kind": "A100", "memory_gb": 80, "count": 8}]
BOOKING = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "start": NOW - HOUR,
    "end": NOW + 5 * HOUR,
    "planned_end": NOW + 5 * HOUR,
    "purpose": None,
    "co_holders": [],
}

REPLIES: Mapping[str, list[Data]] = {
    "nodes": [
        NODES | {"nodes": [ENGLISH_NODE]},
        NODES | {"nodes": [BARE], "tunnel": DOWN},
        NODES | {"nodes": [SICK], "tunnel": DOWN | {"why": None}},
        NODES | {"nodes": [ODD], "tunnel": DOWN | {"state": "up"}},
        NODES | {"nodes": [AWAY | {"bound": []}]},
        NODES | {"nodes": [ENGLISH_NODE, BARE, AWAY, SICK, HELD]},
        NODES | {"nodes": [REFUSED]},
        NODES | {"nodes": [REFUSED | {"unspoken": "too_new"}, BARE]},
        NODES | {"nodes": []},
    ],
    "enrol_code": [LINES, LINES | {"install": None, "enrol": LINES["enrol"] + " --pin " + "0f" * 32}],
    "no_door": [{}],
    "which_node": [{"nodes": ["node1", "node2"]}],
    "node_enrolled": [
        {"node": "node1", "bound": ALL, "unbound": [], "added": [], "state": "ok"},
        {"node": "node1", "bound": [0], "unbound": [1, 2], "added": [], "state": "no_driver"},
        {"node": "n" * 32, "bound": ALL, "unbound": [], "added": ALL, "state": "init_unknown"},
    ],
    "cards_changed": [
        {"node": "node1", "changed": [CARD], "extra": [], "same": 7},
        {"node": "n" * 32, "changed": EIGHT, "extra": EXTRA, "same": 0},
        {"node": "node1", "changed": [], "extra": EXTRA, "same": 8},
        {"node": "node1", "changed": [CARD], "extra": [], "same": 0},
    ],
    "cards_settled": [
        {"node": "node1", "yes": True, "changed": [5], "added": [8]},
        {"node": "node1", "yes": False, "changed": [], "added": []},
    ],
    "stranger": [
        {"node": "node1", "host": "gpu-box", "cards": SEEN, "why": "all_changed"},
        {"node": "n" * 32, "host": None, "cards": [], "why": "twice"},
        {"node": "node1", "host": "h" * 90, "cards": EXTRA, "why": "twice"},
    ],
    "agent_unspoken": [
        {"node": "node1", "why": "too_old", "release": "0.0.9"},
        {"node": "n" * 32, "why": "too_new", "release": ""},
    ],
    "stranger_settled": [
        {"node": "node1", "yes": True, "unbound": []},
        {"node": "node1", "yes": True, "unbound": [7]},
        {"node": "node1", "yes": False, "unbound": []},
    ],
    "ask_node_remove": [
        {"node": "node1", "cards": ALL, "agent": True, "choices": []},
        {"node": "node1", "cards": [], "agent": False, "choices": []},
    ],
    "node_removed": [{"node": "node1", "cards": ALL}, {"node": "node1", "cards": []}],
    "node_busy": [{"node": "node1", "bookings": [BOOKING]}, {"node": "node1", "bookings": [BOOKING] * 9}],
    "node_contact": [{"node": "node1", "contact": "console example.com"}, {"node": "node1", "contact": None}],
}

LABELS: Mapping[str, list[Data]] = {
    "copy_line": [{}],
    "node": [{"node": "node1"}, {"node": "n" * 60}],
    "node.new": [{"node": "node2"}, {"node": "n" * 60}],
    "node.remove": [{}],
    "node.again": [{}],
    "cards.yes": [{}],
    "cards.no": [{}],
    "stranger.yes": [{}],
    "stranger.no": [{}],
}
