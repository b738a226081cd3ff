"""What an outage took from whom: card-seconds that were booked and lost, which share out its refund."""

from sqlmodel import Session

from bot.billing.facts.month import month_facts
from bot.billing.rules.allocation import Exact
from bot.billing.rules.charged import charged_seconds
from bot.billing.rules.charging import CreditRules
from bot.billing.rules.months import Window
from bot.errors import Refusal
from bot.people.facts import PoolFacts
from storage.queries import bills


def lost_in(session: Session, pool: PoolFacts, outage_id: int, now: int) -> dict[str, Exact]:
    """Card-seconds that each member had booked and lost in an outage. Raises `no_such_outage`."""
    row = bills.outage(session, pool.id, outage_id)
    if row is None:
        raise Refusal("no_such_outage", outage=outage_id)
    facts = month_facts(session, pool.id, Window(row.starts_at, row.ends_at), CreditRules(), now)
    return {member: seconds.lost_s for member, seconds in charged_seconds(facts).members.items() if seconds.lost_s}
