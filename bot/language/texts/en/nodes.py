"""English: machines, their agents, cards that were replaced."""

from typing import Any

from bot.language.texts.en.pieces import cards, length, listed, point
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

STATES = {"none": "no agent yet", "online": "online", "offline": "not reached", "quarantined": "waits for an owner"}
MACHINE = {
    "no_driver": "no driver",
    "no_library": "no NVML",
    "no_cards": "no card seen",
    "mismatch": "the driver was replaced, restart it",
    "driver_stuck": "the driver does not answer",
    "starting": "looking at the cards",
}
UNSPOKEN = {
    "too_old": "its agent is too old to connect: paste the install line again",
    "too_new": "the bot is too old for its agent: upgrade the bot",
}
MOST_NODES = 6
MOST_CHANGED = 5


def nodes(f: Facts, c: Context) -> list[Line]:
    every = f["nodes"]
    if not every:
        return ["No machines yet", "an owner sends /node add and pastes the line there"]
    if len(every) == 1:
        lines = [f"{every[0]['name']}: {_state(every[0], c)}", *_details(every[0])]
    else:
        online = sum(1 for one in every if one["state"] == "online")
        lines = [f"{len(every)} machines, {online} online"]
        lines += [f"{one['name']}: {_state(one, c)}{_short(one)}" for one in every[:MOST_NODES]]
    tunnel = f["tunnel"]
    if tunnel is not None and tunnel["state"] != "up":
        lines.append(f"the tunnel is down: {plain_name(tunnel['why'] or 'not up yet', 60)}")
    return lines


def _state(one: dict[str, Any], c: Context) -> str:
    says = STATES[one["state"]]
    if one["state"] == "offline" and one["heard_at"] is not None:
        return f"{says} since {point(one['heard_at'], c)}"
    return says


def _details(one: dict[str, Any]) -> list[Line]:
    lines: list[Line] = []
    if one["state"] == "none":
        lines.append("an owner sends /node add and pastes the line there")
    else:
        old = " (old: paste the install line again)" if one["outdated"] and not one["unspoken"] else ""
        driver = f", driver {one['driver']}" if one["driver"] else ""
        lines.append(f"agent {one['release'] or 'of unknown version'}{old}{driver}")
    troubles = _troubles(one)
    lines += [_cards(one), *("; ".join(troubles[at : at + 2]) for at in range(0, len(troubles), 2))]
    known = one["contact"]
    lines.append(f"contact: {plain_name(known, 100)}" if known else "no contact yet: /node contact")
    return lines


def _cards(one: dict[str, Any]) -> str:
    bound, unbound = one["bound"], one["unbound"]
    if not bound:
        return f"{cards(unbound)} not matched yet" if unbound else "no cards yet"
    rest = f", {cards(unbound)} not matched yet" if unbound else ""
    waiting = f", {one['waiting']} wait for an owner" if one["waiting"] else ""
    return f"{cards(bound)} matched{rest}{waiting}"


def _troubles(one: dict[str, Any]) -> list[str]:
    found = [UNSPOKEN[one["unspoken"]]] if one["unspoken"] else []
    if one["machine_state"] not in (None, "ok"):
        found.append(MACHINE.get(one["machine_state"], "the cards cannot be read"))
    if one["clock_off_seconds"]:
        found.append(f"its clock is off by {length(max(60, one['clock_off_seconds']))}, corrected")
    if one["disk_full"]:
        found.append("its disk takes nothing more")
    if one["dropped"]:
        found.append(f"away too long: {one['dropped']} readings were lost")
    return found


def _short(one: dict[str, Any]) -> str:
    trouble = _troubles(one)[:1]
    old = ", old agent" if one["outdated"] and one["state"] != "none" and not one["unspoken"] else ""
    waiting = f", {one['waiting']} cards wait for an owner" if one["waiting"] else ""
    return f"{old}{waiting}{''.join(', ' + one for one in trouble)}"


def enrol_code(f: Facts, c: Context) -> list[Line]:
    until = f"good once, until {point(f['until'], c)}"
    first = f"Paste this on {plain_name(f['node'], 20)}:"
    if f["install"] is None:
        return [first, Code(f["enrol"]), until, "it has to be installed there: pip install pinka"]
    return [first, Code(f["install"]), until, "no root, no open port; if installed before, only:", Code(f["enrol"])]


def no_door(f: Facts, c: Context) -> list[Line]:
    return [
        "The bot lets no agents in yet",
        "bot on a lab PC: set PINKA_TUNNEL=user@box:port",
        "bot on the box itself: set PINKA_LISTEN=127.0.0.1:8765",
        "bot on a public server: PINKA_PUBLIC_URL=https://… too; then restart it",
    ]


def which_node(f: Facts, c: Context) -> list[Line]:
    return ["For which machine?", "a new one gets a name: /node add node9"]


