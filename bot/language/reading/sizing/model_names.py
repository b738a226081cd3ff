"""Which model a text names, and how many parameters it has, by the vocabulary it is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .question import Vocabulary
from .scan import BLANK, Scan, rule

_JOINT = rule(r"[\s\-_/]")
_PARAMS = rule(
    r"(?<![\d.a-z])(?![93]10\s*b)(\d+(?:\.\d+)?)\s*(b|m)(?![a-z\d/%]|\s*(?:tokens?|toks?|samples|images|"
    r"pairs|samples|steps|ps\b))"
    r"(?:illion)?(?:\s*(?:参数|params?|parameters))?(?!\s*(?:个?\s*token))"
)
_BILLIONS = rule(r"(?<![\d.a-z])(\d+(?:\.\d+)?)\s*(?:billion|bn)\b(?!\s*(?:tokens?|toks?|samples|images))")
_YI = rule(
    r"(\d+(?:\.\d+)?)\s*(万亿|十亿|亿|千万|百万|万)\s*(?:级别?)?(?:的)?(?:参数量?|参(?!考)|的?(?:大|语言|"
    r"小)*模型|(?=\s*(?:lora|qlora|全参|全量|微调)))"
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
    sizes = [_size(found) for found in scan.take_all(_PARAMS)]
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
    units = {"万亿": 1000.0, "十亿": 1.0, "亿": 0.1, "千万": 0.01, "百万": 0.001, "万": 1e-5}
    return round(float(found[1]) * units[found[2]], 6)


def _known(scan: Scan, words: Vocabulary, facts: dict[str, Any]) -> bool:
    """The longest alias of a model."""
    best = None
    for start, end, piece in _pieces(scan.text, words.longest):
        entry = words.models.get(piece)
        if entry and _GOES_ON.match(scan.text, end) and not piece[-2:-1].isdigit():
            continue
        if entry and (best is None or end - start > best[1] - best[0]):
            best = start, end, entry
    if best is None:
        return False
    scan.blank(best[0], best[1])
    facts["model"], facts["params_b"] = best[2]
    facts["bare"] = _WITH_SIZE.search(scan.whole[best[0] : best[1]]) is None
    return True


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


def _pieces(text: str, longest: int) -> list[tuple[int, int, str]]:
    """Every run that begins and ends at the border of a word, compact: its place and its letters."""
    found = []
    for start in range(len(text)):
        if not _begins(text, start):
            continue
        letters = ""
        for end in range(start, len(text)):
            character = text[end]
            if character == BLANK or len(letters) > longest:
                break
            if _JOINT.match(character):
                continue
            letters += character
            if _ends(text, end + 1):
                found.append((start, end + 1, letters))
    return found


def _begins(text: str, at: int) -> bool:
    here, before = text[at], text[at - 1 : at]
    if here == BLANK or _JOINT.match(here):
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
