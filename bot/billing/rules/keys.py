"""One line's exact shares, by its key."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from bot.billing.rules.allocation import Exact, proportional
from bot.billing.rules.policies import Ground, Shares, added, policy_shares
from bot.billing.rules.shapes import Among, ByPolicy, Fixed, Key, One, Piece, Pieces, Subtotal, Weights
from bot.errors import Refusal


def line_shares(amount: Exact, key: Key, ground: Ground, above: Mapping[str, int]) -> Shares:
    """Exact shares of `amount`, one for each member in their order. `above`: the rounded sums so far."""
    match key:
        case ByPolicy(policy):
            return policy_shares(amount, policy or ground.policy, ground)
        case Weights(of):
            return ground.share(amount, _of_members(of, ground))
        case One(member):
            return ground.to_one(amount, member)
        case Among(members):
            return ground.share(amount, _of_members(dict.fromkeys(members, 1), ground))
        case Subtotal():
            return ground.share(amount, _subtotal_weights(above))
        case Fixed(shares):
            return _fixed(amount, _of_members(shares, ground))
        case Pieces():
            return _pieces(amount, key, ground, above)


def _of_members(given: Mapping[str, Exact], ground: Ground) -> dict[str, Exact]:
    unknown = given.keys() - {one.id for one in ground.members}
    if unknown:
        raise Refusal("bad_input", reason="no_such_member", where="members", value=min(unknown))
    return {one.id: given.get(one.id, 0) for one in ground.members}


def _subtotal_weights(above: Mapping[str, int]) -> dict[str, Exact]:
    """Who so far gets money back pays none of it; when the group as a whole does, the other way round."""
    sign = -1 if sum(above.values()) < 0 else 1
    return {member: max(0, sign * share) for member, share in above.items()}


def _fixed(amount: Exact, shares: Mapping[str, Exact]) -> Shares:
    if sum(shares.values()) != amount:
        raise Refusal("bad_input", reason="shares_do_not_sum", where="shares")
    return {member: Fraction(share) for member, share in shares.items()}


def _pieces(amount: Exact, key: Pieces, ground: Ground, above: Mapping[str, int]) -> Shares:
    """A part in which nobody has a weight (days nobody used) follows the others; without any, somebody stands in."""
    whole = Fraction(sum(piece.weight for piece in key.of))
    if amount == 0:
        return proportional(0, ground.weigh(lambda one, use: 0))
    if any(piece.weight < 0 for piece in key.of) or not whole:
        raise Refusal("bad_input", reason="no_weights_of_pieces", where="pieces")
    shares = {one.id: Fraction(0) for one in ground.members}
    left = Fraction(0)
    for piece in key.of:
        part = amount * piece.weight / whole
        try:
            shares = added(shares, line_shares(part, piece.key, _of_piece(piece, ground), above))
        except Refusal as refusal:
            if refusal.code != "no_weights":
                raise
            left += part
    return added(shares, ground.share(left, {one: abs(share) for one, share in shares.items()}))


def _of_piece(piece: Piece, ground: Ground) -> Ground:
    return replace(
        ground,
        use=ground.use if piece.use is None else piece.use,
        capacity_s=ground.capacity_s if piece.capacity_s is None else piece.capacity_s,
        stand_in=False,
    )
