"""The flood rule: so many messages and edits a minute in one group, then 429 with the seconds to wait."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from dataclasses import dataclass, field

from tests.fakes.telegram.refusals import too_many_requests

WINDOW = 60.0


@dataclass(slots=True)
class Flood:
    """`per_minute` None switches the rule off; Telegram's own figure is 20."""

    per_minute: int | None = None
    spent: defaultdict[int, deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def charge(self, chat_id: int, now: float) -> None:
        if self.per_minute is None:
            return
        recent = self.spent[chat_id]
        while recent and recent[0] <= now - WINDOW:
            recent.popleft()
        if len(recent) >= self.per_minute:
            raise too_many_requests(max(1, math.ceil(recent[0] + WINDOW - now)))
        recent.append(now)
