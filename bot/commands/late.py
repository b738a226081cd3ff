"""Commands that arrive long after they were sent are confirmed by a button instead of done."""

from collections.abc import Mapping
from typing import Any

from bot.chat.message import Choice, Reply
from bot.commands.ask import Ask

LATE_SECONDS = 600
DO, DROP = "late.do", "late.drop"


def is_late(ask: Ask) -> bool:
    return ask.now - ask.sent_at > LATE_SECONDS


def confirm(ask: Ask) -> Reply:
    """Say when it was sent and ask whether it still holds."""
    payload = {"text": ask.text}
    choices = ((Choice("late.do", DO, payload), Choice("late.drop", DROP, payload)),)
    return Reply("late_command", {"text": ask.text[:200], "sent": ask.sent_at}, choices)


def dropped(payload: Mapping[str, Any]) -> Reply:
    return Reply("late_dropped", {"text": str(payload["text"])[:200]}, edits=True)
