"""Which model a text names, and how many parameters it has, by the vocabulary it is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from .brands import spelled_in
from .focus import of_others
from .question import Vocabulary, compact
from .scan import BLANK, Scan, rule

Entry = tuple[str, float | None]
_NEAR = 3
"""Characters between a model and its backbone: swin-t 的 mask rcnn."""
_VERSION = rule(r"(?<![\d.])\d+(?:\.\d+)?(?![\d.]|b\b|m\b|[BM]\b)")
_APART = rule(r"[,。;!?].*[\u4e00-\u9fff].*[\u4e00-\u9fff]")
_LETTERS = rule(r"[A-Za-z]{2,}")
_TYPED = rule(r"[a-z\d]")
_JOINTS = frozenset(" \t\n-_/")
_PARAMS = rule(
    r"(?<![\d.a-z])(?![93]10\s*b)(\d+(?:\.\d+)?)\s*(b|m)(?![a-z\d%]|/(?!\d)|[\s-]*(?:tokens?|toks?|samples|images|"
    r"pairs|examples|rows|conversations|dialog|records|instructions|steps|ps\b)|\s*(?:条|个?样本|张图))"
    r"(?:illion)?(?:\s*(?:参数|params?|parameters))?(?!\s*(?:个?\s*token))"
)
_BILLIONS = rule(r"(?<![\d.a-z])(\d+(?:\.\d+)?)\s*(?:billion|bn)\b(?!\s*(?:tokens?|toks?|samples|images))")
_YI = rule(
    r"(\d+(?:\.\d+)?)\s*(万亿|十亿|亿|千万|百万|万|t(?=\s*参))\s*(?:级别?)?(?:的)?(?:参数量?|参(?!考)|的?(?:大|语言|"
    r"小)*模型|(?<=亿)(?=\s*(?:lora|qlora|全参|全量|微调)))"
)
_HUNDRED = rule(r"(百|千)亿(?:级|参数|的)?(?:模型|参数)")
_FAMILY = rule(r"[A-Za-z]+[\d.]*")
_WITH_SIZE = rule(r"\d\s*[bm](?![a-z])")
_ACTIVE = rule(
    r"(?:激活|active)\s*(?:参数|才|只有|parameters|params|仅)*\s*(?:\d+(?:\.\d+)?)\s*b|(?:\d+(?:\.\d+)?)"
    r"\s*b\s*(?:activated?|active|激活)(?:\s*param(?:eter)?s)?|only\s+has\s+\d+(?:\.\d+)?b active"
)
_SIZE_NEAR = rule(r"[\s\-_的,]*(\d+(?:\.\d+)?)\s*([bm])(?![a-z\d])")
_BARE_SIZE_NEAR = rule(r"[\-_](\d{1,3})(?![\d.a-z%])")
_NO_NAME = (
    r"(?!(?:the|a|an|my|our|this|that|your|one|some|any|which|what|new|big|bigger|"
    r"small|smaller|large|larger|language|"
    r"largest|biggest|longest|smallest|base|chat|lora|qlora|full|vision|reward|diffusion|ml|ai|llm|vlm|dl|cv|nlp|sft|rl|data|per|of|for|the|each|same|"
    r"whole|pretrained|trained|quantized|int4|int8|fp16|bf16|awq|gptq|and|or|to|is|gpu|cuda|moe|dense|load|tiny|toy)"
    r"(?![a-z\d]))"
)
_UNKNOWN = rule(
    rf"(?<![a-z\d.-]){_NO_NAME}([a-z][a-z\d.]{{1,24}}?)[\s-]*(?:模型|大模型|-?model\b)|"
    rf"模型\s*{_NO_NAME}([a-z][a-z\d.-]{{1,24}})"
)
"""A name beside the word model that nobody knows: how big it is will be asked."""
_GOES_ON = rule(
    r"-(?!(?:instruct|chat|base|hf|it|awq|gptq|int\d|fp8|bf16|lora|qlora|sft|dpo|full|v\d|uncased|cased|\d+k)\b)[a-z]"
)
"""Another name follows: deepseek-vl2 is not deepseek."""


def read_model(scan: Scan, words: Vocabulary, facts: dict[str, Any]) -> None:
    """The model and its billions of parameters; of active ones nothing is kept, memory holds them all."""
    if not _known(scan, words, facts):
        _family(scan, words, facts)
    for found in list(_ACTIVE.finditer(scan.text)):
        scan.blank(*found.span())
    named = list(scan.take_all(_PARAMS))
    mine = [found for found in named if not of_others(scan.whole, found.start())]
    told = mine or named
    if len(told) > 1 and all(_APART.search(scan.whole[one.end() : two.start()]) for one, two in pairwise(told)):
        told = told[-1:]  # the last word on it counts
    sizes = [_size(found) for found in told]
    sizes += [float(found[1]) for found in scan.take_all(_BILLIONS)]
    sizes += [_yi(found) for found in scan.take_all(_YI)]
    if hundreds := scan.take(_HUNDRED):
        sizes.append(10.0 if hundreds[1] == "百" else 100.0)
    sizes = [size for size in dict.fromkeys(sizes) if size > 0 or "params_b" not in facts]
    known = facts.get("params_b")
    if known is None:
        if sizes:
            facts["params_b"], facts["sizes"] = sizes[0], sizes
    elif sizes and not any(abs(size - known) <= 0.15 * known for size in sizes):
        if facts.pop("bare", False):  # 350M 的 gpt2: the family is named, the size is said beside it
            facts["model"], facts["params_b"] = _of_family(words, facts["model"], sizes[0]), sizes[0]
        else:
            facts.setdefault("shaky", []).append("params_b")
    facts.pop("bare", None)
    unknown = _UNKNOWN.search(scan.whole)
    if unknown and not any(facts.get(name) for name in ("params_b", "model", "unsized")):
        facts["unsized"] = unknown[1] or unknown[2]


def _of_family(words: Vocabulary, name: str, size: float) -> str | None:
    """The model of the same family and that size, if there is one."""
    family = _FAMILY.match(name)
    same = [
        (abs(params - size), other)
        for other, params in words.models.values()
        if params and abs(params - size) <= 0.08 * size and family and other.startswith(family[0])
    ]
    return min(same)[1] if same else None


def _size(found: re.Match[str]) -> float:
    return float(found[1]) / (1 if found[2] == "b" else 1000)


def _yi(found: re.Match[str]) -> float:
    units = {"t": 1000.0, "万亿": 1000.0, "十亿": 1.0, "亿": 0.1, "千万": 0.01, "百万": 0.001, "万": 1e-5}
    return round(float(found[1]) * units[found[2]], 6)


def _known(scan: Scan, words: Vocabulary, facts: dict[str, Any]) -> bool:
    """The longest alias of a model."""
    best: tuple[int, int, Entry] | None = None
    joint: list[tuple[int, int, str]] = []
    for start, end, piece in _pieces(scan.text, words.longest):
        entry = words.models.get(piece)
        if entry and _GOES_ON.match(scan.text, end) and not piece[-2:-1].isdigit():
            continue
        if entry:
            joint.append((start, end, piece))
            if best is None or end - start > best[1] - best[0]:
                best = start, end, entry
    best = _on_a_backbone(scan.text, joint, words) or best
    best = _as_spelled(scan.text, best, words)
    if best is None:
        return False
    scan.blank(best[0], best[1])
    facts["model"], facts["params_b"] = best[2]
    facts["bare"] = _WITH_SIZE.search(scan.whole[best[0] : best[1]]) is None
    return True


def _on_a_backbone(text: str, named: list[tuple[int, int, str]], words: Vocabulary) -> tuple[int, int, Entry] | None:
    """swin-t 的 mask rcnn and mask rcnn swin-t are one model of two names, in any order."""
    for start, end, one in named:
        for begin, stop, other in named:
            if end <= begin <= end + _NEAR and (
                entry := words.models.get(one + other) or words.models.get(other + one)
            ):
                return start, stop, entry
    return None


def _as_spelled(text: str, best: tuple[int, int, Entry] | None, words: Vocabulary) -> tuple[int, int, Entry] | None:
    """The name by its makers' spelling, where the catalogue has none or means a neighbour of another version."""
    spelled = spelled_in(text)
    if spelled is None:
        return best
    entry = words.models.get(compact(spelled.name)) or (spelled.name, spelled.params_b)
    if not _same_version(spelled.name, entry[0]):
        entry = (spelled.name, entry[1])
    if best is None:
        return (spelled.start, spelled.end, entry) if entry[1] else None
    start, end, (name, params_b) = best
    if _TYPED.search(text[start : spelled.start]) or spelled.end < end:  # 满血r1 is r1
        return best
    longer = spelled.end - spelled.start > end - start and spelled.params_b is not None
    if longer or not _same_version(spelled.name, name):
        return spelled.start, spelled.end, (entry[0], entry[1] or params_b)
    return best


