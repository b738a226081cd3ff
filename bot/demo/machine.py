"""The machine of the demo: simulated cards that run what the students start, until one falls off the bus."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from bot.agent.changes import changes
from bot.agent.simulate import Run, Simulated
from bot.demo.cast import MACHINE
from bot.wire.sample import CardReading, Event, Sample

IDENTITY = ("index", "uuid", "name", "bus_id")
TOLD = ("state", "missing", "age_s")


class Machine(Simulated):
    """The source of an agent. `programs` is what runs on it; cards in `fallen` answer nothing but who they are."""

    def __init__(self, seed: int, clock: Callable[[], float]) -> None:
        super().__init__(MACHINE, seed, clock)
        self.programs: tuple[Run, ...] = ()
        self.fallen: frozenset[int] = frozenset()
        self._seen: Sample | None = None
        self._happened: list[Event] = []

    def runs(self, at: int) -> tuple[Run, ...]:
        """What the students run, instead of what dice would."""
        return self.programs

    def look(self, now: float) -> Sample:
        whole = super().look(now)
        gpus = tuple(_gone(card) if card.index in self.fallen else card for card in whole.gpus)
        sample = replace(whole, gpus=gpus)
        super().events()
        self._happened.extend(changes(self._seen, sample, int(now)))
        self._seen = sample
        return sample

    def latest(self) -> Sample:
        """What was seen last; the first time it has to look."""
        return self._seen or self.look(self._clock())

    def events(self) -> tuple[Event, ...]:
        told, self._happened = tuple(self._happened), []
        return told


def _gone(card: CardReading) -> CardReading:
    """As the reader gives a card of which every call says that it is lost."""
    known: dict[str, Any] = {name: getattr(card, name) for name in IDENTITY}
    unread = [one.name for one in fields(CardReading) if one.name not in (*IDENTITY, *TOLD)]
    return CardReading(**known, state="lost", missing=dict.fromkeys(unread, "lost"))
