"""What the scenes of the tour share: the play, and the messages whose buttons a later scene presses."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.chat.message import Outgoing
from bot.demo.cast import Both
from bot.demo.play import Play

MINUTE, HOUR, DAY = 60, 3600, 86_400


@dataclass(slots=True)
class Story:
    """`cards` by a name that the scenes agree on."""

    play: Play
    cards: dict[str, Outgoing] = field(default_factory=dict)


Scene = tuple[str, Both, Callable[[Story], Awaitable[None]]]
"""A name for programs, the heading, and what happens."""
