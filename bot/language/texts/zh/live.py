"""中文：一张卡、一台机器现在的样子，几处共用。"""

from typing import Any

from bot.language.writing import plain_name, write_minutes

GIB = 1 << 30
MOST_WARNINGS = 2
WARNINGS = {
    "lost": "掉线",
    "absent": "不见了",
    "reset_required": "要重置",
    "no_permission": "没权限读",
    "unknown": "读不出来",
    "recovery": "驱动说要重置",
    "remap_failed": "显存坏块换不掉",
    "remap_pending": "显存坏块等重置",
    "ecc": "显存有错",
    "power_brake": "供电告急",
    "slowed": "被硬件降频",
    "thermal": "太热在降频",
    "hot": "很热",
    "pcie": "PCIe 变窄",
}


def doing(card: dict[str, Any]) -> str:
    """“，train.py 在跑，62/80G 97% 71°”; 谁在跑和谁订的不一样时说出来。"""
    live = card["live"]
    wrong = "、".join(WARNINGS.get(one, one) for one in live["warnings"][:MOST_WARNINGS])
    parts = [_running(card), _figures(live), f"⚠{wrong}" if wrong else ""]
    said = [part for part in parts if part]
    return f"，{'，'.join(said)}" if said else ""


def _running(card: dict[str, Any]) -> str:
    users = card["live"]["users"]
    if users is None:
        return "不知道谁在跑"
    mine = {card["holder"], *card["co_holders"]}
    others = sorted({one["member"] for one in users if one["member"] and one["member"] not in mine})
    unknown = any(one["member"] is None for one in users)
    if others:
        return f"{'、'.join(others)} 在跑"
    if unknown:
        return "在跑的不知道是谁的"
    return "" if users or not card["holder"] else "没在跑"


def _figures(live: dict[str, Any]) -> str:
    figures = [
        memory(live["memory_used"], live["memory_total"]),
        "" if live["util"] is None else f"{live['util']}%",
        "" if live["temperature"] is None else f"{live['temperature']}°",
    ]
    said = " ".join(one for one in figures if one)
    return f"{said}（{ago(live['age'])}）" if said and live["age"] > 30 else said


def memory(used: int | None, total: int | None) -> str:
    """“62/80G”"""
    if used is None:
        return ""
    whole = "" if total is None else f"/{round(total / GIB)}"
    return f"{round(used / GIB)}{whole}G"


def ago(seconds: int) -> str:
    """“15 秒前”"""
    return f"{seconds} 秒前" if seconds < 60 else f"{write_minutes(seconds // 60, 'zh')}前"


def size(count: int) -> str:
    """字节说成 G 或 T。"""
    return f"{count / 1e12:.1f}T" if count >= 1e12 else f"{round(count / 1e9)}G"


def machine(one: dict[str, Any]) -> str:
    """“node1：驱动 550.54，磁盘剩 1.2T，内存剩 300G，15 秒前”"""
    name = plain_name(one["node"], 20)
    if not one["heard"]:
        last = "" if one["age"] is None else f"，最后读数 {ago(one['age'])}"
        return f"{name}：联系不上{last}"
    if one["age"] is None:
        return f"{name}：还没有读数"
    parts = [
        f"驱动 {one['driver']}" if one["driver"] else "",
        *(f"{_disk(disk)}剩 {size(disk['free'])}" for disk in one["disks"] or () if disk["free"] is not None),
        f"内存剩 {size(one['memory_available'])}" if one["memory_available"] is not None else "",
        ago(one["age"]),
    ]
    return f"{name}：{'，'.join(part for part in parts if part)}"


def _disk(disk: dict[str, Any]) -> str:
    return "磁盘" if disk["path"] == "/" else f"{plain_name(disk['path'], 16)} "
