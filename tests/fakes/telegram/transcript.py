"""The plain-text story of a chat: who said what, and what the bot did. For tests and for the README."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tests.fakes.telegram.objects import Json

Kind = Literal["said", "sent", "edited", "pressed", "answered", "deleted", "reacted", "happened"]
ARROW = "▸"
INDENT = "    "


@dataclass(frozen=True, slots=True)
class Event:
    """One thing somebody did. `message_id` is the message made, edited, pressed or removed, if any."""

    kind: Kind
    who: str
    place: str
    message_id: int | None = None
    text: str = ""
    buttons: tuple[tuple[str, ...], ...] = ()


def labels(markup: Json | None) -> tuple[tuple[str, ...], ...]:
    rows = (markup or {}).get("inline_keyboard", ())
    return tuple(tuple(str(button["text"]) for button in row) for row in rows)


def render(story: Iterable[Event]) -> str:
    """One block per stay in a place. A message carries its number only when something refers to it later."""
    events = list(story)
    referred = {(event.place, event.message_id) for event in events if event.kind not in ("said", "sent", "happened")}
    lines: list[str] = []
    place = ""
    for event in events:
        if event.place != place:
            lines += [""] * bool(lines) + [f"── {event.place} ──"]
            place = event.place
        lines += _lines(event, numbered=(event.place, event.message_id) in referred)
    return "\n".join(lines) + "\n" if lines else ""


def _lines(event: Event, *, numbered: bool) -> list[str]:
    number = f"#{event.message_id}"
    match event.kind:
        case "said" | "sent":
            head = f"{event.who} {number} {ARROW} " if numbered else f"{event.who} {ARROW} "
        case "edited":
            head = f"{event.who} edits {number}: "
        case "pressed":
            head = f"{event.who} presses [{event.text}] on {number}"
            return [head]
        case "answered":
            head = f"{event.who} answers the press" + (": " if event.text else "")
        case "deleted":
            head = f"{event.who} deletes {number}"
        case "reacted":
            head = f"{event.who} reacts to {number}: "
        case "happened":
            head = "· "
    return _hanging(head, event.text) + _buttons(event.buttons)


def _hanging(head: str, text: str) -> list[str]:
    first, *rest = text.split("\n")
    return [(head + first).rstrip()] + [(INDENT + line).rstrip() for line in rest]


def _buttons(rows: Sequence[Sequence[str]]) -> list[str]:
    return [INDENT + " ".join(f"[{label}]" for label in row) for row in rows]
