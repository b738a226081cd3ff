"""English texts of one card and of the check-up."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.language.texts.en.live import MACHINE_STATES, WARNINGS, ago, doing, memory, size
from bot.language.texts.en.pieces import cards, point
from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.writing import plain_name

MOST_FINDINGS = 12
MOST_USERS = 2
MOST_LINES = 8
BARS = "▁▂▃▄▅▆▇█"

Finding = Mapping[str, Any]

SAYS: Mapping[str, Callable[[Finding], str]] = {
    "recovery": lambda f: "the driver asks for a reset",
    "xid": lambda f: f"{f['count']} hardware errors in a week (Xid {', '.join(map(str, f['xids']))})",
    "ecc": lambda f: f"{f['count']} uncorrectable memory errors",
    "capped": lambda f: f"capped to {f['limit']} W of {f['of']} W: slower",
    "default_low": lambda f: f"default limit {f['limit']} W, data sheet {f['of']} W: lowered by the provider",
    "thermal": lambda f: f"slowed by heat for {f['minutes']} min",
    "hot": lambda f: f"over {f['degrees']}° for {f['minutes']} min",
    "pcie": lambda f: "narrow PCIe link under load",
    "memory_off": lambda f: f"{f['gb']} GB of memory, data sheet {f['of']} GB",
    "virtual": lambda f: "a virtual card, perhaps shared",
    "absurd": lambda f: "reports more memory used than it has",
    "orphan": lambda f: (
        f"{size(f['bytes'])} held by no visible process: another container, a left child, a driver leak"
    ),
    "mount_gone": lambda f: f"{plain_name(f['path'], 24)} is not mounted",
    "disk_full": lambda f: f"{_disk(f)} nearly full, {size(f['free'])} left",
    "inodes": lambda f: f"{_disk(f)} nearly out of files, {f['free']} left",
    "memory_full": lambda f: f"RAM nearly full, {size(f['free'])} left",
    "iowait": lambda f: f"{cards(f['gpus'])} wait for the disk (iowait {f['percent']}%)",
}


def _disk(f: Finding) -> str:
    return "disk" if f["path"] == "/" else plain_name(f["path"], 24)


def health(f: Facts, c: Context) -> list[Line]:
    if not f["machines"]:
        return ["No agent, so no check-up", "An owner installs one: /node add"]
    wrong = sum(len(one["findings"] or ()) for one in f["machines"])
    away = [one for one in f["machines"] if not one["heard"] or one["state"] not in ("ok", "no_cards")]
    lines: list[Line] = ["All is well" if not wrong and not away else _things(wrong + len(away))]
    for one in f["machines"]:
        lines += _machine(one)
    return lines[: MOST_FINDINGS + 3]


def _things(count: int) -> str:
    return "One thing to look at" if count == 1 else f"{count} things to look at"


def _machine(one: Finding) -> list[Line]:
    name = plain_name(one["node"], 20)
    if not one["heard"]:
        last = "" if one["age"] is None else f", last reading {ago(one['age'])}"
        return [f"{name}: cannot be reached{last}", *_contact(one)]
    if one["state"] not in ("ok", "no_cards"):
        return [f"{name}: {MACHINE_STATES.get(one['state'], one['state'])}", *_contact(one)]
    said = [_finding(finding) for finding in one["findings"]]
    grave = any(finding["grave"] for finding in one["findings"])
    head = f"{name} ({ago(one['age'])}): {'well' if not said else len(said)}"
    return [head, *said, *(_contact(one) if grave else [])]


def _finding(f: Finding) -> str:
    return f"{'⚠' if f['grave'] else '·'} {finding(f)}"


def finding(f: Finding, between: str = ": ") -> str:
    """One thing that is wrong, with its card."""
    says = SAYS.get(f["what"])
    words = WARNINGS.get(f["what"], f["what"]) if says is None else says(f)
    which = "" if f["gpu"] is None else f"card {f['gpu']}{between}"
    return f"{which}{words}"


def _contact(one: Finding) -> list[Line]:
    return [f"Provider: {one['contact']}"] if one["contact"] else []


def gpu(f: Facts, c: Context) -> list[Line]:
    kind = f["product"] or f"{f['kind']} {f['memory_gb']} GB"
    lines: list[Line] = [f"Card {f['number']}: {_whose(f, c)}", f"{plain_name(kind, 32)}, {f['node']}"]
    if f["live"] is None:
        return [*lines, "No reading"]
    lines += _now(f)
    return [*lines, *_details(f["details"]), *_day(f["hours"])][:MOST_LINES]


def _whose(f: Facts, c: Context) -> str:
    if f["broken"]:
        return "out of order"
    if f["holder"] is None:
        return "free"
    return f"{' & '.join([f['holder'], *f['co_holders']])} until {point(f['until'], c)}"


def _now(f: Facts) -> list[Line]:
    live = f["live"]
    if live["age"] > 300:
        return [f"Last reading {ago(live['age'])}; what it does now is unknown"]
    shown = doing({"live": live, "holder": f["holder"], "co_holders": f["co_holders"]}).lstrip(", ")
    lines: list[Line] = [shown] if shown else []
    for one in (live["users"] or [])[:MOST_USERS]:
        who = one["member"] or "somebody"
        sure = {"presumed": " (by the booking)", "likely": " (likely)"}.get(one["grade"], "")
        what = plain_name(one["command"] or "process", 20)
        lines.append(f"{who}{sure} {what} {memory(one['memory'], None)}".rstrip())
    return lines


def _details(d: Finding | None) -> list[Line]:
    if d is None:
        return []
    parts = [
        "" if d["power_limit_w"] is None else f"limit {d['power_limit_w']} W",
        "" if d["sm_clock_mhz"] is None else f"{d['sm_clock_mhz']}/{d['max_sm_clock_mhz'] or '?'} MHz",
        "" if d["memory_temperature"] is None else f"memory {d['memory_temperature']}°",
        "" if d["pcie_gen"] is None else f"PCIe {d['pcie_gen']}.0 x{d['pcie_width']}",
    ]
    said = ", ".join(part for part in parts if part)
    slow = ", ".join(d["throttle"] or [])
    return [line for line in (said, slow) if line]


def _day(hours: list[Finding]) -> list[Line]:
    """The last 24 hours, a sign an hour: the higher the busier, a dot for no readings."""
    if all(one["used_percent"] is None for one in hours):
        return []
    bars = "".join("·" if (u := one["used_percent"]) is None else BARS[min(7, u * 8 // 101)] for one in hours)
    return ["Last 24 hours:", bars]


TEXTS: dict[str, Text] = {"health": health, "gpu": gpu}
