"""The newest reading of a machine, as the agent sent it, with the second at which it was true."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlmodel import Session

from bot.wire.decoding import BadMessage, read
from bot.wire.sample import Sample
from storage.queries import usage


@dataclass(frozen=True, slots=True)
class Newest:
    """A reading: true at `at` (the bot's clock, UTC seconds), of the boot `boot`."""

    at: int
    boot: str
    sample: Sample

    def age(self, now: int) -> int:
        """Seconds since it was true. One from before the bot's clock was set back is as far from now, not of now."""
        return abs(now - self.at)


JustSeen = Mapping[int, Newest]
"""What machines answered when they were asked a moment ago, by machine. It is shown and never stored: what counts as
use is what agents keep and hand over by themselves."""


def newest_sample(session: Session, node_id: int, just_seen: JustSeen | None = None) -> Newest | None:
    """The newest reading of a machine; None when there is none any more or yet, or none that this version can read."""
    found = usage.newest(session, node_id)
    seen = (just_seen or {}).get(node_id)
    if found is None or (seen is not None and found.at <= seen.at):
        return seen
    try:
        return Newest(found.at, found.boot_id, read(Sample, found.body))
    except BadMessage:
        return seen
