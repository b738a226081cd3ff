"""A model's config.json pasted into a question."""

from __future__ import annotations

import json
from typing import Any

_MARKS = ("hidden_size", "num_hidden_layers", "n_layer", "n_embd", "d_model", "num_layers", "text_config")
LONGEST = 20_000


def cut_config(text: str) -> tuple[str, dict[str, Any] | None, str | None]:
    """The text without it, the fields, and what is wrong with them: `broken` or `other_kind`."""
    start = text.find("{")
    if start < 0 or '"' not in text[start : start + LONGEST]:
        return text, None, None
    try:
        fields, length = json.JSONDecoder().raw_decode(text[start : start + LONGEST])
    except (ValueError, RecursionError):
        looks = any(mark in text for mark in (*_MARKS, "model_type", "architectures"))
        end = max(text.rfind("}"), text.rfind('"')) + 1
        return (text[:start] + " " + text[end:], None, "broken") if looks else (text, None, None)
    rest = text[:start] + " " + text[start + length :]
    if not any(mark in fields for mark in _MARKS):
        return rest, None, "other_kind"
    return rest, fields, None