def _same_version(spelled: str, name: str) -> bool:
    """Whether the catalogue's name says every version and every word: Qwen2.5-Coder is not Qwen2.5."""
    return set(_VERSION.findall(spelled)) <= set(_VERSION.findall(name)) and all(
        word.lower() in name.lower() for word in _LETTERS.findall(spelled)
    )


def _family(scan: Scan, words: Vocabulary, facts: dict[str, Any]) -> None:
    """qwen2.5 的 7b, llama3 70b: a family and its size, apart."""
    best: tuple[int, int, Mapping[str, tuple[str, float | None]]] | None = None
    for start, end, piece in _pieces(scan.text, words.longest):
        sizes = words.families.get(piece)
        if sizes and len(piece) > 2 and (best is None or end - start > best[1] - best[0]):
            best = start, end, sizes
    if best is None:
        return
    start, end, sizes = best
    name = scan.text[start:end].strip()
    near = _SIZE_NEAR.match(scan.text, end) or _PARAMS.search(scan.text)
    bare = _BARE_SIZE_NEAR.match(scan.text, end)
    scan.blank(start, end)
    if near is not None:
        entry = sizes.get(f"{near[1]}{near[2]}")
        if entry is not None:
            scan.blank(*near.span())
            facts["model"], facts["params_b"] = entry
    elif bare is not None and f"{bare[1]}b" in sizes:
        scan.blank(*bare.span())
        facts["model"], facts["params_b"] = sizes[f"{bare[1]}b"]
    else:
        facts["unsized"] = name


