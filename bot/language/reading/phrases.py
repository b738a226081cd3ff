"""From tokens to pieces of meaning, left to right; what is left over between them is for `left_over`."""

from __future__ import annotations

from dataclasses import replace

from .choices import only_a_day
from .grammar import borders, cards, counts, lengths
from .grammar.look import Tokens, day_number, number, skip, tag
from .items import Bare, Flexible, ForWhom, Item, Moment, OpenEnd, Purpose, Start, Wrong
from .left_over import begins_words, belongs_to_words, left_over
from .tokens import Day, T
from .vague_words import NIGHTS, VAGUE_TIMES

RULES = (
    cards.without,
    cards.named,
    counts.count,
    borders.finish,
    borders.start,
    lengths.length,
    cards.everything,
    cards.memory,
    cards.kind,
    cards.node,
)
REFUSED = {
    "half": "half_card", "half_of_all": "bad_count", "alternative": "contradiction", "recurring": "recurring",
    "bound": "bad_count", "cancel": "other_command", "extend": "other_command", "release": "other_command",
    "question": "question", "statement": "other_command", "somebody": "for_somebody",
}  # fmt: skip
FOR = frozenset(["给", "帮", "替", "为", "代", "帮忙给", "for", "for the", "on behalf of"])
# The cards that are left: how many, nobody can say before it is looked up.
THE_REST = frozenset(
    (
        *(
            "剩下",
            "剩下的",
            "剩余",
            "剩余的",
            "其余",
            "其余的",
            "其他",
            "其他的",
            "其它",
            "别的",
            "空着的",
            "空着",
            "空闲的",
        ),
        *("空余的", "空余", "remaining", "the remaining", "all remaining", "the rest of the", "the other", "other"),
    )
)
DEADLINES = frozenset(["ddl", "deadline", "截稿", "截止", "due", "投稿", "交稿"])
WHEN, SOONEST = frozenset(["什么时候", "啥时候", "几点", "哪天"]), frozenset(["最早", "最快", "尽早"])
ASKS = frozenset(["吗", "么", "嘛", "没", "?"])


def read_phrases(tokens: Tokens) -> tuple[list[Item], list[Purpose]]:
    """Every piece of meaning in order, and the stretches of words that mean no count and no time."""
    items: list[Item] = []
    purposes: list[Purpose] = []
    left: list[int] = []
    at, begun = 0, -1
    while at < len(tokens):
        found = find(tokens, at, begun == at)
        if found is None:
            left.append(at)
            at += 1
            continue
        item, end = found
        if isinstance(item, Start) and begins_words(tokens, end) and only_a_day(item.moment):
            if tokens[end].text in DEADLINES:
                left += range(at, end)  # 明天ddl: by then it has to be over
                at = end
                continue
            item = Start(replace(item.moment, aside=True))
        if isinstance(item, ForWhom) and left and tokens[left[-1]].text in FOR:
            left.pop()
        _keep(tokens, left, items, purposes)
        left = []
        items.append(item)
        at = max(end, at + 1)
        begun = at if isinstance(item, Start) else -1
    _keep(tokens, left, items, purposes)
    return items, purposes


def _keep(tokens: Tokens, left: list[int], items: list[Item], purposes: list[Purpose]) -> None:
    for item in left_over(tokens, left):
        if isinstance(item, Purpose):
            purposes.append(item)
        else:
            items.append(item)


def find(tokens: Tokens, at: int, behind_start: bool) -> tuple[Item, int] | None:
    """The piece of meaning that begins here, and where it ends. `behind_start`: straight behind a start."""
    if behind_start and (found := borders.finish_after_start(tokens, at)) is not None:
        return found
    for rule in RULES:
        if (found := rule(tokens, at)) is not None:
            return found
    return _flag(tokens, at) or _wrong(tokens, at) or _stray_number(tokens, at)


def _flag(tokens: Tokens, at: int) -> tuple[Item, int] | None:
    token = tokens[at]
    if token.tag == T.FLEXIBLE:
        counted = skip(tokens, at + 1, T.FILLER, T.NUM)
        any_cards = token.text in ("随便", "随意") and tag(tokens, counted) in (T.CLASSIFIER, T.CARD)
        return None if any_cards else (Flexible(token.text in VAGUE_TIMES), at + 1)
    if token.tag == T.OPEN:
        return OpenEnd(token.text in NIGHTS), at + 1
    if token.value == "next_week":
        return Start(Moment(day=Day(weekday=0, week=1), loose=True)), at + 1
    if token.tag == T.VAGUE:
        if token.value == "month":
            return Wrong("bad_time", token.text), at + 1  # nobody can say on which day
        return (Flexible() if token.value == "week" else OpenEnd()), at + 1
    if token.tag == T.OTHER:
        return _other(tokens, at)
    if token.tag == T.MENTION and at > 0 and tokens[at - 1].text in FOR:
        return ForWhom(token.start + 1, token.end), at + 1
    if token.text == "later":
        return Flexible(), at + 1
    if token.tag == T.NOT and tag(tokens, at + 1) == T.NOW:
        return Flexible(), at + 2
    return None


def _other(tokens: Tokens, at: int) -> tuple[Item, int] | None:
    what = str(tokens[at].value)
    if what == "holiday" and day_number(tokens, at + 1):
        return Flexible(vague=True), at + 1  # 月底31号: the day is said
    if what == "question" and tokens[at].text in WHEN and at and tokens[at - 1].text in SOONEST:
        return Flexible(), at + 1
    if what == "somebody" and not all(token.tag in (T.FILLER, T.MARK) for token in tokens[:at]):
        return None
    reason = REFUSED.get(what)
    return (Wrong(reason, tokens[at].text) if reason else Flexible()), at + 1


def _wrong(tokens: Tokens, at: int) -> tuple[Item, int] | None:
    token = tokens[at]
    if token.tag == T.BAD:
        return Wrong("unread_number", token.text), at + 1
    below = token.tag == T.MINUS or (token.text == "-" and not token.glued)
    if below and number(tokens, at + 1) is not None and (tokens[at + 1].glued or token.text.isascii()):
        long = lengths.length(tokens, at + 1)
        what, end = ("bad_duration", long[1]) if long else ("bad_count", at + 2)
        if token.tag == T.MINUS or tokens[at + 1].glued:
            return Wrong(what, "".join(piece.text for piece in tokens[at:end])), end
    if token.text in THE_REST and tag(tokens, skip(tokens, at + 1, T.FILLER)) in (T.CARD, T.ALL, T.KIND):
        return Wrong("bad_count", token.text), at + 1
    counted = tag(tokens, at + 1) in (T.NUM, T.CARD, T.KIND, T.MEMORY, T.FILLER)
    if token.text == "有" and counted and any(later.text in ASKS for later in tokens[at + 1 :]):
        return Wrong("question", token.text), at + 1
    return None


def _stray_number(tokens: Tokens, at: int) -> tuple[Item, int] | None:
    value = number(tokens, at)
    if value is None or belongs_to_words(tokens, at):
        return None
    return Bare(value, tokens[at].text), at + 1
