"""English: what a card and a machine look like now; several texts share it."""

from typing import Any

from bot.language.writing import plain_name, write_minutes

GIB = 1 << 30
MOST_WARNINGS = 2
WARNINGS = {
    "lost": "off the bus",
    "absent": "missing",
    "reset_required": "needs a reset",
    "no_permission": "no permission to read it",
    "unknown": "cannot be read",
    "recovery": "driver asks for a reset",
    "remap_failed": "row remapping failed",
    "remap_pending": "row remapping waits for a reset",
    "ecc": "memory errors",
    "power_brake": "power brake",
    "slowed": "slowed by hardware",
    "thermal": "throttled by heat",
    "hot": "hot",
    "pcie": "narrow PCIe",
}


def doing(card: dict[str, Any]) -> str:
    """“, 62/80G 97% 71°”; says who runs when it is not who booked."""
    live = card["live"]
    wrong = ", ".join(WARNINGS.get(one, one) for one in live["warnings"][:MOST_WARNINGS])
    parts = [_running(card), _figures(live), f"⚠{wrong}" if wrong else ""]
    said = [part for part in parts if part]
    return f", {', '.join(said)}" if said else ""


def _running(card: dict[str, Any]) -> str:
    users = card["live"]["users"]
    if users is None:
        return "unknown who runs"
    mine = {card["holder"], *card["co_holders"]}
    others = sorted({one["member"] for one in users if one["member"] and one["member"] not in mine})
    unknown = any(one["member"] is None for one in users)
    if others:
        return f"{' & '.join(others)} running"
    if unknown:
        return "an unknown process running"
    return "" if users or not card["holder"] else "nothing running"


def _figures(live: dict[str, Any]) -> str:
    figures = [
        memory(live["memory_used"], live["memory_total"]),
        "" if live["util"] is None else f"{live['util']}%",
        "" if live["temperature"] is None else f"{live['temperature']}°",
    ]
    said = " ".join(one for one in figures if one)
    return f"{said} ({ago(live['age'])})" if said and live["age"] > 30 else said


def memory(used: int | None, total: int | None) -> str:
    """“62/80G”"""
    if used is None:
        return ""
    whole = "" if total is None else f"/{round(total / GIB)}"
    return f"{round(used / GIB)}{whole}G"


def ago(seconds: int) -> str:
    """“15 s ago”"""
    return f"{seconds} s ago" if seconds < 60 else f"{write_minutes(seconds // 60, 'en')} ago"


def size(count: int) -> str:
    """Bytes as GB or TB."""
    return f"{count / 1e12:.1f} TB" if count >= 1e12 else f"{round(count / 1e9)} GB"


def machine(one: dict[str, Any]) -> str:
    """“node1: driver 550.54, disk 1.2 TB free, RAM 300 GB free, 15 s ago”"""
    name = plain_name(one["node"], 20)
    if not one["heard"]:
        last = "" if one["age"] is None else f", last reading {ago(one['age'])}"
        return f"{name}: cannot be reached{last}"
    if one["age"] is None:
        return f"{name}: no reading yet"
    parts = [
        f"driver {one['driver']}" if one["driver"] else "",
        *(f"{_disk(disk)} {size(disk['free'])} free" for disk in one["disks"] or () if disk["free"] is not None),
        f"RAM {size(one['memory_available'])} free" if one["memory_available"] is not None else "",
        ago(one["age"]),
    ]
    return f"{name}: {', '.join(part for part in parts if part)}"


def _disk(disk: dict[str, Any]) -> str:
    return "disk" if disk["path"] == "/" else plain_name(disk["path"], 16)
