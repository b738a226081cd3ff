"""Cuts letters and digits: English words and phrases, links, names, and runs glued together (6h2xa100).

A run is cut only if every piece of it makes sense; otherwise it is one token that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from . import vocabulary_en
from .cutter import Cutter, is_latin
from .numerals import ENGLISH, TENS
from .patterns import DOTTED, GLUE_WORDS, HYPHENED, LETTERS, LINK, NAME, NUMBER, RUN, UNKIND
from .slips import is_some_day, meant
from .tokens import T

LONGEST_RUN = 40


def cut_latin(cut: Cutter) -> bool:
    if not is_latin(cut.text[cut.at]):
        return False
    if _phrase(cut) or _name(cut):
        return True
    found = RUN.match(cut.text, cut.at)
    run = found[0].rstrip(".") if found else cut.text[cut.at]
    end = cut.at + len(run)
    tokens, at = len(cut.tokens), cut.at
    if len(run) <= LONGEST_RUN and _pieces(cut, end):
        return True
    del cut.tokens[tokens:]
    cut.at = at
    slip = meant(run) if _begins_word(cut) else None
    if slip is not None:
        tag, value = vocabulary_en.WORDS[slip]
        return cut.add(tag, end, value)
    if is_some_day(run):
        return cut.add(T.OTHER, end, "unplaced")
    return cut.add(_tag_of_run(run, cut.kinds), end, run)


def _begins_word(cut: Cutter) -> bool:
    return not (cut.at and is_latin(cut.text[cut.at - 1]))


def _phrase(cut: Cutter) -> bool:
    """The longest English word or phrase that begins here and ends at the end of a word."""
    text, at = cut.text, cut.at
    if not _begins_word(cut):
        return False
    for size in range(min(vocabulary_en.LONGEST, len(text) - at), 0, -1):
        entry = vocabulary_en.WORDS.get(text[at : at + size])
        if entry and not is_latin(text[at + size : at + size + 1]) and text[at : at + size] != "x":
            return cut.add(entry[0], at + size, entry[1])
    return _number_word(cut)


def _name(cut: Cutter) -> bool:
    """Links, and names with hyphens (llama-3-8b) whose first word is none of ours."""
    if not _begins_word(cut):
        return False
    if link := LINK.match(cut.text, cut.at):
        return cut.add(T.NAME, link.end(), link[0])
    found = HYPHENED.match(cut.text, cut.at)
    if not found or found[1] in vocabulary_en.WORDS or any(kind in found[0] for kind in cut.kinds if len(kind) > 2):
        return False
    return cut.add(T.NAME, found.end(), found[0])


def _number_word(cut: Cutter) -> bool:
    found = LETTERS.match(cut.text, cut.at)
    if not found or is_latin(cut.text[found.end() : found.end() + 1]):
        return False
    word, end = found[0], found.end()
    if word in ENGLISH:
        return cut.add(T.NUM, end, Fraction(ENGLISH[word]))
    if word in TENS:
        more = LETTERS.match(cut.text, end + 1)
        ones = ENGLISH.get(more[0], 0) if more else 0
        if more and 0 < ones < 10 and cut.text[end] in " -":
            return cut.add(T.NUM, more.end(), Fraction(TENS[word] + ones))
        return cut.add(T.NUM, end, Fraction(TENS[word]))
    return False


def _pieces(cut: Cutter, end: int) -> bool:
    """Cuts text[at:end], a run of letters and digits, whole; False when a piece makes no sense."""
    cut.run_start = cut.at
    while cut.at < end:
        if not (_kind(cut, end) or _number(cut, end) or _letters(cut, end)):
            return False
    return True


def _kind(cut: Cutter, end: int) -> bool:
    for size in range(min(cut.longest_kind, end - cut.at), 0, -1):
        piece = cut.text[cut.at : cut.at + size]
        after = cut.text[cut.at + size : end]
        if piece in cut.kinds and (after in ("", "s") or (after[0] == "x" and after[1:2].isdigit())):
            return cut.add(T.KIND, cut.at + size + (after == "s"), cut.kinds[piece])
    return False


def _number(cut: Cutter, end: int) -> bool:
    found = NUMBER.match(cut.text, cut.at, end)
    return cut.add(T.NUM, found.end(), Fraction(found[0])) if found else False


def _letters(cut: Cutter, end: int) -> bool:
    found = LETTERS.match(cut.text, cut.at, end)
    if not found:
        return False
    word, after = found[0], cut.text[found.end() : end]
    last = cut.glued_token
    if last and last.tag in (T.NUM, T.CLOCK) and (dotted := DOTTED.match(cut.text, cut.at)):
        return cut.add(T.MERIDIEM, min(dotted.end(), end), 12 if dotted[0][0] == "p" else 0)
    if word[0] == "x" and (times := _times(cut, word, end)):
        return cut.add(*times)
    if last and last.tag == T.TIMES and UNKIND.fullmatch(cut.text[cut.at : end]):
        return cut.add(T.UNKIND, end, cut.text[cut.at : end])
    if len(word) > 1 and word[-1] == "x" and after[:1].isdigit():
        word = word[:-1]
    entry = vocabulary_en.WORDS.get(word)
    if entry is None:
        return False
    if entry[0] in (T.UNIT, T.MERIDIEM, T.MEMORY, T.ORDINAL, T.CARD) and last and last.tag == T.NUM:
        return cut.add(entry[0], cut.at + len(word), entry[1])
    if entry[0] == T.MERIDIEM and last and last.tag == T.CLOCK:
        return cut.add(T.MERIDIEM, found.end(), entry[1])
    known = word in GLUE_WORDS or entry[0] in (T.MONTH, T.BRAND)
    begins = after[:1].isdigit() and cut.at == cut.run_start
    return bool(known and begins) and cut.add(entry[0], found.end(), entry[1])


def _times(cut: Cutter, word: str, end: int) -> tuple[T, int] | None:
    """The x between a count and a kind."""
    last = cut.glued_token
    before = cut.tokens[-1].tag if cut.tokens else None
    if (last or word == "x") and before in (T.NUM, T.KIND, T.MEMORY, T.CARD, T.CLASSIFIER):
        return T.TIMES, cut.at + 1
    if last and last.tag == T.NUM and UNKIND.fullmatch(cut.text[cut.at + 1 : end]):
        return T.TIMES, cut.at + 1
    return None


def _tag_of_run(run: str, kinds: Mapping[str, str]) -> T:
    if not any(c.isdigit() for c in run):
        return T.WORD
    if UNKIND.fullmatch(run):
        return T.UNKIND
    if run.startswith(("gpu", "card")):
        return T.BAD
    hides_a_kind = any(len(kind) >= 3 and kind in run for kind in kinds)
    return T.NAME if NAME.fullmatch(run) and not hides_a_kind else T.BAD
