"""中文：最长能开多长、batch 能开多大、还剩多少给缓存。"""

from typing import Any

from bot.language.texts.zh.sizing_room import basis, changed
from bot.language.texts.zh.sizing_words import (
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
        return [f"不够：{at} 上 512 都放不下", *changed(a), *basis(a)]
    easy, edge = a["seq_easy"], a["seq_edge"]
    lines = [f"{at} 最长约 {edge}，稳妥 {easy}" if easy else f"很紧：{at} 最长约 {edge}"]
    if edge >= a["most"]:
        lines = [f"够：{at} 开到 {edge} 都放得下"]
    if a.get("model_most") and edge > a["model_most"]:
        lines.append(f"模型本身只训到 {a['model_most']}")
    if easy:
        lines.append(f"{method(option)}，长度 {easy} 时约 {gib(option['gib'])} GiB（卡有 {gib(a['card_gib'])}）")
    return [*lines, *basis(a)]


def _most_batch(a: Answer, option: Answer, at: str) -> list[str]:
    each = "每卡 " if a["job"]["gpus"] > 1 else ""
    if not a["batch_edge"]:
        return [f"不够：{at} 上 batch 1 都放不下", *changed(a), *basis(a)]
    lines = [f"{at} {each}batch 最大约 {a['batch_edge']}，稳妥 {a['batch_easy'] or 1}"]
    lines.append(
        f"{method(option)}，batch {a['job']['batch']} 时约 {gib(option['gib'])} GiB（卡有 {gib(a['card_gib'])}）"
    )
    return [*lines, *basis(a)]


def kv_budget(a: Answer) -> list[str]:
    at = cards(a["job"]["gpus"], a["card"])
    if a["left_gib"] <= 0:
        return [
            f"不够：{at} 放完权重没有缓存了",
            f"权重每卡 {gib(a['weights_gib'])} GiB，可用 {gib(a['card_gib'] * 0.9)}",
            *basis(a),
        ]
    each = "每卡" if a["job"]["gpus"] > 1 else ""
    if a["card_assumed"] and a["cache_gib"]:
        return [
            f"KV 缓存约 {gib(a['cache_gib'])} GiB",
            f"{a['batch']} × {a['seq']} 个 token，每 token {a['kv_kib']:g} KiB；权重另要 {gib(a['weights_gib'])} GiB",
        ]
    said = [] if not a["batch"] or a["left_gib"] <= 0 else [_at_once(a)]
    return [
        *said,
        f"{each}剩约 {gib(a['left_gib'])} GiB，{a['tokens']} 个 token",
        f"够 {a['requests']} 个 {a['seq']} 长的请求同时在" + ("（长度没说，按 4096）" if a["seq_assumed"] else ""),
        f"{at} 的 90 % − 权重{each} {gib(a['weights_gib'])} GiB − 约 1 GiB；每 token {a['kv_kib']:g} KiB",
    ]


def _at_once(a: Answer) -> str:
    """要的并发够不够，先说。"""
    if a["verdict"] == "no":
        return f"不够：{a['batch']} 个并发，只放得下 {a['requests']} 个"
    return f"{'很紧' if a['verdict'] == 'tight' else '够'}：{a['batch']} 个并发，放得下 {a['requests']} 个"


def largest(found: list[Answer], on: Answer) -> list[str]:
    """没说模型：这些卡稳妥能跑到多大。"""
    at = cards(on["gpus"], on["card"])
    trained = [one for one in found if one["method"] != "inference"]
    served = [one for one in found if one["method"] == "inference"]
    lines = [f"{at}：" + "，".join(f"{method(one)} 到 {one['params_b']:g}B" for one in trained)] if trained else []
    if served:
        each = "，".join(f"{'4-bit ' if one['quant'] != 'none' else '16 位'}到 {one['params_b']:g}B" for one in served)
        lines.append(f"推理：{each}" if lines else f"{at} 推理：{each}")
    return [*lines, "按 batch 1、长度 2048 估的；说了模型就细算"]


def disk(a: Answer) -> list[str]:
    """一份 checkpoint 占多少硬盘。"""
    found = a["on_disk"]
    what = "适配器" if found["adapter"] else "权重"
    weights, low, high = (_gb(found[name]) for name in ("weights_gb", "low_gb", "high_gb"))
    whole = low if low == high else f"{low.split(' ')[0]}–{high}"
    each = "适配器是 fp32" if found["adapter"] else "只存权重每参数 2 字节，带优化器 12–14 字节（看框架）"
    return [
        f"硬盘：只存{what} {weights}，带优化器 {whole}",
        f"这是一份占的硬盘，不是显存；{each}",
        "留几份乘几：save_total_limit 限住份数",
    ]


def _gb(value: float) -> str:
    return f"{value:.0f} GB" if value >= 10 else f"{value:.2g} GB"
