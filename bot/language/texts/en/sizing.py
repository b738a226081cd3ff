"""English: sizing. The first line is the verdict, then what makes it fit, then what was assumed."""

from typing import Any

from bot.language.texts.en import sizing_hours, sizing_money, sizing_most, sizing_room
from bot.language.texts.en.pieces import cards as numbered
from bot.language.texts.en.pieces import point
from bot.language.texts.en.sizing_known import KNOWN, PREMISES
from bot.language.texts.en.sizing_words import CHANGES, METHODS, VERDICTS, gib, money, short, span
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

Answer = dict[str, Any]
WORDED = {
    "fits": sizing_room.fits,
    "diagnose": sizing_room.diagnose,
    "memory_needed": sizing_room.memory_needed,
    "gpu_count": sizing_room.gpu_count,
    "recommend": sizing_room.recommend,
    "max_seq": sizing_most.max_seq,
    "kv_budget": sizing_most.kv_budget,
    "train_time": sizing_hours.train_time,
    "feasible": sizing_hours.feasible,
    "train_time_convert": sizing_hours.train_time_convert,
    "gpu_speed_ratio": sizing_hours.gpu_speed_ratio,
    "cost": sizing_money.cost,
    "cost_compare": sizing_money.cost_compare,
    "cost_split": sizing_money.cost_split,
    "hourly_vs_monthly": sizing_money.hourly_vs_monthly,
    "transfer_time": sizing_money.transfer_time,
}
MISSING = {
    "model": ("Which model?", "Its name (Qwen2.5-7B), its size (13B), or paste its config.json"),
    "size": ("Which size?", "Add the size, e.g. 7B, 14B, 32B, or paste its config.json"),
    "card": ("Which card?", "Name it, e.g. 4090, A100-80G, or a 24GB card"),
    "other_card": ("Compared with which card?", "Name two, e.g. 4090 vs A100"),
    "work": (
        "How much is there to run?",
        "Samples and epochs, or a trial run: 200 steps took 15 min, 5000 steps total",
    ),
    "data": ("How much data?", "Its size and the rate, e.g. 500 GB at 30 Mbps"),
    "config_broken": (
        "I cannot read that config.json",
        "Paste all of it with matching braces, or write a size such as 13B",
    ),
    "config_other_kind": (
        "That is no model's config.json",
        "It needs hidden_size and num_hidden_layers; or write a size such as 13B",
    ),
}
SHAKY = {"gpus": "counts of cards", "batch": "batches", "seq": "lengths", "epochs": "epochs", "params_b": "model sizes"}
RCLONE = "rclone copy ./data remote:data -P --checksum --transfers 8"
OSSUTIL = "ossutil cp -r ./data oss://bucket/data -u --checkpoint-dir .ossutil"
MOST_LINES = 8
LEAST_LINES = 2
MOST_TERMS = 5
WIDEST = 116


