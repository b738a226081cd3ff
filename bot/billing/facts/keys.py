"""How a line is shared, a policy and its credits: as JSON in the store, as dataclasses for the rules."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bot.billing.rules.allocation import Exact
from bot.billing.rules.charging import CreditRules, Tiers
from bot.billing.rules.shapes import Among, ByPolicy, Fixed, Key, One, Policy, PolicyName, Sponsor, Subtotal, Weights


def write_key(key: Key) -> str:
    """The JSON of `bill_line.split_key`. Raises TypeError for a key that is never stored (`Pieces`)."""
    return json.dumps(_key(key), ensure_ascii=False, sort_keys=True)


def _key(key: Key) -> dict[str, Any]:
    match key:
        case ByPolicy(policy):
            return {"by": "policy"} if policy is None else {"by": "policy", "policy": policy_fields(policy)}
        case Weights(of):
            return {"by": "weights", "of": {member: str(weight) for member, weight in of.items()}}
        case One(member):
            return {"by": "one", "member": member}
        case Among(members):
            return {"by": "among", "members": list(members)}
        case Subtotal():
            return {"by": "subtotal"}
        case Fixed(shares):
            return {"by": "fixed", "shares": dict(shares)}
    raise TypeError(f"never stored: {key}")


def read_key(text: str) -> Key:
    """What `write_key` wrote."""
    fields = json.loads(text)
    match fields["by"]:
        case "policy":
            return ByPolicy(policy_of(fields["policy"]) if "policy" in fields else None)
        case "weights":
            return Weights({member: exact(weight) for member, weight in fields["of"].items()})
        case "one":
            return One(fields["member"])
        case "among":
            return Among(tuple(fields["members"]))
        case "subtotal":
            return Subtotal()
        case "fixed":
            return Fixed(fields["shares"])
    raise ValueError(f"no such key: {text}")


def exact(text: str | int) -> Exact:
    """A whole number where it is one."""
    found = Fraction(text)
    return found.numerator if found.denominator == 1 else found


def policy_fields(policy: Policy) -> dict[str, str]:
    """A policy as JSON fields; only what its name makes use of."""
    fields = {"name": policy.name.value}
    match policy.name:
        case PolicyName.TWO_PART:
            fields["fixed"] = str(policy.fixed)
        case PolicyName.PLEDGE:
            fields["rate"] = str(policy.rate)
        case PolicyName.DIRECT_IDLE:
            fields["idle"] = policy.idle
    return fields


def policy_of(fields: Mapping[str, Any]) -> Policy:
    """The policy of `policy_fields`."""
    plain = Policy(PolicyName(fields["name"]))
    return Policy(
        plain.name,
        Fraction(fields.get("fixed", plain.fixed)),
        Fraction(fields.get("rate", plain.rate)),
        fields.get("idle", plain.idle),
    )


def sponsor_fields(sponsors: tuple[Sponsor, ...]) -> list[dict[str, Any]]:
    """Sponsors as JSON, in their order."""
    return [{"member": one.member, "fixed_minor": one.fixed_minor, "percent": str(one.percent)} for one in sponsors]


def sponsors_of(fields: list[Mapping[str, Any]]) -> tuple[Sponsor, ...]:
    """The sponsors of `sponsor_fields`."""
    return tuple(Sponsor(one["member"], int(one["fixed_minor"]), Fraction(one["percent"])) for one in fields)


def credit_fields(rules: CreditRules) -> str:
    """The JSON of `bill_settings.credits`."""
    named = {"cancelled": rules.cancelled, "released": rules.released, "no_show": rules.no_show}
    return json.dumps({how: [[notice, str(part)] for notice, part in tiers] for how, tiers in named.items()})


def credits_of(text: str) -> CreditRules:
    """The credit rules of `credit_fields`."""
    fields = json.loads(text)
    return CreditRules(*(_tiers(fields[how]) for how in ("cancelled", "released", "no_show")))


def _tiers(rows: list[list[Any]]) -> Tiers:
    return tuple((int(notice), Fraction(part)) for notice, part in rows)
