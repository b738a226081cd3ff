"""From code and facts to words and buttons, at the moment of sending."""

import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from bot.chat.message import Button, Outgoing, Place
from bot.language.texts import LABELS, TEXTS
from bot.language.texts.shape import Context, Facts, Line

__all__ = ["Context", "Wording"]

_log = logging.getLogger(__name__)


class Wording:
    """Words replies."""

    def word(
        self,
        code: str,
        data: Mapping[str, Any],
        choices: Sequence[Sequence[Mapping[str, Any]]],
        place: Place,
        context: Context,
        *,
        reply_to: str | None = None,
        edit_of: str | None = None,
        asked: str | None = None,
        silent: bool = False,
        only_for: str | None = None,
    ) -> Outgoing:
        """The message for a place. A text or label that fails is logged and replaced, never raised."""
        buttons = tuple(tuple(_button(choice, context) for choice in row) for row in choices)
        data = _with_choices(code, data, buttons)
        lines = tuple(_spoken(code, data, context))
        return Outgoing(
            place,
            code,
            data,
            lines,
            buttons,
            reply_to=reply_to,
            edit_of=edit_of,
            asked=asked,
            zone=context.zone.key,
            silent=silent,
            only_for=only_for,
        )

    def label(self, name: str, context: Context) -> str:
        """A short word by itself, as it stands on a button."""
        return _button({"label": name, "facts": {}}, context).label


def _lines(code: str, data: Mapping[str, Any], context: Context) -> list[Line]:
    return TEXTS[context.language][code](Facts({**data, **_inner(code, data, context)}), context)


def _spoken(code: str, data: Mapping[str, Any], context: Context) -> list[Line]:
    """The lines; a text that fails must never hold up what is owed behind it."""
    try:
        return _lines(code, data, context)
    except Exception:
        incident = secrets.token_hex(4)
        _log.exception("incident %s: no words for %s", incident, code)
        return TEXTS[context.language]["unworded"](Facts({"incident": incident}), context)


def _inner(code: str, data: Mapping[str, Any], context: Context) -> dict[str, list[Line]]:
    """Replies that quote another reply: what a button did before, or what stands now instead of an old card."""
    fresh = data.get("fresh") or {}
    quoted = {
        "stale_button": (fresh.get("code"), fresh.get("data")),
        "already_done": (data.get("what"), data.get("data")),
        "from_box": (data.get("what"), data.get("data")),
    }
    name, facts = quoted.get(code, (None, None))
    if code == "already_done" and name == "ended":  # over by itself; no reply of a press to quote
        return {"inner": []}
    if name not in TEXTS[context.language] or facts is None:
        return {"inner": []}
    return {"inner": _lines(name, facts, context)}


def _button(choice: Mapping[str, Any], context: Context) -> Button:
    try:
        label = LABELS[context.language][choice["label"]](Facts(choice["facts"]), context)
    except Exception:
        _log.exception("no words for the button %s", choice["label"])
        label = str(choice["label"])
    return Button(label, choice.get("token"), choice.get("copy"), bool(choice.get("link")))


def _with_choices(code: str, data: Mapping[str, Any], buttons: tuple[tuple[Button, ...], ...]) -> Mapping[str, Any]:
    """Questions carry their choices in the data too, for programs."""
    if not (code.startswith("ask_") or code == "pick"):
        return data
    listed = [{"label": button.label, "token": button.token} for row in buttons for button in row if button.token]
    return {**data, "choices": listed}
