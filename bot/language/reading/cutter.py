"""Where a text is being cut, and the tokens so far: what `lexer` and `latin` share."""

from __future__ import annotations

from collections.abc import Mapping

from .tokens import T, Token


class Cutter:
    """`at` is where the next token begins; `kinds` maps each spelling of a kind to its name."""

    __slots__ = ("at", "kinds", "longest_kind", "run_start", "text", "tokens")

    def __init__(self, text: str, kinds: Mapping[str, str]) -> None:
        self.text = text
        self.kinds = kinds
        self.longest_kind = max(map(len, kinds), default=0)
        self.at = 0
        self.run_start = 0
        self.tokens: list[Token] = []

    def add(self, tag: T, end: int, value: object = None) -> bool:
        """The token text[at:end]; always True, so that a rule can end with it."""
        text = self.text[self.at : end]
        glued = self.at > 0 and self.text[self.at - 1] != " "
        self.tokens.append(Token(tag, text, value, self.at, end, glued))
        self.at = end
        return True

    @property
    def glued_token(self) -> Token | None:
        """The token that ends where the next begins."""
        return self.tokens[-1] if self.tokens and self.at and self.tokens[-1].end == self.at else None


def is_latin(character: str) -> bool:
    """A letter or digit of ASCII."""
    return character != "" and character.isascii() and character.isalnum()
