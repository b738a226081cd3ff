"""What the words between the pieces of meaning say: the purpose, a time nobody can place, or nothing."""

from __future__ import annotations

from .grammar.look import Tokens, tag
from .items import Flexible, OpenEnd, Purpose, Wrong
from .tokens import T

# Words that say nothing at either end of what is left over.
SOFT = frozenset(
    {T.FILLER, T.FLEXIBLE, T.COMMA, T.MARK, T.LIST, T.DASH, T.AT, T.FROM, T.UNTIL, T.CARD, T.GE, T.BEGIN, T.IN, T.A}
    | {T.OF, T.CLASSIFIER, T.BRAND, T.TIMES, T.HASH, T.SHARP, T.NOT, T.AFTER, T.BEFORE, T.AGO, T.LATER, T.BETWEEN}
    | {T.WHOLE, T.MINUTE, T.MENTION, T.THIS_TIME, T.SECOND}
)
VERBS = frozenset(["跑", "用", "做", "占", "训", "干", "练", "run", "running"])
IDLE = VERBS | frozenset(["不", "没", "有", "能", "需", "得", "会", "在", "让", "把", "已", "被", "你们", "对"])
# Before a purpose these belong to it: 给学弟演示, 为了rebuttal.
BEGIN_A_PURPOSE = frozenset(["给", "为", "帮", "跟", "和", "与", "开", "上", "搞", "弄", "定"])
DESCRIBES = frozenset(["quick"])
UNTIL_SOMETHING = frozenset(["到", "直到", "等到", "跑到", "用到", "占到", "直至", "until", "till", "til", "up until"])
BEHIND_SOMETHING = (T.AFTER, T.AGO)
BEFORE_SOMETHING = frozenset(["after", "before"])
# A number behind one of these is its name, not a count: stage 2.
_LABELS = (
    "stage phase exp experiment round part task fold seed step version ver hw homework lab chapter assignment section "
    "table fig figure layer config 实验 阶段 版本 任务 作业 第"
)
LABELS = frozenset(_LABELS.split())


Left = Purpose | Flexible | OpenEnd | Wrong


def left_over(tokens: Tokens, left: list[int]) -> list[Left]:
    """The meaning of the tokens at the places `left`, which stand side by side."""
    found: list[Left] = []
    words = [place for place in left if tokens[place].tag in (T.WORD, T.NAME) and tokens[place].text not in IDLE]
    month = next((place for place in left if _names_a_time(tokens, place)), None)
    if month is not None:
        return [Wrong("bad_time", tokens[month].text)]  # 下个月, in december: nobody can say on which day
    if words and _ends_behind(tokens, left, words):
        return [Flexible(vague=True)]  # 下班后, before lunch: a time, but nobody can say when
    first = next((place for place in left if tokens[place].tag not in (T.FILLER, T.COMMA, T.MARK)), None)
    if words and first is not None and first < words[0] and tokens[first].text in UNTIL_SOMETHING:
        found.append(OpenEnd())  # 到天亮, until it converges
    return found + _purpose(tokens, left)


def _names_a_time(tokens: Tokens, at: int) -> bool:
    token = tokens[at]
    named = (token.tag == T.MONTH and token.text != "may") or (
        token.tag == T.YEAR_WORD and isinstance(token.value, int)
    )
    return named and not begins_words(tokens, at + 1)  # 下个月投稿 is a purpose


def _ends_behind(tokens: Tokens, left: list[int], words: list[int]) -> bool:
    behind = any(
        tokens[place].tag in BEHIND_SOMETHING and tokens[place].glued and place - 1 in words and place + 1 not in words
        for place in left
    )
    before = any(tokens[place].text in BEFORE_SOMETHING for place in left if place < words[0])
    return behind or before


def _purpose(tokens: Tokens, left: list[int]) -> list[Left]:
    """The left-over words without the polite ones around them."""
    while left and tokens[left[0]].tag in SOFT and not _begins_a_purpose(tokens, left):
        left = left[1:]
    while left and tokens[left[-1]].tag in SOFT:
        left = left[:-1]
    if not left or all(tokens[place].text in IDLE or tokens[place].tag in SOFT for place in left):
        return []
    if len(left) == 1 and len(tokens[left[0]].text) == 1:
        return []
    return [Purpose(tokens[left[0]].start, tokens[left[-1]].end)]


def _begins_a_purpose(tokens: Tokens, left: list[int]) -> bool:
    if len(left) < 2 or tokens[left[1]].tag not in (T.WORD, T.NAME):
        return False
    return tokens[left[0]].text in (BEGIN_A_PURPOSE if tokens[left[1]].glued else DESCRIBES)


def begins_words(tokens: Tokens, at: int) -> bool:
    """Words begin here, glued on, perhaps behind 要, 有, 得: 明天要汇报, 周五ddl."""
    at += at < len(tokens) and tokens[at].text in ("要", "有", "得", "是", "就要")
    return tag(tokens, at) in (T.WORD, T.NAME) and tokens[at].glued and tokens[at].text not in IDLE


def belongs_to_words(tokens: Tokens, at: int) -> bool:
    """A number that counts nothing: 统一, 六自由度, 实验3, stage 2."""
    before = tokens[at - 1] if at > 0 else None
    if before is not None and before.text in LABELS:
        return True
    behind_word = before is not None and tokens[at].glued and before.tag == T.WORD and before.text not in VERBS
    if tokens[at].text.isascii():
        return behind_word and before is not None and not before.text.isascii()
    return behind_word or (tag(tokens, at + 1) == T.WORD and tokens[at + 1].glued)