def node_enrolled(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{plain_name(f['node'], 20)} is connected"]
    if f["added"]:
        lines.append(f"declared {cards(f['added'])}")
    elif f["bound"]:
        lines.append(f"{cards(f['bound'])} matched")
    if f["unbound"]:
        lines.append(f"not seen: {cards(f['unbound'])}")
    if f["state"] != "ok":
        lines.append(MACHINE.get(f["state"], "the cards cannot be read"))
    return lines


def cards_changed(f: Facts, c: Context) -> list[Line]:
    changed, same = f["changed"], f["same"]
    rest = f", the other {same} did not" if same else ""
    node = plain_name(f["node"], 20)
    lines: list[Line]
    if not changed:
        lines = [f"{node} has {_extra(f)} more", "are they yours?"]
    elif all(one["was_bound"] for one in changed):
        lines = [f"{_Cards(changed)} changed{rest}", f"{node}; once accepted, bookings move along"]
    else:
        lines = [f"{node} has other cards than declared", f"{len(changed)} do not match{rest}"]
    differing = [one for one in changed if (one["kind"], one["memory_gb"]) != (one["new_kind"], one["new_memory_gb"])]
    lines += [
        f"{one['number']}: declared {one['kind']}-{one['memory_gb']}G, seen {one['new_kind']}-{one['new_memory_gb']}G"
        for one in differing[:MOST_CHANGED]
    ]
    if changed and f["extra"]:
        lines.append(f"and {_extra(f)} more")
    return lines


def _Cards(changed: list[dict[str, Any]]) -> str:
    return cards([one["number"] for one in changed]).capitalize()


def _extra(f: Facts) -> str:
    return ", ".join(f"{one['count']} × {one['kind']}-{one['memory_gb']}G" for one in f["extra"][:3])


def cards_settled(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 20)
    if not f["yes"]:
        return [f"Fine, the cards of {node} stay as declared", "to accept them, send /node"]
    lines: list[Line] = [f"The cards of {node} are accepted"]
    if f["changed"]:
        lines.append(f"new: {cards(f['changed'])}; bookings stand")
    if f["added"]:
        lines.append(f"added: {cards(f['added'])}")
    return lines


def stranger(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 20)
    seen = ", ".join(f"{one['count']} × {one['kind']}-{one['memory_gb']}G" for one in f["cards"][:3])
    host = f"host {plain_name(f['host'], 40)}" if f["host"] else "host unknown"
    if f["why"] == "all_changed":
        return [
            f"All cards of {node} changed: is it still it?",
            f"{host}, now {seen}",
            "its readings wait, none is lost",
        ]
    return [
        f"Another machine says it is {node}",
        f"{host}, {'with ' + seen if seen else 'no card seen'}",
        "the image was probably copied; to use that one, send /node add",
    ]


def agent_unspoken(f: Facts, c: Context) -> list[Line]:
    node, release = plain_name(f["node"], 8), plain_name(f["release"] or "of unknown version", 20)
    if f["why"] == "too_new":
        return [f"The bot is too old for {node}", f"its agent is {release}: upgrade the bot; no reading is lost"]
    return [f"{node}: the agent is too old", f"it is {release}: paste the install line there again; no reading is lost"]


def stranger_settled(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 20)
    if not f["yes"]:
        return [f"Fine, that one is not {node}", "it is turned away; to use it, send /node add"]
    unseen: list[Line] = [f"not seen: {cards(f['unbound'])}"] if f["unbound"] else []
    return [f"Fine, it is {node}", "cards matched by kind and order, bookings stand", *unseen]


def ask_node_remove(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Remove {plain_name(f['node'], 20)}?"]
    if f["cards"]:
        lines.append(f"{cards(f['cards'])} go with it, their numbers are not used again")
    return [*lines, "what was used stays on the bill"]


def node_removed(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{plain_name(f['node'], 20)} is removed"]
    if f["cards"]:
        lines.append(f"{cards(f['cards'])} cannot be booked any more; there: pinka agent uninstall")
    return lines


def node_busy(f: Facts, c: Context) -> list[Line]:
    count = len(f["bookings"])
    first = f"{plain_name(f['node'], 20)} still has {count} booking{'s' if count > 1 else ''}"
    return [first, *listed(f["bookings"][:5], c), "release or cancel first, then remove it"]


def node_contact(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 20)
    if f["contact"] is None:
        return [f"The contact of {node} is gone"]
    return [f"Noted, shown when {node} is in trouble", plain_name(f["contact"], 110)]


TEXTS: dict[str, Text] = {
    "nodes": nodes,
    "enrol_code": enrol_code,
    "no_door": no_door,
    "which_node": which_node,
    "node_enrolled": node_enrolled,
    "cards_changed": cards_changed,
    "cards_settled": cards_settled,
    "stranger": stranger,
    "agent_unspoken": agent_unspoken,
    "stranger_settled": stranger_settled,
    "ask_node_remove": ask_node_remove,
    "node_removed": node_removed,
    "node_busy": node_busy,
    "node_contact": node_contact,
}
LABELS: dict[str, Label] = {
    "copy_line": lambda f, c: "Copy the line",
    "node": lambda f, c: plain_name(f["node"], 40),
    "node.new": lambda f, c: f"A new one: {plain_name(f['node'], 30)}",
    "node.again": lambda f, c: "Install line",
    "node.remove": lambda f, c: "Remove",
    "cards.yes": lambda f, c: "Yes, accept",
    "cards.no": lambda f, c: "Leave it",
    "stranger.yes": lambda f, c: "It is this machine",
    "stranger.no": lambda f, c: "It is not",
}
