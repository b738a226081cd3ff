"""中文：看一张卡、体检。"""

from collections.abc import Callable, Mapping
from typing import Any

from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.texts.zh.live import MACHINE_STATES, WARNINGS, ago, doing, memory, size
from bot.language.texts.zh.pieces import cards, close_up, point
from bot.language.writing import plain_name

MOST_FINDINGS = 12
MOST_USERS = 2
MOST_LINES = 8
BARS = "▁▂▃▄▅▆▇█"

Finding = Mapping[str, Any]

SAYS: Mapping[str, Callable[[Finding], str]] = {
    "recovery": lambda f: "驱动说要重置",
    "xid": lambda f: f"一周内报硬件错 {f['count']} 次（Xid {'、'.join(map(str, f['xids']))}）",
    "ecc": lambda f: f"显存有 {f['count']} 个改不了的错",
    "capped": lambda f: f"功率被限到 {f['limit']} W（默认 {f['of']} W），会慢",
    "default_low": lambda f: f"默认功率只有 {f['limit']} W（规格 {f['of']} W），商家调低了",
    "thermal": lambda f: f"太热降频，连续 {f['minutes']} 分钟",
    "hot": lambda f: f"{f['degrees']}° 以上连续 {f['minutes']} 分钟",
    "pcie": lambda f: "满载时 PCIe 变窄，可能没插好",
    "memory_off": lambda f: f"显存 {f['gb']}G，和规格 {f['of']}G 对不上",
    "virtual": lambda f: "是虚拟卡，可能和别人共用",
    "absurd": lambda f: "显存读数比总量还大，读数不可信",
    "orphan": lambda f: f"{size(f['bytes'])} 显存在看不见的进程手里：别的容器、没退干净的子进程，或驱动漏了",
    "mount_gone": lambda f: f"{plain_name(f['path'], 24)} 没挂上",
    "disk_full": lambda f: f"{_disk(f)}快满了，剩 {size(f['free'])}",
    "inodes": lambda f: f"{_disk(f)}文件数快满了，剩 {f['free']} 个",
    "memory_full": lambda f: f"内存快满了，剩 {size(f['free'])}",
    "iowait": lambda f: f"{cards(f['gpus'])}在等磁盘（iowait {f['percent']}%），数据读得太慢",
}


def _disk(f: Finding) -> str:
    return "磁盘" if f["path"] == "/" else f"{plain_name(f['path'], 24)} "


def health(f: Facts, c: Context) -> list[Line]:
    if not f["machines"]:
        return ["没装采集程序，没法体检", "管理员装一个：/node add"]
    wrong = sum(len(one["findings"] or ()) for one in f["machines"])
    away = [one for one in f["machines"] if not one["heard"] or one["state"] not in ("ok", "no_cards")]
    lines: list[Line] = ["一切正常" if not wrong and not away else f"有 {wrong + len(away)} 处要看看"]
    for one in f["machines"]:
        lines += _machine(one)
    return lines[: MOST_FINDINGS + 3]


def _machine(one: Finding) -> list[Line]:
    name = plain_name(one["node"], 20)
    if not one["heard"]:
        last = "" if one["age"] is None else f"，最后读数 {ago(one['age'])}"
        return [f"{name}：联系不上{last}", *_contact(one)]
    if one["state"] not in ("ok", "no_cards"):
        return [f"{name}：{MACHINE_STATES.get(one['state'], one['state'])}", *_contact(one)]
    said = [_finding(finding) for finding in one["findings"]]
    grave = any(finding["grave"] for finding in one["findings"])
    head = f"{name}（{ago(one['age'])}）：{'正常' if not said else f'{len(said)} 处'}"
    return [head, *said, *(_contact(one) if grave else [])]


def _finding(f: Finding) -> str:
    return f"{'⚠' if f['grave'] else '·'} {finding(f)}"


def finding(f: Finding, between: str = "：") -> str:
    """一处毛病，带卡号。"""
    says = SAYS.get(f["what"])
    words = WARNINGS.get(f["what"], f["what"]) if says is None else says(f)
    which = "" if f["gpu"] is None else f"{f['gpu']} 号卡{between}"
    return f"{which}{words}"


def _contact(one: Finding) -> list[Line]:
    return [f"服务商：{one['contact']}"] if one["contact"] else []


def gpu(f: Facts, c: Context) -> list[Line]:
    kind = f["product"] or f"{f['kind']} {f['memory_gb']}G"
    lines: list[Line] = [close_up(f"{f['number']} 号卡：{_whose(f, c)}"), f"{plain_name(kind, 32)}，{f['node']}"]
    if f["live"] is None:
        return [*lines, "没有读数"]
    lines += _now(f)
    return [*lines, *_details(f["details"]), *_day(f["hours"])][:MOST_LINES]


def _whose(f: Facts, c: Context) -> str:
    if f["broken"]:
        return "坏着"
    if f["holder"] is None:
        return "空着"
    return f"{'、'.join([f['holder'], *f['co_holders']])} 用到{point(f['until'], c)}"


def _now(f: Facts) -> list[Line]:
    live = f["live"]
    if live["age"] > 300:
        return [f"最后读数 {ago(live['age'])}，现在什么样不知道"]
    shown = doing({"live": live, "holder": f["holder"], "co_holders": f["co_holders"]}).lstrip("，")
    lines: list[Line] = [shown] if shown else []
    for one in (live["users"] or [])[:MOST_USERS]:
        who = one["member"] or "不知道谁"
        sure = {"presumed": "（按预约推的）", "likely": "（多半）"}.get(one["grade"], "")
        what = plain_name(one["command"] or "进程", 20)
        lines.append(close_up(f"{who}{sure} {what} {memory(one['memory'], None)}".rstrip()))
    return lines


def _details(d: Finding | None) -> list[Line]:
    if d is None:
        return []
    parts = [
        "" if d["power_limit_w"] is None else f"限 {d['power_limit_w']} W",
        "" if d["sm_clock_mhz"] is None else f"{d['sm_clock_mhz']}/{d['max_sm_clock_mhz'] or '?'} MHz",
        "" if d["memory_temperature"] is None else f"显存 {d['memory_temperature']}°",
        "" if d["pcie_gen"] is None else f"PCIe {d['pcie_gen']}.0 x{d['pcie_width']}",
    ]
    said = "，".join(part for part in parts if part)
    slow = "，".join(d["throttle_zh"] or [])
    return [line for line in (said, slow) if line]


def _day(hours: list[Finding]) -> list[Line]:
    """最近 24 小时，一小时一格：越高用得越多，·是没读数。"""
    if all(one["used_percent"] is None for one in hours):
        return []
    bars = "".join("·" if (u := one["used_percent"]) is None else BARS[min(7, u * 8 // 101)] for one in hours)
    return ["最近 24 小时：", bars]


TEXTS: dict[str, Text] = {"health": health, "gpu": gpu}
