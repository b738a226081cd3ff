"""Which cards a text names, by the vocabulary it is given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .question import Vocabulary, compact
from .scan import BLANK, Scan, rule

_JOINT = rule(r"[\s\-_/]")
_MEMORY_AFTER = rule(r"[\s\-_(]*(\d{1,3})\s*(?:gib|gb|g)?(?=[\s)),。;?的]|[\u4e00-\u9fff]|$|x\d|\x00)(?:显存)?\)?")
_MEMORY_AFTER_G = rule(r"[\s\-_(]*(\d{1,3})\s*g(?:i?b)?(?![a-z\d])\s*(?:显存|版|memory|vram)?\)?")
_MEMORY_SAID = rule(
    r"(?:\s*(?:魔改|改装?)(?:版|的|成)?\s*|\s*(?:是|of|with|的显存(?:是|有)?)\s*|"
    r"\s*[,，(]?\s*显存(?:只有|是|有|为|:)?\s*|,\s*(?=\d+\s*g[bi]*\s*(?:的|那[种款]|"
    r"版|显存|vram|memory|each|$|[,。;?)])))"
    r"(\d{1,3})\s*g(?:i?b)?(?![a-z\d/])(?!的?模型|\s*(?:的?(?:数据|文件|内存|硬盘)|"
    r"data|ram\b|files?))(?:的?显存|那[种款]|版|的|\s*(?:vram|memory))?"
)
"""A100 of 40GB, A100，显存 40G."""
_MEMORY_BEFORE = rule(r"(\d{1,3})\s*g(?:i?b)?\s*(?:显存|memory|vram)?\s*(?:的\s*)?\(?$")
_MIG = rule(r"(\d{1,3})\s*g(?:i?b)?\s*的?\s*mig(?:\s*切片|\s*slice)?|mig[^\d\x00]{0,10}(\d{1,3})\s*g(?:i?b)?")
_MIG_PROFILE = rule(r"\b\dg\.(\d{1,3})gb\b")
_PLAIN_CARD = rule(
    r"(?<![\d.a-z])(\d{1,3})\s*(?:gib|gb|g)\s*(?:的\s*)?(?:显存|显卡|的卡|卡(?!时)|vram|gpu|card|"
    r"video memory|of (?:gpu )?(?:memory|vram))"
    r"|(?:显存|vram|memory)\s*(?:只有|是|有|就|才|=|:|为|of)*\s*(\d{1,3})\s*(?:gib|gb|g)(?![a-z])"
)
_JUST_MEMORY = rule(
    r"(?<![\d.a-wyz])(\d{1,3})\s*(?:gib|gb|g)(?:\s*x\s*(\d{1,2})(?!\d))?(?![a-wyz])(?!\s*(?:的?(?:数据|文件|内存|"
    r"模型|硬盘|带宽|ram)|dataset|"
    r"data\b|files?))"
)
_AND_MEMORY = rule(r"\s*(?:和|跟|与|vs\.?|and|/)\s*(\d{2,3})\s*g(?:b)?(?![a-z\d])")
_COUNTED = rule(r"(?<![\d.])(\d{1,3})\s*(?:x|张|块|个|卡|gpus? (?:of|with)|cards? (?:of|with))\s*$|(?<=\s)([2-8])\s$")
_TIMES = rule(r"(?:的?(?:显?卡|gpus?|cards?))?\s*x\s*([1-9]\d?)(?![\d.])")
_LABELS = {
    "5060ti": 16, "5060": 8, "4050": 6, "3050": 8, "2080": 8, "2070": 8, "2060": 6, "1080": 8, "1070": 8, "1660": 6,
    "1650": 4, "p40": 24, "m40": 24, "k80": 12, "p4": 8, "rtx8000": 48, "a4500": 20,
}  # fmt: skip
_LABELLED = rule(
    r"(?<![\d.a-z])(?:rtx\s*|gtx\s*|geforce\s*)?("
    + "|".join(name.replace("ti", r"\s?ti") if name[0].isdigit() else name for name in _LABELS)
    + r")(?![\d.a-z%]|\s*(?:条|张图|步|元|块钱|个|万|steps|samples|images|rows|tokens?))"
)
"""Cards that the catalogue has no speeds of: what they hold is known."""
USUAL_GB = frozenset({4, 6, 8, 10, 11, 12, 16, 20, 22, 24, 32, 40, 44, 45, 48, 64, 72, 80, 94, 96, 128, 141, 180, 192})


@dataclass(frozen=True, slots=True)
class Named:
    """A card that is named, and where."""

    name: str
    start: int
    end: int


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
            if len(letters) == 1 and character == " ":
                break  # a ten day run is no A10, 3 yuan/h 200 hours no H200
            if re.search(r"\dg$", letters):
                break  # nor has 40G bs=1 a b of GB
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
        and (
            found := _MEMORY_AFTER_G.match(text, end) or _MEMORY_AFTER.match(text, end) or _MEMORY_SAID.match(text, end)
        )
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
    return Named(name, start, extra.end() if extra and int(extra[1]) in USUAL_GB else end)


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
            many = found[2] if pattern is _JUST_MEMORY else None
            if memory not in USUAL_GB:
                continue
            counted = _COUNTED.search(scan.text[: found.start()])
            if not counted and (after := _TIMES.match(scan.text, found.end())):
                facts.setdefault("gpus", int(after[1]))
            if many and int(many):
                facts.setdefault("gpus", int(many))
            if counted and int(counted[1] or counted[2]) > 0:
                facts.setdefault("gpus", int(counted[1] or counted[2]))
            scan.blank(counted.start() if counted else found.start(), found.end())
            return f"{memory}GB card"
    return None


def read_label(scan: Scan) -> tuple[str, int] | None:
    """The name and gigabytes of a card whose speeds nobody wrote down: 4060."""
    found = scan.take(_LABELLED)
    return (found[0].strip(), _LABELS[found[1].replace(" ", "")]) if found else None


__all__ = ["Named", "compact", "read_cards", "read_label", "read_plain_card"]
