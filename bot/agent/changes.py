"""What is different between two looks, as events that are told unasked."""

from collections.abc import Iterator

from bot.wire.sample import CardReading, Event, ProcessReading, Sample

Key = tuple[int, int | None]


def changes(before: Sample | None, after: Sample, at: int) -> Iterator[Event]:
    """Nothing for the first look. A list that could not be read ends no process."""
    if before is None:
        return
    if before.state != after.state:
        yield Event(at, "state", None, {"from": before.state, "to": after.state})
    if before.absent != after.absent:
        gone, known = set(after.absent), set(before.absent)
        yield Event(at, "cards", None, {"absent": sorted(gone - known), "back": sorted(known - gone)})
    earlier = {card.uuid: card for card in before.gpus if card.uuid}
    for card in after.gpus:
        old = earlier.get(card.uuid or "")
        if old is not None:
            yield from _of_card(old, card, at)


def _of_card(old: CardReading, new: CardReading, at: int) -> Iterator[Event]:
    if old.state != new.state:
        yield Event(at, "card_state", new.uuid, {"index": new.index, "from": old.state, "to": new.state})
    if old.processes is None or new.processes is None or old.processes is new.processes:
        return
    were, are = _by_key(old.processes), _by_key(new.processes)
    for key, row in are.items():
        if key not in were:
            yield Event(at, "process_started", new.uuid, _facts(row))
    for key, row in were.items():
        if key not in are:
            yield Event(at, "process_ended", new.uuid, _facts(row))


def _by_key(rows: tuple[ProcessReading, ...]) -> dict[Key, ProcessReading]:
    return {(row.pid, row.start_ticks): row for row in rows}


def _facts(row: ProcessReading) -> dict[str, object]:
    return {
        "pid": row.pid,
        "start_ticks": row.start_ticks,
        "user": row.user,
        "grade": row.grade,
        "command": row.command,
    }
