"""English: does it fit, how many cards, which card, how long a sequence, how much cache is left."""

from typing import Any

from bot.language.texts.en.sizing_words import (
    SHARDINGS,
    VERDICTS,
    against,
    cards,
    defaults,
    gib,
    method,
    money,
    precision,
    short,
    span,
    way,
)

Answer = dict[str, Any]
BITS = ("16-bit", "4-bit")
FIRST = {"fits": "Yes", "tight": "Tight", "no": "No"}


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
    return [] if four is None or said else [f"4-bit: ~{gib(four['gib'])} GiB{_each(four)}, {VERDICTS[four['verdict']]}"]


def _cache(a: Answer) -> list[str]:
    """Serving whose cache takes much: in 8 bits it takes half."""
    half = a.get("cache_8bit")
    if half is None:
        return []
    return [f"KV cache in 8 bits (fp8): ~{gib(half['gib'])} GiB{_each(half)}, {VERDICTS[half['verdict']]}"]


def diagnose(a: Answer) -> list[str]:
    """Why it fails: what it takes without checkpointing or without sharding."""
    lines = fits(a)
    whole, kept = a.get("unsharded"), a.get("unchecked")
    if whole and whole["verdict"] == "no":
        return [f"Unsharded it needs {gib(whole['gib'])} GiB a card", *lines]
    if kept and kept["verdict"] != "fits":
        return [
            f"Without checkpointing it takes ~{gib(kept['gib'])} GiB",
            "With it: " + lines[0],
            "Activations follow the longest sample: shorten it if still tight",
            *lines[1:],
        ]
    return lines


def _verdict(a: Answer, option: Answer) -> str:
    each = " each" if option["gpus"] > 1 else ""
    needs, has = against(option["gib"], a["card_gib"])
    return f"{FIRST[option['verdict']]}: {_named(option)}~{needs} GiB{each}, {short(a['card'])} has {has}"


def _named(option: Answer) -> str:
    """A first line is short: how weights are stored says that it is inference, and that is in the next line."""
    if option["method"] != "inference":
        return f"{method(option)} "
    return "" if option["quant"] == "none" else f"{precision(option['quant'])} "


def _two_ways(a: Answer, options: list[Answer]) -> list[str]:
    each = ", ".join(f"{method(one)} {VERDICTS[one['verdict']]}" for one in options)
    lines = [f"{each} ({cards(options[0]['gpus'], a['card'])})"]
    lines += [
        f"{method(one)}: ~{gib(one['gib'])} GiB{_each(one)} ({gib(one['low'])}–{gib(one['high'])}), "
        f"{VERDICTS[one['verdict']]}{_shared_by(one)}"
        for one in options
    ]
    served = [
        f"{name} ~{gib(one['gib'])} GiB{_each(one)}, {VERDICTS[one['verdict']]}"
        for name, one in zip(BITS, a["serving"], strict=False)
    ]
    return [*lines, *(["Only to run it: " + "; ".join(served)] if served else []), *basis(a)]


def _each(option: Answer) -> str:
    return " each" if option["gpus"] > 1 else ""


def _shared_by(option: Answer) -> str:
    if option["gpus"] == 1:
        return ""
    return f" ({SHARDINGS[option['sharding']]})" if option["sharding"] in SHARDINGS else " (a full copy each)"


def changed(a: Answer) -> list[str]:
    change = a.get("change")
    if change is None:
        if a["options"][0]["verdict"] != "no":
            return []
        if a.get("spread"):
            spread = a["spread"]
            takes = f"It takes {cards(spread['gpus'], a['card'])}, ~{gib(spread['gib'])} GiB each"
            return [f"{takes}, {VERDICTS[spread['verdict']]}"]
        if a.get("elsewhere"):
            return [_elsewhere(a["elsewhere"])]
        return [f"Nothing makes it fit on {cards(a['options'][0]['gpus'], a['card'])}: more or larger cards"]
    verb = "Cheapest fix" if a["options"][0]["verdict"] == "no" else "For more room"
    each = " each" if change["gpus"] > 1 else ""
    return [f"{verb}: {way(change, a['job'])}, ~{gib(change['gib'])} GiB{each}, {VERDICTS[change['verdict']]}"]


