"""How each two cards reach each other, for placing jobs on neighbours."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from bot.agent.library import Driver, Unread
from bot.wire.sample import LinkReading

# nvml.h nvmlGpuTopologyLevel_t, in the words of `nvidia-smi topo -m`.
PATHS = {0: "PIX", 10: "PIX", 20: "PXB", 30: "PHB", 40: "NODE", 50: "SYS"}
NVLINK = 2  # NVML_P2P_CAPS_INDEX_NVLINK
P2P_OK = 0


def read_links(driver: Driver, cards: Sequence[tuple[int, Any]]) -> tuple[LinkReading, ...]:
    """`cards` as (index, handle). What one pair does not say leaves that pair None."""
    return tuple(_read(driver, a, b) for a, b in combinations(cards, 2))


def _read(driver: Driver, a: tuple[int, Any], b: tuple[int, Any]) -> LinkReading:
    level = _or_none(driver, "DeviceGetTopologyCommonAncestor", a[1], b[1])
    status = _or_none(driver, "DeviceGetP2PStatus", a[1], b[1], NVLINK)
    return LinkReading(
        a[0], b[0], None if level is None else PATHS.get(level), None if status is None else status == P2P_OK
    )


def _or_none(driver: Driver, getter: str, *arguments: Any) -> int | None:
    try:
        return int(driver.ask(getter, *arguments))
    except Unread:
        return None
