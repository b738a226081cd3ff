"""The codes and labels of the machine and what its agent says: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

CODES: Mapping[str, Code] = {
    "node_unheard": Code(
        "unasked: a machine has not been heard for three minutes; `last_at` = its last reading",
        ("node", "last_at", "bookings", "contact", "private"),
    ),
    "node_back": Code(
        "unasked: it is heard again; `unread_seconds` stay without readings, `gone_…` = what was there before",
        ("node", "start", "end", "unread_seconds", "restarted", "gone_cards", "gone_processes"),
    ),
    "ask_gap": Code(
        "unasked, to who keeps the books: was it the machine or only the network?",
        ("node", "start", "end", "gap", "choices"),
    ),
    "gap_charged": Code("the gap counts as booked", ("node", "start", "end", "decided", "by")),
    "gap_decided": Code("somebody has decided about this gap already", ("node", "start", "end", "decided", "by")),
    "outage_set": Code(
        "nobody pays for these hours; `bookings` lose seconds by it",
        ("outage", "node", "start", "end", "note", "by", "bookings"),
    ),
    "outage_voided": Code("these hours count again", ("outage", "node", "start", "end", "note")),
    "outages": Code("the last month's, and gaps that nobody has decided about", ("outages", "gaps")),
    "outage_there": Code("these hours are out of the bill already", ("outage", "node", "start", "end", "note")),
    "no_outage": Code("`reason`: unclear, ahead, long_ago", ("reason", "text", "days")),
    "not_there": Code("what the button or number means is no more: gap, outage, link, process", ("what",)),
    "card_lost": Code(
        "unasked: cards fell away (`state`: lost, absent, reset_required); their bookings, with `moves` to other cards",
        ("node", "gpus", "state", "bookings", "contact", "private"),
    ),
    "unix_links": Code("what is known to be one's own on the machine", ("links", "marker")),
    "unix_linked": Code(
        "an account (or folder, session, container) is one's own; so many card-seconds of it were nobody's before",
        ("kind", "account", "seconds"),
    ),
    "unix_unlinked": Code("it is nobody's any more", ("kind", "account")),
    "shared_account": Code("everybody uses it; the line that marks one's own processes", ("account", "marker")),
    "account_taken": Code("it is another member's", ("account", "holder")),
    "process_claimed": Code("a process is one's own, since it began", ("command", "seconds")),
    "gpu": Code(
        "one card: its booking, what it does, its limits, and the last 24 hours",
        (
            "number",
            "node",
            "kind",
            "memory_gb",
            "broken",
            "holder",
            "co_holders",
            "booking",
            "until",
            "next",
            "product",
            "uuid",
            "live",
            "details",
            "hours",
        ),
    ),
    "live": Code(
        "unasked: the pinned card of all cards, edited as they change; as `status`, at that time",
        ("cards", "nodes", "agent", "pool", "at"),
    ),
    "live_set": Code("whether the group has a live card; edited every so many seconds at most", ("on", "every")),
    "health": Code("each machine with an agent and what is wrong with it", ("machines", "pool")),
    "digest": Code(
        "the days that are over (or today so far): card-seconds by person and card, the machine, the plan",
        (
            "first_day",
            "last_day",
            "ongoing",
            "watched",
            "capacity_seconds",
            "members",
            "cards",
            "unknown_seconds",
            "currency",
            "health",
            "plan",
            "idle",
        ),
    ),
    "digest_set": Code("when the digest comes; `time` null = never", ("time",)),
    "claimed": Code("the process is somebody's already", ("holder",)),
}

LABELS: Mapping[str, tuple[str, ...]] = {
    "gap.outage": ("start", "end"),
    "gap.charged": ("start", "end"),
    "outage.void": ("start", "end"),
    "unix.revoke": ("account",),
    "use.claim": ("gpu", "command"),
}
