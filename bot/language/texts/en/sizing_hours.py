"""English: how long, in time or not, other cards, how many times as fast."""

from typing import Any

from bot.language.texts.en.sizing_words import (
    METHODS,
    VERDICTS,
    amount,
    between,
    cards,
    defaults,
    gib,
    number,
    short,
    span,
)

Answer = dict[str, Any]


def train_time(a: Answer) -> list[str]:
    if a.get("basis") == "trial":
        whole = a["time"]["seconds"]
        return [
            f"~{span(whole)}",
            *([f"Without what is done: {span(a['left'])} left"] if a["left"] < 0.97 * whole else []),
            "From your trial run, which beats any formula; add 10 % for saving and eval",
        ]
    if a.get("basis") == "runs":
        return _runs(a)
    if "time" not in a:
        return _rate(a)
    time = a["time"]
    told = a.get("told_seconds")
    lines = [f"~{span(time['seconds'])} ({between(time['low'], time['high'])})"]
    if told:
        slower = a["slower"]
        verdict = "Normal" if a["normal"] else f"~{slower:g}× too slow"
        lines = [f"{verdict}: expect {between(time['low'], time['high'])}, yours {number(told / 3600)} h"]
        if not a["normal"]:
            lines.append("Check padding, batch 1, flash off, an 8-bit base, slow data loading")
    return [*lines, *_room(a), *_work(a), *_more(a), *_assumed(a)]


def _room(a: Answer) -> list[str]:
    option = (a.get("options") or [{}])[0]
    if option.get("verdict") == "no":
        return [f"But it does not fit: ~{gib(option['gib'])} GiB, {short(a['card'])} has {gib(a['card_gib'])}"]
    return []


def _work(a: Answer) -> list[str]:
    how = a["how"]
    if made := how.get("evaluation"):
        guess = " (a guess)" if how["guessed"] else ""
        return [
            f"{amount(how['samples'])} requests, {made['read']} tokens read and {made['written']} written each{guess}",
            f"Batched as by vLLM, {how['batch']} at once: "
            f"{number(round(how['rate'], -1) or how['rate'])} tokens/s written a card, "
            f"{cards(a['job']['gpus'], a['card'])}",
        ]
    pictures = "image" in how["unit"]
    unit = "images/s" if pictures else "tokens/s"
    what = f"{amount(how['work'])} {'images' if pictures else 'tokens'}"
    if how["tokens_each"] and how["samples"]:
        each = f"{how['tokens_each']} tokens each" + (" (a guess)" if "tokens_each" in how["guessed"] else "")
        what = f"{amount(how['samples'])} samples × {number(how['epochs'])} epochs, {each}"
    lines = [
        f"{what}; {number(round(how['rate'], -1) or how['rate'])} {unit} a card on {cards(a['job']['gpus'], a['card'])}"
    ]
    if how["no_p2p"]:
        lines.append("No NVLink between these cards: PCIe will slow it further")
    return lines


def _more(a: Answer) -> list[str]:
    more = [one for one in a.get("more", []) if one["gpus"] > a["job"]["gpus"]][:2]
    return ["; ".join(f"{one['gpus']} cards ~{span(one['seconds'])}" for one in more)] if more else []


def _assumed(a: Answer) -> list[str]:
    said = defaults(a)
    lines = [f"No card named, so {short(a['card'])}"] if a.get("card_assumed") else []
    return [*lines, *([f"Assumed: {said}"] if said else [])]


def _rate(a: Answer) -> list[str]:
    rate = a["rate"]
    unit = "images/s" if "image" in rate["unit"] else "tokens/s"
    return [
        "How much data? Then I can say",
        f"~{number(round(rate['rate'], -1) or rate['rate'])} {unit} a card on {cards(a['job']['gpus'], a['card'])}",
        "E.g. 20k samples of 500 tokens, 3 epochs; or a trial run: 200 steps took 15 min, 5000 steps total",
        *_assumed(a),
    ]


