"""Cuts a normal text into tokens, in one pass and in time linear in its length. It knows words, not grammar.

Chinese is cut by the longest known word. Letters and digits glued together (6h2xa100) are cut only if every piece
of them makes sense; otherwise the whole run is one token that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from . import vocabulary_en, vocabulary_zh
from .numerals import CHINESE, ENGLISH, TENS, chinese_number
from .patterns import (
    CLOCK,
    DATE,
    DIMENSIONS,
    DOTTED,
    FRACTION,
    GLUE_WORDS,
    HYPHENED,
    LETTERS,
    LINK,
    MARKS,
    MENTION,
    NAME,
    NODE,
    NUMBER,
    RUN,
    STAMP,
    SUMS,
    TAKES,
    UNKIND,
)
from .tokens import Day, T, Token


def cut(text: str, kinds: Mapping[str, str]) -> list[Token]:
    """The tokens of a normal text. `kinds` maps each spelling of a kind to its name."""
    return _Cutter(text, kinds).cut()


class _Cutter:
    def __init__(self, text: str, kinds: Mapping[str, str]) -> None:
        self.text = text
        self.kinds = kinds
        self.longest_kind = max(map(len, kinds), default=0)
        self.at = 0
        self.run_start = 0
        self.tokens: list[Token] = []

    def cut(self) -> list[Token]:
        while self.at < len(self.text):
            if self.text[self.at] == " ":
                self.at += 1
            elif not (self._node() or self._figure() or self._ascii() or self._numeral() or self._chinese()):
                self._mark()
        return self.tokens

    def _add(self, tag: T, end: int, value: object = None) -> bool:
        text = self.text[self.at : end]
        glued = self.at > 0 and self.text[self.at - 1] != " "
        self.tokens.append(Token(tag, text, value, self.at, end, glued))
        self.at = end
        return True

    def _node(self) -> bool:
        found = NODE.match(self.text, self.at) if self.text[self.at] in "on节机h0123456789" else None
        if not found or (self.at and self.text[self.at - 1].isascii() and self.text[self.at - 1].isalnum()):
            return False
        return self._add(T.NODE, found.end(), f"node{int(found[1] or found[2])}")

    def _figure(self) -> bool:
        """What begins with a digit and has a form of its own: stamps, dates, clocks."""
        text, at = self.text, self.at
        if text[at] == "." and (at == 0 or text[at - 1] == " "):
            found = FRACTION.match(text, at)
            return bool(found) and self._add(T.NUM, found.end(), Fraction("0" + found[0])) if found else False
        if text[at] not in "0123456789" or (at and (text[at - 1].isdigit() or text[at - 1] == ".")):
            return False
        if found := STAMP.match(text, at):
            values = (*(int(found[n]) for n in range(1, 6)), _offset(found[6]))
            return self._add(T.STAMP, found.end(), values)
        if found := DATE.match(text, at):
            return self._add(T.DATE, found.end(), (int(found[1]), int(found[3]), int(found[4])))
        if found := CLOCK.match(text, at):
            return self._add(T.CLOCK, found.end(), (int(found[1]), int(found[2])))
        if found := DIMENSIONS.match(text, at):
            return self._add(T.NAME, found.end(), found[0])
        return False

    def _ascii(self) -> bool:
        if not _is_ascii_word(self.text[self.at]):
            return False
        if self._phrase() or self._name():
            return True
        found = RUN.match(self.text, self.at)
        run = found[0].rstrip(".") if found else self.text[self.at]
        end = self.at + len(run)
        mark = len(self.tokens), self.at
        if len(run) <= 40 and self._pieces(end):
            return True
        del self.tokens[mark[0] :]
        self.at = mark[1]
        return self._add(_tag_of_run(run, self.kinds), end, run)

    def _phrase(self) -> bool:
        """The longest English word or phrase that begins here and ends at the end of a word."""
        text, at = self.text, self.at
        if at and text[at - 1].isascii() and text[at - 1].isalnum():
            return False
        for size in range(min(vocabulary_en.LONGEST, len(text) - at), 0, -1):
            entry = vocabulary_en.WORDS.get(text[at : at + size])
            if entry and not _is_ascii_word(text[at + size : at + size + 1]) and text[at : at + size] != "x":
                return self._add(entry[0], at + size, entry[1])
        return self._number_word()

    def _name(self) -> bool:
        """Links, and names with hyphens (llama-3-8b) whose first word is none of ours."""
        if self.at and _is_ascii_word(self.text[self.at - 1]):
            return False
        if link := LINK.match(self.text, self.at):
            return self._add(T.NAME, link.end(), link[0])
        found = HYPHENED.match(self.text, self.at)
        if (
            not found
            or found[1] in vocabulary_en.WORDS
            or any(kind in found[0] for kind in self.kinds if len(kind) > 2)
        ):
            return False
        return self._add(T.NAME, found.end(), found[0])

    def _number_word(self) -> bool:
        found = LETTERS.match(self.text, self.at)
        if not found or _is_ascii_word(self.text[found.end() : found.end() + 1]):
            return False
        word, end = found[0], found.end()
        if word in ENGLISH:
            return self._add(T.NUM, end, Fraction(ENGLISH[word]))
        if word in TENS:
            more = LETTERS.match(self.text, end + 1)
            ones = ENGLISH.get(more[0], 0) if more else 0
            if more and 0 < ones < 10 and self.text[end] in " -":
                return self._add(T.NUM, more.end(), Fraction(TENS[word] + ones))
            return self._add(T.NUM, end, Fraction(TENS[word]))
        return False

    def _pieces(self, end: int) -> bool:
        """Cuts text[at:end], a run of letters and digits, whole; False when a piece makes no sense."""
        self.run_start = self.at
        while self.at < end:
            if not (self._kind(end) or self._number(end) or self._letters(end)):
                return False
        return True

    def _kind(self, end: int) -> bool:
        for size in range(min(self.longest_kind, end - self.at), 0, -1):
            piece = self.text[self.at : self.at + size]
            after = self.text[self.at + size : end]
            if piece in self.kinds and (after in ("", "s") or (after[0] == "x" and after[1:2].isdigit())):
                return self._add(T.KIND, self.at + size + (after == "s"), self.kinds[piece])
        return False

    def _number(self, end: int) -> bool:
        found = NUMBER.match(self.text, self.at, end)
        return self._add(T.NUM, found.end(), Fraction(found[0])) if found else False

    def _letters(self, end: int) -> bool:
        found = LETTERS.match(self.text, self.at, end)
        if not found:
            return False
        word, after = found[0], self.text[found.end() : end]
        last = self.tokens[-1] if self.tokens and self.at and self.tokens[-1].end == self.at else None
        if last and last.tag in (T.NUM, T.CLOCK) and (dotted := DOTTED.match(self.text, self.at)):
            return self._add(T.MERIDIEM, min(dotted.end(), end), 12 if dotted[0][0] == "p" else 0)
        before = self.tokens[-1].tag if self.tokens else None
        if word[0] == "x" and (last or word == "x") and before in (T.NUM, T.KIND, T.MEMORY, T.CARD):
            return self._add(T.TIMES, self.at + 1)
        if last and last.tag == T.TIMES and UNKIND.fullmatch(self.text[self.at : end]):
            return self._add(T.UNKIND, end, self.text[self.at : end])
        if word[0] == "x" and last and last.tag == T.NUM and UNKIND.fullmatch(self.text[self.at + 1 : end]):
            return self._add(T.TIMES, self.at + 1)
        if len(word) > 1 and word[-1] == "x" and after[:1].isdigit():
            word = word[:-1]
        entry = vocabulary_en.WORDS.get(word)
        if entry is None:
            return False
        if entry[0] in (T.UNIT, T.MERIDIEM, T.MEMORY, T.ORDINAL, T.CARD) and last and last.tag == T.NUM:
            return self._add(entry[0], self.at + len(word), entry[1])
        if entry[0] == T.MERIDIEM and last and last.tag == T.CLOCK:
            return self._add(T.MERIDIEM, found.end(), entry[1])
        known = word in GLUE_WORDS or entry[0] in (T.MONTH, T.BRAND)
        return bool(known and after[:1].isdigit() and self.at == self.run_start) and self._add(
            entry[0], found.end(), entry[1]
        )

    def _numeral(self) -> bool:
        text, at = self.text, self.at
        if text[at] not in CHINESE or self._longest_word(at) is not None:
            return False
        end = at
        while end < len(text) and text[end] in CHINESE and (end == at or self._longest_word(end) is None):
            end += 1
        value = chinese_number(text[at:end])
        if value is None:
            return self._add(T.BAD, end, text[at:end])
        if text[end : end + 2] == "点五" and text[end + 2 : end + 4] in ("小时", "个小", "个钟", "天", "天,"):
            return self._add(T.NUM, end + 2, Fraction(2 * value + 1, 2))
        return self._add(T.NUM, end, Fraction(value))

    def _longest_word(self, at: int) -> str | None:
        text = self.text
        for size in range(min(vocabulary_zh.LONGEST, len(text) - at), 0, -1):
            word = text[at : at + size]
            if word in vocabulary_zh.WORDS and not (
                word in ("一下", "一早") and text[at + size : at + size + 1] in ("午", "上")
            ):
                return word
        return None

    def _chinese(self) -> bool:
        word = self._longest_word(self.at)
        if word is None:
            return False
        tag, value = vocabulary_zh.WORDS[word]
        last = self.tokens[-1] if self.tokens else None
        if last and last.end == self.at:
            if isinstance(value, Day) and word[0] in "周星礼" and last.tag in (T.NUM, T.GE):
                return self._add(T.UNIT, self.at + (1 if word[0] == "周" else 2), 10080)
            single = vocabulary_zh.WORDS.get(word[0], (T.WORD, None))
            if (tag == T.WORD or last.tag == T.UNIT) and single[0] in TAKES.get(last.tag, ()):
                return self._add(single[0], self.at + 1, single[1])
        return self._add(tag, self.at + len(word), value)

    def _mark(self) -> None:
        character = self.text[self.at]
        if character == "@" and (mention := MENTION.match(self.text, self.at)):
            self._add(T.MARK, mention.end(), mention[0])
            return
        if character in SUMS and (
            self.text[self.at - 1 : self.at].isdigit() or self.text[self.at + 1 : self.at + 2].isdigit()
        ):
            self._add(T.BAD, self.at + 1, character)
            return
        tag = MARKS.get(character)
        if tag is None:
            tag = T.WORD if character.isalpha() else T.BAD if character.isnumeric() else T.MARK
        self._add(tag, self.at + 1, character)


def _is_ascii_word(character: str) -> bool:
    return character != "" and character.isascii() and character.isalnum()


def _tag_of_run(run: str, kinds: Mapping[str, str]) -> T:
    if not any(c.isdigit() for c in run):
        return T.WORD
    if UNKIND.fullmatch(run):
        return T.UNKIND
    if run.startswith(("gpu", "card")):
        return T.BAD
    hides_a_kind = any(len(kind) >= 3 and kind in run for kind in kinds)
    return T.NAME if NAME.fullmatch(run) and not hides_a_kind else T.BAD


def _offset(text: str | None) -> int | None:
    if text is None:
        return None
    if text == "z":
        return 0
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return -minutes if text[0] == "-" else minutes
