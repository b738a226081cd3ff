"""The catalogue: data files → models, cards and measurements, and the names people give them."""

import csv
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from bot.sizing.rules.shapes import (
    GIB,
    Anchor,
    Card,
    Counter,
    Experts,
    Eye,
    Kind,
    Latent,
    Measured,
    Method,
    Model,
    Pace,
    Precision,
    Quant,
)

Row = Mapping[str, str]

FAMILIES = {
    "通义千问": "qwen2.5-",
    "千问": "qwen2.5-",
    "百川": "baichuan2-",
    "智谱": "glm-4-",
    "书生浦语": "internlm2-",
    "书生": "internlm2-",
    "零一万物": "yi-",
    "羊驼": "llama-3-",
    "深度求索": "deepseek-",
}
SUFFIXES = re.compile(r"(instruct|chat|base|hf|it|v01|v02|v03|2507|模型|大模型)+$")
ORGANISATION = re.compile(r"^[\w.-]+/(?=[A-Za-z])")


def normalise(text: str) -> str:
    """A name as it is compared: lower case, without spaces, hyphens, underscores and dots."""
    return re.sub(r"[\s\-_.]+", "", text.strip().lower())


def cards() -> tuple[Card, ...]:
    """Every kind of card."""
    return tuple(_cards_by_name().values())


def models() -> tuple[Model, ...]:
    """Every model."""
    return tuple(_models_by_name().values())


@cache
def _cards_by_name() -> Mapping[str, Card]:
    return MappingProxyType({row["name"]: _card(row) for row in _rows("cards")})


@cache
def _models_by_name() -> Mapping[str, Model]:
    native = {row["model"]: Quant(row["quant"]) for row in _rows("native")}
    found = {row["name"]: _model(row, native.get(row["name"], Quant.NONE)) for row in _rows("models")}
    anchors = [(row["model"], _anchor(row)) for row in _rows("anchors")]
    paces = [(row["model"], _pace(row)) for row in _rows("paces")]
    for row in _rows("image_models"):
        name = row["name"]
        mine = tuple(each for owner, each in anchors if owner == name)
        fast = tuple(each for owner, each in paces if owner == name)
        found[name] = _image_model(row, mine, fast)
    return MappingProxyType(found)


@cache
def measured() -> tuple[Measured, ...]:
    """Published measurements, as evidence; no estimate of a language model is made from them."""
    return tuple(_measured(row) for row in _rows("measured"))


@cache
def model_aliases() -> Mapping[str, str]:
    """Normalised alias → name of the model; every name is an alias of itself."""
    return _by_alias("models", "image_models")


@cache
def card_aliases() -> Mapping[str, str]:
    """Normalised alias → name of the card."""
    return _by_alias("cards")


def aliases_of(name: str) -> tuple[str, ...]:
    """What people call a model, as they write it; empty for an unknown name."""
    return _written("models", "image_models").get(name, ())


def card_aliases_of(name: str) -> tuple[str, ...]:
    """What people call a card, as they write it; empty for an unknown name."""
    return _written("cards").get(name, ())


def find_model(text: str) -> Model | None:
    """The model that this text names, as a whole; None when there is none."""
    aliases = model_aliases()
    plain = normalise(ORGANISATION.sub("", text.strip()) if text.count("/") == 1 else text)
    tried = [normalise(text), plain, SUFFIXES.sub("", plain)]
    for word, family in FAMILIES.items():
        if word in text:
            tried.append(SUFFIXES.sub("", normalise(text.replace(word, family))))
    name = next((aliases[each] for each in tried if each in aliases), None)
    return _models_by_name()[name] if name else None


def find_card(text: str) -> Card | None:
    """The kind of card that this text names, as a whole; None when there is none."""
    plain = normalise(text)
    tried: tuple[str, ...] = (plain, re.sub(r"^(nvidia|geforce|tesla|英伟达)+", "", plain))
    tried += tuple(re.sub(r"(g|gb)$", "", each) for each in tried)
    name = next((card_aliases()[each] for each in tried if each in card_aliases()), None)
    return _cards_by_name()[name] if name else None


