"""What one reading of a node says about its cards, as the rules of use need it."""

from dataclasses import dataclass, field

SYSTEM_PROGRAMS = frozenset(
    {"Xorg", "Xwayland", "gnome-shell", "nvidia-persistenced", "nvidia-cuda-mps-server", "nvidia-cuda-mps-control"}
)
"""Programs that hold a little of a card without anybody using it."""


@dataclass(frozen=True, slots=True)
class Resident:
    """A process on a card. `name` = "pid:start", its name within a boot; `memory` in bytes."""

    name: str
    user: str | None
    grade: str
    evidence: str | None
    command: str | None = None
    memory: int | None = None
    job: str | None = None


@dataclass(frozen=True, slots=True)
class CardLook:
    """A card at an instant; every figure may be unknown. `residents` None = nobody knows who is on it.

    Percent, bytes, milliwatts, degrees Celsius. `throttled`: something besides idleness held its clocks down.
    """

    gpu_id: int
    residents: tuple[Resident, ...] | None = None
    util: int | None = None
    memory_used: int | None = None
    power_mw: int | None = None
    temperature: int | None = None
    throttled: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """One reading of a node at the UTC second `at`."""

    at: int
    cards: tuple[CardLook, ...] = field(default=())


def working(residents: tuple[Resident, ...]) -> tuple[Resident, ...]:
    """The processes that use a card; those of the desktop and of the driver do not."""
    return tuple(one for one in residents if one.command not in SYSTEM_PROGRAMS)
