"""A simulated fortnight of eight people: who got what, and how many messages the bot sent.

    python -m tests.bench.fortnight [--days 14] [--seed 1] [--json]

The people speak through the same bridge as `pinka chat --jsonl`. Each of them can be reached privately; they book
about twelve times a day among them, take what is offered when they are refused, sometimes extend when they are
reminded and sometimes give cards back early. Nothing is asserted here; the budgets of the design are printed beside.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from storage.database import open_database
from tests.saying import Lab, Said, laboratory

PEOPLE = ("li", "wang", "zhang", "chen", "liu", "zhao", "sun", "zhou")
BOOKINGS_A_DAY = 12
GROUP_BUDGET, OWNER_BUDGET = 3, 2
START = datetime.fromisoformat("2026-12-07T08:00:00+08:00")
MANNERS = {"now": 0.55, "tonight": 0.25, "tomorrow": 0.2}


@dataclass
class Fortnight:
    """What happened."""

    asked: Counter[str] = field(default_factory=Counter)
    got: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    group_by_day: Counter[str] = field(default_factory=Counter)
    by_booking: Counter[int] = field(default_factory=Counter)
    hours: Counter[str] = field(default_factory=Counter)


def run(days: int, seed: int) -> Fortnight:
    """Live through it."""
    chance, seen = random.Random(seed), Fortnight()
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'fortnight.db'}")
        try:
            with laboratory(database, at=START.isoformat()) as lab:
                for who in PEOPLE:
                    lab.say("/help", who)
                    lab.say("/help", who, chat=None)
                for day in range(days):
                    _day(lab, chance, seen, START + timedelta(days=day))
                _note(lab.at((START + timedelta(days=days + 4)).isoformat()), seen)
            seen.hours = _held(database.read_now(_rows))
        finally:
            database.close_now()
    return seen


def _day(lab: Lab, chance: random.Random, seen: Fortnight, morning: datetime) -> None:
    moments = sorted(chance.uniform(0.5, 15.5) for _ in range(BOOKINGS_A_DAY))
    for hour in moments:
        at = (morning + timedelta(hours=hour)).replace(microsecond=0)
        _react(lab, chance, seen, _note(lab.at(at.isoformat()), seen))
        _book(lab, chance, seen, chance.choice(PEOPLE))
    _react(lab, chance, seen, _note(lab.at((morning + timedelta(hours=23.9)).isoformat()), seen))


def _book(lab: Lab, chance: random.Random, seen: Fortnight, who: str) -> None:
    count, hours = chance.choice((1, 1, 2, 2, 2, 4)), chance.choice((2, 3, 4, 6, 8, 12))
    manner = chance.choices(list(MANNERS), list(MANNERS.values()))[0]
    when = {"now": "", "tonight": f" 今晚{chance.randint(10, 11)}点", "tomorrow": f" 明天上午{chance.randint(9, 11)}点"}
    reply = lab.say(f"订 {count}张 {hours}小时{when[manner]}", who)
    seen.asked[who] += 1
    seen.codes[reply.code] += 1
    if reply.code == "taken" and reply.data["offers"]:
        seen.taken[who] += 1
        reply = lab.press(reply.token(), who)
        seen.codes[f"offer: {reply.code}"] += 1
    if reply.code == "booked":
        seen.got[who] += 1
        if chance.random() < 0.15:
            lab.say("/release" if manner == "now" else "/cancel", who)


def _react(lab: Lab, chance: random.Random, seen: Fortnight, said: list[Said]) -> None:
    """Some who are reminded extend."""
    for one in said:
        if one.code == "ends_soon" and len(one.labels) > 1 and chance.random() < 0.3:
            seen.codes[f"more: {lab.press(one.token(), one.to, chat=None).code}"] += 1


def _note(said: list[Said], seen: Fortnight) -> list[Said]:
    for one in said:
        if one.asked or "edits" in one.fields:
            continue
        if one.fields["private"]:
            seen.by_booking[int(one.data["booking"])] += 1
        else:
            day = one.data["items"][0]["end"][:10] if "items" in one.data else "?"
            seen.group_by_day[day] += 1
    return said


def _rows(session: Any) -> list[tuple[str, int]]:
    from sqlalchemy import text

    found = session.execute(
        text(
            "SELECT member.name, SUM(booked_card.ends_at - booked_card.starts_at) FROM booked_card "
            "JOIN booking ON booking.id = booked_card.booking_id JOIN member ON member.id = booking.member_id "
            "WHERE booked_card.live = 1 GROUP BY member.name"
        )
    )
    return [(row[0], int(row[1])) for row in found]


def _held(rows: list[tuple[str, int]]) -> Counter[str]:
    return Counter({name: seconds // 3600 for name, seconds in rows})


def fairness(values: list[int]) -> float:
    """Jain's index: 1 = all alike, 1/n = one has everything (Jain, Chiu, Hawe 1984)."""
    return sum(values) ** 2 / (len(values) * sum(value * value for value in values)) if any(values) else 1.0


def report(seen: Fortnight, days: int) -> dict[str, Any]:
    """The figures by name."""
    hours = [seen.hours[who] for who in PEOPLE]
    return {
        "days": days,
        "card_hours": dict(zip(PEOPLE, hours, strict=True)),
        "fairness": round(fairness(hours), 3),
        "wishes": sum(seen.asked.values()),
        "granted": sum(seen.got.values()),
        "granted_by_offer": seen.codes["offer: booked"],
        "capacity_used": round(sum(hours) / (8 * 24 * days), 3),
        "group_messages_a_day_max": max(seen.group_by_day.values(), default=0),
        "owner_messages_a_booking_max": max(seen.by_booking.values(), default=0),
        "owner_messages_a_day": round(sum(seen.by_booking.values()) / days, 1),
        "codes": dict(seen.codes.most_common()),
    }


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--days", type=int, default=14)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    figures = report(run(given.days, given.seed), given.days)
    if given.json:
        print(json.dumps(figures, ensure_ascii=False))
        return
    for name, value in figures.items():
        print(f"{name:32} {value}")
    print(f"{'budget: group a day':32} {GROUP_BUDGET}")
    print(f"{'budget: owner a booking':32} {OWNER_BUDGET}")


if __name__ == "__main__":
    main()
