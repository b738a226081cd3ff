"""Answers about moving data: at full rate and at 75 % of it, and when a disk by post is faster."""

from typing import Any

from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.transfer import transfer_time as line_time

USUAL_MBPS = (100.0, 1000.0)
"""A campus uplink and a gigabit line, where nobody said the rate."""
BITS = 8


def transfer_time(asked: Asked) -> dict[str, Any]:
    """Hours by each rate. A 兆 that may be megabytes a second is answered as megabits first, then as the other."""
    size, rate = asked.get("data_gb"), asked.get("mbps")
    if not size:
        return {"verdict": None, "missing": "data"}
    own = asked.link_mbps
    rates = [float(rate)] if rate else [own] if own else list(USUAL_MBPS)
    if rate and asked.get("mbps_unclear"):
        rates.append(float(rate) * BITS)
    rows = [
        {
            "mbps": one,
            "mb_s": round(line.mb_per_s, 1),
            "full_seconds": round(line.full_s),
            "real_seconds": round(line.real_s),
            "disk": line.send_a_disk,
        }
        for one in rates
        for line in (line_time(size * 1e9, one * 1e6),)
    ]
    return {
        "verdict": None,
        "data_gb": size,
        "rows": rows,
        "rate_said": rate is not None,
        "rate_own": rate is None and own is not None,
        "unclear": bool(asked.get("mbps_unclear")),
        "disk": rows[0]["disk"],
        "command": "ossutil" if asked.get("aliyun") else "rclone",
    }
