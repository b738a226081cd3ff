"""Which names on the machine stand for which member, and who rightfully holds a card at a moment."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlmodel import Session

from bot.booking import facts as booking_facts
from bot.booking.services.cards import shell_user
from bot.usage.rules.whose import Accounts
from storage.queries import accounts, bookings

UNIX, PROCESS = "unix", "process"


def known_accounts(session: Session, pool_id: int) -> Accounts:
    """The names of a pool. A name that stands for two members stands for nobody. A folder, session or container is
    told to the agent, which answers with its member's mark: its own name is no account's."""
    rules = accounts.rules(session, pool_id)
    linked = _single((rule.value, rule.member_id) for rule in rules if rule.kind == UNIX)
    claimed = {rule.value: rule.member_id for rule in rules if rule.kind == PROCESS}
    marked = _single(
        (shell_user(session, member_id, person_id, name), member_id)
        for member_id, person_id, name in accounts.present(session, pool_id)
    )
    return Accounts(linked, marked, claimed)


def _single(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    listed = sorted(set(pairs))
    often = Counter(name for name, _ in listed)
    return {name: member_id for name, member_id in listed if often[name] == 1}


class Holders:
    """Who holds which card when, within a window."""

    def __init__(self, session: Session, gpu_ids: Sequence[int], since: int, until: int) -> None:
        self._held: dict[int, list[tuple[int, int, tuple[int, ...]]]] = {}
        busy = bookings.busy_rows(session, gpu_ids, since, until + 1) if gpu_ids else []
        rows = bookings.of_ids(session, sorted({row[3] for row in busy})) if busy else []
        spans = booking_facts.held_spans(session, rows) if rows else {}
        for gpu_id, start, end, booking_id, _ in busy:
            for span in spans.get(booking_id, ()):
                begin, stop = max(start, span.starts_at), min(end, span.ends_at)
                if begin < stop:
                    self._held.setdefault(gpu_id, []).append((begin, stop, tuple(span.weights)))

    def at(self, gpu_id: int, moment: int) -> tuple[int, ...]:
        """The members who hold the card at that second."""
        return next((who for start, end, who in self._held.get(gpu_id, ()) if start <= moment < end), ())
