"""Every table of the store, one file per subject."""

from storage.tables.audit import Audit
from storage.tables.bookings import BookedCard, Booking, CoHolder
from storage.tables.limits import Limits, Price
from storage.tables.machines import Gpu, Node
from storage.tables.offers import Offer
from storage.tables.people import Identity, LinkCode, Person
from storage.tables.pools import Chat, FoundingCode, Member, Membership, Pool
from storage.tables.queues import Counter, Inbox, Job, Lease, Note, Outbox

__all__ = [
    "Audit",
    "BookedCard",
    "Booking",
    "Chat",
    "CoHolder",
    "Counter",
    "FoundingCode",
    "Gpu",
    "Identity",
    "Inbox",
    "Job",
    "Lease",
    "Limits",
    "LinkCode",
    "Member",
    "Membership",
    "Node",
    "Note",
    "Offer",
    "Outbox",
    "Person",
    "Pool",
    "Price",
]