def _rows(name: str) -> list[dict[str, str]]:
    text = (files("bot.sizing") / "catalogue" / f"{name}.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def _written(*tables: str) -> Mapping[str, tuple[str, ...]]:
    rows = [row for table in tables for row in _rows(table)]
    return {row["name"]: tuple(filter(None, row["aliases"].split(";"))) for row in rows}


def _by_alias(*tables: str) -> Mapping[str, str]:
    written = _written(*tables)
    found = {normalise(alias): name for name, aliases in written.items() for alias in aliases}
    return MappingProxyType(found | {normalise(name): name for name in written})


def _card(row: Row) -> Card:
    return Card(
        name=row["name"],
        memory=int(row["memory_gb"]) * GIB,
        usable=int(float(row["usable_gib"]) * GIB),
        bf16_tflops=float(row["bf16_tflops"]),
        fp16_tflops=float(row["fp16_tflops"]),
        fp32_tflops=float(row["fp32_tflops"]),
        gb_s=float(row["gb_s"]),
        link=row["link"],
        link_gb_s=float(row["link_gb_s"]),
        efficiency=float(row["efficiency"]),
        caveats=tuple(filter(None, row["caveats"].split(";"))),
        source=row["source"],
    )


def _model(row: Row, native: Quant) -> Model:
    return Model(
        name=row["name"],
        params=_millions(row["params_m"]),
        active_params=_millions(row["active_m"]),
        hidden=int(row["hidden"]),
        layers=int(row["layers"]),
        heads=int(row["heads"]),
        kv_heads=int(row["kv_heads"]),
        head_dim=int(row["head_dim"]),
        ffn=int(row["ffn"]),
        vocab=int(row["vocab"]),
        gated=row["gated"] == "1",
        tied=row["tied"] == "1",
        kind=Kind(row["kind"]),
        experts=Experts(*map(int, row["experts"].split("/"))) if row["experts"] else None,
        latent=Latent(*map(int, row["latent"].split("/"))) if row["latent"] else None,
        eye=_eye(row["eye"]) if row["eye"] else None,
        max_len=int(row["max_len"]),
        softcap=row["softcap"] == "1",
        exact=row["exact"] == "1",
        native=native,
        source=row["source"],
    )


def _eye(text: str) -> Eye:
    params, hidden, layers, patches, tokens, projector = text.split("/")
    return Eye(_millions(params), int(hidden), int(layers), int(patches), int(tokens), _millions(projector))


def _image_model(row: Row, anchors: tuple[Anchor, ...], paces: tuple[Pace, ...]) -> Model:
    return Model(
        name=row["name"],
        params=_millions(row["params_m"]),
        active_params=_millions(row["params_m"]),
        kind=Kind(row["kind"]),
        pixels=int(row["pixels"]),
        macs=_millions(row["gmacs"]) * 1000,
        activations=_millions(row["activations_m"]),
        beside=_millions(row["beside_m"] or "0"),
        anchors=anchors,
        paces=paces,
        exact=row["exact"] == "1",
        source=row["source"],
    )


def _anchor(row: Row) -> Anchor:
    return Anchor(
        pixels=int(row["pixels"]),
        batch=int(row["batch"]),
        bytes=int(row["bytes"]),
        method=Method(row["method"]),
        precision=Precision(row["precision"]),
        checkpointing=row["checkpointing"] == "1",
        counter=Counter(row["counter"]),
        source=row["source"],
    )


def _pace(row: Row) -> Pace:
    card, precision = _cards_by_name()[row["card"]], Precision(row["precision"])
    rate = card.fp32_tflops if precision is Precision.FP32 else card.tflops
    return Pace(
        card=card.name,
        images_per_s=float(row["images_per_s"]),
        pixels=int(row["pixels"]),
        precision=precision,
        peak=rate * 1e12 * card.efficiency,
        gb_s=card.gb_s,
        source=row["source"],
    )


def _measured(row: Row) -> Measured:
    return Measured(
        id=row["id"],
        model=row["model"],
        method=Method(row["method"]),
        framework=row["framework"],
        card=row["card"],
        gpus=int(row["gpus"]),
        seq_len=int(row["seq_len"]),
        micro_batch=int(row["micro_batch"]),
        precision=row["precision"],
        checkpointing=row["checkpointing"],
        params=_millions(row["params_m"]),
        value=float(row["value"]),
        unit=row["unit"],
        source=row["source"],
    )


def _millions(text: str) -> int:
    return round(float(text) * 1_000_000)
