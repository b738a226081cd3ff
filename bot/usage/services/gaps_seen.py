"""Intervals without readings, from the moments at which agents did read. Told or decided ones keep their row."""

from collections.abc import Sequence

from sqlmodel import Session

from bot.usage.rules.gaps import gaps_between
from bot.usage.rules.intervals import union, without
from bot.usage.services import watch
from bot.usage.services.uses_seen import PERIOD, Glance
from storage.queries import usage
from storage.tables import Gap


def bring_up_to_date(session: Session, glances: Sequence[Glance], now: int) -> None:
    """Bring the stored gaps around these looks up to date; one that later readings filled becomes empty."""
    times = {one.agent.node_id: _times(session, one) for one in glances}
    since, until = min(one[0] for one in times.values()), max(one[-1] for one in times.values())
    stored = usage.gaps(session, list(times), since, until + 1)
    for node_id, own in times.items():
        touching = [gap for gap in stored if gap.node_id == node_id and _touch(gap, own[0], own[-1] + 1)]
        _compare(session, node_id, own, touching, now)


def _times(session: Session, glance: Glance) -> list[int]:
    """All readings there are from the one before these looks to the one after them."""
    agent, looks = glance.agent, [look.at for look in glance.looks]
    last = agent.last_reading_at
    if last is not None and agent.enrolled_at <= last < glance.first:  # the machine's newest one, whoever read it
        return [last, *looks]
    before, after = usage.neighbour_times(session, agent.node_id, glance.first, glance.last)
    return [at for at in (before, *looks, after) if at is not None]


def _compare(session: Session, node_id: int, times: Sequence[int], stored: Sequence[Gap], now: int) -> None:
    wanted = gaps_between(times, PERIOD)
    if not wanted and not stored:
        return
    decided = union((gap.starts_at, gap.ends_at) for gap in stored if gap.decided is not None and gap.ends_at)
    undecided = [gap for gap in stored if gap.decided is None]
    changed: list[tuple[Gap, int]] = []
    for start, end in without(wanted, decided):
        same = next((gap for gap in undecided if _touch(gap, start, end)), None)
        if same is None:
            made = usage.gap(session, usage.add_gap(session, node_id, start, end, "unheard"))
            changed += [] if made is None else [(made, start)]
            continue
        undecided.remove(same)
        if (same.starts_at, same.ends_at) != (start, end):
            changed.append((same, same.starts_at))
            same.starts_at, same.ends_at = start, end
    for gap in undecided:
        end_of_it = _ended(gap, times)
        if end_of_it is not None:
            changed.append((gap, gap.starts_at))
            gap.ends_at = end_of_it
    session.flush()
    for gap, began in changed:
        watch.over(session, gap, began, now)


def _ended(gap: Gap, times: Sequence[int]) -> int | None:
    """When a gap that these readings do not confirm ended: at once where they fill it; where it lasted, and nothing was
    ever read before, with the first of them."""
    if gap.starts_at >= times[0]:
        return gap.starts_at if gap.ends_at is None or gap.ends_at <= times[-1] else None
    return times[0] if gap.ends_at is None else None


def _touch(gap: Gap, start: int, end: int) -> bool:
    return gap.starts_at < end and (gap.ends_at is None or start < gap.ends_at)
