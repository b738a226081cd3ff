"""Which model and which cards a text names, by the vocabulary it is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .question import Vocabulary, compact
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
_ACTIVE = rule(
    r"(?:激活|active)\s*(?:参数|才|只有|parameters|params|仅)*\s*(?:\d+(?:\.\d+)?)\s*b|(?:\d+(?:\.\d+)?)"
    r"\s*b\s*(?:activated?|active|激活)(?:\s*param(?:eter)?s)?|only\s+has\s+\d+(?:\.\d+)?b active"
)
_SIZE_NEAR = rule(r"[\s\-_的,]*(\d+(?:\.\d+)?)\s*([bm])(?![a-z\d])")
_BARE_SIZE_NEAR = rule(r"[\-_](\d{1,3})(?![\d.a-z%])")
_MEMORY_AFTER = rule(r"[\s\-_(]*(\d{1,3})\s*(?:gib|gb|g)?(?=[\s)),。;?的]|[\u4e00-\u9fff]|$|x\d|\x00)(?:显存)?\)?")
_MEMORY_AFTER_G = rule(r"[\s\-_(]*(\d{1,3})\s*g(?:i?b)?(?![a-z\d])\s*(?:显存|版|memory|vram)?\)?")
_MEMORY_BEFORE = rule(r"(\d{1,3})\s*g(?:i?b)?\s*(?:显存|memory|vram)?\s*(?:的\s*)?$")
_MIG = rule(r"(\d{1,3})\s*g(?:i?b)?\s*的?\s*mig(?:\s*切片|\s*slice)?|mig[^\d\x00]{0,10}(\d{1,3})\s*g(?:i?b)?")
_MIG_PROFILE = rule(r"\b\dg\.(\d{1,3})gb\b")
_PLAIN_CARD = rule(
    r"(?<![\d.a-z])(\d{1,3})\s*(?:gib|gb|g)\s*(?:的\s*)?(?:显存|显卡|的卡|卡(?!时)|vram|gpu|card|"
    r"video memory|of (?:gpu )?(?:memory|vram))"
    r"|(?:显存|vram|memory)\s*(?:只有|是|有|就|才|=|:|为|of)*\s*(\d{1,3})\s*(?:gib|gb|g)(?![a-z])"
)
_JUST_MEMORY = rule(
    r"(?<![\d.a-z])(\d{1,3})\s*(?:gib|gb|g)(?![a-z])(?!\s*(?:的?(?:数据|文件|内存|模型|硬盘|带宽|ram)|dataset|"
    r"data\b|files?))"
)
_GOES_ON = rule(
    r"-(?!(?:instruct|chat|base|hf|it|awq|gptq|int\d|fp8|bf16|lora|qlora|sft|dpo|full|v\d|uncased|cased|\d+k)\b)[a-z]"
)
"""Another name follows: deepseek-vl2 is not deepseek."""
_AND_MEMORY = rule(r"\s*(?:和|跟|与|vs\.?|and|/)\s*(\d{2,3})\s*g(?:b)?(?![a-z\d])")
_COUNTED = rule(r"(?<![\d.])(\d{1,3})\s*(?:x|张|块|个|卡|gpus? (?:of|with)|cards? (?:of|with))\s*$")
USUAL_GB = frozenset({4, 6, 8, 10, 11, 12, 16, 20, 22, 24, 32, 40, 44, 45, 48, 64, 72, 80, 94, 96, 128, 141, 180, 192})
_SHORT = rule(r"[a-z]{1,3}|\d{1,3}")


@dataclass(frozen=True, slots=True)
class Named:
    """A card that is named, and where."""

    name: str
    start: int
    end: int


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
        facts.setdefault("shaky", []).append("params_b")


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


def read_cards(scan: Scan, words: Vocabulary) -> list[Named]:
    """Every card named, in the order of the text, with the memory beside it."""
    found: list[Named] = []
    mig = scan.take(_MIG) or scan.take(_MIG_PROFILE)
    at = 0
    text = scan.text
    while at < len(text):
        card = _card_at(text, at, words)
        if card is None:
            at += 1
            continue
        if not mig or not any(one.name for one in found):
            found.append(card)
        at = card.end
        if (other := _AND_MEMORY.match(text, at)) and (twin := _twin(card.name, int(other[1]), words)):
            found.append(Named(twin, other.start(1), other.end()))
            at = other.end()
    for one in found:
        scan.blank(one.start, one.end)
    if mig:
        memory = next(one for one in mig.groups() if one)
        base = found[0].name.split("-")[0] if found else "A100"
        return [Named(f"{base} MIG {memory}GB", *mig.span())]
    return found


def _twin(name: str, memory: int, words: Vocabulary) -> str | None:
    """The same card with another memory: A100 40G 和 80G."""
    base = compact(name.rsplit("-", 1)[0])
    other = words.variants.get(base, {}).get(memory)
    return other if other != name else None


def _card_at(text: str, at: int, words: Vocabulary) -> Named | None:
    if not _begins_card(text, at):
        return None
    best: tuple[int, str, str] | None = None
    letters = ""
    for end in range(at, min(len(text), at + 28)):
        character = text[end]
        if character == BLANK:
            break
        if _JOINT.match(character):
            continue
        letters += character
        if (letters in words.cards or letters in words.variants) and _ends_card(text, end + 1):
            best = end + 1, letters, words.cards.get(letters, "")
    if best is None:
        return None
    end, letters, name = best
    memories = words.variants.get(letters)
    start = at
    if (
        memories
        and (found := _MEMORY_AFTER_G.match(text, end) or _MEMORY_AFTER.match(text, end))
        and int(found[1]) in memories
    ):
        end, name = found.end(), memories[int(found[1])]
    elif found := _MEMORY_BEFORE.search(text[:at]):
        memory = int(found[1])
        if memories and memory in memories:
            name, start = memories[memory], found.start()
        elif (memory in USUAL_GB and str(memory) in re.findall(r"\d+", name)) or memory == 24:
            start = found.start()
    if not name and memories:
        name = memories[max(memories)]
    extra = _MEMORY_AFTER_G.match(text, end)
    return Named(name, start, extra.end() if extra and extra[1] in re.findall(r"\d+", name + " 24 32") else end)


def _begins_card(text: str, at: int) -> bool:
    here, before = text[at], text[at - 1 : at]
    if here == BLANK or not (here.isascii() and here.isalnum()):
        return not here.isascii()
    if here.isdigit():
        return not (
            before.isascii() and (before.isdigit() or before in (".", "¥") or (before.isalpha() and before not in "x"))
        )
    return not (before.isascii() and before.isalpha() and before != "x")


def _ends_card(text: str, at: int) -> bool:
    here, before = text[at : at + 1], text[at - 1 : at]
    if not (here.isascii() and here.isalnum()):
        return True
    after = text[at + 1 : at + 2]
    if here == "s" and not (after.isascii() and after.isalnum()):
        return True
    return (
        (here == "x" and after.isdigit())
        or not before.isascii()
        or (here.isdigit() is False and before.isdigit() and here not in "kwmgbts0")
    )


def read_plain_card(scan: Scan, facts: dict[str, Any]) -> str | None:
    """24G 显存, my 24GB card, 2x 24GB: cards known by their memory alone."""
    for pattern in (_PLAIN_CARD, _JUST_MEMORY):
        for found in pattern.finditer(scan.text):
            memory = int(next(one for one in found.groups() if one))
            if memory not in USUAL_GB:
                continue
            counted = _COUNTED.search(scan.text[: found.start()])
            if counted and int(counted[1]) > 0:
                facts.setdefault("gpus", int(counted[1]))
            scan.blank(counted.start() if counted else found.start(), found.end())
            return f"{memory}GB card"
    return None


__all__ = ["Named", "compact", "read_cards", "read_model", "read_plain_card"]
