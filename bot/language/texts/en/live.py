"""English: what a card and a machine look like now; several texts share it."""

from typing import Any

from bot.language.writing import plain_name, write_minutes

GIB = 1 << 30
MOST_WARNINGS = 2
LIVE = 30
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
MACHINE_STATES = {
    "no_bindings": "its agent lacks nvidia-ml-py",
    "wrong_bindings": "its agent has another package in place of nvidia-ml-py",
    "no_library": "no NVIDIA driver in sight",
    "no_driver": "the driver is not loaded",
    "old_driver": "the driver is too old to be read",
    "no_permission": "no permission to read its cards",
    "no_cards": "no card in sight",
    "init_unknown": "the container lost its cards: restart it",
    "init_failed": "the driver does not start",
    "lost": "a card fell off the bus and the driver does not start",
    "uninitialized": "cut off from the driver, connecting again",
    "mismatch": "the driver was upgraded and not reloaded; what runs goes on",
    "driver_stuck": "the driver is stuck",
    "starting": "just started, looking at its cards",
    "error": "the driver answers with an error",
}


def doing(card: dict[str, Any]) -> str:
    """“, Bob running, 62/80G 97% 71° (2 min ago)”; says who runs when it is not who booked, and how old it is."""
    live = card["live"]
    wrong = ", ".join(WARNINGS.get(one) or MACHINE_STATES.get(one, one) for one in live["warnings"][:MOST_WARNINGS])
    parts = [_running(card), _figures(live), f"⚠{wrong}" if wrong else ""]
    said = ", ".join(part for part in parts if part)
    age = f" ({ago(live['age'])})" if live["age"] > LIVE else ""
    return f", {said}{age}" if said else ""


def _running(card: dict[str, Any]) -> str:
    users = card["live"]["users"]
    if users is None:
        return "unknown who runs"
    mine = {card["holder"], *card["co_holders"]}
    others = sorted({one["member"] for one in users if one["member"] and one["member"] not in mine})
    nobody = [one for one in users if one["member"] is None]
    said = [f"{' & '.join(others)} running"] if others else []
    accounts = sorted({one["unix"] for one in nobody if one["unix"] and one["unix"] != "root"})
    if accounts:
        said.append(f"account {' & '.join(plain_name(one, 20) for one in accounts[:2])} running, linked to nobody")
    elif nobody:
        said.append("an unknown process running")
    return ", ".join(said) or ("" if users or not card["holder"] else "nothing running")


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
    if one["state"] not in (None, "ok"):
        return f"{name}: {MACHINE_STATES.get(one['state'], one['state'])}, {ago(one['age'])}"
    parts = [
        f"driver {one['driver']}" if one["driver"] else "",
        *(f"{_disk(disk)} {size(disk['free'])} free" for disk in one["disks"] or () if disk["free"] is not None),
        f"RAM {size(one['memory_available'])} free" if one["memory_available"] is not None else "",
        ago(one["age"]),
    ]
    return f"{name}: {', '.join(part for part in parts if part)}"


def _disk(disk: dict[str, Any]) -> str:
    return "disk" if disk["path"] == "/" else plain_name(disk["path"], 16)
