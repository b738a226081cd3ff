"""One JSON object a line, in and out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bot.chat.message import Outgoing
from bot.console.files import laid_down

PLATFORM = "console"
TIMES = frozenset(
    {"start", "end", "planned_end", "old_end", "until", "sent", "done_at", "at", "begins", "week_start", "last_at"}
)
LONGEST_LINE = 100_000
LONGEST_NAME = 128
"""Characters of an id, a chat or an account: they are keys, and PostgreSQL indexes no long ones."""
FIRST_YEAR, LAST_YEAR = 2000, 2200


class BadLine(Exception):
    """A line that cannot be handled; its reason is a word for programs."""

    def __init__(self, reason: str, line_id: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line_id = line_id


@dataclass(frozen=True, slots=True)
class Line:
    """One line in. `text` and `press` both null = only the clock moves."""

    id: str | None
    chat: str | None
    sender: str | None
    name: str | None
    text: str | None
    press: str | None
    at: int | None
    image: str | None = None

    @property
    def key(self) -> str | None:
        """The idempotency key of `(chat, from, id)`."""
        if self.id is None:
            return None
        return f"{PLATFORM}:" + json.dumps([self.chat, self.sender, self.id], ensure_ascii=False)


def decode(raw: str) -> Line:
    """Read a line. Raises BadLine."""
    if len(raw) > LONGEST_LINE:
        raise BadLine("line_too_long")
    try:
        fields = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadLine("not_json") from None
    if not isinstance(fields, dict):
        raise BadLine("not_an_object")
    line_id = _string(fields, "id", None)
    known = {name: _string(fields, name, line_id) for name in ("chat", "from", "name", "text", "press")}
    at = _instant(fields.get("at"), line_id)
    image = _image(fields.get("image"), line_id)
    if known["text"] is not None and known["press"] is not None:
        raise BadLine("text_and_press", line_id)
    if known["text"] is None and known["press"] is None:
        if at is None:
            raise BadLine("nothing_to_do", line_id)
    elif not known["from"]:
        raise BadLine("from_missing", line_id)
    return Line(line_id, known["chat"] or None, known["from"], known["name"], known["text"], known["press"], at, image)


def _image(value: Any, line_id: str | None) -> str | None:
    """The path of a picture: a string, or an object as it goes out."""
    path = value.get("path") if isinstance(value, Mapping) else value
    if path is not None and not isinstance(path, str):
        raise BadLine("image_not_a_path", line_id)
    return path or None


def _string(fields: Mapping[str, Any], name: str, line_id: str | None) -> str | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, str):
        raise BadLine(f"{name}_not_a_string", line_id)
    if value is None:
        return None
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadLine(f"{name}_not_unicode", line_id) from None
    if name in ("text", "press"):
        return value.replace("\0", "")  # no keyboard has it, and PostgreSQL stores no such text
    if "\0" in value:
        raise BadLine(f"{name}_with_nul", line_id)
    if len(value) > LONGEST_NAME and name in ("id", "chat", "from"):
        raise BadLine(f"{name}_too_long", None if name == "id" else line_id)
    return value


def _instant(value: Any, line_id: str | None) -> int | None:
    if value is None:
        return None
    try:
        when = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadLine("at_not_iso", line_id) from None
    if when.tzinfo is None or not FIRST_YEAR <= when.year <= LAST_YEAR:
        raise BadLine("at_without_zone" if when.tzinfo is None else "at_out_of_range", line_id)
    return int(when.astimezone(UTC).timestamp())


def encode(message: Outgoing, *, repeat: bool = False, folder: Path | None = None) -> str:
    """A message out. Its file is written below `folder`."""
    asked = message.asked or ""
    fields: dict[str, Any] = {
        "to": message.place.chat.removeprefix("@") if message.place.private else message.place.chat,
        "private": message.place.private,
        "reply_to": _asked_id(asked),
        "code": message.code,
        "text": message.text,
        "buttons": [
            [
                {"label": button.label, "token": button.token}
                if button.token
                else {"label": button.label, "link": "private"}
                if button.link
                else {"label": button.label, "copy": button.copy}
                for button in row
            ]
            for row in message.buttons
        ],
        "image": laid_down(message.attached, folder, image=True),
        "file": laid_down(message.attached, folder, image=False),
        "data": for_programs(message.code, message.data, message.zone),
    }
    if message.edit_of is not None:
        fields["edits"] = message.edit_of
    if repeat:
        fields["repeat"] = True
    return json.dumps(fields, ensure_ascii=False)


def _asked_id(key: str) -> str | None:
    head, _, rest = key.partition(":")
    if head != PLATFORM or not rest.startswith("["):
        return None
    found = json.loads(rest)[2]
    return found if isinstance(found, str) else None


def for_programs(code: str, data: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """The data with instants as ISO 8601 in the pool's zone."""
    times = TIMES | ({"value", "allowed"} if code == "limit" and data.get("rule") == "horizon" else set())
    return {name: _for_programs(name, value, ZoneInfo(zone), times) for name, value in data.items()}


def _for_programs(name: str, value: Any, zone: ZoneInfo, times: frozenset[str] | set[str]) -> Any:
    if isinstance(value, Mapping):
        return {inner: _for_programs(inner, item, zone, times) for inner, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_for_programs(name, item, zone, times) for item in value]
    if name in times and isinstance(value, int) and not isinstance(value, bool):
        return datetime.fromtimestamp(value, zone).isoformat()
    return value
