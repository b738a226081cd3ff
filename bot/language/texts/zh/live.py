"""中文：一张卡、一台机器现在的样子，几处共用。"""

from typing import Any

from bot.language.writing import plain_name, write_minutes

GIB = 1 << 30
MOST_WARNINGS = 2
LIVE = 30
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
MACHINE_STATES = {
    "no_bindings": "采集程序缺 nvidia-ml-py",
    "wrong_bindings": "采集程序装了冒名的 pynvml",
    "no_library": "看不到 NVIDIA 驱动",
    "no_driver": "驱动没加载",
    "old_driver": "驱动太旧，读不了",
    "no_permission": "没权限读显卡",
    "no_cards": "一张卡也看不到",
    "init_unknown": "容器丢了显卡，要重启容器",
    "init_failed": "驱动起不来",
    "lost": "有卡掉线，驱动起不来",
    "uninitialized": "和驱动断了，正在重连",
    "mismatch": "驱动升级了没重载，正在跑的不受影响",
    "driver_stuck": "驱动卡住了",
    "starting": "刚启动，正在看卡",
    "error": "驱动报错",
}


def doing(card: dict[str, Any]) -> str:
    """“，鲍勃在跑，62/80G 97% 71°（2 分钟前）”；谁在跑和谁订的不一样时说出来，旧的读数带上多旧。"""
    live = card["live"]
    wrong = "、".join(WARNINGS.get(one) or MACHINE_STATES.get(one, one) for one in live["warnings"][:MOST_WARNINGS])
    parts = [_running(card), _figures(live), f"⚠{wrong}" if wrong else ""]
    said = "，".join(part for part in parts if part)
    age = f"（{ago(live['age'])}）" if live["age"] > LIVE else ""
    return f"，{said}{age}" if said else ""


def _running(card: dict[str, Any]) -> str:
    users = card["live"]["users"]
    if users is None:
        return "不知道谁在跑"
    mine = {card["holder"], *card["co_holders"]}
    others = sorted({one["member"] for one in users if one["member"] and one["member"] not in mine})
    nobody = [one for one in users if one["member"] is None]
    said = [f"{'、'.join(others)} 在跑"] if others else []
    accounts = sorted({one["unix"] for one in nobody if one["unix"] and one["unix"] != "root"})
    if accounts:
        said.append(f"用户 {'、'.join(plain_name(one, 20) for one in accounts[:2])} 在跑，还没绑人")
    elif nobody:
        said.append("还有不知道谁的在跑" if others else "在跑的不知道是谁的")
    return "，".join(said) or ("" if users or not card["holder"] else "没在跑")


def _figures(live: dict[str, Any]) -> str:
    figures = [
        memory(live["memory_used"], live["memory_total"]),
        "" if live["util"] is None else f"{live['util']}%",
        "" if live["temperature"] is None else f"{live['temperature']}°",
    ]
    return " ".join(one for one in figures if one)


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
    if one["state"] not in (None, "ok"):
        return f"{name}：{MACHINE_STATES.get(one['state'], one['state'])}，{ago(one['age'])}"
    parts = [
        f"驱动 {one['driver']}" if one["driver"] else "",
        *(f"{_disk(disk)}剩 {size(disk['free'])}" for disk in one["disks"] or () if disk["free"] is not None),
        f"内存剩 {size(one['memory_available'])}" if one["memory_available"] is not None else "",
        ago(one["age"]),
    ]
    return f"{name}：{'，'.join(part for part in parts if part)}"


def _disk(disk: dict[str, Any]) -> str:
    return "磁盘" if disk["path"] == "/" else f"{plain_name(disk['path'], 16)} "
