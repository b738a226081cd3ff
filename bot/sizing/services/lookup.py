"""From the names in a question to networks and cards of the catalogue."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.sizing import facts
from bot.sizing.rules.config import model_from_config
from bot.sizing.rules.shapes import GIB, Card, Model
from bot.sizing.rules.typical import typical_model

USABLE = 0.98
"""Of the bytes on the label, on a card that is known by its memory alone."""
# The card whose rates stand for one that is known by its memory alone: the usual one of that size.
STANDS_FOR = {10: "RTX3080", 11: "RTX2080Ti", 12: "RTX3060", 16: "T4", 24: "RTX4090", 32: "RTX5090", 40: "A100-40GB"}
STANDS_FOR |= {48: "L40S", 64: "Ascend-910B", 80: "A100-80GB", 96: "H20-96GB", 141: "H200-141GB"}
ANY = "RTX4090"


# What people mean by a name that the measurements list under another.
SPOKEN = (
    ("GPT-2-124M", ("gpt2", "gpt-2", "gpt2 small", "gpt2 124m", "gpt-2 124m", "gpt2-small")),
    ("SD-v1-5", ("sd1.5", "sd 1.5", "sd v1.5", "stable diffusion", "stable diffusion 1.5", "sd")),
)


def names() -> tuple[list[tuple[str, float | None, tuple[str, ...]]], list[tuple[str, tuple[str, ...]]]]:
    """Models as (name, billions of parameters, aliases) and cards as (name, aliases)."""
    models: list[tuple[str, float | None, tuple[str, ...]]] = [
        (name, _billions(facts.find_model(aliases[0])), aliases) for name, aliases in SPOKEN
    ]
    models += [(model.name, _billions(model), facts.aliases_of(model.name)) for model in facts.models()]
    return models, [(card.name, facts.card_aliases_of(card.name)) for card in facts.cards()]


def _billions(model: Model | None) -> float | None:
    return None if model is None else float(f"{model.params / 1e9:.3g}")


def model_of(said: Mapping[str, Any]) -> Model | None:
    """The network by config, name or size. Raises `size_config` for a config of none, `size_bad`."""
    if said.get("config") is not None:
        return model_from_config(json.dumps(said["config"]))
    if said.get("model") is not None:
        found = facts.find_model(str(said["model"]))
        if found is not None:
            return found
    if said.get("params_b"):
        return typical_model(round(float(said["params_b"]) * 1e9))
    return None


def card_of(name: str | None) -> Card | None:
    """By name; `24GB card` and `A100 MIG 20GB` are made up from the usual card of that memory."""
    if name is None:
        return None
    if " MIG " in name:
        whole = card_of(f"{name.split(' ')[0]}-80GB") or _catalogue(ANY)
        size = int(name.split(" ")[-1].removesuffix("GB"))
        share = min(1.0, size * GIB / whole.memory)
        rates = {
            field: getattr(whole, field) * share for field in ("bf16_tflops", "fp16_tflops", "fp32_tflops", "gb_s")
        }
        return replace(whole, name=name, memory=size * GIB, usable=int(size * GIB * USABLE), **rates)
    if name.endswith("GB card"):
        size = int(name.removesuffix("GB card"))
        near = STANDS_FOR.get(size)
        like = _catalogue(near or ANY)
        usable = like.usable if near else int(size * GIB * USABLE)
        return replace(like, name=name, memory=size * GIB, usable=usable, caveats=())
    return facts.find_card(name)


def _catalogue(name: str) -> Card:
    card = facts.find_card(name)
    assert card is not None, f"the catalogue lacks {name}"
    return card


def card_of_kind(kind: str, memory_gb: int) -> Card:
    """A card of the pool, whose kind is typed as `A100` and `80`."""
    for name in (f"{kind}-{memory_gb}G", kind):
        found = facts.find_card(name)
        if found is not None and round(found.memory / GIB) == memory_gb:
            return found
    made = card_of(f"{memory_gb}GB card")
    assert made is not None, "a card of any memory can be made up"
    return replace(made, name=f"{kind}-{memory_gb}GB")


def prices_by_card(priced: Iterable[tuple[Card, int]]) -> dict[str, int]:
    """A card-hour by the card's name."""
    return {card.name: minor for card, minor in priced}
