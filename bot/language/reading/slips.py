"""Slips of the finger: the English word of ours that a mistyped one must be, Chinese words typed by their sound."""

from __future__ import annotations

# Only words whose loss would change a booking; a purpose may be spelled as its writer likes.
GUARDED = (
    *("hour", "hours", "minute", "minutes", "tomorrow", "tonight", "until", "cards", "weekend"),
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    *("morning", "afternoon", "evening", "midnight"),
    *("january", "february", "september", "october", "november", "december"),
)
OTHER_DAYS = frozenset(
    ["holiday", "birthday", "someday", "payday", "midday", "workday", "everyday", "faraday", "heyday"]
)
LONG = 7  # letters from which one wrong letter is a slip and not another word
SHORTEST = 4

# Behind a number: 6小是, 6个小事. The sound of 小时 and of 分钟.
HOURS = ("小是", "小事", "小石", "小十", "小实", "小食", "小市", "小式", "消失", "小失")
MINUTES = ("分中", "分种", "分钟钟")


def meant(word: str) -> str | None:
    """The one guarded word from which `word` is a single slip away."""
    if not word.isalpha() or not word.isascii() or not SHORTEST <= len(word) <= 12:
        return None
    near = (right for right in GUARDED if right[0] == word[0] and word != right + "s")
    found = [right for right in near if _one_slip(word, right)] or _weekdays_like(word)
    return found[0] if len(found) == 1 else None


def _weekdays_like(word: str) -> list[str]:
    """wensday: the weekdays that begin with the same two letters, or with the same one if it is the only such."""
    if not is_some_day(word):
        return []
    days = [right for right in GUARDED if right.endswith("day") and right[0] == word[0]]
    return [right for right in days if right[1] == word[1]] or (days if len(days) == 1 else [])


def is_some_day(word: str) -> bool:
    """Ends like a weekday and is no other word: it may not pass for a purpose."""
    return word.endswith("day") and word.isalpha() and 5 <= len(word) <= 10 and word not in OTHER_DAYS


def _one_slip(word: str, right: str) -> bool:
    if word == right or abs(len(word) - len(right)) > 1:
        return False
    same = 0
    while same < min(len(word), len(right)) and word[same] == right[same]:
        same += 1
    rest, left = word[same:], right[same:]
    if len(word) == len(right):
        swapped = len(rest) > 1 and rest[0] == left[1] and rest[1] == left[0] and rest[2:] == left[2:]
        return swapped or (len(right) >= LONG and rest[1:] == left[1:])
    return rest[1:] == left if len(word) > len(right) else rest == left[1:] and len(word) > SHORTEST
