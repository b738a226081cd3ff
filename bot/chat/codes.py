"""The contract for programs: every code a reply can have, and the facts that its data carries.

A code is never renamed; facts may be added. A test holds all replies, texts and CONTRIBUTING.md to this table.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """`facts` are always there (perhaps null), `maybe` only sometimes. `said`: False for what no chat ever reads."""

    about: str
    facts: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()
    said: bool = True


_BOOKING = ("booking", "holder", "gpus", "start", "end", "planned_end", "purpose")
_COST = ("reference_cost_minor", "currency", "final")
_WISH = ("count", "kind", "gpus", "start", "minutes", "assumed_count", "choices")

BOOKING = {
    "booked": Code("the cards are held", (*_BOOKING, *_COST, "kinds", "assumed_count", "now", "export")),
    "released": Code("a running booking was ended", (*_BOOKING, *_COST)),
    "cancelled": Code("a booking was taken back before it began", (*_BOOKING, *_COST)),
    "taken": Code(
        "not free: who is in the way, and what would work",
        ("blocking", "offers"),
        ("start", "end", "count", "kind", "gpus"),
    ),
    "pick": Code("`verb` is book, release or cancel: press what is meant", ("verb", "bookings", "choices")),
    "ask_duration": Code("for how long?", _WISH),
    "ask_time": Code("which of these times? the likeliest first", (*_WISH, "reason", "about")),
    "ask_target": Code("which of these bookings?", ("verb", "bookings", "choices")),
    "limit": Code(
        "against a rule: min, max, horizon, half, week",
        ("rule", "value", "allowed"),
        ("horizon_days", "kind", "ahead_seconds", "left", "week_start"),
    ),
    "past": Code("that time is over", ("start",)),
    "no_such_card": Code("no cards with these numbers", ("numbers", "have")),
    "no_such_kind": Code("no cards of this kind", ("kind", "kinds")),
    "no_such_node": Code("no machine of this name", ("node", "nodes")),
    "too_many": Code("more cards than a machine has", ("asked", "have", "kind")),
    "not_one_node": Code("the cards named are on several machines", ("numbers", "nodes")),
    "card_broken": Code("too few cards are working", ("numbers", "asked", "have")),
    "no_cards": Code("no cards are declared yet"),
    "no_such_booking": Code("no such booking; `booking` null = none at all", ("booking",)),
    "not_yours": Code("somebody else's booking, or (`booking` null) button", ("booking", "holder")),
    "starts_now": Code("unasked: a booking made ahead begins", (*_BOOKING, "export", "private")),
    "ends_soon": Code("unasked: a booking ends in 15 minutes", (*_BOOKING, "export", "private")),
}

SEEING = {
    "free": Code("free cards and spans until `until`", ("cards", "now", "until", "pool")),
    "my": Code("one's own bookings", ("bookings", "pool")),
    "status": Code("each card: holder, until, next; `agent` null = none", ("cards", "nodes", "agent", "pool")),
    "help": Code("the commands", ("commands", "all", "hears_all")),
}

PEOPLE = {
    "setup_done": Code("the pool is founded", ("pool", "owner", "zone")),
    "wrong_code": Code("no code that opens a pool", ("first", "given")),
    "pool_exists": Code("this group has its pool"),
    "setup_in_group": Code("to be sent in the group"),
    "founding_code": Code("a code with which another group can be set up", ("code", "until")),
    "pool": Code("the machines; `added` = the one just declared", ("pool", "nodes", "added")),
    "pool_declared": Code("there are machines; another needs a name", ("nodes",)),
    "node_exists": Code("the name is taken", ("node",)),
    "join_asked": Code("somebody would like to join", ("name",)),
    "joined": Code("somebody has joined", ("name", "pool", "by")),
    "join_refused": Code("an owner said no", ("name", "pool", "by")),
    "join_in_group": Code("to be sent in the group"),
    "already_member": Code("in the pool already", ("pool",)),
    "not_member": Code("not in this pool, or (`group` false) in none", ("group",)),
    "no_pool": Code("this group has no pool"),
    "ask_pool": Code("which pool?", ("pools", "choices")),
    "anonymous": Code("an anonymous administrator cannot be recognised"),
    "role": Code("the role does not allow it", ("needed", "role")),
    "hello": Code("the bot was added to a group", ("hears_all", "bot", "pool")),
}

CORE = {
    "bad_input": Code(
        "not understood: `reason` with its `facts`", ("reason", "facts"), ("command", "example", "line", "asked")
    ),
    "bad_line": Code("the words of a bad line; programs see `bad_input`", ("reason", "facts", "line")),
    "unknown_command": Code("no such command", ("text",)),
    "not_understood": Code("words that are no wish", ("text",)),
    "stale_button": Code("an old or foreign button; `fresh` = what stands now", ("fresh",)),
    "already_done": Code("done before: `what` (a code, or `ended`) with its `data`", ("what", "data")),
    "late_command": Code("it came late: still to be done?", ("text", "sent")),
    "late_dropped": Code("a late command was dropped", ("text",)),
    "busy": Code("the store is busy; it is done later"),
    "storage_failed": Code("the store cannot write; it is done later"),
    "failed": Code("a mistake of ours; the number is in the log", ("incident",)),
    "unworded": Code("the words of an answer that broke; programs see the answer's own code", ("incident",)),
    "noted": Code("an event of a chat", ("event",), said=False),
    "not_for_us": Code("talk that was not for the bot", said=False),
    "bad_settings": Code("at start: settings that cannot be used", ("problems",), said=False),
}

CODES: Mapping[str, Code] = {**BOOKING, **SEEING, **PEOPLE, **CORE}

LABELS: Mapping[str, tuple[str, ...]] = {
    "copy_export": (),
    "release": (),
    "cancel": (),
    "release_cards": ("booking", "gpus"),
    "cancel_cards": ("booking", "gpus"),
    "which": ("booking", "gpus", "start", "end"),
    "offer.earliest": ("kind", "gpus", "start", "end"),
    "offer.fewer": ("kind", "gpus", "start", "end"),
    "offer.shorter": ("kind", "gpus", "start", "end"),
    "count": ("count", "kind"),
    "hours": ("hours",),
    "window": ("gpus", "start", "end"),
    "join.agree": (),
    "join.refuse": (),
    "pool": ("pool",),
    "late.do": (),
    "late.drop": (),
    "more": (),
}
"""The labels of buttons with the facts that they may use."""


def code_table() -> str:
    """The codes as a Markdown table, for CONTRIBUTING.md."""
    rows = ["| code | facts | says |", "|---|---|---|"]
    for name, code in CODES.items():
        sometimes = "" if not code.maybe else f"; sometimes {', '.join(code.maybe)}"
        about = code.about if code.said else f"{code.about} (not said)"
        rows.append(f"| `{name}` | {', '.join(code.facts) or '–'}{sometimes} | {about} |")
    return "\n".join(rows)
