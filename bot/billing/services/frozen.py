"""The inputs of a closed month as JSON that gives back the very same dataclasses: a list led by the name of each."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from bot.billing.facts.ledger import SplitWay
from bot.billing.facts.month import Person
from bot.billing.rules.charging import CardSpan, Claim, CreditRules, GivenUp, Holders, How, MonthFacts, UseSpan
from bot.billing.rules.dated import Dated
from bot.billing.rules.months import Window
from bot.billing.rules.shapes import Among, ByPolicy, Fixed, One, Policy, PolicyName, Sponsor, Subtotal, Weights
from bot.billing.services.statement import InputLine, MonthInputs, Part
from storage.words import Grade

KNOWN: Mapping[str, Any] = {
    known.__name__: known
    for known in (
        MonthInputs, InputLine, Part, Person, SplitWay, Dated, Window, MonthFacts, CardSpan, Claim, CreditRules,
        GivenUp, Holders, UseSpan, Policy, Sponsor, ByPolicy, Weights, One, Among, Subtotal, Fixed,
        How, Grade, PolicyName,
    )
}  # fmt: skip


def freeze(inputs: MonthInputs) -> str:
    """One spelling for one content."""
    return json.dumps(_plain(inputs), ensure_ascii=False, separators=(",", ":"))


def thaw(text: str) -> MonthInputs:
    """What `freeze` was given."""
    found = _whole(json.loads(text))
    assert isinstance(found, MonthInputs)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return [type(value).__name__, value.value]
    if isinstance(value, Fraction):
        return ["fraction", str(value)]
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(_plain(getattr(value, one.name)) for one in fields(value))]
    if isinstance(value, Mapping):
        return ["map", *([key, _plain(inner)] for key, inner in value.items())]
    if isinstance(value, (tuple, list)):
        return ["list", *map(_plain, value)]
    return value


def _whole(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    name, *rest = value
    match name:
        case "fraction":
            return Fraction(rest[0])
        case "map":
            return {key: _whole(inner) for key, inner in rest}
        case "list":
            return tuple(map(_whole, rest))
    return KNOWN[name](*map(_whole, rest))
