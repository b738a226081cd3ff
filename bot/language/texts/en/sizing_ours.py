"""English: the pool's own cards: which can be had, what runs on them took, which kind finishes a run for the least."""

from typing import Any

from bot.language.texts.en.pieces import point
from bot.language.texts.en.sizing_words import (
    METHODS,
    VERDICTS,
    gib,
    in_unit,
    money,
    number,
    ratio,
    short,
    some,
    span,
    unit_of,
)
from bot.language.texts.shape import Context

Answer = dict[str, Any]
MOST_KINDS = 4
MOST_OPTIONS = 2


def measured(a: Answer) -> list[str]:
    """What runs like it took on the pool's own machine; and by how much the numbers were corrected."""
    found = a.get("measured")
    if not found:
        return []
    lines = [_times(found) if found["times"] else _peaks(found)]
    if found["applied"]:
        also = "".join(f", {METHODS[one['method']]} ×{one['ratio']:.2f}" for one in found["also"])
        lines.append(f"Corrected by {found['runs']} runs: ×{found['ratio']:.2f}{also} (memory)")
    return lines


def _peaks(found: Answer) -> str:
    rows = "; ".join(f"estimated {gib(one['predicted'])}, measured {gib(one['measured'])} GiB" for one in found["rows"])
    return f"Lately on our machine: {rows}"


def _times(found: Answer) -> str:
    rows = "; ".join(
        f"estimated {span(one['expected_seconds'])}, took {span(one['took_seconds'])}" for one in found["times"]
    )
    usual = f"; usually {found['slower']:g}× the estimate" if found["slower"] else ""
    return f"Lately on our machine: {rows}{usual}"


def ranked(a: Answer) -> list[str]:
    """Kinds of cards for the same finished run, the cheapest first; so many times as fast may cost as many times."""
    found = a.get("ranked")
    if not found:
        return []
    rows = found["rows"][:MOST_KINDS]
    if found["relative"]:
        others = "; ".join(
            f"{some(one)} {ratio(one['share_cost'])}× the money, {ratio(one['share_time'])}× the time"
            for one in rows[1:]
        )
        line = f"For the same work: {some(rows[0])} is cheapest; {others}"
    else:
        unit = unit_of(max(one["time"]["seconds"] for one in rows))
        each = (
            f"{some(one)} {money(one['cost_minor'], found['currency'])} "
            f"({in_unit(one['time']['seconds'], unit)}{', fastest' if one['by_time'] == 1 < one['by_cost'] else ''})"
            for one in rows
        )
        line = "Per run: " + "; ".join(each)
    return [line, *pays(found["fast"])]


def pays(fast: Answer | None) -> list[str]:
    """Card by card, A100-80G is 1.7× a 4090 at 4× the price: it pays below 1.7×."""
    if fast is None:
        return []
    speed, price = ratio(fast["times_speed"]), ratio(fast["times_price"])
    head = f"Card by card {short(fast['card'])} is {speed}× as fast as {short(fast['than'])} at {price}× the price: "
    return [head + ("it pays" if fast["pays"] else f"it pays only below {speed}×")]


def machine(found: Answer | None, c: Context) -> list[str]:
    """The pool's own cards: which can be had, whether it fits, how long, how much."""
    if found is None:
        return []
    if found["options"]:
        head = "Your cards that hold it: " if found["other"] else "Your cards: "
        return [head + "; ".join(_option(one, found, c) for one in _few(found["options"])), *_too_long(found)]
    if found["short"]:
        return ["Your cards: no machine has so many"]
    if found["late"]:
        return ["Your cards: they hold it, but not in time"]
    if found["held"]:
        return ["Your cards: none free soon"]
    return ["Your cards: " + ("it does not fit" if found["cards"] else "none are listed yet")]


def _few(options: list[Answer]) -> list[Answer]:
    """One of each kind, the roomy first; no more than two on a phone's line."""
    kinds = list(dict.fromkeys(one["card"] for one in options))[:MOST_OPTIONS]
    return [next(one for one in options if one["card"] == kind) for kind in kinds]


def _too_long(found: Answer) -> list[str]:
    """A run longer than a booking may be has no button, and that is said."""
    if all((one["seconds"] or 0) > found["most_seconds"] for one in found["options"]):
        return [f"A booking is {span(found['most_seconds'])} at most: too short for the run"]
    return []


def _option(one: Answer, found: Answer, c: Context) -> str:
    when = "free now" if one["now"] else f"from {point(one['start'], c)}"
    kind = f"×{short(one['kind'])}" if found["kinds"] > 1 else " card" + "s" * (one["gpus"] > 1)
    parts = [f"{one['gpus']}{kind}: {VERDICTS[one['verdict']]}, {when}"]
    if one["seconds"]:
        parts.append(f"~{span(one['seconds'])}")
    if one["cost_minor"] is not None:
        parts.append(money(one["cost_minor"], found["currency"]))
    return ", ".join(parts)


def effective(a: Answer) -> list[str]:
    """Effective batch = a card's × accumulation × cards."""
    batch = a.get("effective")
    if batch is None:
        return []
    line = f"Effective batch {batch['effective']} = {batch['micro']} a card × {batch['accumulation']} steps"
    line += f" × {batch['gpus']} cards" if batch["gpus"] > 1 else ""
    if batch["negatives"] is None:
        return [line]
    return [line, f"Accumulation adds no negatives: each still meets {number(batch['negatives'])}"]
