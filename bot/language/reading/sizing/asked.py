"""What is asked: from the words of a question, with the facts that were read beside them, to one or more of `ASKED`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .asking import (
    AFFORDS,
    CARDS_BY_TIME,
    CHEAPER,
    CONVERT,
    FASTER,
    FEASIBLE,
    FITS,
    HOURLY,
    HOW_MANY,
    KV,
    MAX_BATCH,
    MAX_SEQ,
    MEMORY,
    MONEY,
    MONTHLY,
    MOVE,
    OOM,
    OOM_ASKED,
    PRICEWISE,
    PURSE,
    SLOW,
    SPLIT,
    STILL_OOM,
    STRANGE,
    TIME,
    TIMEY,
    WHICH,
    WHY,
)
from .scan import said


def asked_in(text: str, facts: Mapping[str, Any], cards: int) -> list[str]:
    """In the order of the text; the first is what is mainly asked. `cards`: how many kinds of card are named."""
    if lasts(text, facts):
        return ["feasible", "cost"]
    special = _special(text, facts, cards)
    if special == "cost_compare" and (speed := FASTER.search(text)) and not said(r"vs|compared? ", speed[0]):
        return ["gpu_speed_ratio", "cost_compare"]
    if special is not None:
        return [special]
    found = [(at, name) for name, at in _plain(text, facts).items()]
    if not found:
        implied = _by_facts(text, facts)
        return [implied] if implied else []
    ordered = [name for _, name in sorted(found)]
    return _compatible(ordered)


def lasts(text: str, facts: Mapping[str, Any]) -> bool:
    """Whether it is asked if a sum of money pays for a job: its hours and its price are the answer."""
    job = any(facts.get(name) for name in ("params_b", "model")) and any(
        facts.get(name) for name in ("samples", "tokens", "total_steps", "epochs", "hours_each")
    )
    return (
        job
        and (facts.get("budget_cny") is not None or PURSE.search(text) is not None)
        and AFFORDS.search(text) is not None
        and not said(
            r"多少|几(?!百|千|万)|how (?:many|much|long)|哪|which|还是|\bor\b|多久|推荐|recommend|显存|vram", text
        )
    )


def _special(text: str, facts: Mapping[str, Any], cards: int) -> str | None:
    has_card = bool(cards)
    loads = facts.get("method") is not None or facts.get("params_b") is not None
    if facts.get("data_gb") and facts.get("mbps") and not loads:
        return "transfer_time"
    if MOVE.search(text) and (facts.get("data_gb") or facts.get("mbps")) and not (loads and not facts.get("data_gb")):
        return "transfer_time"
    if SPLIT.search(text) and (
        facts.get("people")
        or MONEY.search(text)
        or PURSE.search(text)
        or said(r"钱|元|块|yuan|费|cost|rent|bill|月付", text)
    ):
        return "cost_split"
    either = CHEAPER.search(text) or said(r"还是|\bor\b|\bvs\b|哪|怎么租|怎么选|好吗|对吗|呢[\s?!。]*$", text)
    hourly = HOURLY.search(text) or facts.get("price_hour_minor")
    if MONTHLY.search(text) and either and (hourly or CHEAPER.search(text) or "还是" in text):
        return "hourly_vs_monthly"
    if facts.get("price_month_minor") and facts.get("price_hour_minor"):
        return "hourly_vs_monthly"
    if KV.search(text) and not said(r"训练|微调|fine", text):
        return "kv_budget"
    if MAX_BATCH.search(text):
        return "max_seq"  # the other side of the same question; `most` says which
    if MAX_SEQ.search(text) and not (
        facts.get("seq") and FITS.search(text) and "最长" not in text and "max" not in text
    ):
        return "max_seq"
    if cards >= 2 and (CHEAPER.search(text) or PRICEWISE.search(text)):
        return "cost_compare"
    if (
        has_card
        and facts.get("hours_done") is not None
        and (TIME.search(text) or CONVERT.search(text))
        and (cards >= 2 or facts.get("from_gpus"))
    ):
        return "train_time_convert"
    if cards >= 2 and FASTER.search(text) and not OOM.search(text) and not WHY.search(text):
        return "gpu_speed_ratio"
    if cards == 1 and facts.get("unknown_gpu") is None and said(r"快多少|faster|几倍", text) and not loads:
        return "gpu_speed_ratio"
    return None


def _plain(text: str, facts: Mapping[str, Any]) -> dict[str, int]:
    """Each thing that is asked, and where."""
    found: dict[str, int] = {}

    def note(name: str, pattern: re.Pattern[str]) -> None:
        if name not in found and (match := pattern.search(text)):
            found[name] = match.start()

    work = bool(
        facts.get("samples")
        or facts.get("tokens")
        or facts.get("total_steps")
        or facts.get("runs")
        or facts.get("epochs")
    )
    if FEASIBLE.search(text) and (
        facts.get("deadline")
        or said(
            r"ddl|deadline|截止|明天|后天|下周|今晚|due|之前|前交|月底|周末|nights?\b|\b(?:one|this) (?:week|month)",
            text,
        )
    ):
        note("feasible", FEASIBLE)
    elif (
        facts.get("deadline")
        and work
        and said(
            r"够(?:吗|不|么)|行(?:吗|不)|可以吗|能.{0,12}(?:吗|不)|enough|possible|\bcan (?:i|a|one|we|my|it)\b", text
        )
        and not TIME.search(text)
        and not MONEY.search(text)
    ):
        found["feasible"] = 0
    if not found:
        note("diagnose", WHY)
        note("diagnose", STRANGE)
        if not said(
            r"\boom or\b|or oom|爆还是|还是爆|爆不爆|会(?:不会)?.{0,8}(?:oom|爆)|"
            r"(?:oom|爆).{0,3}(?:吗|么|不\b)|will .{0,30}oom",
            text,
        ):
            note("diagnose", STILL_OOM)
    about_memory = said(r"显存|vram|gpu memory", text) and not said(
        r"钱|元|块|价|费|成本|预算|cost|price|¥|budget", text
    )
    if not about_memory and not (said(r"卡时", text) and said(r"(?:要|得|是|大概|需要)多少[\s?!。]*$", text)):
        note("cost", MONEY)
    if "feasible" not in found:
        note("train_time", TIME)
        if SLOW.search(text) and facts.get("hours_done") is not None:
            note("train_time", SLOW)
    note("gpu_count", HOW_MANY)
    if "gpu_count" in found and facts.get("gpu_model") is None and WHICH.search(text):
        del found["gpu_count"]  # which card, and how many of it
    if "gpu_count" not in found:
        note("memory_needed", MEMORY)
        if facts.get("price_hour_minor") is None:
            note("recommend", WHICH)
        note("fits", FITS)
    return _weighed(found, text, facts)


def _weighed(found: dict[str, int], text: str, facts: Mapping[str, Any]) -> dict[str, int]:
    """What words say together is not what each says alone."""
    oom = OOM.search(text) is not None and OOM_ASKED.search(text) is None
    if "diagnose" in found:
        if (
            "memory_needed" in found
            and said(r"need\b|需要多|要多", text)
            and not WHY.search(text[: found["memory_needed"]])
        ):
            return {"memory_needed": 0}
        if "train_time" in found and not oom and "为" not in text and "why" not in text:
            return {"train_time": 0}
        if "fits" in found and not oom and said(r"怎么(?:样|就)", text):
            del found["diagnose"]
        else:
            return {"diagnose": 0}
    if oom and not found:
        found["diagnose"] = 0
    if "feasible" in found:
        for other in (
            ("fits", "recommend", "gpu_count") if not CARDS_BY_TIME.search(text) else ("fits", "recommend", "feasible")
        ):
            found.pop(other, None)
    if "recommend" in found:
        for other in ("fits", "memory_needed"):
            found.pop(other, None)
    if "memory_needed" in found and "fits" in found:
        named = facts.get("gpu_model") is not None and said(r"够|fit|enough|能", text)
        found.pop("memory_needed" if named else "fits")
    if "cost" in found and facts.get("runs") and facts.get("hours_each"):
        found.pop("train_time", None)
    worked = any(facts.get(name) for name in ("samples", "tokens", "total_steps", "runs"))
    if "train_time" in found and facts.get("budget_cny") and not worked:
        found["cost"] = found.pop("train_time")
    if (
        "fits" in found
        and (facts.get("budget_cny") or said(r"预算(?:够|还)|budget enough", text))
        and not said(r"显存|vram|放得下|memory", text)
    ):
        found["cost"] = min(found.pop("fits"), found.get("cost", 0))
    if "fits" in found and ("cost" in found or "train_time" in found) and not _firm_fit(text):
        del found["fits"]
    return found


def _firm_fit(text: str) -> bool:
    return (
        said(
            r"够(?:吗|不|么|嘛|用)|(?:放|装|塞|跑|训)(?:得|不|的)(?:下|动|起|了)|"
            r"(?<!久)(?<!候)(?<!时)(?<!天)能(?:不能|否)?"
            r"(?:跑|训|装|放)(?!完)|"
            r"\bfits?\b|enough|会爆|oom|\bcan (?:i|a|one|it)|行不行|行吗|行不",
            text,
        )
        is not None
    )


def _compatible(ordered: list[str]) -> list[str]:
    """At most one about memory, one about time and one about money."""
    kept: list[str] = []
    groups: set[str] = set()
    for name in ordered:
        group = (
            "time" if name in TIMEY else "money" if name == "cost" else "diagnose" if name == "diagnose" else "memory"
        )
        if group not in groups:
            groups.add(group)
            kept.append(name)
    return kept


def _by_facts(text: str, facts: Mapping[str, Any]) -> str | None:
    """Nothing is asked in words: 13B LoRA 4090; 200 步 15 分钟，一共 5000 步; 7b全参."""
    sized = any(facts.get(name) for name in ("params_b", "model", "config"))
    if facts.get("total_steps") and facts.get("trial_seconds"):
        return "train_time"
    if facts.get("runs") and facts.get("hours_each"):
        return "cost"
    if facts.get("data_gb") and facts.get("mbps"):
        return "transfer_time"
    if facts.get("price_hour_minor") and facts.get("deadline"):
        return "cost"
    if facts.get("deadline") and sized and (facts.get("samples") or facts.get("tokens")):
        return "feasible"
    if sized and (facts.get("samples") or facts.get("tokens")) and facts.get("gpu_model"):
        return "train_time"
    if sized and (facts.get("gpu_model") or facts.get("gpus")):
        return "fits"
    if (sized and facts.get("method")) or facts.get("config"):
        return "memory_needed"
    return None