def _elsewhere(found: list[Answer]) -> str:
    """The least that holds it: full 32×A100-80G; QLoRA 1×A100-80G."""
    each = (f"{method(one)} {cards(one['gpus'], one['card'])} ({gib(one['gib'])} GiB{_each(one)})" for one in found)
    return "What holds it: " + "; ".join(each)


def _range(a: Answer, option: Answer) -> list[str]:
    line = f"Range {gib(option['low'])}–{gib(option['high'])} GiB" + _how_shared(option)
    line = line.replace("Range", "Inference, range", 1) if option["method"] == "inference" else line
    line += " (scaled from measurements)" if option["basis"] == "measured" else ""
    if option["verdict"] == "fits" and a.get("card_gib") and option["high"] > a["card_gib"]:
        line += ", which may pass the card: run one step and look"
    return [line, *_host(a), *basis(a)]


def _how_shared(option: Answer) -> str:
    if option["gpus"] == 1:
        return ""
    if option["method"] == "inference":
        return f", tensor parallel over {option['gpus']}"
    name = SHARDINGS.get(option["sharding"])
    return f", {name} over {option['gpus']}" if name else ", a full copy on each card (data parallel saves no memory)"


def basis(a: Answer) -> list[str]:
    said = defaults(a)
    lines = [f"Assumed: {said}"] if said else []
    if a.get("card_assumed"):
        many = a.get("gpus_assumed")
        lines.insert(0, f"No card named, so {cards(many, a['card']) if many else short(a['card'])}")
    job = a.get("job")
    if job and not job["exact"]:
        better = "its config.json" if a.get("unknown_model") else "a model's name"
        lines.append(f"{job['params_b']:g}B by typical dimensions; {better} is more exact")
    return lines


def memory_needed(a: Answer) -> list[str]:
    options = a["options"]
    first = options[0]
    whole = f"{_named(first).strip() or method(first)}: ~{gib(first['gib'])} GiB"
    if len({one["gpus"] for one in options}) > 1:
        lines = [f"{whole} on one card"]
        lines.append("; ".join(_spread_over(one, a["card"]) for one in _told(options, a["card"])))
        return [*lines, *_lighter(a), f"Range {gib(first['low'])}–{gib(first['high'])} GiB on one card", *basis(a)]
    if len(options) > 1:
        lines = [", ".join(f"{method(one)} {gib(one['gib'])} GiB" for one in options)]
    elif first["verdict"]:
        lines = [_verdict(a, first), *changed(a)]
        if a["card_assumed"]:
            lines = [_together(a, whole), *(changed(a) if a.get("change") else [])]
    else:
        lines = [whole + (f", a {short(a['smallest']['card'])} fits" if a.get("smallest") else "")]
    lines.append(f"Range {gib(first['low'])}–{gib(first['high'])} GiB" + _how_shared(first))
    return [*lines, *_served(a), *_lighter(a), *_host(a), *basis(a)]


def _told(options: list[Answer], card: str | None) -> list[Answer]:
    """The numbers of cards that hold it; without a card all of them that share it out."""
    if card is None:
        return options[1:]
    return [one for one in options if one["verdict"] in ("fits", "tight")][:3] or options[-1:]


def _spread_over(one: Answer, card: str | None) -> str:
    if card is None:
        return f"{one['gpus']} cards {gib(one['gib'])} GiB each"
    return f"{cards(one['gpus'], card)} {gib(one['gib'])} GiB each, {VERDICTS[one['verdict']]}"


def _together(a: Answer, whole: str) -> str:
    """Asked how much, no card named: the number first, then how many of ours."""
    first, spread = a["options"][0], a.get("spread")
    if first["verdict"] != "no":
        return f"{whole}, {cards(first['gpus'], a['card'])} {VERDICTS[first['verdict']]}"
    return whole + (f", {cards(spread['gpus'], a['card'])}" if spread else "")


def _served(a: Answer) -> list[str]:
    found = [f"{method(one)} {gib(one['gib'])} GiB{_each(one)}" for one in a.get("served") or []]
    return ["Quantised: " + ", ".join(found)] if found else []


def _host(a: Answer) -> list[str]:
    host = a["options"][0].get("host") or 0
    return [f"Offloaded: ~{gib(host)} GiB of main memory"] if host else []


