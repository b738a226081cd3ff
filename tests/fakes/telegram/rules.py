"""What Telegram refuses in a text, a caption, a keyboard or a command menu. Raises Refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.fakes.telegram.entities import MOST_ENTITIES, found_entities, utf16_length
from tests.fakes.telegram.markup import parse_html
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.refusals import bad_request

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_DATA_BYTES = 64
LONGEST_ANSWER = 200
LONGEST_COPY_TEXT = 256
MOST_BUTTONS = 100
ACTIONS = ("callback_data", "url", "copy_text", "web_app", "switch_inline_query_current_chat",
           "switch_inline_query", "login_url", "switch_inline_query_chosen_chat")  # fmt: skip


def read_text(source: str, parse_mode: str, entities: Sequence[Json] | None = None) -> tuple[str, list[Json]]:
    """Cleaned, parsed and trimmed text with its entities, as it will be stored and shown."""
    cleaned = re.sub("[\u2028-\u202e\r]", "", source)
    cleaned = re.sub("[\x00-\x09\x0b-\x1f]", " ", cleaned)
    if parse_mode.upper() == "HTML":
        text, marked = parse_html(cleaned)
    elif parse_mode:
        raise bad_request("unsupported parse_mode")
    else:
        text, marked = cleaned, list(entities or [])
    skipped = len(text) - len(text.lstrip())
    trimmed = text.strip()
    shown = [clipped for entity in marked if (clipped := _clipped(entity, skipped, utf16_length(trimmed)))]
    shown += [found for found in found_entities(trimmed) if not _overlaps(found, shown)]
    shown.sort(key=lambda entity: (entity["offset"], -entity["length"]))
    return trimmed, shown[:MOST_ENTITIES]


def _clipped(entity: Json, skipped: int, length: int) -> Json | None:
    start = max(0, entity["offset"] - skipped)
    end = min(length, entity["offset"] + entity["length"] - skipped)
    return entity | {"offset": start, "length": end - start} if end > start else None


def _overlaps(found: Json, marked: Sequence[Json]) -> bool:
    end = found["offset"] + found["length"]
    return any(
        found["offset"] < one["offset"] + one["length"]
        and one["offset"] < end
        and one["type"] in ("code", "pre", "text_link")
        for one in marked
    )


def message_text(source: str, parse_mode: str, entities: Sequence[Json] | None, *, editing: bool = False) -> Json:
    if not source:
        raise bad_request("message text is empty")
    text, found = read_text(source, parse_mode, entities)
    if not text:
        raise bad_request("text must be non-empty")
    if utf16_length(text) > LONGEST_TEXT:
        raise bad_request("MESSAGE_TOO_LONG" if editing else "message is too long")
    return {"text": text} | ({"entities": found} if found else {})


def caption(source: str, parse_mode: str, entities: Sequence[Json] | None) -> Json:
    text, found = read_text(source, parse_mode, entities)
    if utf16_length(text) > LONGEST_CAPTION:
        raise bad_request("message caption is too long")
    return ({"caption": text} if text else {}) | ({"caption_entities": found} if text and found else {})


def inline_keyboard(markup: Any, *, private: bool) -> Json | None:
    """The inline keyboard to store; other reply markups are checked for their shape and not stored."""
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in markup:
        if not {"keyboard", "remove_keyboard", "force_reply"} & markup.keys():
            raise bad_request("can't parse reply keyboard markup JSON object")
        return None
    rows = markup["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    kept = [[_button(button, private) for button in row] for row in rows if row]
    if sum(map(len, kept)) > MOST_BUTTONS:
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": kept} if kept else None


def _button(button: Any, private: bool) -> Json:
    if not isinstance(button, dict) or not isinstance(button.get("text"), str):
        raise bad_request("can't parse inline keyboard button: Can't find field \"text\"")
    if not button["text"].strip():
        raise bad_request("inline keyboard button text must be non-empty")
    if not any(button.get(action) or (action.startswith("switch") and action in button) for action in ACTIONS):
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(str(button.get("callback_data", "")).encode()) > LONGEST_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if "copy_text" in button and not 1 <= utf16_length(button["copy_text"].get("text", "")) <= LONGEST_COPY_TEXT:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if "url" in button and not re.fullmatch(r"(https?|tg|ton)://\S+", button["url"]):
        raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    if "web_app" in button and not private:
        raise bad_request("BUTTON_TYPE_INVALID")
    if button.get("style") not in (None, "danger", "success", "primary"):
        raise bad_request("invalid button style specified")
    return button


def commands(listed: Any) -> list[Json]:
    if not isinstance(listed, list):
        raise bad_request("can't parse commands JSON array")
    if len(listed) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for entry in listed:
        if not re.fullmatch(r"/?[a-z0-9_]{1,32}", str(entry.get("command", ""))):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= utf16_length(str(entry.get("description", "")).strip()) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return listed
