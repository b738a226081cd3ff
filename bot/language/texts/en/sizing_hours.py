"""English: how long, in time or not, other cards, how many times as fast."""

from typing import Any

from bot.language.texts.en.sizing_words import (
    METHODS,
    VERDICTS,
    against,
    amount,
    around,
    between,
    cards,
    defaults,
    gib,
    number,
    ratio,
    short,
    some_cards,
    span,
)

Answer = dict[str, Any]
LARGE_SHARE = 0.1


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
    lines = [f"~{around(time)}"]
    if told:
        slower = a["slower"]
        yours, usual = f"{number(told / 3600)} h", between(time["low"], time["high"])
        lines = [f"Normal: {yours} of {usual} expected"]
        if not a["normal"]:
            lines = [f"~{ratio(slower)}× too slow: {usual} is usual"]
            lines.append("Check padding, batch 1, flash off, an 8-bit base, slow data loading")
    return [*lines, *room(a), *work(a), *_more(a), *assumed(a)]


def room(a: Answer) -> list[str]:
    option = (a.get("options") or [{}])[0]
    if option.get("verdict") == "no":
        needs, has = against(option["gib"], a["card_gib"])
        each = " each" if option["gpus"] > 1 else ""
        return [f"But it does not fit: ~{needs} GiB{each}, {short(a['card'])} has {has}"]
    return []


def work(a: Answer) -> list[str]:
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
    if how["samples"]:
        epochs = "1 epoch" if how["epochs"] == 1 else f"{number(how['epochs'])} epochs"
        epochs += " (not said)" if "epochs" in how["guessed"] else ""
        what = f"{amount(how['samples'])} {'images' if pictures else 'samples'} × {epochs}"
    if how["tokens_each"] and how["samples"]:
        what += f", {how['tokens_each']} tokens each" + (" (a guess)" if "tokens_each" in how["guessed"] else "")
    lines = [
        f"{what}; {number(round(how['rate'], -1) or how['rate'])} {unit} a card on {cards(a['job']['gpus'], a['card'])}"
    ]
    return [*lines, *_between_cards(how)]


def _between_cards(how: Answer) -> list[str]:
    """How much of the time cards talk to each other, and from how many on more hardly help."""
    share, useful = how["share_communicating"], how.get("useful")
    lines = []
    if share >= LARGE_SHARE:
        lines.append(f"{share:.0%} of it between the cards" + (", which have PCIe alone" if how["no_p2p"] else ""))
    elif how["no_p2p"]:
        lines.append("PCIe alone between the cards: small batches are slower still")
    if how.get("pcie_here"):
        lines.append("These cards of yours have no NVLink between them: counted with PCIe")
    if useful:
        lines.append(f"At an effective batch of 128 more than {useful} cards hardly help")
    return lines


def _more(a: Answer) -> list[str]:
    more = [one for one in a.get("more", []) if one["gpus"] > a["job"]["gpus"]][:2]
    return ["; ".join(f"{some_cards(one['gpus'])} ~{span(one['seconds'])}" for one in more)] if more else []


def assumed(a: Answer) -> list[str]:
    said = defaults(a)
    lines = [f"No card named, so {short(a['card'])}"] if a.get("card_assumed") else []
    if a.get("gpus_assumed"):
        lines = [f"No number said, so {cards(a['gpus_assumed'], a['card'])}: fewer are too tight"]
    return [*lines, *([f"Assumed: {said}"] if said else [])]


def _rate(a: Answer) -> list[str]:
    rate = a["rate"]
    unit = "images/s" if "image" in rate["unit"] else "tokens/s"
    return [
        "How much data? Then I can say",
        f"~{number(round(rate['rate'], -1) or rate['rate'])} {unit} a card on {cards(a['job']['gpus'], a['card'])}",
        "E.g. 20k samples of 500 tokens, 3 epochs; or a trial run: 200 steps took 15 min, 5000 steps total",
        *assumed(a),
    ]


def _runs(a: Answer) -> list[str]:
    hours = a["card_seconds"] / 3600
    last = a["walls"][-1]
    walls = "; ".join(f"{some_cards(one['gpus'])} {span(one['seconds'])}" for one in a["walls"])
    lines = [
        f"{some_cards(last['gpus'])} ~{span(last['seconds'])}, {number(hours)} card-hours",
        f"{a['runs']} runs × {some_cards(a['each_gpus'])} × {span(a['each_seconds'])}",
        walls,
    ]
    if a.get("deadline"):
        in_time = a.get("gpus_in_time")
        lines[0] = (
            f"{some_cards(in_time)} {'makes' if in_time == 1 else 'make'} it"
            if in_time
            else f"Not even {a['most']} cards make it"
        )
        if not in_time:
            lines.insert(1, _instead_of_all(a))
    return [*lines, "Keep 20 % for reruns"]


def _instead_of_all(a: Answer) -> str:
    """What would make it: so many of the runs, or shorter ones."""
    needed = f"all of them if each takes {span(a['each_needed'])}" if a["each_needed"] else "one run needs more cards"
    return f"{a['runs_in_time']} runs end within {span(a['deadline'])}; {needed}"


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
        needs, has = against(option["gib"], a["card_gib"])
        lines.append(f"Memory {VERDICTS[option['verdict']]}: ~{needs} GiB a card, {short(a['card'])} has {has}")
    return [
        *lines,
        f"Range {between(time['low'], time['high'])}, plus 20 % for loading and saving",
        *work(a),
        *assumed(a),
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
    if a["gpus"] > 1:
        lines.append(f"One card against one; {a['gpus']} together are as many times that, less over PCIe")
    old = [short(one["card"]) for one in every if "no_bf16" in one["caveats"]]
    if old:
        lines.append(f"{', '.join(old)}: no bf16, no FlashAttention-2")
    if any("no_p2p" in one["caveats"] for one in every):
        lines.append("Without NVLink and P2P several cards differ more in full runs")
    return lines


def _times(one: Answer) -> str:
    return f"{one['low']:g}" if one["low"] == one["high"] else f"{one['low']:g}–{one['high']:g}"
