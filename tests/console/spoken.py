"""Jobs of these tests' own, so that it does not matter here when a booking has its reminders."""

from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from bot.chat.message import Notice
from bot.queues.desk import Reader


@dataclass
class Spoken:
    """A job desk: each job says its kind in the chat of its payload."""

    def fire(self, session: Session, kind: str, payload: dict[str, Any], now: int) -> list[tuple[Reader, Notice]]:
        reader = Reader(int(payload["chat"]), None, None, "zh", "Asia/Shanghai")
        return [(reader, Notice(f"{kind}:{now}", reader.chat_id, "late_dropped", {"text": kind}))]
