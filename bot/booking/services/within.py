"""What the limits would allow instead of a wish that is against them, as a button."""

from dataclasses import replace

from bot.booking.rules.limits import LimitsInForce
from bot.booking.services.wish import Wish, payload_of
from bot.chat.message import Choice
from bot.errors import Refusal

STEP_SECONDS = 300


def instead(refusal: Refusal, wish: Wish, limits: LimitsInForce) -> Refusal:
    """The refusal with the nearest wish that its rule allows: the length, the count, or what is left of the week."""
    nearest = _nearest(refusal, wish, limits) if refusal.code == "limit" else None
    if nearest is None:
        return refusal
    facts = {"count": nearest.need.size, "seconds": nearest.need.seconds}
    return refusal.offering([[Choice("allowed", "book", payload_of(nearest), facts)]])


def _nearest(refusal: Refusal, wish: Wish, limits: LimitsInForce) -> Wish | None:
    allowed = int(refusal.facts["allowed"])
    match refusal.facts["rule"]:
        case "min" | "max":
            return replace(wish, need=replace(wish.need, seconds=allowed))
        case "half":
            return replace(wish, need=replace(wish.need, count=allowed, numbers=()))
        case "week":
            left = int(refusal.facts["left"]) // wish.need.size // STEP_SECONDS * STEP_SECONDS
            return replace(wish, need=replace(wish.need, seconds=left)) if left >= limits.min_seconds else None
    return None
