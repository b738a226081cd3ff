"""What one reading of a card already says is wrong with it. What needs hours to be seen is in `rules.checkup`."""

from collections.abc import Mapping
from typing import Final

HOT = 85
"""Degrees Celsius from which a card is called hot; data-centre cards slow down at 83–90."""

_SLOWED: Final[Mapping[str, str]] = {
    "HW Thermal Slowdown": "thermal",
    "SW Thermal Slowdown": "thermal",
    "HW Power Brake Slowdown": "power_brake",
    "HW Slowdown": "slowed",
}
"""Reasons as nvidia-smi names them that are never normal. A software power cap at the stock limit is normal."""


def warnings(
    state: str,
    temperature: int | None,
    throttle: tuple[str, ...] | None,
    recovery_action: str | None,
    pcie_narrow: bool | None,
    uncorrected: int | None,
    remap_pending: bool | None,
    remap_failed: bool | None,
) -> list[str]:
    """The words for what is wrong, the gravest first; empty for a card in order. Unknown is not wrong."""
    found = [] if state == "ok" else [state]
    if recovery_action not in (None, "none"):
        found.append("recovery")
    if remap_failed:
        found.append("remap_failed")
    elif remap_pending:
        found.append("remap_pending")
    if uncorrected:
        found.append("ecc")
    found += sorted({_SLOWED[name] for name in throttle or () if name in _SLOWED})
    if temperature is not None and temperature >= HOT and "thermal" not in found:
        found.append("hot")
    if pcie_narrow:
        found.append("pcie")
    return found
