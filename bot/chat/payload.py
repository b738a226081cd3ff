"""Messages as JSON for the inbox, and back."""

import json
from dataclasses import asdict

from bot.chat.message import Event, Incoming, Message, Person, Picture, Place, Press

_KINDS: dict[str, type[Incoming] | type[Press] | type[Event]] = {
    "say": Incoming,
    "press": Press,
    "event": Event,
}


def pack(message: Message) -> str:
    """One JSON object with a `type`."""
    kind = next(name for name, cls in _KINDS.items() if isinstance(message, cls))
    return json.dumps({"type": kind, **asdict(message)}, ensure_ascii=False, separators=(",", ":"))


def unpack(payload: str) -> Message:
    """The message that `pack` wrote."""
    fields = json.loads(payload)
    cls = _KINDS[fields.pop("type")]
    fields["place"] = Place(**fields["place"])
    if "person" in fields:
        fields["person"] = Person(**fields["person"])
    if fields.get("picture") is not None:
        fields["picture"] = Picture(**fields["picture"])
    return cls(**fields)
