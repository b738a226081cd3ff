"""What of a gap nobody has said a word about yet: outages said by hand may cover it."""

from sqlmodel import Session

from bot.usage.rules.intervals import Interval, union, without
from storage.queries import usage
from storage.tables import Gap


def unsaid(session: Session, pool_id: int, gap: Gap) -> list[Interval]:
    """The stretches of a gap outside all outages of its machine, sorted; none while it lasts."""
    if gap.ends_at is None:
        return []
    there = usage.outages(session, pool_id, gap.starts_at, gap.ends_at)
    said = union((one.starts_at, one.ends_at) for one in there if one.node_id == gap.node_id)
    return without([(gap.starts_at, gap.ends_at)], said)
