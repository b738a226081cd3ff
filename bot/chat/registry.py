"""Commands are declared once: names, help, who may, examples. Help, menus and README come from here."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any


class Who(IntEnum):
    """The least role that may use a command, in rising order."""

    ANYONE = 0
    GUEST = 1
    MEMBER = 2
    OWNER = 3


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    `run(session, ask)` tells the use case and returns a Reply or raises a Refusal. `front`: among the few that
    `/help` and the menu show first. `reads`: changes nothing and shows no buttons, so its answer need not be owed.
    `looks`: changes nothing but shows buttons. `wordless`: what follows it is codes and names, which say nothing
    about the language of who sends it. `live`: it shows machines as they are now, so they are asked first.
    """

    name: str
    zh: tuple[str, ...]
    help: Mapping[str, str]
    examples: Mapping[str, tuple[str, ...]]
    who: Who
    run: Any
    reads: bool = False
    looks: bool = False
    front: bool = False
    wordless: bool = False
    live: bool = False
    en: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """What a button does. The press is checked for owner, rights, expiry and version before `run`.

    `fresh(session, ask, payload)` makes a new card when the pressed one is out of date.
    """

    name: str
    who: Who
    run: Any
    fresh: Any = None


@dataclass(slots=True)
class Registry:
    """All commands and verbs. A name taken twice is refused when it is declared."""

    commands: dict[str, Command] = field(default_factory=dict)
    verbs: dict[str, Verb] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, commands: Iterable[Command] = (), verbs: Iterable[Verb] = ()) -> "Registry":
        for command in commands:
            for name in (command.name, *command.zh, *command.en):
                if name.lower() in self.names:
                    raise ValueError(f"two commands are called {name}")
                self.names[name.lower()] = command.name
            self.commands[command.name] = command
        for verb in verbs:
            if verb.name in self.verbs:
                raise ValueError(f"two verbs are called {verb.name}")
            self.verbs[verb.name] = verb
        return self

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands.values())
