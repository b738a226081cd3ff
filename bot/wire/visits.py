"""What a bot that comes to an agent brings and fetches besides readings: claims (`messages.ClaimRules`), and answers to
what people on the machine ask meanwhile.
"""

from dataclasses import dataclass

from bot.wire.box import BoxAsk, Covering


@dataclass(frozen=True, slots=True)
class Question:
    """Asked on the machine, and not answered yet."""

    id: str
    ask: BoxAsk


@dataclass(frozen=True, slots=True)
class Answer:
    """To the question of that id."""

    id: str
    covering: Covering


@dataclass(frozen=True, slots=True)
class Bring:
    """Answers to what was fetched before. The agent keeps the visit for up to `wait` seconds until there is something
    to fetch.
    """

    answers: tuple[Answer, ...] = ()
    wait: int = 0


@dataclass(frozen=True, slots=True)
class Fetched:
    """All questions that are open."""

    questions: tuple[Question, ...] = ()
