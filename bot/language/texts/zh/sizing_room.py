"""中文：显存够不够、要几张卡、租什么卡、能开多长、还剩多少给缓存。"""

from typing import Any

from bot.language.texts.zh.sizing_words import (
    SHARDINGS,
    VERDICTS,
    against,
    cards,
    defaults,
    gib,
    many,
    method,
    money,
    short,
    span,
    way,
)

Answer = dict[str, Any]
BITS = ("16 位", "4-bit ")


def fits(a: Answer) -> list[str]:
    if a.get("card") is None:
        return memory_needed(a)
    options = a["options"]
    if len(options) > 1:
        return _two_ways(a, options)
    return [_verdict(a, options[0]), *changed(a), *_four_bits(a), *_cache(a), *_range(a, options[0])]


def _four_bits(a: Answer) -> list[str]:
    four = a.get("quantised")
    said = (a.get("change") or {}).get("name") == "quant"
    return [] if four is None or said else [f"4-bit {_each(four)} {gib(four['gib'])} GiB，{VERDICTS[four['verdict']]}"]


def _cache(a: Answer) -> list[str]:
    """推理时缓存占得多：KV 缓存换 8-bit 能省一半。"""
    half = a.get("cache_8bit")
    if half is None:
        return []
    return [f"KV 缓存用 8-bit（fp8）：{_each(half)} {gib(half['gib'])} GiB，{VERDICTS[half['verdict']]}"]


def diagnose(a: Answer) -> list[str]:
    """为什么爆：不开检查点、不切开时各要多少。"""
    lines = fits(a)
    whole, kept = a.get("unsharded"), a.get("unchecked")
    if whole and whole["verdict"] == "no":
        return [f"不切开放不下：每卡要 {gib(whole['gib'])} GiB", *lines]
    if kept and kept["verdict"] != "fits":
        return [
            f"多半没开检查点：不开要约 {gib(kept['gib'])} GiB",
            "开了就" + lines[0],
            "激活跟着最长的那条样本涨，还紧就截短",
            *lines[1:],
        ]
    return lines


def _verdict(a: Answer, option: Answer) -> str:
    each = "每卡约" if option["gpus"] > 1 else "约"
    needs, has = against(option["gib"], a["card_gib"])
    return f"{VERDICTS[option['verdict']]}：{method(option)} {each} {needs} GiB，{short(a['card'])} 有 {has}"


def _two_ways(a: Answer, options: list[Answer]) -> list[str]:
    each = "，".join(f"{method(one)} {VERDICTS[one['verdict']]}" for one in options)
    lines = [f"{each}（{cards(options[0]['gpus'], a['card'])}）"]
    lines += [
        f"{method(one)}：{_each(one)} {gib(one['gib'])} GiB（{gib(one['low'])}–{gib(one['high'])}），"
        f"{VERDICTS[one['verdict']]}{_shared_by(one)}"
        for one in options
    ]
    served = [
        f"{name}{_each(one)} {gib(one['gib'])} GiB，{VERDICTS[one['verdict']]}"
        for name, one in zip(BITS, a["serving"], strict=False)
    ]
    return [*lines, *(["只推理：" + "；".join(served)] if served else []), *basis(a)]


def _each(option: Answer) -> str:
    return "每卡约" if option["gpus"] > 1 else "约"


def _shared_by(option: Answer) -> str:
    if option["gpus"] == 1:
        return ""
    return f"（{SHARDINGS[option['sharding']]}）" if option["sharding"] in SHARDINGS else "（每张一整份）"


def changed(a: Answer) -> list[str]:
    change = a.get("change")
    if change is None:
        if a["options"][0]["verdict"] != "no":
            return []
        if a.get("spread"):
            spread = a["spread"]
            return [
                f"要 {many(spread['gpus'], a['card'])}，每卡约 {gib(spread['gib'])} GiB，{VERDICTS[spread['verdict']]}"
            ]
        lost = _shared_out(a) if a["options"][0]["gpus"] > 1 else "一张卡上怎么改都放不下，要更多或更大的卡"
        return [_elsewhere(a["elsewhere"]) if a.get("elsewhere") else lost]
    verb = "最省事" if a["options"][0]["verdict"] == "no" else "想宽松些"
    return [
        f"{verb}：{way(change, a['job'])}，"
        f"{'每卡' if change['gpus'] > 1 else ''}约 {gib(change['gib'])} GiB，{VERDICTS[change['verdict']]}"
    ]


