"""What a command left in the store, where no reply shows it."""

from bot.booking import facts
from storage.tables import Booking
from tests.saying import Lab


def held(lab: Lab, booking_id: int) -> list[tuple[int, dict[int, int]]]:
    """Who holds a booking when: `(seconds, weights by member id)` in order."""

    def read(session: object) -> list[tuple[int, dict[int, int]]]:
        row = session.get(Booking, booking_id)  # type: ignore[attr-defined]
        found = facts.held_spans(session, [row])[booking_id]  # type: ignore[arg-type]
        return [(one.seconds, dict(one.weights)) for one in found]

    return lab.database.read_now(read)
