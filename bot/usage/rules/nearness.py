"""How near two cards of a machine are to each other: what lies between them, as a score."""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

NVLINK: Final = 6
PATHS: Final[Mapping[str, int]] = {"PIX": 5, "PXB": 4, "PHB": 3, "NODE": 2, "SYS": 1}
"""By what a message between two cards passes, as `nvidia-smi topo -m` names it, from one PCIe bridge down to the
link between two processors; NVLink is nearer than any of them."""


class Link(Protocol):
    """Two cards by their index, the path between them and whether it is NVLink; None = unknown."""

    @property
    def a(self) -> int: ...
    @property
    def b(self) -> int: ...
    @property
    def path(self) -> str | None: ...
    @property
    def nvlink(self) -> bool | None: ...


def nearness(links: Iterable[Link], gpu_ids: Mapping[int, int]) -> dict[frozenset[int], int]:
    """A score for each pair of gpu ids, higher = nearer. `gpu_ids`: by index. Pairs of unknown path are left out."""
    return {
        frozenset((gpu_ids[link.a], gpu_ids[link.b])): score
        for link in links
        if link.a in gpu_ids and link.b in gpu_ids and (score := _score(link))
    }


def _score(link: Link) -> int:
    return NVLINK if link.nvlink else PATHS.get(link.path or "", 0)
