"""What one code of a reply promises."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """`facts` are always there (perhaps null), `maybe` only sometimes. `said`: False for what no chat ever reads."""

    about: str
    facts: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()
    said: bool = True
