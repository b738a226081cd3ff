"""Tells the agents which folders, sessions and containers members said are theirs, whenever that changed."""

from collections.abc import Iterable

from sqlmodel import Session

from bot.queues.house import House
from bot.usage.services.claims import claims_of
from bot.web.connections import Connection
from bot.wire.messages import ClaimRule, ClaimRules


async def tell_claims(house: House, connections: Iterable[Connection]) -> None:
    """Send the rules of its pool to each connected agent that has others. Raises Busy, StorageFailed."""
    served = [one for one in connections if one.admitted]
    rules = await house.database.read(_of_pools, {one.agent.pool_id for one in served})
    for one in served:
        wanted = rules[one.agent.pool_id]
        if one.claims == wanted:
            continue
        try:
            await one.send(ClaimRules(wanted))
        except ConnectionError:
            continue  # it comes again, and is greeted with them
        one.claims = wanted


def _of_pools(session: Session, pool_ids: set[int]) -> dict[int, tuple[ClaimRule, ...]]:
    return {pool_id: claims_of(session, pool_id) for pool_id in pool_ids}
