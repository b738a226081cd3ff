"""The contract for programs: every code a reply can have, and the facts that its data carries.

A code is never renamed; facts may be added. A test holds all replies, texts and CONTRIBUTING.md to this table.
"""

from collections.abc import Mapping

from bot.chat import (
    codes_billing,
    codes_box,
    codes_nodes,
    codes_payments,
    codes_people,
    codes_renting,
    codes_sizing,
    codes_usage,
)
from bot.chat.code import Code

_BOOKING = ("booking", "holder", "gpus", "start", "end", "planned_end", "purpose", "co_holders")
_COST = ("reference_cost_minor", "cost_basis", "so_far_card_hour_minor", "currency", "final")
_WISH = ("count", "kind", "gpus", "start", "minutes", "assumed_count", "choices")

BOOKING = {
    "booked": Code(
        "the cards are held; `by` = the owner who booked them for the holder, `warned` = those with a warning, "
        "`occupied` = those on which somebody else works now",
        (*_BOOKING, *_COST, "kinds", "node", "assumed_count", "now", "export"),
        ("by", "warned", "occupied"),
    ),
    "released": Code(
        "a running booking was ended; `by` = the owner who ended somebody's, `charged_percent` of what was given up",
        (*_BOOKING, *_COST),
        ("by", "reason", "charged_percent"),
    ),
    "cancelled": Code(
        "a booking was taken back before it began; `by`, `charged_percent` as there",
        (*_BOOKING, *_COST),
        ("by", "reason", "charged_percent"),
    ),
    "taken": Code(
        "not free: who is in the way, and what would work; `booking` = the one to be extended",
        ("blocking", "offers"),
        ("start", "end", "count", "kind", "gpus", "booking"),
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
    "past": Code("that time is over, or (`begins`) before the booking", ("start",), ("booking", "begins")),
    "no_such_card": Code("no cards with these numbers, or not in `booking`", ("numbers", "have"), ("booking",)),
    "no_such_kind": Code("no cards of this kind", ("kind", "kinds")),
    "no_such_node": Code("no machine of this name", ("node", "nodes")),
    "too_many": Code("more cards than a machine has", ("asked", "have", "kind")),
    "not_one_node": Code("the cards named are on several machines", ("numbers", "nodes")),
    "card_broken": Code("too few cards are working", ("numbers", "asked", "have")),
    "no_cards": Code("no cards are declared yet"),
    "no_such_booking": Code(
        "no such booking; `booking` null = none that fits; `mine` = one's others; `others` = who holds the `cards`",
        ("booking",),
        ("mine", "cards", "others"),
    ),
    "not_yours": Code("somebody else's booking, or (`booking` null) button", ("booking", "holder")),
    "starts_now": Code("unasked: a booking made ahead begins", (*_BOOKING, "export", "private", "next")),
    "ends_soon": Code("unasked: a booking ends soon; `next` = who follows", (*_BOOKING, "private", "next")),
    "ended": Code("unasked: a booking ended and somebody follows", (*_BOOKING, "private", "next")),
    "reminders": Code("unasked: the reminders of a quarter hour for those without a private chat", ("items",)),
}

CHANGES = {
    "extended": Code("a booking ends later", (*_BOOKING, *_COST, "old_end", "next")),
    "shortened": Code("a booking ends earlier", (*_BOOKING, *_COST, "old_end", "next")),
    "card_dropped": Code("some cards of a booking were given back", (*_BOOKING, *_COST, "dropped")),
    "ask_extension": Code("until when, or how much longer?", ("booking", "choices")),
    "own_instead": Code("it would go on where one's own booking ends: extend it, or book apart", _BOOKING),
    "undone": Code(
        "`what` was taken back; `holds` = the booking stands; `by` = the owner, of somebody's",
        (*_BOOKING, *_COST, "what", "holds"),
        ("by",),
    ),
    "nothing_to_undo": Code("no change of one's own to take back"),
    "undo_too_late": Code("longer ago than `allowed` seconds", ("what", "done_at", "allowed")),
    "undo_taken": Code(
        "somebody else has the cards by now, or (`broken`) these fell away meanwhile", ("blocking",), ("broken",)
    ),
    "ask_reason": Code("an owner has to say why", ("booking", "holder", "verb", "choices")),
    "ended_by_owner": Code(
        "unasked: an owner ended one's booking", (*_BOOKING, *_COST, "by", "reason", "private"), ("charged_percent",)
    ),
    "undone_by_owner": Code(
        "unasked: an owner took back what they did to one's booking",
        (*_BOOKING, *_COST, "what", "holds", "by", "private"),
    ),
    "booked_for_you": Code(
        "unasked: an owner booked for one",
        (*_BOOKING, *_COST, "kinds", "node", "assumed_count", "now", "export", "by", "private"),
        ("warned", "occupied"),
    ),
    "co_held": Code("who uses a booking, with weights", (*_BOOKING, "weights")),
    "co_holder_added": Code("unasked: one may use a booking", (*_BOOKING, "name", "private")),
    "limits": Code(
        "the limits in force, in seconds; `preset` null = custom",
        (
            "min_seconds",
            "max_seconds",
            "horizon_seconds",
            "half_ahead_seconds",
            "week_share_permille",
            "preset",
        ),
    ),
}

SEEING = {
    "free": Code(
        "free cards and spans until `until`; `days` by the hour, each cell free, mine, other, partly or broken by its "
        "first letter; `day` = the one asked for; `quiet` = the emptiest windows",
        ("cards", "now", "until", "days", "day", "quiet", "pool"),
    ),
    "week": Code(
        "the days in blocks of hours: per kind the cards `free` all along; the bookings, of which `more` are left out",
        ("start", "end", "weeks_ahead", "free_permille", "kinds", "days", "bookings", "more", "pool"),
    ),
    "my": Code("one's own bookings; `shared` = others' that one may use", ("bookings", "shared", "pool")),
    "status": Code("each card: holder, until, next; `agent` null = none", ("cards", "nodes", "agent", "pool")),
    "help": Code("the commands", ("commands", "all", "hears_all")),
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
    "late_command": Code("it came late: still to be done? the window it meant", ("text", "sent"), ("start", "end")),
    "late_dropped": Code("a late command was dropped", ("text",)),
    "busy": Code("the store is busy; it is done later"),
    "storage_failed": Code("the store cannot write; it is done later"),
    "failed": Code("a mistake of ours; the number is in the log", ("incident",)),
    "unworded": Code("the words of an answer that broke; programs see the answer's own code", ("incident",)),
    "noted": Code("an event of a chat", ("event",), said=False),
    "not_for_us": Code("talk that was not for the bot", said=False),
    "bad_settings": Code("at start: settings that cannot be used", ("problems",), said=False),
}

CODES: Mapping[str, Code] = {
    **BOOKING,
    **CHANGES,
    **SEEING,
    **codes_people.CODES,
    **codes_usage.CODES,
    **codes_nodes.CODES,
    **codes_box.CODES,
    **codes_billing.CODES,
    **codes_renting.CODES,
    **codes_payments.CODES,
    **codes_sizing.CODES,
    **CORE,
}

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
    "offer.extend": ("kind", "gpus", "start", "end"),
    "extend_own": ("booking", "end"),
    "book_apart": ("start", "end"),
    "until": ("end",),
    "more_hours": ("hours",),
    "allowed": ("count", "seconds"),
    "undo": (),
    "start_me": (),
    "co_holder.remove": ("name",),
    "preset": ("preset",),
    "count": ("count", "kind"),
    "hours": ("hours",),
    "start.now": ("start", "end"),
    "start.earliest": ("start", "end"),
    "start.tonight": ("start", "end"),
    "window": ("gpus", "start", "end"),
    "day": ("date",),
    "quietest": (),
    "week": ("date", "ahead"),
    "join.agree": (),
    "join.refuse": (),
    "member.remove": (),
    "pool": ("pool",),
    "leave.yes": (),
    "remove.yes": (),
    "never_mind": (),
    "member": ("name", "username"),
    "role": ("role",),
    "lang": ("language",),
    "quiet.hours": ("from", "to"),
    "zone": ("zone",),
    "late.do": (),
    "late.drop": (),
    "more": (),
    **codes_usage.LABELS,
    **codes_nodes.LABELS,
    **codes_box.LABELS,
    **codes_billing.LABELS,
    **codes_renting.LABELS,
    **codes_payments.LABELS,
    **codes_sizing.LABELS,
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
