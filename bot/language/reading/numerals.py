"""Number words: Chinese numerals and English ones. Two numerals side by side (三四) are no number."""

from __future__ import annotations

DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "仨": 3}
SCALES = {"十": 10, "百": 100, "千": 1000}
CHINESE = frozenset(DIGITS) | frozenset(SCALES)

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
ENGLISH = {word: i for i, word in enumerate((_ONES + " seventeen eighteen nineteen").split())}
TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}


def chinese_number(text: str) -> int | None:
    """一百二十 -> 120, 二〇二六 -> 2026; None for what is no single number (三四, 十百)."""
    if not text or len(text) > 9:
        return None
    if all(c in DIGITS for c in text):
        if len(text) == 1:
            return DIGITS[text]
        if text[0] in "零〇" and len(text) == 2:
            return DIGITS[text[1]]
        return int("".join(str(DIGITS[c]) for c in text)) if len(text) == 4 else None
    return _scaled(text)


_TENTHS = {"百": 10, "千": 100, "万": 1_000, "亿": 10_000_000}
_LARGE = (("亿", 100_000_000), ("万", 10_000))


def chinese_money(text: str, *, alone: bool) -> int | None:
    """六百 -> 600, 一万二 -> 12000, 三万五千 -> 35000, 两百五 -> 250; `alone`: a lone digit is no amount of money."""
    if len(text) > 20 or (alone and len(text) == 1):
        return None
    if len(text) > 2 and text[-1] in DIGITS and text[-2] in _TENTHS:
        before = chinese_money(text[:-1], alone=False)
        return None if before is None else before + DIGITS[text[-1]] * _TENTHS[text[-2]]
    for word, scale in _LARGE:
        head, found, tail = text.partition(word)
        if found:
            many = chinese_money(head, alone=False)
            rest = chinese_money(tail.lstrip("零〇"), alone=False) if tail else 0
            return None if not many or rest is None or rest >= scale else many * scale + rest
    return chinese_number(text)


def _scaled(text: str) -> int | None:
    total, digit, last_scale, zero = 0, None, 10_000, False
    for character in text:
        if character in SCALES:
            scale = SCALES[character]
            if scale >= last_scale or digit == 0:
                return None
            if digit is None and not (scale == 10 and (total == 0 or zero)):
                return None
            total += (1 if digit is None else digit) * scale
            digit, last_scale, zero = None, scale, False
        elif character in "零〇":
            if digit is not None:
                return None
            zero = True
        elif digit is not None:
            return None
        else:
            digit = DIGITS[character]
    return total + (digit or 0)
