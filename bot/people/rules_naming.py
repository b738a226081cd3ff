"""How a member who was meant is found by what people type: @account, the group's name, the account's name."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r" ?\((\d+)\)$")
_BETWEEN = " \t\n\u3000,，:：;；、"


@dataclass(frozen=True, slots=True)
class Known:
    """A member by all that they are called. `usernames` without the @."""

    member_id: int
    name: str
    account_name: str
    usernames: tuple[str, ...] = ()


def same(name: str) -> str:
    """A name as it is compared: width, case and blanks do not matter."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return _NUMBER.sub(r" (\1)", " ".join(folded.split()))


def without_number(name: str) -> str:
    """`张伟 (2)` → `张伟`."""
    return _NUMBER.sub("", name)


def found(known: Sequence[Known], text: str) -> list[int]:
    """The members who may be meant by the whole of a text, in their order. Two who share a name are both found."""
    as_typed, wanted = same(text), same(text.strip(_BETWEEN))
    return _meant(known, as_typed) or (_meant(known, wanted) if wanted != as_typed else [])


def _meant(known: Sequence[Known], wanted: str) -> list[int]:
    if not wanted:
        return []
    if wanted.startswith("@") and wanted != "@":
        account = wanted[1:].strip()
        by_account = [one.member_id for one in known if account in map(str.casefold, one.usernames)]
        return by_account or _named(known, account) or _named(known, wanted)
    return _named(known, wanted)


def _named(known: Sequence[Known], wanted: str) -> list[int]:
    numbered = [one.member_id for one in known if same(one.name) == wanted != same(without_number(one.name))]
    return numbered or _by_name(known, wanted)


def _by_name(known: Sequence[Known], wanted: str) -> list[int]:
    by_name = [one.member_id for one in known if same(without_number(one.name)) == wanted]
    if by_name:
        return by_name
    by_account_name = [one.member_id for one in known if same(one.account_name) == wanted]
    return by_account_name or [one.member_id for one in known if wanted in map(str.casefold, one.usernames)]


def found_at_start(known: Sequence[Known], text: str) -> tuple[list[int], str]:
    """Who is named by the first words of a text, the longest name first, and what follows."""
    words = list(re.finditer(rf"[^{_BETWEEN}]+", text))
    for count in range(min(len(words), 12), 0, -1):
        named = found(known, text[words[0].start() : words[count - 1].end()])
        if named:
            return named, text[words[count - 1].end() :].strip(_BETWEEN)
    return [], text.strip(_BETWEEN)
