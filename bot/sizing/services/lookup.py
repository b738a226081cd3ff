"""From the names in a question to networks and cards of the catalogue."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache
from math import log
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
LONGEST = 40
"""Characters of a name that are looked at: no network has a longer one."""
CLOSE, FEW = 8, 4
"""So many networks are offered for a name that is not known; where a family has few, those named after it too."""
LIKENESS, NEARLY = 0.7, 0.1
"""Names as like as that may be meant; with the most alike come those that are nearly as like."""
MEDIA = (
    *("wan21", "wan22", "cogvideo", "hunyuanvideo", "ltxvideo", "opensora", "sana", "kolors", "mochi"),
    *("dinov2", "esm2", "openvla", "cosyvoice", "megatts", "seamless", "flux", "sd3", "pixart"),
)
SIZE = re.compile(r"[-_ ]*(?:a?\d+x)?\d+(?:\.\d+)?[bm](?![a-z])", re.IGNORECASE)


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


def close_models(name: str, params_b: float | None = None, most: int = CLOSE) -> list[str]:
    """Known networks of that family, the smallest first; else those that are spelled alike. With a size, the nearest
    in it come first."""
    wanted = _stem(name[:LONGEST])
    if not wanted:
        return []
    likeness = {stem: SequenceMatcher(None, wanted, stem).ratio() for stem in _stems()}
    best = max(likeness.values())
    if best < LIKENESS:
        return []
    families = [stem for stem, like in likeness.items() if like > (best - 0.001 if best == 1 else best - NEARLY)]
    found = {model.name: model for stem in families for model in _stems()[stem]}
    if len(found) < FEW:
        found |= {model.name: model for stem in _stems() if stem.startswith(wanted) for model in _stems()[stem]}
    far = (lambda size: abs(log(size / 1e9 / params_b))) if params_b else float
    return [model.name for model in sorted(found.values(), key=lambda model: far(model.params))[:most]]


def is_family(name: str) -> bool:
    """Whether known networks go by this name with a size added."""
    wanted = _stem(name[:LONGEST])
    return bool(wanted) and any(stem.startswith(wanted) for stem in _stems())


def _stem(name: str) -> str:
    """A name without its size, as names are compared."""
    return facts.normalise(SIZE.sub("", name))


@cache
def _stems() -> Mapping[str, tuple[Model, ...]]:
    """The networks of each family, by its name without sizes; further names that networks go by count too."""
    found: dict[str, list[Model]] = {}
    for model in facts.models():
        for stem in {_stem(alias) for alias in (model.name, *facts.aliases_of(model.name))}:
            found.setdefault(stem, []).append(model)
    return {stem: tuple(models) for stem, models in found.items() if len(stem) > 1}


def makes_media(name: str) -> bool:
    """Whether networks of that name make pictures, films or sounds: a language model's formula says nothing of them."""
    return facts.normalise(name).startswith(MEDIA)


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
        if makes_media(str(said["model"])):
            return None  # nothing is known of such a network by its size
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
