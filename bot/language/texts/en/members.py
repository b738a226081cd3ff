"""English: leaving, removing, roles, who is meant, two accounts, the newcomer's card."""

from collections.abc import Sequence
from typing import Any

from bot.language.texts.en.parting import open_money
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import plain_name, write_cards, write_minutes, write_point, write_span

ROLES = {"owner": "owner", "treasurer": "treasurer", "member": "member", "guest": "guest"}
MAY = {
    "owner": "may change everything",
    "treasurer": "books, and keeps the accounts",
    "member": "books cards",
    "guest": "looks, and books nothing",
}
MOST_SHOWN = 4
IN_A_LINE = 4


def _ending(bookings: Sequence[dict[str, Any]], c: Context, most: int = MOST_SHOWN) -> list[Line]:
    shown: list[Line] = [_line(one, c) for one in bookings[:most]]
    rest = len(bookings) - most
    return [*shown, f"and {rest} more"] if rest > 0 else shown


def _line(one: dict[str, Any], c: Context) -> str:
    cards = write_cards(one["gpus"], "en")
    if one["running"]:
        return f"booking {one['booking']}: {cards}, running until {write_point(one['end'], c.now, c.zone, 'en')}"
    return f"booking {one['booking']}: {cards}, {write_span(one['start'], one['end'], c.now, c.zone, 'en')}"


def _count(bookings: Sequence[object]) -> str:
    return "1 booking" if len(bookings) == 1 else f"{len(bookings)} bookings"


def ask_leave(f: Facts, c: Context) -> list[Line]:
    first, owing = f"Leave {plain_name(f['pool'], 30)}?", open_money(f["money"], c, own=True)
    if not f["bookings"]:
        return [first, *owing, "you hold no booking; your history stays, and /join brings you back"]
    ending = _ending(f["bookings"], c, MOST_SHOWN - len(owing))
    return [first, *owing, f"{_count(f['bookings'])} would end at once:", *ending, "what was used stays"]


def left(f: Facts, c: Context) -> list[Line]:
    return [f"{f['name']} has left", *_freed(f["bookings"]), "/join brings them back, with name and history"]


def _freed(bookings: Sequence[dict[str, Any]]) -> list[Line]:
    if not bookings:
        return []
    numbers = ", ".join(str(one["booking"]) for one in bookings[:8])
    return [f"ended {_count(bookings)}: {numbers}{' …' if len(bookings) > 8 else ''}"]


