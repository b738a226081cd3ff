"""How often what is read, and what besides the cards is looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between looks, by how dear they are, and how long the driver may take for one.

    Reading holds a lock inside the driver that programs also need: slower is kinder (`slow_look`, `longest`: a
    look that took longer than the first doubles the distance to the next, up to the second).
    """

    fast: float = 5
    processes: float = 10
    host: float = 10
    slow: float = 60
    rare: float = 600
    stuck_after: float = 10
    first_start: float = 60
    answer_within: float = 3
    slow_look: float = 0.25
    longest: float = 60


@dataclass(frozen=True, slots=True)
class Watched:
    """What besides the cards is looked at, and how people are told apart.

    `shared_accounts` are unix accounts that several people use; `arguments` lets command lines out, redacted.
    """

    disks: tuple[str, ...] = ("/",)
    mounts: tuple[str, ...] = ()
    shared_accounts: frozenset[str] = frozenset({"root"})
    arguments: bool = False


USUAL_PACE = Pace()
ONLY_THE_ROOT = Watched()
