"""`/size`: the reply to a question, with buttons that change one assumption, show the terms, or book the cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from bot.booking.rules.shapes import Need
from bot.booking.services.wish import Wish, payload_of
from bot.chat.message import Choice, Reply, Rows
from bot.people.facts import PoolFacts
from bot.sizing.services.answer import Ours, answers, asked_of, changed, evidence
from bot.sizing.services.ours import on_our_machine, ours_of

IN_A_ROW = 3
Said = Mapping[str, Any]


def size(session: Session, pool: PoolFacts | None, questions: Sequence[Said], now: int, member: bool) -> Reply:
    """Answers all questions of a text; `member`: whether the asker may book in the pool."""
    if not questions:
        return Reply("not_sizing", {})
    ours = ours_of(session, pool, now) if pool else Ours()
    found = answers(questions, ours)
    by_cost = [row["card"] for row in (found[0].get("ranked") or {}).get("rows", ())]
    machine = on_our_machine(session, pool, asked_of(questions[0], ours), now, by_cost) if pool else None
    data = {"answers": found, "machine": machine}
    return Reply("sized", data, _buttons(questions, found, machine, member))


def change(
    session: Session, pool: PoolFacts | None, questions: Sequence[Said], name: str, now: int, member: bool
) -> Reply:
    """The first question again with one assumption changed; the others are answered already."""
    ours = ours_of(session, pool, now) if pool else Ours()
    return size(session, pool, [changed(questions[0], name, ours)], now, member)


def terms(session: Session, pool: PoolFacts | None, questions: Sequence[Said], now: int) -> Reply:
    """What each number is the sum of, with the nearest measurements."""
    ours = ours_of(session, pool, now) if pool else Ours()
    found = answers(questions, ours)
    for said, answer in zip(questions, found, strict=True):
        if "terms" in answer:
            answer["evidence"] = evidence(said, ours, "speed" if "how" in answer else "memory")
    return Reply(
        "size_terms", {"answers": found}, ((Choice("size.back", "size.back", {"questions": list(questions)}),),)
    )


def _buttons(questions: Sequence[Said], found: Sequence[Said], machine: Said | None, member: bool) -> Rows:
    first = found[0]
    carried = {"questions": [dict(said) for said in questions]}
    rows: list[tuple[Choice, ...]] = []
    if machine and member:
        # A plain pass is too short a booking for training by preferences: only what has no length is offered then.
        long = 0 if questions[0].get("aligned") else machine["most_seconds"]
        rows += [(_book(option),) for option in machine["options"][:2] if (option["seconds"] or 0) <= long]
    changes = [
        Choice("size.change", "size.change", {**carried, "name": name}, {"name": name}) for name in first["changes"]
    ]
    rows += [tuple(changes[at : at + IN_A_ROW]) for at in range(0, len(changes), IN_A_ROW)]
    if any("terms" in answer for answer in found):
        rows.append((Choice("size.terms", "size.terms", carried),))
    return tuple(rows)


def _book(option: Said) -> Choice:
    """As many of the cards for as long, from when they are free; a start that is now is left open."""
    seconds = option["end"] - option["start"]
    need = Need(option["gpus"], option["kind"], option["memory_gb"], seconds=seconds)
    wish = Wish(need, None if option["now"] else option["start"])
    facts = {
        "count": option["gpus"],
        "kind": option["kind"],
        "seconds": seconds,
        "start": option["start"],
        "now": option["now"],
    }
    return Choice("size.book", "book", payload_of(wish), facts)
