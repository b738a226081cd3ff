"""Reads the fields of a JSON object one by one; what nobody asked for is refused at the end."""

from collections.abc import Callable, ItemsView, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn, TypeVar

from bot.billing.rules.allocation import Exact
from bot.billing.rules.currency import MOST_MINOR
from bot.errors import Refusal

T = TypeVar("T")
LONGEST_NAME = 200
LONGEST_NUMBER = 60
MOST = 10**30


def bad(reason: str, where: str, value: object = None) -> NoReturn:
    """A document that cannot be read: `reason` is a word of its own, `where` names the field."""
    raise Refusal("bad_input", reason=reason, where=where, **({} if value is None else {"value": _short(value)}))


class Fields:
    """The fields of one object. `take` and `need` note what was read, `done` refuses the rest."""

    def __init__(self, given: dict[str, Any], where: str) -> None:
        self._given, self._where = given, where
        self._read: set[str] = set()

    def __contains__(self, field: str) -> bool:
        return field in self._given

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def items(self) -> ItemsView[str, Any]:
        return self._given.items()

    def take(self, field: str, default: Any) -> Any:
        self._read.add(field)
        return self._given.get(field, default)

    def need(self, field: str) -> Any:
        if field not in self._given:
            bad("missing", f"{self._where}.{field}")
        return self.take(field, None)

    def optional(self, field: str, read: Callable[[Any, str], T]) -> T | None:
        """None when the field is missing or null."""
        given = self.take(field, None)
        return None if given is None else read(given, field)

    def done(self, ignoring: Iterable[str] = ()) -> None:
        left = self._given.keys() - self._read - set(ignoring)
        if left:
            bad("unknown_field", self._where, min(left))


def fields(given: object, where: str) -> Fields:
    if not isinstance(given, dict):
        bad("not_an_object", where, given)
    return Fields(given, where)


def rows(of: Fields, field: str, default: list[Any] | None = None) -> list[Any]:
    """A list of the object; without a default it must be there."""
    given = of.need(field) if default is None else of.take(field, default)
    if not isinstance(given, list):
        bad("not_a_list", field, given)
    return given


def name(given: object, where: str, empty: bool = False) -> str:
    """A text that names somebody or something."""
    if not isinstance(given, str) or len(given) > LONGEST_NAME or not (given or empty):
        bad("not_a_name", where, given)
    return given


def exact(given: object, where: str, least: int | None = None, most: int = MOST) -> Exact:
    """A whole number, a decimal, or a text like "0.3" or "1/3", exactly. A binary float is refused."""
    number = _number(given)
    if number is None:
        bad("not_a_number", where, given)
    if not (-most if least is None else least) <= number <= most:
        bad("out_of_range", where, given)
    return number


def whole(given: object, where: str, least: int | None = None, most: int = MOST) -> int:
    """A whole number; 100.0 is one, 100.5 is not, and text never."""
    number = None if isinstance(given, str) else exact(given, where, least, most)
    if number is None or number != int(number):
        bad("not_whole", where, given)
    return int(number)


def minor(given: object, where: str, least: int | None = None) -> int:
    """An amount in minor units within ±10^18."""
    return whole(given, where, least, MOST_MINOR)


def _number(given: object) -> Exact | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given
    if isinstance(given, str) and len(given) > LONGEST_NUMBER:
        return None
    if isinstance(given, Decimal) and not _modest(given):
        return None
    try:
        if isinstance(given, str) and not (set(given) <= set("0123456789./-")):
            return None
        found = Fraction(given) if isinstance(given, str | Decimal) else None
    except (ValueError, ZeroDivisionError):
        return None
    return found


def _modest(given: Decimal) -> bool:
    """Finite and not so long or so large that working it out would cost anything."""
    return (
        given.is_finite() and abs(given.adjusted()) <= LONGEST_NUMBER and len(given.as_tuple().digits) <= LONGEST_NUMBER
    )


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "…"
