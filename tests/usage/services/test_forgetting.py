"""Readings are kept for 7 days and sums by the minute for 90; what bills and digests read is kept for ever."""

import pytest
from sqlalchemy import select
from sqlmodel import Session, col

from bot.usage.services import forgetting
from storage.queries import usage
from storage.tables import CardUse, Job, Reading, Rollup
from storage.words import Span
from tests.usage.box import Box, card, looks, running

DAY = 86_400


def forget(box: Box, after: int) -> int:
    """Take steps, as they would be taken so many seconds from now, until the next one may wait; how many it took."""
    now = box.now + after
    planned = select(col(Job.due_at)).where(col(Job.kind) == forgetting.KIND)

    def step(session: Session) -> int:
        forgetting.fire(session, forgetting.KIND, {"node": 1}, now)
        return int(session.execute(planned).scalar_one()) - now

    return next(number for number in range(1, 50) if box.database.write_now(step) > forgetting.SOON)


def spans(box: Box) -> set[str]:
    return {row.span for span in Span for row in box.database.read_now(usage.rollups, [1], span, 0, 2**40)}


def test_readings_go_after_seven_days_a_little_at_a_time_and_all_that_bills_read_stays(
    any_box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = any_box
    monkeypatch.setattr(forgetting, "AT_ONCE", 10)
    box.send(*looks(*range(0, 450, 15), cards=[card(0, running("zhang"))]), *looks(6 * DAY, 8 * DAY))
    sums = box.counted(Rollup)
    forget(box, 6 * DAY)
    assert box.counted(Reading) == 32
    assert forget(box, 8 * DAY) == 4  # three full steps, and one that finds nothing more
    assert (box.counted(Reading), box.counted(Rollup), box.counted(CardUse)) == (2, sums, 1)
    forget(box, 89 * DAY)
    assert spans(box) == {"minute", "hour"}
    forget(box, 100 * DAY)
    assert spans(box) == {"hour"} and box.counted(CardUse) == 1


def test_it_goes_on_by_itself_and_the_last_reading_of_a_silent_machine_is_never_forgotten(box: Box) -> None:
    box.send(*looks(0, 15, 30))
    box.lab.at("+9d")
    assert box.counted(Reading) == 1
    said = box.lab.say("/status")
    assert said.data["agent"][0]["age"] == 9 * DAY - 30 and "联系不上，最后读数" in said.text


def test_what_an_agent_hands_in_late_counts_although_older_readings_are_gone(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, running("zhang"))]))
    forget(box, 9 * DAY)
    box.lab.at("+9d")
    box.send(*looks(9 * DAY - 15, 9 * DAY))
    assert box.gaps() == [(30, 9 * DAY - 15)]
