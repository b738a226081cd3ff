"""From a text to its questions, in the order in which it asks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .asked import asked_in
from .asking import GIVEN_MOST, OOM, PURSE, WHY, has_question
from .knowledge import card_of
from .pasted import cut_config
from .question import Question, Vocabulary
from .scan import rule, said, simplified
from .setting import compared
from .settled import settled
from .stated import read_facts
from .weighing import clear, evidence, mainly, weighed

MOST_QUESTIONS = 4
ALWAYS_EXPLAINED = frozenset(
    {
        "loading_oom",
        "first_card_fuller",
        "accumulation_negatives",
        "zero2_weights",
        "allocated_vs_smi",
        "checkpointing",
        "lora_speed",
    }
)
_A_DIGIT = rule(r"\d")
_CLAUSES = rule(r"(?<=[吗么嘛])\s+(?=\S{1,10}呢)|[?？。;；!！\n]+|,(?!\d{3})|，")
_JOB = rule(r"\d\s*[bm]\b|全参|全量|lora|token|\d\s*[万wk]?条")
_VARIANT = rule(
    r"^\s*(?:(?:如果)?不(?:行|够|能)的?话|如果不(?:行|够)|那(?:么)?(?!么)|要是|换成|换|改成|或者|还是说|"
    r"what about|how about|and (?:with|on|for|if)|or (?:with|on|does|do|would|is)|if not|with\b|and\b|"
    r"(?:what )?if\b)"
    r"|(?:呢|咋样|怎么样)\s*$"
)


def read_question(text: str, vocabulary: Vocabulary) -> list[Question]:
    """Every question of a text; one with `asked` null when it asks nothing about sizing."""
    rest, config, problem = cut_config(text)
    whole = simplified(rest)
    main, variants = _split(whole)
    facts, cards = read_facts(main, vocabulary, config, problem)
    plain = GIVEN_MOST.sub(lambda found: " " * len(found[0]), main)
    kinds = len({card.name for card in cards}) + (facts.get("unknown_gpu") is not None)
    told = asked_in(plain, facts, kinds or (1 if facts.get("gpu_model") else 0))
    ranked = weighed(*evidence(plain, facts, [(one.start, one.end) for one in cards]))
    asked = mainly(told, ranked)
    card = card_of(whole)
    if card is not None and (
        not asked or (asked[0] in ("diagnose", "fits", "memory_needed") and _only_explained(facts, asked, card))
    ):
        asked = ["diagnose"]
    asked = [name for name in asked if clear(name, ranked) or _about_sizing(name, facts, main, card)]
    if not asked and problem is not None:
        asked = ["memory_needed"]
    if not asked:
        return [Question(card=card)]
    first = settled(asked[0], facts, cards, main)
    first = replace(first, card=card if asked[0] == "diagnose" else None)
    questions = [first, *(settled(name, dict(facts), cards, main) for name in asked[1:])]
    questions += _of_other_sizes(first, facts)
    if first.asked in ("fits", "memory_needed", "gpu_count", "train_time"):
        questions += [replace(first, method=other, precision=None) for other in compared(main) if other != first.method]
    for clause in variants:
        if (other := _variant(clause, questions[0], vocabulary)) is not None and other not in questions:
            questions.append(other)
    return questions[:MOST_QUESTIONS]


def _split(text: str) -> tuple[str, list[str]]:
    """The text without the clauses that only change one assumption of what was asked before."""
    main: list[str] = []
    variants: list[str] = []
    for start, end in _spans(text):
        clause = text[start:end]
        before = "".join(main)
        told = WHY.search(before) is not None and OOM.search(clause) is not None  # why it fails is one story
        told = told or (clause.strip().startswith("with ") and text[end : end + 1] != "?")  # 7b; with 2 A100; ...
        if (
            not told
            and _VARIANT.search(clause.strip(" ?,."))
            and has_question(before)
            and _A_DIGIT.search(before)
            and (_JOB.search(before) or not _JOB.search(clause))  # 两张够不够，不够的话得几张 72b lora: one question
            and len(clause) <= 40
        ):
            variants.append(clause.strip(" ?,."))
        else:
            main.append(text[start : end + 1])
    return "".join(main), variants


def _spans(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for found in _CLAUSES.finditer(text):
        spans.append((start, found.start()))
        start = found.start() + 1
    spans.append((start, len(text)))
    return [(a, b) for a, b in spans if b > a]


def _about_sizing(asked: str, facts: dict[str, Any], text: str, card: str | None) -> bool:
    """Whether it says anything that could be sized: 能用吗 alone is about something else."""
    if card is not None:
        return True
    sized = any(facts.get(name) for name in ("params_b", "model", "config", "unsized", "config_problem"))
    cards = bool(facts.get("card_counts")) or facts.get("gpu_model") is not None or facts.get("unknown_gpu") is not None
    work = any(facts.get(name) for name in ("samples", "tokens", "total_steps", "trial_seconds", "runs", "hours_done"))
    money = any(facts.get(name) for name in ("price_hour_minor", "price_month_minor", "budget_cny", "price_each_minor"))
    method = facts.get("method") not in (None, "inference") or (
        facts.get("method") == "inference" and said("推理|infer", text)
    )
    match asked:
        case "transfer_time" | "train_time_convert" | "gpu_speed_ratio":
            return True
        case "hourly_vs_monthly":
            return money or cards or said(r"包月|月租|monthly", text) is not None
        case "cost_split":
            return (
                money
                or cards
                or facts.get("people") is not None
                or said(r"卡时|gpu", text) is not None
                or PURSE.search(text) is not None
            )
        case "cost" | "cost_compare":
            return (
                sized
                or cards
                or (work and asked == "cost")
                or (facts.get("gpus") is not None and facts.get("deadline") is not None)
            )
        case "diagnose":
            slow = cards and said(r"慢|卡顿|利用率|速度|slow|speed|util", text) is not None
            return (
                sized
                or slow
                or said(r"\boom|显存|out of memory|爆(?:显存|卡|了)|vram|cuda|gpu.{0,20}memory", text) is not None
            )
        case "memory_needed" if said("显存|vram|memory", text):
            return True
        case "fits" | "gpu_count" | "train_time" | "recommend" if said(r"模型|\bllms?\b|\bmodel\b", text):
            return True  # which model will be asked
        case "recommend" | "gpu_count" | "memory_needed" | "max_seq" | "kv_budget":
            return (
                sized or bool(method and (cards or asked != "max_seq")) or (cards and asked in ("max_seq", "kv_budget"))
            )
        case "train_time" | "feasible":
            return sized or work
    return sized or bool(method and (cards or facts.get("gpus")))


def _only_explained(facts: dict[str, Any], asked: list[str], card: str) -> bool:
    """Whether a knowledge card says more than a number could: no model to size, or why is asked."""
    return asked[0] == "diagnose" or card in ALWAYS_EXPLAINED or not (facts.get("params_b") or facts.get("model"))


def _of_other_sizes(first: Question, facts: dict[str, Any]) -> list[Question]:
    """7b 和 13b: the same question about each."""
    sizes: list[float] = facts.get("sizes", [])
    if len(sizes) < 2 or first.model is not None:
        return []
    return [replace(first, params_b=size) for size in sizes[1:3]]


def _variant(clause: str, first: Question, vocabulary: Vocabulary) -> Question | None:
    """QLoRA 呢, 不行的话两张行吗: the question before, with what the clause says instead."""
    facts, cards = read_facts(clause, vocabulary, None, None)
    asked = asked_in(clause, facts, len(cards))
    keeps = (
        asked
        and asked[0] in ("train_time", "cost", "gpu_count", "memory_needed", "recommend", "feasible")
        and (first.asked != asked[0])
    )
    if (number := said(r"(\d{1,3})\s*(?:个)?(?:呢)?$", clause)) and first.gpus and "gpus" not in facts:
        facts["gpus"] = int(number[1])
    kind = asked[0] if keeps else first.asked or "fits"
    changed = settled(kind, facts, cards, clause).said()
    changed.pop("asked")
    changed.pop("claims", None)
    if "gpu_model" in changed and not any(facts.get("card_counts", ())) and "gpus" in changed:
        changed.pop("gpus")
    if "gpu_model" in changed and "other_gpus" not in changed:
        changed["other_gpus"] = ()
    if "params_b" in changed and "model" not in changed:
        changed["model"] = None
    if not changed and not keeps:
        return None
    if "method" in changed and "precision" not in changed and changed["method"] != first.method:
        changed["precision"] = None
    return replace(first, asked=kind, card=None, **changed)