@lru_cache(maxsize=8)
def _pieces(text: str, longest: int) -> tuple[tuple[int, int, str], ...]:
    """Every run that begins and ends at the border of a word, compact: its place and its letters."""
    found = []
    ends = [_ends(text, at + 1) for at in range(len(text))]
    for start in range(len(text)):
        if not _begins(text, start):
            continue
        letters = ""
        for end in range(start, len(text)):
            character = text[end]
            if character == BLANK or len(letters) > longest:
                break
            if character in _JOINTS:
                continue
            letters += character
            if ends[end]:
                found.append((start, end + 1, letters))
    return tuple(found)


def _begins(text: str, at: int) -> bool:
    here, before = text[at], text[at - 1 : at]
    if here == BLANK or here in _JOINTS:
        return False
    if not (here.isascii() and here.isalnum()):
        return not here.isascii()
    return not (before.isascii() and (before.isalnum() or before == ".")) or (
        before.isdigit() and here.isalpha() and before == "x"
    )


def _ends(text: str, at: int) -> bool:
    here, before = text[at : at + 1], text[at - 1 : at]
    if not (here.isascii() and here.isalnum()):
        return here != "." or not text[at + 1 : at + 2].isdigit()
    if not before.isascii():
        return True
    return (
        before.isdigit()
        and here.isalpha()
        and not (here in "bm" and not text[at + 1 : at + 2].isalpha())
        and here not in "kgti"
    )
