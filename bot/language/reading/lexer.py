"""Cuts a normal text into tokens, in one pass and in time linear in its length. It knows words, not grammar.

Chinese is cut by the longest known word; what letters and digits make together is for `latin`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from . import slips, vocabulary_en, vocabulary_zh
from .cutter import Cutter, is_latin
from .latin import cut_latin
from .numerals import CHINESE, chinese_number
from .patterns import ANY_TIME, CLOCK, DATE, DIMENSIONS, FRACTION, MARKS, MENTION, NODE, STAMP, SUMS, TAKES
from .tokens import Day, T, Token


def cut(text: str, kinds: Mapping[str, str]) -> list[Token]:
    """The tokens of a normal text. `kinds` maps each spelling of a kind to its name."""
    cutter = Cutter(text, kinds)
    while cutter.at < len(text):
        if text[cutter.at] == " ":
            cutter.at += 1
        elif not any(rule(cutter) for rule in (_node, _figure, cut_latin, _numeral, _chinese)):
            _mark(cutter)
    return cutter.tokens


def _node(cut: Cutter) -> bool:
    found = NODE.match(cut.text, cut.at) if cut.text[cut.at] in "on节机h0123456789" else None
    if not found or (cut.at and is_latin(cut.text[cut.at - 1])):
        return False
    return cut.add(T.NODE, found.end(), f"node{int(found[1] or found[2])}")


def _figure(cut: Cutter) -> bool:
    """What begins with a digit and has a form of its own: stamps, dates, clocks."""
    text, at = cut.text, cut.at
    if text[at] == "." and (at == 0 or text[at - 1] == " "):
        found = FRACTION.match(text, at)
        return bool(found) and cut.add(T.NUM, found.end(), Fraction("0" + found[0])) if found else False
    if text[at] not in "0123456789" or (at and (text[at - 1].isdigit() or text[at - 1] == ".")):
        return False
    if found := STAMP.match(text, at):
        values = (*(int(found[n]) for n in range(1, 6)), _offset(found[6]))
        return cut.add(T.STAMP, found.end(), values)
    if found := DATE.match(text, at):
        return cut.add(T.DATE, found.end(), (int(found[1]), int(found[3]), int(found[4])))
    if found := CLOCK.match(text, at):
        return cut.add(T.CLOCK, found.end(), (int(found[1]), int(found[2])))
    if found := DIMENSIONS.match(text, at):
        return cut.add(T.NAME, found.end(), found[0])
    return False


def _numeral(cut: Cutter) -> bool:
    text, at = cut.text, cut.at
    if text[at] not in CHINESE or _longest_word(text, at) is not None:
        return False
    end = at
    while end < len(text) and text[end] in CHINESE and (end == at or _longest_word(text, end) is None):
        end += 1
    value = chinese_number(text[at:end])
    if value is None:
        return cut.add(T.BAD, end, text[at:end])
    if text[end : end + 2] == "点五" and text[end + 2 : end + 4] in ("小时", "个小", "个钟", "天", "天,"):
        return cut.add(T.NUM, end + 2, Fraction(2 * value + 1, 2))
    return cut.add(T.NUM, end, Fraction(value))


def _longest_word(text: str, at: int) -> str | None:
    for size in range(min(vocabulary_zh.LONGEST, len(text) - at), 0, -1):
        word = text[at : at + size]
        followed = text[at + size : at + size + 1]
        if word in vocabulary_zh.WORDS and not (word in ("一下", "一早") and followed in ("午", "上")):
            return word
    return None


def _chinese(cut: Cutter) -> bool:
    if _slip(cut):
        return True
    if cut.text[cut.at] in "什啥何几哪任时" and (any_time := ANY_TIME.match(cut.text, cut.at)):
        return cut.add(T.FLEXIBLE, any_time.end(), any_time.group())
    word = _longest_word(cut.text, cut.at)
    if word is None:
        return False
    tag, value = vocabulary_zh.WORDS[word]
    last = cut.glued_token
    if last:
        if isinstance(value, Day) and word[0] in "周星礼" and last.tag in (T.NUM, T.GE):
            return cut.add(T.UNIT, cut.at + (1 if word[0] == "周" else 2), 10080)
        single = vocabulary_zh.WORDS.get(word[0], (T.WORD, None))
        if (tag == T.WORD or last.tag == T.UNIT) and single[0] in TAKES.get(last.tag, ()):
            return cut.add(single[0], cut.at + 1, single[1])
    return cut.add(tag, cut.at + len(word), value)


def _slip(cut: Cutter) -> bool:
    """小是 and the like, straight behind a number: 小时 typed by its sound."""
    last = cut.glued_token
    if last is None or last.tag not in (T.NUM, T.GE, T.HALF):
        return False
    for words, minutes in ((slips.HOURS, 60), (slips.MINUTES, 1)):
        found = next((word for word in words if cut.text.startswith(word, cut.at)), None)
        if found is not None:
            return cut.add(T.UNIT, cut.at + len(found), minutes)
    return False


def _mark(cut: Cutter) -> None:
    text, at = cut.text, cut.at
    character = text[at]
    if character == "@" and (mention := MENTION.match(text, at)) and mention[1] not in vocabulary_en.WORDS:
        cut.add(T.MENTION, mention.end(), mention[1])
        return
    if character in SUMS and (text[at - 1 : at].isdigit() or text[at + 1 : at + 2].isdigit()):
        cut.add(T.BAD, at + 1, character)
        return
    tag = MARKS.get(character)
    if tag is None:
        tag = T.WORD if character.isalpha() else T.BAD if character.isnumeric() else T.MARK
    cut.add(tag, at + 1, character)


def _offset(text: str | None) -> int | None:
    if text is None:
        return None
    if text == "z":
        return 0
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return -minutes if text[0] == "-" else minutes
