"""What agents say over a connection, decoded. Batches of readings are nearly all of it, so those that msgspec reads
without any doubt take the quick way; everything else goes the wire's own way, which alone decides what is a message.
"""

import msgspec

from bot.wire import decoding
from bot.wire.decoding import BadMessage
from bot.wire.messages import LARGEST, Batch, Item, Message
from bot.wire.sample import Event, Sample

_FIRST = '{"type":"batch",'
_DIGITS = {code: "0" if chr(code).isdigit() else " " for code in range(128)}
_DOUBTFUL = ("\\u0000", "\\ud", "\\uD")
"""A character that a database refuses, or half of one; a whole one of two halves looks alike."""
_TOO_LONG = "0" * 19
"""So many digits may be a number beyond 64 bits, which msgspec would take."""
_ABSENT = msgspec.Raw(b"")


class _Item(msgspec.Struct):
    seq: int
    mono_ms: int
    sample: msgspec.Raw = _ABSENT
    event: msgspec.Raw = _ABSENT


class _Batch(msgspec.Struct, tag="batch"):
    boot: str
    items: list[_Item] = []
    same_boot: bool = True
    dropped: int = 0


_batch = msgspec.json.Decoder(_Batch)
_sample = msgspec.json.Decoder(Sample)


def decode(text: str) -> Message:
    """The message that was written, as `bot.wire.decoding.decode` reads it. Raises BadMessage."""
    if text.startswith(_FIRST) and len(text) <= LARGEST and _is_plain(text):
        try:
            found = _batch.decode(text)
            return Batch(found.boot, tuple([_item(one) for one in found.items]), found.same_boot, found.dropped)
        except (msgspec.MsgspecError, BadMessage, RecursionError):
            pass  # the other way finds the words for what is wrong
    return decoding.decode(text)


def _is_plain(text: str) -> bool:
    """No character and no number in it needs a second look."""
    return text.isascii() and not any(one in text for one in _DOUBTFUL) and _TOO_LONG not in text.translate(_DIGITS)


def _item(one: _Item) -> Item:
    body = bytes(one.sample).decode("ascii")
    event = decoding.read(Event, bytes(one.event).decode("ascii")) if one.event is not _ABSENT else None
    sample = _sample.decode(one.sample) if body else None
    return Item(one.seq, one.mono_ms, sample, event, body)
