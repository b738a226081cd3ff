"""Commands that arrive long after they were sent are confirmed by a button instead of done."""

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session

from bot.chat.message import Choice, Reply
from bot.commands import wishes
from bot.commands.ask import Ask
from bot.errors import Refusal

LATE_SECONDS = 600
DO, DROP = "late.do", "late.drop"


def is_late(ask: Ask) -> bool:
    return ask.now - ask.sent_at > LATE_SECONDS


def confirm(session: Session, ask: Ask) -> Reply:
    """Say when it was sent, which window it meant then, and ask whether it still holds. Raises `past`."""
    sent = ask.words_at
    payload = {"text": ask.text, "sent": sent}
    choices = ((Choice("late.do", DO, payload), Choice("late.drop", DROP, payload)),)
    return Reply("late_command", {"text": ask.text[:200], "sent": sent, **_window(session, ask)}, choices)


def _window(session: Session, ask: Ask) -> dict[str, int]:
    """When a booking would be, if its words say so. What cannot be read is refused when it is confirmed."""
    if ask.command not in (None, "book"):
        return {}
    try:
        reading = wishes.read(session, ask)
    except Refusal:
        return {}
    if reading.outcome == "refuse" and reading.reason == "past":
        raise wishes.refusal_of(session, ask, reading)
    start = wishes.wish_of_words(reading, ask.now).starts_at
    if start is None:
        return {}
    wishes.check_ahead(start, ask.now)
    return {"start": start} if reading.end is None else {"start": start, "end": int(reading.end.timestamp())}


def dropped(payload: Mapping[str, Any]) -> Reply:
    return Reply("late_dropped", {"text": str(payload["text"])[:200]}, edits=True)
