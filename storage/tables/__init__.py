"""Every table of the store, one file per subject."""

from storage.tables.agents import Agent, BoxCode, Digest, EnrolCode, FoundCard, LiveCard, MachineEvent, UnixRule
from storage.tables.audit import Audit
from storage.tables.bills import (
    Agreement,
    Budget,
    BudgetAlert,
    Collection,
    Need,
    Objection,
    Payment,
    ProviderBalance,
    Statement,
)
from storage.tables.bookings import BookedCard, Booking, CoHolder
from storage.tables.ledger import (
    Attachment,
    BillLine,
    BillSettings,
    Fund,
    FundMember,
    Pledge,
    Rent,
    Rental,
    SplitPolicy,
    Voucher,
)
from storage.tables.limits import Limits, Price
from storage.tables.machines import Gpu, Node
from storage.tables.offers import Offer
from storage.tables.people import Identity, LinkCode, Person
from storage.tables.pools import Chat, FoundingCode, Member, Membership, Pool, PoolZone
from storage.tables.queues import Counter, Inbox, Job, Lease, Note, Outbox
from storage.tables.usage import Calibration, CardUse, Gap, JobRun, Outage, Reading, Rollup

__all__ = [
    "Agent",
    "Agreement",
    "Attachment",
    "Audit",
    "BillLine",
    "BillSettings",
    "BookedCard",
    "Booking",
    "BoxCode",
    "Budget",
    "BudgetAlert",
    "Calibration",
    "CardUse",
    "Chat",
    "CoHolder",
    "Collection",
    "Counter",
    "Digest",
    "EnrolCode",
    "FoundCard",
    "FoundingCode",
    "Fund",
    "FundMember",
    "Gap",
    "Gpu",
    "Identity",
    "Inbox",
    "Job",
    "JobRun",
    "Lease",
    "Limits",
    "LinkCode",
    "LiveCard",
    "MachineEvent",
    "Member",
    "Membership",
    "Need",
    "Node",
    "Note",
    "Objection",
    "Offer",
    "Outage",
    "Outbox",
    "Payment",
    "Person",
    "Pledge",
    "Pool",
    "PoolZone",
    "Price",
    "ProviderBalance",
    "Reading",
    "Rent",
    "Rental",
    "Rollup",
    "SplitPolicy",
    "Statement",
    "UnixRule",
    "Voucher",
]
