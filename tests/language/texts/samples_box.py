"""Hand-made facts of replies about the machine's command line."""

from collections.abc import Mapping
from typing import Any

NOW = 1_796_213_400  # Wednesday 2026-12-02, 20:10 in Shanghai
Data = Mapping[str, Any]
CODE = {
    "line": "pinka say --code abcd-efgh-jkmn --url https://pinka.example.com",
    "until": NOW + 600,
    "pool": "lab",
    "reachable": True,
    "in_use": 0,
}
BOOKED = {
    "booking": 42,
    "holder": "小李",
    "gpus": [2, 3],
    "kinds": ["A100"],
    "start": NOW,
    "end": NOW + 6 * 3600,
    "planned_end": NOW + 6 * 3600,
    "purpose": None,
    "co_holders": [],
    "reference_cost_minor": None,
    "cost_basis": None,
    "so_far_card_hour_minor": None,
    "currency": "CNY",
    "final": False,
    "node": None,
    "assumed_count": False,
    "now": True,
    "export": "export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=2,3 PINKA_USER=li",
}
JOB = {
    "holder": "小李",
    "node": "node1",
    "command": "python train.py",
    "description": None,
    "exit_code": 0,
    "seconds": 11_520,
    "gpus": [2, 3],
    "peaks": [{"gpu": 2, "bytes": 71 << 30}, {"gpu": 3, "bytes": (70 << 30) + (1 << 29)}],
    "booking": 42,
    "start": NOW - 11_520,
    "end": NOW,
    "private": True,
}

REPLIES: Mapping[str, list[Data]] = {
    "box_code": [CODE, CODE | {"reachable": False, "in_use": 2, "line": "pinka say --code abcd-efgh-jkmn"}],
    "box_code_revoked": [{"pool": "lab", "ended": 2}, {"pool": "lab", "ended": 0}],
    "code_in_private": [{}],
    "not_from_box": [{"command": "link"}],
    "from_box": [
        {"holder": "小李", "what": "booked", "data": BOOKED},
        {"holder": "Alexander Christopher", "what": "box_code_revoked", "data": {"pool": "lab", "ended": 1}},
    ],
    "job_ended": [
        JOB,
        JOB | {"exit_code": 137, "description": "llama-7B", "private": False},
        JOB | {"exit_code": 1, "seconds": 7, "gpus": [], "peaks": [], "booking": None},
        JOB | {"exit_code": 130},
        JOB | {"exit_code": 140, "command": "torchrun a-very-long-program-name.py and more"},
    ],
}

LABELS: Mapping[str, list[Data]] = {"box_code.revoke": [{}], "private_chat": [{}]}