def _runs(a: Answer) -> list[str]:
    hours = a["card_seconds"] / 3600
    walls = "; ".join(f"{one['gpus']} cards {span(one['seconds'])}" for one in a["walls"])
    lines = [
        f"{number(hours)} card-hours",
        f"{a['runs']} runs × {a['each_gpus']} cards × {span(a['each_seconds'])}",
        walls,
    ]
    if a.get("deadline"):
        in_time = a.get("gpus_in_time")
        lines[0] = f"{in_time} cards make it" if in_time else "Not even 8 cards make it"
    return [*lines, "Keep 20 % for reruns"]


def feasible(a: Answer) -> list[str]:
    if "time" not in a or a.get("deadline") is None:
        return train_time(a)
    time, deadline = a["time"], a["deadline"]
    if a.get("fits") == "no":
        first = f"No: does not fit, needs {gib(a['options'][0]['gib'])} GiB a card"
    else:
        word = {"fits": "In time", "tight": "Tight", "no": "Too late"}[a["in_time"]]
        first = f"{word}: ~{span(time['seconds'])}, you have {span(deadline)}"
    lines = [first]
    if a.get("solved"):
        lines.append(f"{cards(a['solved']['gpus'], a['card'])} would make it, ~{span(a['solved']['seconds'])}")
    elif a.get("instead"):
        lines.append(f"{METHODS[a['instead']['method']]} would make it, ~{span(a['instead']['seconds'])}")
    elif a["in_time"] == "no":
        lines.append("More cards do not help: fewer epochs, or part of the data first")
    if a["basis"] == "trial":
        return [*lines, "From your trial run"]
    if a.get("fits") != "no":
        option = a["options"][0]
        lines.append(
            f"Memory {VERDICTS[option['verdict']]}: ~{gib(option['gib'])} GiB a card, "
            f"{short(a['card'])} has {gib(a['card_gib'])}"
        )
    return [
        *lines,
        f"Range {between(time['low'], time['high'])}, plus 20 % for loading and saving",
        *_work(a),
        *_assumed(a),
    ]


def train_time_convert(a: Answer) -> list[str]:
    time, before, after = a["time"], a["from"], a["to"]
    return [
        f"~{between(time['low'], time['high'])}",
        f"{cards(before['gpus'], before['card'])} took {span(a['told_seconds'])}; "
        f"by compute it is {span(time['seconds'])}",
        f"16-bit {before['gpus']}×{before['tflops']:g} to {after['gpus']}×{after['tflops']:g} TFLOPS; "
        "several 4090s on PCIe reach less",
        "A trial run of 30 minutes tells best",
    ]


def gpu_speed_ratio(a: Answer) -> list[str]:
    first = a["ratios"][0]
    lines = [f"{short(a['card'])} ≈ {_times(first)}× {short(first['card'])}"]
    if first["high"] < 1:
        turned = {"low": round(1 / first["high"], 1), "high": round(1 / first["low"], 1)}
        lines = [f"{short(first['card'])} ≈ {_times(turned)}× {short(a['card'])}"]
    lines += [f"≈ {_times(one)}× {short(one['card'])}" for one in a["ratios"][1:3]]
    every = [a, *a["ratios"]]
    lines.append(
        "Dense 16-bit: " + ", ".join(f"{short(one['card'])} {one['tflops']:g}" for one in every[:3]) + " TFLOPS"
    )
    lines.append(
        "Bandwidth: "
        + ", ".join(f"{short(one['card'])} {one['gb_s']:g}" for one in every[:3])
        + " GB/s (rules inference)"
    )
    old = [short(one["card"]) for one in every if "no_bf16" in one["caveats"]]
    if old:
        lines.append(f"{', '.join(old)}: no bf16, no FlashAttention-2")
    if any("no_p2p" in one["caveats"] for one in every):
        lines.append("Without NVLink and P2P several cards differ more in full runs")
    return lines


def _times(one: Answer) -> str:
    return f"{one['low']:g}" if one["low"] == one["high"] else f"{one['low']:g}–{one['high']:g}"
