"""The newest reading of a machine, as the agent sent it, with the second at which it was true."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.wire.decoding import read
from bot.wire.sample import Sample
from storage.queries import usage


@dataclass(frozen=True, slots=True)
class Newest:
    """A reading: true at `at` (the bot's clock, UTC seconds), of the boot `boot`."""

    at: int
    boot: str
    sample: Sample

    def age(self, now: int) -> int:
        """Seconds since it was true."""
        return max(0, now - self.at)


def newest_sample(session: Session, node_id: int) -> Newest | None:
    """The newest reading of a machine; None when there is none any more or yet."""
    found = usage.newest(session, node_id)
    return None if found is None else Newest(found.at, found.boot_id, read(Sample, found.body))
