"""What giving cards back now will count on the bill, told at that moment: nobody shall learn it from the bill."""

from sqlmodel import Session

from bot.billing.facts.given_up import SLIP
from bot.billing.facts.ledger import settings
from bot.billing.rules.charging import How
from bot.billing.services.cost import HOUR, reference_cost
from bot.booking import facts as booking
from bot.people.facts import PoolFacts


def charged_percent(
    session: Session, pool: PoolFacts, starts_at: int, made_at: int, now: int, *, running: bool
) -> int | None:
    """Percent of the seconds given up that count, unless somebody books them; 0 = nothing does.

    Of a booking that is far ahead the nearest second is told. None where no price is known, so that nothing is billed.
    """
    kinds = sorted({card.kind for card in booking.cards(session, pool.id)})
    if not any(reference_cost(session, pool, [kind], HOUR, now) for kind in kinds):
        return None
    if now - made_at <= SLIP:
        return 0
    tiers = settings(session, pool.id, now).credits.tiers(How.RELEASED if running else How.CANCELLED)
    distance = max(0, starts_at - now)
    credit = next((part for least, part in tiers if distance >= least), 0)
    return round(100 * (1 - credit))
