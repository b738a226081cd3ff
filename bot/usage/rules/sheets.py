"""What data sheets say of a card, by the name that NVML gives it: memory (GB, as labelled) and board power (W).

Source: NVIDIA's data sheets of each product. A name that is not here has no sheet, and nothing is held against it.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """Of one product."""

    memory_gb: int
    power_w: int


_SHEETS: tuple[tuple[str, int, int], ...] = (
    (r"\bH200\b", 141, 700),
    (r"\bH20\b", 96, 500),
    (r"\bH[18]00 (?:80GB )?PCIe", 80, 350),
    (r"\bH100 NVL", 94, 400),
    (r"\bH[18]00\b", 80, 700),
    (r"\bA[18]00-SXM4?-80GB", 80, 400),
    (r"\bA[18]00-SXM4?-40GB", 40, 400),
    (r"\bA[18]00[- ]PCIE-40GB|\bA100-PG509", 40, 250),
    (r"\bA[18]00[- ](?:80GB )?PCIe|\bA[18]00-PCIE-80GB", 80, 300),
    (r"\bL40S\b", 48, 350),
    (r"\bL40\b", 48, 300),
    (r"\bL20\b", 48, 275),
    (r"\bL4\b", 24, 72),
    (r"\bA40\b", 48, 300),
    (r"\bA30\b", 24, 165),
    (r"\bA10\b", 24, 150),
    (r"RTX 6000 Ada", 48, 300),
    (r"RTX A6000", 48, 300),
    (r"RTX 5090\b", 32, 575),
    (r"RTX 4090 D", 24, 425),
    (r"RTX 4090\b", 24, 450),
    (r"RTX 4080\b", 16, 320),
    (r"RTX 3090 Ti", 24, 450),
    (r"RTX 3090\b", 24, 350),
    (r"RTX 3080\b", 10, 320),
    (r"RTX 2080 Ti", 11, 250),
    (r"TITAN RTX", 24, 280),
    (r"V100-SXM[23]-32GB", 32, 300),
    (r"V100-SXM2-16GB", 16, 300),
    (r"V100-PCIE-32GB", 32, 250),
    (r"V100-PCIE-16GB", 16, 250),
    (r"P100-PCIE-16GB", 16, 250),
    (r"Tesla T4\b", 16, 70),
)


def sheet_of(name: str) -> Sheet | None:
    """The sheet of a product; None where none is known."""
    found = next((row for row in _SHEETS if re.search(row[0], name, re.IGNORECASE)), None)
    return None if found is None else Sheet(found[1], found[2])
