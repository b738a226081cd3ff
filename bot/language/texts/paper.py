"""The sentence about computing that a paper needs, in Chinese and in English, from exact counts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo


def gpu_hours(seconds: int) -> str:
    """Hours with one digit; less than a tenth of an hour is said in full."""
    tenths = (seconds * 10 + 1800) // 3600
    if not tenths and seconds:
        return f"{seconds / 3600:.3f}"
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def sentence(data: Mapping[str, Any], zone: ZoneInfo, language: str) -> str:
    """`data` as in the reply `paper`; dates are local, the last day included."""
    first = datetime.fromtimestamp(data["start"], zone).date().isoformat()
    last = datetime.fromtimestamp(data["end"] - 1, zone).date().isoformat()
    total = gpu_hours(sum(kind["booked_seconds"] for kind in data["kinds"]))
    return (_zh if language == "zh" else _en)(data["kinds"], total, first, last)


def _zh(kinds: list[dict[str, Any]], total: str, first: str, last: str) -> str:
    if len(kinds) == 1:
        one = kinds[0]
        return f"实验使用 {_name(one)} GPU，同时最多 {one['cards']} 张，共 {total} GPU 小时（{first} 至 {last}）。"
    parts = "、".join(
        f"{_name(one)}（最多 {one['cards']} 张，{gpu_hours(one['booked_seconds'])} GPU 小时）" for one in kinds
    )
    return f"实验使用 {parts}，共 {total} GPU 小时（{first} 至 {last}）。"


def _en(kinds: list[dict[str, Any]], total: str, first: str, last: str) -> str:
    if len(kinds) == 1:
        one = kinds[0]
        cards = "one" if one["cards"] == 1 else f"up to {one['cards']}"
        gpus = "GPU" if one["cards"] == 1 else "GPUs"
        return f"Experiments were run on {cards} {_name(one)} {gpus}, {total} GPU-hours in total ({first} to {last})."
    parts = ", ".join(
        f"up to {one['cards']} {_name(one)} ({gpu_hours(one['booked_seconds'])} GPU-hours)" for one in kinds
    )
    return f"Experiments were run on {parts}, {total} GPU-hours in total ({first} to {last})."


def _name(kind: Mapping[str, Any]) -> str:
    return f"{kind['kind']} {kind['memory_gb']}GB"
