"""The languages in which something can be said."""

from bot.language.choose import known


def spoken(tag: str | None, otherwise: str) -> str:
    """`zh` or `en` for a client's tag such as `zh-hans`; `otherwise` for a language that Pinka does not speak."""
    return known(tag) or otherwise
