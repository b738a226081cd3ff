"""Which language an answer is in (design §7)."""

from typing import Literal

Language = Literal["zh", "en"]


def known(tag: str | None) -> Language | None:
    """`zh` or `en` for a language tag such as `zh-hans`; None for any other language."""
    head = (tag or "").lower().replace("_", "-").split("-")[0]
    return "zh" if head == "zh" else "en" if head == "en" else None


def choose(typed: str | None, chosen: str | None, client: str | None, pool: str | None) -> Language:
    """The text's own language, else what the person chose, their client's, the pool's, Chinese."""
    for tag in (typed, chosen, client, pool):
        found = known(tag)
        if found is not None:
            return found
    return "zh"
