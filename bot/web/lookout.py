"""Asks connected agents how their machines are, before somebody is answered about them.

In memory only: what they answer is shown, while what is kept of a machine is what its agent hands over by itself.
"""

import asyncio

from bot.queues.desk import JustSeen
from bot.usage.services.newest import Newest
from bot.web.connections import ASK_SECONDS, Agents


class Lookout:
    """The `bot.queues.desk.Lookout` over agents."""

    def __init__(self, agents: Agents, within: float = ASK_SECONDS) -> None:
        self._agents = agents
        self._within = within

    @property
    def sees_any(self) -> bool:
        """Whether an agent is connected."""
        return self._agents.are_any

    async def look(self, pool_id: int) -> JustSeen:
        """The latest look of each machine of a pool, all asked at once: no more than `within` seconds in all."""
        nodes = self._agents.of_pool(pool_id)
        found = await asyncio.gather(*(self._of(node_id) for node_id in nodes))
        return {node_id: newest for node_id, newest in zip(nodes, found, strict=True) if newest is not None}

    async def _of(self, node_id: int) -> Newest | None:
        try:
            return await self._agents.ask(node_id, self._within)
        except LookupError:
            return None