def sized(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = []
    answers: list[Answer] = f["answers"]
    ours = _machine(f["machine"], c)
    most = MOST_LINES - len(ours)
    for at, answer in enumerate(answers):
        left = most - len(lines) - LEAST_LINES * (len(answers) - at - 1)
        lines += _answer(answer, c)[: max(LEAST_LINES, left)]
    return [*lines[:most], *ours]


def _answer(a: Answer, c: Context) -> list[Line]:
    if a["knowledge"]:
        return list(KNOWN[a["knowledge"]])
    missing = a["missing"]
    if missing in MISSING:
        first, then = MISSING[missing]
        if missing == "card" and a.get("unknown_gpu"):
            first = "I do not know that card"
        if missing == "size":
            first = f"Which size of {str(a['unsized'])[:20]}?"
        if missing != "work" or "rate" not in a:
            return [first, then]
    lines: list[Line] = list(WORDED[a["asked"]](a))
    lines[1:1] = [*(PREMISES[name] for name in a["premises"]), *_measured(a)]
    lines += [f"Two different {SHAKY[name]}: I took the first" for name in a["shaky"] if name in SHAKY]
    if a["asked"] == "transfer_time":
        lines.append(Code(OSSUTIL if a.get("command") == "ossutil" else RCLONE))
    return lines


def _measured(a: Answer) -> list[str]:
    """What runs like it took on the pool's own machine; and by how much the numbers were corrected."""
    found = a.get("measured")
    if not found:
        return []
    rows = "; ".join(f"estimated {gib(one['predicted'])}, measured {gib(one['measured'])} GiB" for one in found["rows"])
    lines = [f"Lately on our machine: {rows}"]
    if found["applied"]:
        lines.append(f"Corrected by {found['runs']} runs: ×{found['ratio']:.2f}")
    return lines


def _machine(machine: Answer | None, c: Context) -> list[Line]:
    """The pool's own cards: which can be had, whether it fits, how long, how much."""
    if machine is None:
        return []
    if not machine["options"]:
        return ["Your cards: " + ("it does not fit" if machine["cards"] else "none free soon")]
    return ["Your cards: " + "; ".join(_ours(one, machine, c) for one in machine["options"][:3])]


def _ours(one: Answer, machine: Answer, c: Context) -> str:
    when = "now" if one["now"] else f"from {point(one['start'], c)}"
    parts = [f"{numbered(one['numbers'])} {when}, {VERDICTS[one['verdict']]}"]
    if one["seconds"]:
        parts.append(f"~{span(one['seconds'])}")
    if one["cost_minor"] is not None:
        parts.append(money(one["cost_minor"], machine["currency"]))
    return ", ".join(parts)


def size_terms(f: Facts, c: Context) -> list[Line]:
    a: Answer | None = next((one for one in f["answers"] if "terms" in one), None)
    if a is None:
        return ["There are no terms to show"]
    shown, rest = a["terms"][:MOST_TERMS], a["terms"][MOST_TERMS:]
    total = sum(term["gib"] for term in a["terms"])
    lines = [f"{a['job']['model']} {METHODS[a['job']['method']]}: {gib(total)} GiB a card", *map(_term, shown)]
    if rest:
        lines.append(f"The rest {sum(term['gib'] for term in rest):.1f}")
    return [*lines, *map(_evidence, a.get("evidence", [])[:1])]


def _term(term: Answer) -> str:
    formula = f": {term['formula']}" if term["formula"] else ""
    return plain_name(f"{term['name']} {term['gib']:.1f}{formula}", WIDEST)


def _evidence(row: Answer) -> str:
    job = f"{row['model']} {METHODS[row['method']]}, seq {row['seq']}, {short(row['card'])}"
    return f"Closest measurement: {job}: {row['value']:g} {row['unit'][:3]}"


def not_sizing(f: Facts, c: Context) -> list[Line]:
    return [
        "Sizing: just ask" if f["empty"] else "That is no sizing question",
        "Ask: does it fit, how many cards, how long, how much, how long to upload",
        "E.g. 13B LoRA on one 4090?",
    ]


def uplink(f: Facts, c: Context) -> list[Line]:
    if f["mbps"] is None:
        return ["No line is set", "Send /uplink 200: transfers then count with 200 Mbps"]
    return [f"Line: {f['mbps']:g} Mbps", "Transfers count with it from now on; /uplink 0 forgets it"]


FIELDS = {
    "mbps": "rate",
    "seq_len": "length",
    "micro_batch": "batch",
    "gpus": "number of cards",
    "params": "parameters",
}


def size_bad(f: Facts, c: Context) -> list[Line]:
    allowed = f"at least {f['least']:g}" if f["most"] is None else f"{f['least']:g} to {f['most']:g}"
    return [f"That {FIELDS.get(f['field'], 'number')} cannot be", f"{f['value']:g}; it is {allowed}"]


def size_no_speed(f: Facts, c: Context) -> list[Line]:
    return ["No measured speed of this model", "Make a trial run first, e.g. 200 steps took 15 min, 5000 steps total"]


def size_config(f: Facts, c: Context) -> list[Line]:
    return list(MISSING["config_other_kind" if f["why"] in ("other_kind", "missing") else "config_broken"])


TEXTS: dict[str, Text] = {
    "sized": sized,
    "size_terms": size_terms,
    "not_sizing": not_sizing,
    "uplink": uplink,
    "size_no_speed": size_no_speed,
    "size_bad": size_bad,
    "size_config": size_config,
}


def _book(f: Facts, c: Context) -> str:
    when = "now" if f["now"] else f"from {point(f['start'], c)}"
    return f"Book {f['count']}×{short(f['kind'])}, {when}, {span(f['seconds'])}"


LABELS: dict[str, Label] = {
    "size.change": lambda f, c: CHANGES[f["name"]],
    "size.terms": lambda f, c: "How it is made up",
    "size.back": lambda f, c: "Back",
    "size.book": _book,
}
