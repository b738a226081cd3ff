"""What people on the machine ask of the bot and tell it: which cards are booked for them, how their jobs went.

It comes through the machine's agent, proven by the agent's key, or straight from a person, proven by a personal code.
Seconds in UTC by the bot's own clock where the bot speaks, lengths in seconds where the machine speaks.
"""

from dataclasses import dataclass, field

STARTED, ENDED = "job_started", "job_ended"


@dataclass(frozen=True, slots=True)
class BoxAsk:
    """Which booking covers me now? `user` is the name of the export line, `account` the unix account that asks,
    `booking` the only one that is meant, if one is. `agent` and `nonce` where an agent asks for its people.
    """

    user: str | None = None
    account: str | None = None
    booking: int | None = None
    agent: str | None = None
    nonce: str | None = None


@dataclass(frozen=True, slots=True)
class BoxCard:
    """A booked card; `visible` is what CUDA_VISIBLE_DEVICES takes for it: its UUID once an agent has bound it."""

    number: int
    visible: str
    uuid: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A card that somebody else holds at this moment."""

    number: int
    holder: str
    until: int


@dataclass(frozen=True, slots=True)
class Covering:
    """The answer. `member` null = nobody knows who asks; `user` is how their processes are marked.

    `bookings` run now and hold `cards` until `end`, the earliest of their ends; `next_start` is the member's next.
    """

    now: int
    member: str | None = None
    user: str | None = None
    node: str | None = None
    bookings: tuple[int, ...] = ()
    cards: tuple[BoxCard, ...] = ()
    end: int | None = None
    next_start: int | None = None
    others: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class JobNews:
    """A command that began or ended. `ago` seconds ago; `seconds` it has run; `peaks` bytes by the card's UUID.

    `exit_code` is the shell's: 128 and the signal's number for one that a signal ended; null while it runs.
    """

    job: str
    command: str
    ago: int = 0
    seconds: int = 0
    user: str | None = None
    account: str | None = None
    description: str | None = None
    booking: int | None = None
    gpus: tuple[int, ...] = ()
    exit_code: int | None = None
    peaks: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """Words for the chat, or a press of a button by its token; `id` makes a repeat of it harmless."""

    id: str
    text: str | None = None
    press: str | None = None


@dataclass(frozen=True, slots=True)
class BoxButton:
    """A button of an answer: a token to press, or a text to copy."""

    label: str
    token: str | None = None
    copy: str | None = None


@dataclass(frozen=True, slots=True)
class BoxAnswer:
    """One answer in words."""

    code: str
    text: str
    buttons: tuple[BoxButton, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """What the chat answers to a line."""

    answers: tuple[BoxAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """News of a job were stored."""

    job: str
