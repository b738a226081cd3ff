"""How a document says what a line is shared by: keys, policies, use."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.billing.rules.allocation import Exact
from bot.billing.rules.fields import bad, exact, fields, minor, name
from bot.billing.rules.shapes import (
    Among,
    ByPolicy,
    Fixed,
    Key,
    One,
    Piece,
    Pieces,
    Policy,
    PolicyName,
    Subtotal,
    Use,
    Weights,
)

IDLE = frozenset({"equal", "presence", "booked", "used", "charged", "pledge", "payer"})


def key_of(given: object) -> Key:
    if given == "policy":
        return ByPolicy()
    if given == "subtotal":
        return Subtotal()
    if isinstance(given, str):
        return ByPolicy(policy_of(given))
    of = fields(given, "key")
    kinds = [kind for kind in KEYS if kind in of]
    if len(kinds) != 1:
        bad("not_one_of", "key", sorted(of) or None)
    key = KEYS[kinds[0]](of.need(kinds[0]))
    of.done()
    return key


def _weights(given: object) -> Key:
    return Weights({one: exact(weight, "weights", least=0) for one, weight in fields(given, "weights").items()})


def _fixed(given: object) -> Key:
    return Fixed({one: minor(share, "shares") for one, share in fields(given, "shares").items()})


def _among(given: object) -> Key:
    if not isinstance(given, list):
        bad("not_a_list", "members", given)
    return Among(tuple(name(one, "members") for one in given))


def _pieces(given: object) -> Key:
    if not isinstance(given, list):
        bad("not_a_list", "pieces", given)
    return Pieces(tuple(_piece(one) for one in given))


def _piece(given: object) -> Piece:
    of = fields(given, "pieces")
    key = of.take("key", "policy")
    if isinstance(key, dict) and "pieces" in key:
        bad("not_one_of", "pieces.key", "pieces")
    piece = Piece(
        exact(of.need("weight"), "pieces.weight", least=0),
        key_of(key),
        of.optional("use", lambda one, where: uses_of(one, None)),
        of.optional("capacity_s", seconds),
    )
    of.done()
    return piece


KEYS: Mapping[str, Callable[[Any], Key]] = {
    "weights": _weights,
    "member": lambda given: One(name(given, "member")),
    "members": _among,
    "shares": _fixed,
    "pieces": _pieces,
    "policy": lambda given: ByPolicy(policy_of(given)),
}


def policy_of(given: object) -> Policy:
    of = fields({"name": given} if isinstance(given, str) else given, "policy")
    word = of.need("name")
    if word not in list(PolicyName):
        bad("no_such_policy", "policy", word)
    idle = name(of.take("idle", "charged"), "policy.idle")
    if idle.partition(":")[0] not in IDLE:
        bad("not_one_of", "policy.idle", idle)
    policy = Policy(
        PolicyName(word),
        exact(of.take("fixed", "3/10"), "policy.fixed", least=0, most=1),
        exact(of.take("rate", 1), "policy.rate", least=0, most=1),
        idle,
    )
    of.done()
    return policy


def uses_of(given: object, people: set[str] | None) -> dict[str, Use]:
    if not isinstance(given, list):
        bad("not_a_list", "use", given)
    uses: dict[str, Use] = {}
    for one in given:
        of = fields(one, "use")
        member = known(of.need("member"), "use.member", people)
        if member in uses:
            bad("twice", "use", member)
        uses[member] = Use(*(seconds(of.take(each, 0), each) for each in ("booked_s", "used_s", "charged_s")))
        of.done()
    return uses


def seconds(given: object, where: str) -> Exact:
    return exact(given, where, least=0)


def known(given: object, where: str, people: set[str] | None) -> str:
    one = name(given, where)
    if people is not None and one not in people:
        bad("no_such_member", where, one)
    return one