def _elsewhere(found: list[Answer]) -> str:
    """放得下的最少是哪些：全参 32×A100-80G；QLoRA 1×A100-80G。"""
    each = (
        f"{method(one)} {one['gpus']}×{short(one['card'])}（{'每卡 ' if one['gpus'] > 1 else ''}{gib(one['gib'])} GiB）"
        for one in found
    )
    return "这样才放得下：" + "；".join(each)


def _shared_out(a: Answer) -> str:
    return f"{a['options'][0]['gpus']} 张一起也放不下，要更多或更大的卡"


def _range(a: Answer, option: Answer) -> list[str]:
    lines = [f"范围 {gib(option['low'])}–{gib(option['high'])} GiB" + _how_shared(option)]
    if option["basis"] == "measured":
        lines[0] += "（按实测折算）"
    if option["verdict"] == "fits" and a.get("card_gib") and option["high"] > a["card_gib"]:
        lines[0] += "，上限超过这张卡：先跑一步看峰值"
    return [*lines, *_host(a), *basis(a)]


def _how_shared(option: Answer) -> str:
    if option["gpus"] == 1:
        return ""
    if option["method"] == "inference":
        return f"，{option['gpus']} 张卡张量并行"
    name = SHARDINGS.get(option["sharding"])
    return f"，{name} 切到 {option['gpus']} 张卡" if name else "，每张卡各放一整份（数据并行不省显存）"


def basis(a: Answer) -> list[str]:
    said = defaults(a)
    lines = [f"默认：{said}"] if said else []
    if a.get("card_assumed"):
        lines.insert(0, f"没说哪种卡，按 {cards(a.get('gpus_assumed') or 1, a['card'])} 算")
    job = a.get("job")
    if job and not job["exact"]:
        better = "贴 config.json" if a.get("unknown_model") else "给模型名"
        lines.append(f"{job['params_b']:g}B 按常见结构估的，{better}会更准")
    return lines


def memory_needed(a: Answer) -> list[str]:
    options = a["options"]
    first = options[0]
    whole = f"{method(first)} 约 {gib(first['gib'])} GiB"
    many = len({one["gpus"] for one in options}) > 1
    if many:
        lines = [
            f"{method(first)}一张卡要约 {gib(first['gib'])} GiB" if a.get("enough") is not first else f"够：{whole}"
        ]
        lines.append("；".join(_spread_over(one, a["card"]) for one in _told(options, a["card"])))
        lines += _lighter(a)
        return [*lines, f"范围 {gib(first['low'])}–{gib(first['high'])} GiB（一张卡）", *basis(a)]
    if len(options) > 1:
        lines = ["，".join(f"{method(one)} {gib(one['gib'])} GiB" for one in options)]
    elif first["verdict"]:
        lines = [_verdict(a, first), *changed(a)]
        if a["card_assumed"]:
            lines = [_together(a, whole), *(changed(a) if a.get("change") else [])]
    else:
        lines = [f"{whole}" + (f"，{short(a['smallest']['card'])} 够" if a.get("smallest") else "")]
    lines.append(f"范围 {gib(first['low'])}–{gib(first['high'])} GiB" + _how_shared(first))
    return [*lines, *_served(a), *_lighter(a), *_host(a), *basis(a)]


def _told(options: list[Answer], card: str | None) -> list[Answer]:
    """放得下的那几种张数；没说卡就把切开的都说出来。"""
    if card is None:
        return options[1:]
    return [one for one in options if one["verdict"] in ("fits", "tight")][:3] or options[-1:]


def _spread_over(one: Answer, card: str | None) -> str:
    if card is None:
        return f"{one['gpus']} 张每卡 {gib(one['gib'])} GiB"
    return f"{cards(one['gpus'], card)} 每卡 {gib(one['gib'])} GiB，{VERDICTS[one['verdict']]}"


def _together(a: Answer, whole: str) -> str:
    """问要多少、没说卡：先说数，再说我们的卡要几张。"""
    first, spread = a["options"][0], a.get("spread")
    if first["verdict"] != "no":
        return f"{whole}，{cards(first['gpus'], a['card'])} {VERDICTS[first['verdict']]}"
    return f"{whole}" + (f"，要 {many(spread['gpus'], a['card'])}" if spread else "")


def _served(a: Answer) -> list[str]:
    served = a.get("served") or []
    each = "每卡 " if served and served[0]["gpus"] > 1 else ""
    return ["量化后：" + "，".join(f"{method(one)} {each}{gib(one['gib'])} GiB" for one in served)] if served else []