def ask_remove(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Remove {f['name']}?"]
    if f["reason"]:
        lines.append(f"they are told why: {plain_name(f['reason'], 80)}")
    owing = open_money(f["money"], c, own=False)
    if not f["bookings"]:
        return [*lines, *owing, "no booking is held; the history stays"]
    ending = _ending(f["bookings"], c, MOST_SHOWN - len(owing))
    return [*lines, *owing, f"{_count(f['bookings'])} would end at once:", *ending]


def removed(f: Facts, c: Context) -> list[Line]:
    why: list[Line] = [f"why: {plain_name(f['reason'], 80)}"] if f["reason"] else []
    return [f"{f['name']} was removed", f"by {f['by']}; the history stays", *why, *_freed(f["bookings"])]


def removed_you(f: Facts, c: Context) -> list[Line]:
    why: list[Line] = [f"why: {plain_name(f['reason'], 80)}"] if f["reason"] else []
    return [
        "You were removed from the pool",
        f"{plain_name(f['pool'], 30)}, by {f['by']}; the history stays",
        *why,
        *_freed(f["bookings"]),
    ]


def unchanged(f: Facts, c: Context) -> list[Line]:
    return ["Fine, nothing was changed"]


def last_owner(f: Facts, c: Context) -> list[Line]:
    who = "You are" if f["own"] else f"{f['name']} is"
    return [f"{who} the only owner", "name another first: /role @li owner"]


def members(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["1 person" if len(f["members"]) == 1 else f"{len(f['members'])} people"]
    for role, word in ROLES.items():
        names = [str(one["name"]) for one in f["members"] if one["role"] == role]
        lines += [f"{word}: {', '.join(names[at : at + IN_A_LINE])}" for at in range(0, len(names), IN_A_LINE)]
    return lines


def ask_role(f: Facts, c: Context) -> list[Line]:
    return [f"Which role for {f['name']}?", f"now: {ROLES[f['role']]}"]


def role_set(f: Facts, c: Context) -> list[Line]:
    word = ROLES[f["role"]]
    if f["role"] == f["before"]:
        return [f"{f['name']} is {word} already"]
    return [f"{f['name']} is now {word}", f"was {ROLES[f['before']]}; a {word} {MAY[f['role']]}"]


def role_yours(f: Facts, c: Context) -> list[Line]:
    word = ROLES[f["role"]]
    return [f"You are now {word}", f"{f['by']} changed it in {plain_name(f['pool'], 30)}; a {word} {MAY[f['role']]}"]


def ask_who(f: Facts, c: Context) -> list[Line]:
    return ["Who is meant?", f"{len(f['members'])} are called {plain_name(f['text'])}"]


def no_such_member(f: Facts, c: Context) -> list[Line]:
    first = f"There is no {plain_name(f['text'])} here" if f["text"] else "They are no longer in the pool"
    names = f["members"]
    return [first, f"there are: {', '.join(names[:4])}{f' and {len(names) - 4} more' if len(names) > 4 else ''}"]


def link_code(f: Facts, c: Context) -> list[Line]:
    until = write_point(f["until"], c.now, c.zone, "en")
    return [
        "From your other account, send me in private:",
        Code(f"/link {f['code']}"),
        f"good once, until {until}; whoever sends it becomes you, so show it to nobody",
    ]


def linked(f: Facts, c: Context) -> list[Line]:
    pools = [f"in: {', '.join(plain_name(pool) for pool in f['pools'][:4])}"] if f["pools"] else []
    return [f"Done: the same person as {f['name']}", *pools]


def wrong_link_code(f: Facts, c: Context) -> list[Line]:
    return ["Wrong, used or expired code", "send me /link in private from your other account for a new one"]


def link_in_private(f: Facts, c: Context) -> list[Line]:
    if f["withdrawn"]:
        return [
            "Only in private; that code is void now",
            "everybody has seen it; send me /link in private for a new one",
        ]
    return ["Only in private", "send me /link in private for a code"]


def linked_already(f: Facts, c: Context) -> list[Line]:
    return ["Send it from the other account", "this one is you already"]


def link_both(f: Facts, c: Context) -> list[Line]:
    return [
        "Both accounts are members, so they cannot be joined",
        f"first /leave with one of them: {', '.join(plain_name(pool) for pool in f['pools'][:3])}",
    ]


def welcome(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Welcome, {f['name']}"]
    if f["connect"]:
        lines += ["To connect:", *(Code(line) for line in f["connect"])]
    elif f["withheld"]:
        lines.append("how to connect: send me /welcome in private")
    else:
        lines.append("how to connect: ask an owner")
    lines += _rules(f)
    if f["left_seconds"]:
        lines.append(f"this week you may still book {f['left_seconds'] // 3600} card-hours ahead")
    lines += ["e.g. /book 2 6h", "e.g. /extend 2h", "e.g. /release"]
    if not f["private"]:
        lines.append("send me /start in private once, and reminders come to you alone")
    return lines


def _rules(f: Facts) -> list[Line]:
    week, half = f["week_share_permille"], f["half_ahead_seconds"]
    share = f"ahead, at most {week / 1000:g} × an equal share of a week" if week is not None else "no weekly share"
    ahead = f"more than {_long(half)} ahead: at most half of a kind" if half is not None else "ahead: all cards if free"
    return [
        f"1. a booking lasts {_long(f['min_seconds'])} to {_long(f['max_seconds'])}",
        f"2. it begins within {_long(f['horizon_seconds'])}",
        f"3. {ahead}",
        f"4. {share}",
        "5. what is booked for the same day is free of 4; release early",
    ]


def _long(seconds: int) -> str:
    return write_minutes(seconds // 60, "en")


def connect_set(f: Facts, c: Context) -> list[Line]:
    if not f["connect"]:
        return ["Gone: the card no longer says how to connect"]
    return ["Noted; newcomers read:", *(Code(line) for line in f["connect"])]


SECRETS = {
    "password": "That seems to hold a password; not kept",
    "key": "That holds a private key; not kept",
    "url": "That address holds a password; not kept",
    "sshpass": "sshpass carries a password; not kept",
    "token": "That seems to hold a token; not kept",
}


def secret(f: Facts, c: Context) -> list[Line]:
    return [
        SECRETS[f["what"]],
        "everybody reads the card; hand passwords over in person, or use keys",
        "e.g. /welcome ssh -p 2222 me@host",
    ]


TEXTS: dict[str, Text] = {
    "ask_leave": ask_leave,
    "left": left,
    "ask_remove": ask_remove,
    "removed": removed,
    "removed_you": removed_you,
    "unchanged": unchanged,
    "last_owner": last_owner,
    "members": members,
    "ask_role": ask_role,
    "role_set": role_set,
    "role_yours": role_yours,
    "ask_who": ask_who,
    "no_such_member": no_such_member,
    "link_code": link_code,
    "linked": linked,
    "wrong_link_code": wrong_link_code,
    "link_in_private": link_in_private,
    "linked_already": linked_already,
    "link_both": link_both,
    "welcome": welcome,
    "connect_set": connect_set,
    "secret": secret,
}
LABELS: dict[str, Label] = {
    "leave.yes": lambda f, c: "Leave",
    "remove.yes": lambda f, c: "Remove",
    "never_mind": lambda f, c: "Never mind",
    "member": lambda f, c: f"{f['name']} (@{f['username']})" if f["username"] else str(f["name"]),
    "role": lambda f, c: ROLES[f["role"]],
}
