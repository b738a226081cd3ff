"""Where an answer is about machines they are asked first, while nothing of it has happened and the store is free."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from bot.queues.desk import LookFirst
from tests.queues.plain import Plain, text_of


@dataclass
class Seeing:
    """A lookout; while it looks, `meanwhile` is counted in the store."""

    us: Plain
    looked: list[int] = field(default_factory=list)
    counted: list[dict[str, int]] = field(default_factory=list)
    breaks: bool = False
    sees_any: bool = True

    async def look(self, pool_id: int) -> Mapping[int, object]:
        self.looked.append(pool_id)
        await self.us.inbox.take_in([text_of("add meanwhile", "elsewhere")])
        await self.us.until(lambda: "elsewhere:added meanwhile" in self.us.hands.said)
        self.counted.append(self.us.counts())
        if self.breaks:
            raise ZeroDivisionError
        return {}


@pytest.mark.parametrize("breaks", [False, True])
async def test_it_is_done_once_after_the_look_whatever_became_of_that(us: Plain, breaks: bool) -> None:
    seeing = us.inbox.lookout = Seeing(us, breaks=breaks)
    us.desk.raising = {"add a": [LookFirst(7)], "look b": [LookFirst(8)]}
    await us.hear("add a", "look b")

    assert seeing.looked == [7, 8]
    assert seeing.counted[0] == {"meanwhile": 1}, "nothing of the first try was there, and others were served"
    assert us.counts() == {"a": 1, "meanwhile": 1}
    assert [one for one in us.hands.said if one.startswith("lab:")] == ["lab:added a", "lab:seen b"]