def _host(a: Answer) -> list[str]:
    host = a["options"][0].get("host") or 0
    return [f"卸到内存的部分：整机要约 {gib(host)} GiB 内存"] if host else []


LIGHTER = {"bf16-pure": "纯 bf16 AdamW", "adamw8bit": "纯 bf16 + 8-bit Adam"}


def _lighter(a: Answer) -> list[str]:
    found = [one for one in a.get("lighter") or [] if one["verdict"] != "no"]
    if not found:
        return []
    return ["一张卡上省着用：" + "，".join(f"{LIGHTER[one['name']]} {gib(one['gib'])} GiB" for one in found)]


def gpu_count(a: Answer) -> list[str]:
    if "choices" in a:
        return recommend(a)
    enough, easy = a.get("enough"), a.get("easy")
    if enough is None:
        last = a["options"][-1]
        return [f"{last['gpus']} 张 {short(a['card'])} 也不够", f"那时每卡还要 {gib(last['gib'])} GiB", *basis(a)]
    pick = easy or enough
    if in_time := a.get("in_time"):
        return [*_in_time(a, in_time, pick), *basis(a)]
    lines = [f"要 {many(pick['gpus'], a['card'])}，每卡约 {gib(pick['gib'])} GiB"]
    lines.append(
        "；".join(f"{one['gpus']} 张 {gib(one['gib'])} GiB {VERDICTS[one['verdict']]}" for one in a["options"])
        + _short_shared(pick)
    )
    if four := a.get("quantised"):
        lines.append(f"用 4-bit：{many(four['gpus'], a['card'])} 就够，{_each(four)} {gib(four['gib'])} GiB")
    return [
        *lines,
        *_lighter(a),
        f"范围 {gib(pick['low'])}–{gib(pick['high'])} GiB/卡（卡有 {gib(a['card_gib'])}）",
        *basis(a),
    ]


def _in_time(a: Answer, in_time: Answer, pick: Answer) -> list[str]:
    """多少张才赶得上：又要放得下，又要跑得完。"""
    holds = f"显存上 {many(pick['gpus'], a['card'])} 就够，{_each(pick)} {gib(pick['gib'])} GiB{_short_shared(pick)}"
    if in_time["gpus"] is None:
        return [f"{span(in_time['deadline'])} 内多少张都跑不完", holds]
    return [f"要 {many(in_time['gpus'], a['card'])}，约 {span(in_time['seconds'])}", holds]


def _short_shared(option: Answer) -> str:
    name = SHARDINGS.get(option["sharding"])
    return f"（{name}）" if name else ""


def recommend(a: Answer) -> list[str]:
    pick = a.get("enough")
    if pick is None:
        return [f"{short(a['card'])} 不够用", f"一张卡要约 {gib(a['options'][0]['gib'])} GiB", *basis(a)]
    lines = [f"用 {cards(pick['gpus'], pick['card'])}，{'每卡' if pick['gpus'] > 1 else ''}约 {gib(pick['gib'])} GiB"]
    others = a["choices"][1:]
    if others:
        lines.append("也行：" + "；".join(map(_on, others)))
    first = a["options"][0]
    lines[0] = f"{method(pick)} {lines[0]}"
    if a["beyond"]:
        lines.insert(1, "组里的卡放不下，这是去租的")
    if a["others"]:
        lines.append("；".join(f"{method(one)} 用 {_on(one)}" for one in a["others"]))
    elif pick["gpus"] > 1:
        lines.append(f"一张卡要约 {gib(first['gib'])} GiB，所以要切开")
    return [*lines, *_budget(a, pick), *basis(a)]


def _on(one: Answer) -> str:
    """2×4090 每卡 16 GiB。"""
    return f"{cards(one['gpus'], one['card'])}{' 每卡' if one['gpus'] > 1 else ''} {gib(one['gib'])} GiB"


def _budget(a: Answer, pick: Answer) -> list[str]:
    budget, price = a.get("budget_minor"), a.get("price_minor")
    if budget is None:
        return []
    has = money(budget, a["currency"])
    if price:
        hours = budget / (price * pick["gpus"])
        return [f"{has} 够它跑 {span(hours * 3600)}（{money(price, a['currency'])}/卡时）"]
    shared = f" ÷ {pick['gpus']} 张" if pick["gpus"] > 1 else ""
    return [f"能跑的小时 = {has}{shared} ÷ 每卡时的单价"]