LIGHTER = {"bf16-pure": "pure bf16 AdamW", "adamw8bit": "pure bf16 + 8-bit Adam"}


def _lighter(a: Answer) -> list[str]:
    found = [one for one in a.get("lighter") or [] if one["verdict"] != "no"]
    return (
        ["Leaner on one card: " + ", ".join(f"{LIGHTER[one['name']]} {gib(one['gib'])} GiB" for one in found)]
        if found
        else []
    )


def gpu_count(a: Answer) -> list[str]:
    if "choices" in a:
        return recommend(a)
    enough, easy = a.get("enough"), a.get("easy")
    if enough is None:
        last = a["options"][-1]
        return [
            f"{cards(last['gpus'], a['card'])} are not enough",
            f"Each would still need {gib(last['gib'])} GiB",
            *basis(a),
        ]
    pick = easy or enough
    if in_time := a.get("in_time"):
        return [*_in_time(a, in_time, pick), *basis(a)]
    lines = [f"{cards(pick['gpus'], a['card'])}, ~{gib(pick['gib'])} GiB each"]
    lines.append(
        "; ".join(f"{one['gpus']}: {gib(one['gib'])} GiB {VERDICTS[one['verdict']]}" for one in a["options"])
        + _short_shared(pick)
    )
    if four := a.get("quantised"):
        lines.append(f"In 4-bit: {cards(four['gpus'], a['card'])}, ~{gib(four['gib'])} GiB{_each(four)}")
    return [
        *lines,
        *_lighter(a),
        f"Range {gib(pick['low'])}–{gib(pick['high'])} GiB each (a card has {gib(a['card_gib'])})",
        *basis(a),
    ]


def _in_time(a: Answer, in_time: Answer, pick: Answer) -> list[str]:
    """How many hold it and end it in time."""
    holds = f"To hold it: {cards(pick['gpus'], a['card'])}, ~{gib(pick['gib'])} GiB{_each(pick)}{_short_shared(pick)}"
    if in_time["gpus"] is None:
        return [f"No number of cards ends it in {span(in_time['deadline'])}", holds]
    return [f"{cards(in_time['gpus'], a['card'])}, ~{span(in_time['seconds'])}", holds]


def _short_shared(option: Answer) -> str:
    name = SHARDINGS.get(option["sharding"])
    return f" ({name})" if name else ""


def recommend(a: Answer) -> list[str]:
    pick = a.get("enough")
    if pick is None:
        return [
            f"{short(a['card'])} is too small",
            f"One card would need ~{gib(a['options'][0]['gib'])} GiB",
            *basis(a),
        ]
    each = " each" if pick["gpus"] > 1 else ""
    lines = [f"{cards(pick['gpus'], pick['card'])}, ~{gib(pick['gib'])} GiB{each}"]
    others = a["choices"][1:]
    if others:
        lines.append("Also: " + "; ".join(map(_on, others)))
    lines[0] = f"{method(pick)}: {lines[0]}"
    if a["beyond"]:
        lines.insert(1, "The pool's cards do not hold it: these are to rent")
    if a["others"]:
        lines.append("; ".join(f"{method(one)}: {_on(one)}" for one in a["others"]))
    elif pick["gpus"] > 1:
        lines.append(f"One card would need ~{gib(a['options'][0]['gib'])} GiB, so it is sharded")
    return [*lines, *_budget(a, pick), *basis(a)]


def _on(one: Answer) -> str:
    """2×4090, 16 GiB each."""
    return f"{cards(one['gpus'], one['card'])} {gib(one['gib'])} GiB{_each(one)}"


def _budget(a: Answer, pick: Answer) -> list[str]:
    budget, price = a.get("budget_minor"), a.get("price_minor")
    if budget is None:
        return []
    has = money(budget, a["currency"])
    if price:
        return [
            f"{has} lasts {span(budget / (price * pick['gpus']) * 3600)} at {money(price, a['currency'])} a card-hour"
        ]
    shared = f" ÷ {pick['gpus']} cards" if pick["gpus"] > 1 else ""
    return [f"Hours it lasts = {has}{shared} ÷ the price of a card-hour"]
