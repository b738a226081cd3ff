"""Hand-made facts of replies about the machine and what its agent says."""

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]

REPLIES: Mapping[str, list[Data]] = {}

LABELS: Mapping[str, list[Data]] = {}
