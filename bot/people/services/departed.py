"""Somebody left the group's chat: its owners are told once. Nothing ends by itself: bookings and debts stay."""

from sqlmodel import Session

from bot.booking import facts as booking
from bot.booking.services.cards import brief
from bot.chat.message import Choice, Event, Notice, Reply, Rows
from bot.people import facts
from bot.people.facts import ChatFacts
from storage.queries import bookings, members

REMOVE = "member.remove"
DAY = 24 * 3600


def member_left(session: Session, chat: ChatFacts, event: Event, now: int, *, removable: bool) -> Reply:
    """Owe one notice to the group, by the name it knows, with what the member still has booked.

    Whoever is no member of its pool leaves without a word. `removable`: there is a button that ends a stay.
    """
    quietly = Reply("noted", {"event": event.kind}, quiet=True)
    person = facts.known(session, chat.platform, str(event.facts["account"]))
    if person is None or chat.pool_id is None:
        return quietly
    member = facts.present_member(session, chat.pool_id, person.id)
    if member is None:
        return quietly
    rows = bookings.of_member(session, member.id, now)
    open_ones = booking.bookings_of(session, rows, {member.id: member.name})
    choices: Rows = ((Choice(REMOVE, REMOVE, {"member": member.id}),),) if removable else ()
    notice = Notice(
        # A platform may tell of one departure twice, at the same moment.
        key=f"left:{members.stay_of(session, member.id)}:{event.sent_at // DAY}",
        chat_id=chat.id,
        code="member_left",
        data={"name": member.name, "bookings": [brief(one) for one in open_ones]},
        choices=choices,
    )
    return Reply("noted", {"event": event.kind}, quiet=True, notices=(notice,))
