"""English: sizing. The first line is the verdict, then what makes it fit, then what was assumed."""

from typing import Any

from bot.language.texts.en import sizing_hours, sizing_money, sizing_most, sizing_ours, sizing_room
from bot.language.texts.en.pieces import point
from bot.language.texts.en.sizing_known import KNOWN, PREMISES
from bot.language.texts.en.sizing_words import (
    CHANGES,
    FRAMEWORKS,
    METHODS,
    SPENT,
    amount,
    brief,
    gib,
    limit,
    number,
    short,
    some_cards,
    span,
)
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
MOST_CLOSE = 3
WIDEST = 116


def sized(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = []
    answers: list[Answer] = f["answers"]
    ours = sizing_ours.machine(f["machine"], c)
    most = MOST_LINES - len(ours)
    for at, answer in enumerate(answers):
        left = most - len(lines) - LEAST_LINES * (len(answers) - at - 1)
        lines += _answer(answer, c)[: max(LEAST_LINES, left)]
    return [*lines[:most], *ours]


def _answer(a: Answer, c: Context) -> list[Line]:
    if a["knowledge"]:
        return list(KNOWN[a["knowledge"]])
    if a.get("on_disk"):
        return list(sizing_most.disk(a))
    missing = a["missing"]
    if missing in MISSING:
        first, then = MISSING[missing]
        if missing == "card" and a.get("unknown_gpu"):
            first = "I do not know that card"
        if missing == "size":
            first = f"Which size of {str(a['unsized'])[:20]}?"
        if missing in ("model", "size") and a.get("unknown_model"):
            first = f"I do not know {str(a['unknown_model'])[:20]}"
        if a.get("media"):
            return [first, "Its size alone says too little: run one step and read nvidia-smi's peak"]
        if a.get("largest"):
            return sizing_most.largest(a["largest"], a["largest_on"])
        if missing != "work" or "rate" not in a:
            return [first, *(["I know " + ", ".join(a["close"])] if a.get("close") else []), then]
    wording = sizing_hours.train_time if a.get("basis") == "runs" and a["asked"] == "gpu_count" else WORDED[a["asked"]]
    lines: list[Line] = list(wording(a))
    premises = [*_unknown(a), *(PREMISES[name] for name in a["premises"])]
    lines[1:1] = [*premises, *sizing_ours.measured(a), *sizing_ours.ranked(a), *sizing_ours.effective(a)]
    lines += [f"Two different {SHAKY[name]}: I took the first" for name in a["shaky"] if name in SHAKY]
    if a["asked"] == "transfer_time":
        lines.append(Code(OSSUTIL if a.get("command") == "ossutil" else RCLONE))
    return lines


def _unknown(a: Answer) -> list[str]:
    """A name that is not known, with a size: it is said that the size alone was taken."""
    if not a.get("unknown_model"):
        return []
    near = f"; close: {', '.join(a['close'][:MOST_CLOSE])}" if a.get("close") else ""
    return [f"I do not know {str(a['unknown_model'])[:20]}, so by its size{near}"]


def size_terms(f: Facts, c: Context) -> list[Line]:
    a: Answer | None = next((one for one in f["answers"] if "terms" in one), None)
    if a is None:
        return ["There are no terms to show"]
    if "how" in a:
        return [*_steps(a), *map(_evidence, a.get("evidence", [])[:1])]
    shown, rest = a["terms"][:MOST_TERMS], a["terms"][MOST_TERMS:]
    total = sum(term["gib"] for term in a["terms"])
    lines = [f"{a['job']['model']} {METHODS[a['job']['method']]}: {gib(total)} GiB a card", *map(_term, shown)]
    if rest:
        lines.append(f"The rest {sum(term['gib'] for term in rest):.1f}")
    return [*lines, *map(_evidence, a.get("evidence", [])[:1])]


def _steps(a: Answer) -> list[str]:
    """Where the time goes: what a step is spent on, how much it does, how much there is."""
    how = a["how"]
    unit = "requests" if "evaluation" in how else "images" if "image" in how["unit"] else "tokens"
    step = f"{number(how['step_size'])} {unit} a card in {brief(how['step_seconds'])}"
    lines = [f"{a['job']['model']} {METHODS[a['job']['method']]}: {step}"]
    for one in sorted(how["steps"], key=lambda each: -each["seconds"])[:MOST_TERMS]:
        share = one["seconds"] / how["step_seconds"] if how["step_seconds"] else 0
        formula = f": {one['formula']}" if one["formula"] else ""
        lines.append(plain_name(f"{SPENT[one['name']]} {share:.0%}, {brief(one['seconds'])}{formula}", WIDEST))
    total = sum(term["gib"] for term in a["terms"])
    whole = f"{amount(how['work'])} {unit} over {some_cards(a['job']['gpus'])}: {span(a['time']['seconds'])}"
    return [*lines, f"{whole}; memory {gib(total)} GiB a card"]


def _term(term: Answer) -> str:
    formula = f": {term['formula']}" if term["formula"] else ""
    return plain_name(f"{term['name']} {term['gib']:.1f}{formula}", WIDEST)


def _evidence(row: Answer) -> str:
    job = f"{row['model']} {METHODS[row['method']]}, seq {row['seq']}, {short(row['card'])}"
    return f"Closest measurement: {job}: {row['value']:g} {row['unit'].split('/GPU')[0]}{_apart(row.get('outside'))}"


def _apart(outside: Answer | None) -> str:
    """A measurement outside the range that was told: what was not the same."""
    if outside is None:
        return ""
    parts = ["another network (vocabulary, layers)"] if outside["model"] else []
    parts += [f"batch {outside['batch']}"] if outside["batch"] else []
    parts += [f"{outside['gpus']} card" + "s" * (outside["gpus"] > 1)] if outside["gpus"] else []
    parts += ["no checkpointing"] if outside["unchecked"] else []
    parts += [FRAMEWORKS.get(outside["framework"], str(outside["framework"]))] if outside["framework"] else []
    more = "above" if outside["higher"] else "below"
    return f", {more} my range" + (f": that was {', '.join(parts)}" if parts else "; trust a first step's peak")


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
    "params": "size",
    "lora_rank": "rank",
    "accumulation": "accumulation",
    "samples": "number of samples",
    "epochs": "number of epochs",
    "tokens": "number of tokens",
}


def size_bad(f: Facts, c: Context) -> list[Line]:
    value, least, most = (limit(f[name], f["field"]) for name in ("value", "least", "most"))
    allowed = f"at least {least}" if f["most"] is None else f"{least} to {most}"
    return [f"That {FIELDS.get(f['field'], 'number')} cannot be", f"{value} is said; it has to be {allowed}"]


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
    "size.change": lambda f, c: CHANGES.get(f["name"]) or str(f["name"]).partition(":")[2],
    "size.terms": lambda f, c: "How it is made up",
    "size.back": lambda f, c: "Back",
    "size.book": _book,
}
