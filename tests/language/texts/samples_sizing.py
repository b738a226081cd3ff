"""Hand-made facts of replies about sizing questions."""

from collections.abc import Mapping
from typing import Any

Data = Mapping[str, Any]

REPLIES: Mapping[str, list[Data]] = {}

LABELS: Mapping[str, list[Data]] = {}
