"""How fast a pool's line to its machine is, in Mbps: said once, used for every transfer that names no rate."""

from sqlmodel import Session

from bot.chat.message import Reply
from bot.errors import Refusal
from bot.people.facts import PoolFacts
from storage.queries import notes

FASTEST = 1_000_000.0


def uplink_of(session: Session, pool_id: int) -> float | None:
    """Mbps; None where nobody said."""
    written = notes.get(session, _name(pool_id))
    return float(written) if written else None


def set_uplink(session: Session, pool: PoolFacts, mbps: float) -> Reply:
    """From now on; 0 forgets it. Raises `size_bad` beyond 1,000,000 Mbps."""
    if not 0 <= mbps <= FASTEST:
        raise Refusal("size_bad", field="mbps", value=mbps, least=0, most=FASTEST)
    notes.put(session, _name(pool.id), f"{mbps:g}" if mbps else "")
    return uplink(session, pool)


def uplink(session: Session, pool: PoolFacts) -> Reply:
    """What is set."""
    return Reply("uplink", {"mbps": uplink_of(session, pool.id)})


def _name(pool_id: int) -> str:
    return f"uplink:{pool_id}"
