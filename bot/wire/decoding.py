"""From bytes to messages and back. Unknown fields are ignored, a wrong type is an error that names the place.

Nothing that another machine wrote goes further than this unchecked: no NaN, no number beyond 64 bits, no character
that a database refuses. What stands at its default is left out when written, and filled in when read.
"""

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.wire.messages import AS_IT_CAME, LARGEST, NAMES, TYPES, Message
from bot.wire.sample import Sample

M = TypeVar("M")
Check = Callable[[Any], Any]
MOST = 2**63 - 1
DEEPEST = 8


class BadMessage(ValueError):
    """What came is not a message. The text says where and what, and quotes nothing of it at length."""

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(f"{place}: {what}" if place else what)
        self.what = what
        self.place = place

    def under(self, name: str) -> "BadMessage":
        """The same, seen from one level up: `gpus` of `[3].util`."""
        joint = "." if self.place and not self.place.startswith("[") else ""
        return BadMessage(self.what, f"{name}{joint}{self.place}")


class TooLarge(BadMessage):
    """More than `LARGEST` bytes."""


def encode(message: Message) -> str:
    """One line of JSON."""
    return json.dumps({"type": NAMES[type(message)], **plain(message)}, separators=(",", ":"), allow_nan=False)


def decode(text: str | bytes) -> Message:
    """The message that was written. Raises BadMessage."""
    found = _loaded(text)
    kind = TYPES.get(found["type"]) if isinstance(found.get("type"), str) else None
    if kind is None:
        raise BadMessage(f"type: no message is called {str(found.get('type'))[:40]!r}")
    message: Message = _check(kind)(found)
    return message


def read(kind: type[M], text: str | bytes) -> M:
    """A value of one dataclass from its JSON. Raises BadMessage."""
    shape: Any = kind
    value: M = _check(shape)(_loaded(text))
    return value


def read_sample(found: Any) -> Sample:
    """A sample from its JSON value. Raises BadMessage."""
    sample: Sample = _check(Sample)(found)
    return sample


def written(value: Any) -> str:
    """The JSON of a dataclass, without a type."""
    return json.dumps(plain(value), separators=(",", ":"), allow_nan=False)


def plain(value: Any) -> Any:
    """Dataclasses as dicts, without what stands at its default."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            name: plain(item) for name, default in _defaults(type(value)) if (item := getattr(value, name)) != default
        }
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return value


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    found = []
    for one in fields(kind):
        factory = one.default_factory
        if AS_IT_CAME not in one.metadata:
            found.append((one.name, factory() if factory is not MISSING else one.default))
    return tuple(found)


def _loaded(text: str | bytes) -> dict[str, Any]:
    if len(text) > LARGEST or (isinstance(text, str) and not text.isascii() and len(text.encode()) > LARGEST):
        raise TooLarge(f"larger than {LARGEST} bytes")
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not JSON: {str(error)[:80]}") from None
    if not isinstance(found, dict):
        raise _wrong("an object", found)
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _wrong(expected: str, value: Any) -> BadMessage:
    return BadMessage(f"{expected} expected, {'null' if value is None else type(value).__name__} found")


@cache
def _check(kind: Any) -> Check:
    """What turns a JSON value into this type, made once a type."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if is_dataclass(kind):
        return _record(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _optional(_check(next(one for one in inner if one is not type(None))))
    if origin is tuple:
        return _row(_check(inner[0]))
    if origin is dict:
        return _mapping(_check(inner[1]))
    raise TypeError(f"no message may carry {kind}")


def _record(kind: Any) -> Check:
    hints = get_type_hints(kind)
    parts = {one.name: _check(hints[one.name]) for one in fields(kind) if AS_IT_CAME not in one.metadata}
    kept = {one.name: one.metadata[AS_IT_CAME] for one in fields(kind) if AS_IT_CAME in one.metadata}
    needed = frozenset(one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING)

    def check(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _wrong("an object", value)
        try:
            found = {name: parts[name](item) for name, item in value.items() if name in parts}
            for name, source in kept.items():
                found[name] = _as_it_came(value.get(source), found.get(source))
            return kind(**found)
        except TypeError:
            raise BadMessage("missing", min(needed - value.keys())) from None
        except BadMessage:
            raise _first_wrong(parts, value) from None

    return check


def _as_it_came(value: Any, checked: Any) -> str:
    """The JSON of what was sent, unknown fields included; of what was understood, where those hold no number."""
    if value is None:
        return ""
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return written(checked)


def _first_wrong(parts: Mapping[str, Check], value: Mapping[str, Any]) -> BadMessage:
    """Places cost time, so they are only worked out for what is wrong."""
    for name, item in value.items():
        try:
            if name in parts:
                parts[name](item)
        except BadMessage as bad:
            return bad.under(name)
    raise AssertionError("a check that failed once did not fail again")


def _optional(inner: Check) -> Check:
    """Most fields of a sample are plain values that may be unknown, so those have a way of their own."""
    return _OPTIONAL[inner](inner) if inner in _OPTIONAL else lambda value: None if value is None else inner(value)


def _optional_text(inner: Check) -> Check:
    def check(value: Any) -> Any:
        if value is None or (type(value) is str and value.isascii() and "\0" not in value):
            return value
        return inner(value)

    return check


def _optional_integer(inner: Check) -> Check:
    return lambda value: value if value is None or (type(value) is int and -MOST <= value <= MOST) else inner(value)


def _optional_number(inner: Check) -> Check:
    return lambda value: value if value is None or (type(value) is float and value - value == 0) else inner(value)


def _row(inner: Check) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, list):
            raise _wrong("a list", value)
        try:
            return tuple([inner(item) for item in value])
        except BadMessage:
            raise _first_wrong_of(inner, value) from None

    return check


def _first_wrong_of(inner: Check, value: list[Any]) -> BadMessage:
    for at, item in enumerate(value):
        try:
            inner(item)
        except BadMessage as bad:
            return bad.under(f"[{at}]")
    raise AssertionError("a check that failed once did not fail again")


def _mapping(inner: Check) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _wrong("an object", value)
        return {_text(key): inner(item) for key, item in value.items()}

    return check


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong("a text", value)
    if value.isascii() and "\0" not in value:
        return value
    return value.encode("utf-8", "replace").decode().replace("\0", "?")


def _integer(value: Any) -> int:
    if type(value) is not int:
        raise _wrong("a whole number", value)
    if not -MOST <= value <= MOST:
        raise BadMessage("the number is beyond 64 bits")
    return value


def _number(value: Any) -> float:
    if type(value) is float and value - value == 0:
        return value
    return float(_integer(value))


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise _wrong("true or false", value)
    return value


def _anything(value: Any, depth: int = 0) -> Any:
    """Facts of an event: any JSON, checked all the way down."""
    if depth > DEEPEST:
        raise BadMessage("too deep")
    if isinstance(value, dict):
        return {_text(key): _anything(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_anything(item, depth + 1) for item in value]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value)
    return _number(value) if isinstance(value, float) else _integer(value)


_PLAIN: dict[Any, Check] = {str: _text, int: _integer, float: _number, bool: _truth, Any: _anything}
_OPTIONAL = {_text: _optional_text, _integer: _optional_integer, _number: _optional_number}
