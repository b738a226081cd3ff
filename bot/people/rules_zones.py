"""Which time zone is meant: its IANA name in any spelling, or the likeliest ones; and when another one begins."""

import difflib
from collections.abc import Collection, Iterator
from datetime import datetime, tzinfo

MOST = 3
SHORTEST_SLIP = 5
_PLACES = {
    "beijing": "Asia/Shanghai",
    "peking": "Asia/Shanghai",
    "china": "Asia/Shanghai",
    "shenzhen": "Asia/Shanghai",
    "cst": "Asia/Shanghai",
    "gmt+8": "Asia/Shanghai",
    "utc+8": "Asia/Shanghai",
    "北京": "Asia/Shanghai",
    "上海": "Asia/Shanghai",
    "中国": "Asia/Shanghai",
    "香港": "Asia/Hong_Kong",
    "台北": "Asia/Taipei",
    "新加坡": "Asia/Singapore",
    "东京": "Asia/Tokyo",
    "日本": "Asia/Tokyo",
    "首尔": "Asia/Seoul",
    "韩国": "Asia/Seoul",
    "柏林": "Europe/Berlin",
    "德国": "Europe/Berlin",
    "germany": "Europe/Berlin",
    "munich": "Europe/Berlin",
    "慕尼黑": "Europe/Berlin",
    "巴黎": "Europe/Paris",
    "法国": "Europe/Paris",
    "伦敦": "Europe/London",
    "英国": "Europe/London",
    "苏黎世": "Europe/Zurich",
    "瑞士": "Europe/Zurich",
    "莫斯科": "Europe/Moscow",
    "纽约": "America/New_York",
    "波士顿": "America/New_York",
    "boston": "America/New_York",
    "美东": "America/New_York",
    "芝加哥": "America/Chicago",
    "洛杉矶": "America/Los_Angeles",
    "旧金山": "America/Los_Angeles",
    "西雅图": "America/Los_Angeles",
    "san francisco": "America/Los_Angeles",
    "seattle": "America/Los_Angeles",
    "美西": "America/Los_Angeles",
    "多伦多": "America/Toronto",
    "温哥华": "America/Vancouver",
    "悉尼": "Australia/Sydney",
    "墨尔本": "Australia/Melbourne",
    "utc": "UTC",
    "gmt": "UTC",
}


def next_month(at: int, zone: tzinfo) -> int:
    """The first instant of the month after the one around `at`, by the clock on the wall of `zone`."""
    day = datetime.fromtimestamp(at, zone)
    year, month = (day.year + 1, 1) if day.month == 12 else (day.year, day.month + 1)
    return int(datetime(year, month, 1, tzinfo=zone).timestamp())


def exact_zone(text: str, zones: Collection[str]) -> str | None:
    """The IANA name that was typed, whatever its case; a bare word such as `EST` counts only when it is UTC."""
    wanted = _plain(text)
    return next((zone for zone in zones if zone.lower() == wanted and _is_good(zone)), None)


def likely_zones(text: str, zones: Collection[str]) -> list[str]:
    """At most three zones that may have been meant, the likeliest first."""
    wanted = _plain(text)
    if not wanted:
        return []
    return list(dict.fromkeys(zone for zone in _likely(wanted, zones) if zone in zones and _is_good(zone)))[:MOST]


def _likely(wanted: str, zones: Collection[str]) -> Iterator[str]:
    if wanted.replace("_", " ") in _PLACES:
        yield _PLACES[wanted.replace("_", " ")]
    cities: dict[str, list[str]] = {}
    for zone in sorted(zones):
        cities.setdefault(zone.rpartition("/")[2].lower(), []).append(zone)
    last = wanted.rpartition("/")[2]
    slips = difflib.get_close_matches(last, cities, n=MOST, cutoff=0.75) if len(last) >= SHORTEST_SLIP else []
    for city in (last, *slips):
        yield from sorted(cities.get(city, ()), key=_preferred)


def _preferred(zone: str) -> tuple[int, str]:
    known = ("Asia/", "Europe/", "America/", "Australia/", "Africa/", "Pacific/", "Atlantic/", "Indian/")
    return (0 if zone.startswith(known) else 1, zone)


def _is_good(zone: str) -> bool:
    """Old and bare names (`EST`, `Etc/GMT+8`, whose sign is turned round) lead people astray."""
    return zone == "UTC" or ("/" in zone and not zone.startswith(("Etc/", "posix/", "right/", "SystemV/")))


def _plain(text: str) -> str:
    return "_".join(text.strip().lower().split())
