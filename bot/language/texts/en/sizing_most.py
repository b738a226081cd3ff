"""English: the longest sequence, the largest batch, how much cache is left."""

from typing import Any

from bot.language.texts.en.sizing_room import basis, changed
from bot.language.texts.en.sizing_words import (
    cards,
    gib,
    method,
)

Answer = dict[str, Any]


def max_seq(a: Answer) -> list[str]:
    option = a["options"][0]
    at = cards(a["job"]["gpus"], a["card"])
    if "batch_edge" in a:
        return _most_batch(a, option, at)
    if not a["seq_edge"]:
        return [f"No: not even 512 tokens fit on {at}", *changed(a), *basis(a)]
    easy, edge = a["seq_easy"], a["seq_edge"]
    lines = [f"Up to ~{edge} on {at}, safely {easy}" if easy else f"Tight: up to ~{edge} on {at}"]
    if edge >= a["most"]:
        lines = [f"Yes: {edge} and more fit on {at}"]
    if a.get("model_most") and edge > a["model_most"]:
        lines.append(f"The model itself was trained for {a['model_most']}")
    if easy:
        lines.append(f"{method(option)} at {easy}: ~{gib(option['gib'])} GiB (the card has {gib(a['card_gib'])})")
    return [*lines, *basis(a)]


def _most_batch(a: Answer, option: Answer, at: str) -> list[str]:
    each = " a card" if a["job"]["gpus"] > 1 else ""
    if not a["batch_edge"]:
        return [f"No: not even batch 1 fits on {at}", *changed(a), *basis(a)]
    lines = [f"Batch up to ~{a['batch_edge']}{each} on {at}, safely {a['batch_easy'] or 1}"]
    lines.append(
        f"{method(option)} at {a['job']['batch']}: ~{gib(option['gib'])} GiB (the card has {gib(a['card_gib'])})"
    )
    return [*lines, *basis(a)]


def kv_budget(a: Answer) -> list[str]:
    at = cards(a["job"]["gpus"], a["card"])
    if a["left_gib"] <= 0:
        return [
            f"No: weights leave no cache on {at}",
            f"Weights {gib(a['weights_gib'])} GiB each, usable {gib(a['card_gib'] * 0.9)}",
            *basis(a),
        ]
    each = " each" if a["job"]["gpus"] > 1 else ""
    if a["card_assumed"] and a["cache_gib"]:
        return [
            f"The KV cache takes ~{gib(a['cache_gib'])} GiB",
            f"{a['batch']} × {a['seq']} tokens, {a['kv_kib']:g} KiB each; weights: {gib(a['weights_gib'])} GiB more",
        ]
    said = [] if not a["batch"] or a["left_gib"] <= 0 else [_at_once(a)]
    return [
        *said,
        f"~{gib(a['left_gib'])} GiB{each} left, {number_of(a['tokens'])} tokens",
        f"Enough for {a['requests']} requests of {a['seq']} at once"
        + (" (length assumed)" if a["seq_assumed"] else ""),
        f"90 % of {at} − weights {gib(a['weights_gib'])} GiB{each} − ~1 GiB; {a['kv_kib']:g} KiB a token",
    ]


def number_of(value: int) -> str:
    return f"{value:,}"


def _at_once(a: Answer) -> str:
    """First of all, whether the requests that were asked for fit."""
    if a["verdict"] == "no":
        return f"No: room for {a['requests']} of {a['batch']} requests"
    return f"{'Tight' if a['verdict'] == 'tight' else 'Yes'}: room for {a['requests']}, you want {a['batch']}"


def largest(found: list[Answer], on: Answer) -> list[str]:
    """No network is named: how large it may be on these cards."""
    at = cards(on["gpus"], on["card"])
    trained = [one for one in found if one["method"] != "inference"]
    served = [one for one in found if one["method"] == "inference"]
    lines = [f"{at}: " + ", ".join(f"{method(one)} to {one['params_b']:g}B" for one in trained)] if trained else []
    if served:
        each = ", ".join(f"{'4-bit' if one['quant'] != 'none' else '16-bit'} to {one['params_b']:g}B" for one in served)
        lines.append(f"Inference: {each}" if lines else f"{at}, inference: {each}")
    return [*lines, "At batch 1, seq 2048; name a model for more"]


def disk(a: Answer) -> list[str]:
    """What one checkpoint takes on disk."""
    found = a["on_disk"]
    what = "adapter" if found["adapter"] else "weights"
    weights, low, high = (_gb(found[name]) for name in ("weights_gb", "low_gb", "high_gb"))
    whole = low if low == high else f"{low.split(' ')[0]}–{high}"
    each = "adapters in fp32" if found["adapter"] else "weights 2 bytes a parameter, with optimiser 12–14 by framework"
    return [
        f"Disk: {weights} {what}, {whole} to resume",
        f"One copy on disk, not card memory: {each}",
        "Times the copies kept: save_total_limit",
    ]


def _gb(value: float) -> str:
    return f"{value:.0f} GB" if value >= 10 else f"{value:.2g} GB"
