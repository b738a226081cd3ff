"""Fires due jobs: which service re-reads what, by kind of job."""

from typing import Any

from sqlmodel import Session

from bot.billing.services import balance, bill_jobs, budget, reminding, rental
from bot.booking.services import reminders
from bot.chat.message import Notice
from bot.commands.sizing import finished
from bot.day.services import digest
from bot.language.choose import choose
from bot.people.facts import PoolFacts
from bot.queues.desk import Reader
from bot.usage.services import forgetting, job_runs, live_card, lost_cards, watch


def _job_ended(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Tell how it ended, and compare what it took with what its member had said it was."""
    pool, notices = job_runs.fire(session, kind, payload, now)
    finished(session, pool.id, int(payload["run"]), now)
    return pool, notices


FIRE = {
    reminders.STARTS: reminders.fire,
    reminders.ENDS_SOON: reminders.fire,
    reminders.ENDED: reminders.fire,
    reminders.GROUP: reminders.fire_group,
    bill_jobs.REVIEW: bill_jobs.fire_review,
    bill_jobs.CLOSE: bill_jobs.fire_close,
    reminding.UNPAID: reminding.fire,
    reminding.UNCOLLECTED: reminding.fire_collecting,
    rental.KIND: rental.fire,
    balance.KIND: balance.fire,
    budget.KIND: budget.fire,
    watch.UNHEARD: watch.fire_unheard,
    watch.BACK: watch.fire_back,
    watch.DECIDE: watch.fire_decide,
    lost_cards.KIND: lost_cards.fire,
    forgetting.KIND: forgetting.fire,
    digest.KIND: digest.fire,
    live_card.KIND: live_card.fire,
    job_runs.KIND: _job_ended,
}


class DueDesk:
    """Implements `bot.queues.desk.JobDesk`."""

    def fire(self, session: Session, kind: str, payload: dict[str, Any], now: int) -> list[tuple[Reader, Notice]]:
        pool, notices = FIRE[kind](session, kind, payload, now)
        return [(_reader(pool, notice), notice) for notice in notices]


def _reader(pool: PoolFacts, notice: Notice) -> Reader:
    """Private notices speak the person's language, those in the group the pool's."""
    language = choose(None, None, notice.language, pool.language)
    return Reader(notice.chat_id, notice.owner_id, pool.id, language, pool.zone)
