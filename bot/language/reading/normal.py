"""One spelling for every character: full-width to half-width, capitals to small, any blank to one space.

Keeps where each character came from, so that a purpose can be quoted as it was typed.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

# Characters that people use for one of ours, and that NFKC leaves alone or turns into something worse.
SAME = {
    "–": "-", "—": "-", "―": "-", "−": "-", "‐": "-", "‑": "-", "‒": "-", "﹣": "-", "－": "-", "ー": "-",
    "～": "~", "〜": "~", "∼": "~", "→": "~", "⇒": "~",
    "×": "x", "✕": "x", "✖": "x", "╳": "x", "*": "x", "＊": "x",
    "½": "半", "｡": "。", "﹕": ":", "∶": ":", "：": ":", "‘": "'", "’": "'", "“": '"', "”": '"',
    "㎇": "gb",
}  # fmt: skip

TRADITIONAL = dict(
    zip(
        "張時點號個鐘鍾週禮後開從幫訂約請謝間嗎機顯兩倆來給塊現馬這過預為臺內與當後該沒還幾單別論試驗練長漲賬帳",
        "张时点号个钟钟周礼后开从帮订约请谢间吗机显两俩来给块现马这过预为台内与当后该没还几单别论试验练长涨账帐",
        strict=True,
    )
)


TRADITIONAL |= dict(zip("壹贰貳叁肆柒捌玖拾", "一二二三四七八九十", strict=True))
# 2 张 卡 3 个 小 时: so many lone characters are one sentence with blanks in it.
MOST_LONE = 4


class Normal(NamedTuple):
    """`text` is the normal spelling of `typed`; `source[i]` is where its i-th character was typed."""

    typed: str
    text: str
    source: tuple[int, ...]

    def quote(self, start: int, end: int) -> str:
        """What was typed for text[start:end]."""
        if start >= end:
            return ""
        return self.typed[self.source[start] : self.source[end - 1] + 1]


def normalise(typed: str) -> Normal:
    out: list[str] = []
    source: list[int] = []
    spaced = sum(len(word) == 1 and is_chinese(word) for word in typed.split()) >= MOST_LONE
    for position, character in enumerate(typed):
        if spaced and character.isspace() and _between_chinese(typed, position):
            continue
        for small in _small(character):
            if small == " " and (not out or out[-1] == " "):
                continue
            out.append(small)
            source.append(position)
    while out and out[-1] == " ":
        out.pop()
        source.pop()
    return Normal(typed, "".join(out), tuple(source))


def _between_chinese(typed: str, at: int) -> bool:
    return all(is_chinese(typed[near : near + 1]) for near in (at - 1, at + 1) if near >= 0)


def _small(character: str) -> str:
    if character in SAME:
        return SAME[character]
    if character in TRADITIONAL:
        return TRADITIONAL[character]
    if "!" <= character <= "~":
        return character.lower()
    if character.isspace():
        return " "
    category = unicodedata.category(character)
    if category in ("Cf", "Cc", "Mn", "Me", "Cs"):
        return ""
    if category == "Nd":
        return str(unicodedata.digit(character))
    spelled = unicodedata.normalize("NFKC", character).lower()
    return "".join(" " if c.isspace() else SAME.get(c, c) for c in spelled)


def is_chinese(character: str) -> bool:
    return "㐀" <= character <= "鿿"
