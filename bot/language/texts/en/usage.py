"""English texts about the machine and what its agent says."""

from typing import Any

from bot.language.texts.en.pieces import cards, first, length, listed, point, span
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

GONE = {"gap": "gap", "outage": "outage", "link": "link", "process": "process"}
STATES = {"lost": "fell off the bus", "absent": "is missing", "reset_required": "needs a reset"}
STATES_OF_SEVERAL = {"lost": "fell off the bus", "absent": "are missing", "reset_required": "need a reset"}
KINDS = {"unix": "account", "folder": "folder", "session": "session", "container": "container", "process": "process"}


def _contact(f: Facts) -> list[Line]:
    return [f"Provider: {f['contact']}"] if f["contact"] else []


def node_unheard(f: Facts, c: Context) -> list[Line]:
    last = f"Last reading: {point(f['last_at'], c)}" if f["last_at"] else "No reading so far"
    lines: list[Line] = [f"{f['node']} cannot be reached", f"{last}. It may be the network only; jobs may still run"]
    if f["bookings"]:
        lines += ["Your bookings:" if f["private"] else "Bookings concerned:", *listed(f["bookings"], c)]
    return [*lines, *_contact(f)]


def node_back(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{f['node']} is back", f"Silent for {length(f['end'] - f['start'])}; {_kept(f)}"]
    if f["restarted"]:
        lines.append("It was restarted")
    if f["gone_cards"]:
        lines.append(f"Missing now: {cards(f['gone_cards'])}")
    for one in f["gone_processes"][:4]:
        who = f"{one['holder']}'s" if one["holder"] else "an unknown"
        lines.append(f"{cards([one['gpu']])}: {who} {one['command'] or 'process'} is gone")
    return lines


def _kept(f: Facts) -> str:
    left = f["unread_seconds"]
    return f"{length(left)} of it stay without readings" if left >= 60 else "its readings came in since"


def ask_gap(f: Facts, c: Context) -> list[Line]:
    return [
        f"{f['node']} silent for {length(f['end'] - f['start'])}",
        f"{span(f, c)}: no readings",
        "Was the machine down (nobody pays) or only the network (charged as booked)? Unanswered it is charged",
    ]


def gap_charged(f: Facts, c: Context) -> list[Line]:
    return ["It is charged as booked", f"{f['node']}, {span(f, c)}"]


def gap_decided(f: Facts, c: Context) -> list[Line]:
    how = "an outage, free" if f["decided"] == "outage" else "charged as booked"
    who = f" by {f['by']}" if f["by"] else ""
    return [f"Decided already: {how}", f"{f['node']}, {span(f, c)}{who}", "To change it: /outage"]


def outage_set(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Free: {span(f, c)}", f"{plain_name(f['node'], 32)} was down, nobody pays"]
    if f["bookings"]:
        lines += ["These bookings lose it:", *listed(f["bookings"], c)]
    return lines


def outage_voided(f: Facts, c: Context) -> list[Line]:
    return ["The outage is taken back", f"{f['node']}, {span(f, c)} is charged again"]


def outages(f: Facts, c: Context) -> list[Line]:
    if not f["outages"] and not f["gaps"]:
        return ["No outage in the last month", "To note one: /outage 02:00-08:00"]
    lines: list[Line] = [f"{len(f['outages'])} outages in the last month"]
    lines += [f"{one['outage']}. {one['node']}, {span(Facts(one), c)}" for one in f["outages"][-6:]]
    if f["gaps"]:
        lines.append("Gaps nobody has decided about:")
        lines += [f"{one['node']}, {span(Facts(one), c)}" for one in f["gaps"]]
    return lines


def outage_there(f: Facts, c: Context) -> list[Line]:
    return ["There is an outage already", f"{f['outage']}. {f['node']}, {span(f, c)}", "Take it back first: /outage"]


def no_outage(f: Facts, c: Context) -> list[Line]:
    if f["reason"] == "ahead":
        return ["An outage is noted when it is over", "Example: /outage 02:00-08:00"]
    if f["reason"] == "long_ago":
        return [f"Only the last {f['days']} days can be noted", "For older ones enter a refund with /bill"]
    return ["Which hours?", f"“{plain_name(f['text'], 24)}” is no window. Example: /outage yesterday 22:00-23:30"]


def not_there(f: Facts, c: Context) -> list[Line]:
    return [f"This {GONE[f['what']]} is no more"]


def card_lost(f: Facts, c: Context) -> list[Line]:
    one = len(f["gpus"]) == 1
    head = f"{first(f['gpus'])} {(STATES if one else STATES_OF_SEVERAL)[f['state']]}"
    lines: list[Line] = [head, f"{f['node']}; {'it' if one else 'they'} cannot be booked now"]
    for one in f["bookings"][:4]:
        lines += _moved(one, f["private"], c)
    if len(f["bookings"]) > 4:
        lines.append(f"{len(f['bookings']) - 4} more bookings are on these cards")
    return [*lines, *_contact(f)]


def _moved(one: dict[str, Any], private: bool, c: Context) -> list[Line]:
    whose = f"{'Your' if private else one['holder'] + chr(39) + 's'} booking {one['booking']}"
    stuck = [move["gpu"] for move in one["moves"] if move["moved_to"] is None]
    said = [f"{move['moved_to']} instead of {move['gpu']}" for move in one["moves"] if move["moved_to"] is not None]
    if stuck:
        which = "" if len(one["moves"]) == 1 else f" for {cards(stuck)}"
        said.append(f"no free card of the kind to move to{which}")
    when = f", {span(Facts(one), c)}" if len(said) > 1 or not stuck else ""
    lines: list[Line] = [f"{whose}: {', '.join(said)}{when}"]
    return [*lines, one["export"]] if one["export"] else lines


def unix_links(f: Facts, c: Context) -> list[Line]:
    if not f["links"]:
        return [
            "No account is linked to you",
            "Link yours: /link li",
            f"If everybody is root, first run: {f['marker']}",
        ]
    own = [f"{KINDS[one['kind']]} {one['account']}" for one in f["links"]]
    return ["Yours on the machine", *own, "Press one to unlink it"]


def unix_linked(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{plain_name(f['account'], 20)} is yours"]
    if f["seconds"] >= 60:
        lines.append(f"{length(f['seconds'])} of card time that was nobody's is yours too")
    return lines


def unix_unlinked(f: Facts, c: Context) -> list[Line]:
    return [f"{plain_name(f['account'], 20)} is unlinked", "What it ran before stays as it was"]


def shared_account(f: Facts, c: Context) -> list[Line]:
    return [
        f"Everybody uses {f['account']}",
        f"Mark your runs: {f['marker']}",
        "Or link a folder of yours: /link folder /data/li",
    ]


def account_taken(f: Facts, c: Context) -> list[Line]:
    return [f"{plain_name(f['account'], 20)} is {f['holder']}'s", "They or an owner can unlink it first: /link mine"]


def process_claimed(f: Facts, c: Context) -> list[Line]:
    return [f"{plain_name(f['command'] or 'The process', 20)} is yours", f"{length(f['seconds'])} since it began"]


def claimed(f: Facts, c: Context) -> list[Line]:
    return [f"This process is {f['holder']}'s already"]


TEXTS: dict[str, Text] = {
    "node_unheard": node_unheard,
    "node_back": node_back,
    "ask_gap": ask_gap,
    "gap_charged": gap_charged,
    "gap_decided": gap_decided,
    "outage_set": outage_set,
    "outage_voided": outage_voided,
    "outages": outages,
    "outage_there": outage_there,
    "no_outage": no_outage,
    "not_there": not_there,
    "card_lost": card_lost,
    "unix_links": unix_links,
    "unix_linked": unix_linked,
    "unix_unlinked": unix_unlinked,
    "shared_account": shared_account,
    "account_taken": account_taken,
    "process_claimed": process_claimed,
    "claimed": claimed,
}

LABELS: dict[str, Label] = {
    "gap.outage": lambda f, c: "Machine down: free",
    "gap.charged": lambda f, c: "Network only: charge",
    "outage.void": lambda f, c: f"Take back {point(f['start'], c)}",
    "unix.revoke": lambda f, c: f"Unlink {plain_name(f['account'], 20)}",
    "use.claim": lambda f, c: f"{plain_name(f['command'] or 'process', 14)} on card {f['gpu']} is mine",
}
