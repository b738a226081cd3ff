"""The codes about people: founding and joining, members and roles, what each prefers. The same contract as
`bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

PEOPLE = {
    "setup_done": Code("the pool is founded", ("pool", "owner", "zone")),
    "wrong_code": Code("no code that opens a pool", ("first", "given")),
    "pool_exists": Code("this group has its pool"),
    "setup_in_group": Code("to be sent in the group"),
    "founding_code": Code("a code with which another group can be set up", ("code", "until")),
    "pool": Code(
        "the machines; `added` = the one just declared; `broken` or `working` = the cards just reported, with the "
        "`bookings` on them",
        ("pool", "nodes", "added"),
        ("broken", "working", "bookings"),
    ),
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
    "member_left": Code("unasked: a member left the chat and keeps the bookings for now", ("name", "bookings")),
}

MEMBERS = {
    "ask_leave": Code(
        "leave? `bookings` would end by it; `money` = what is still open with the others and stays so, null = nothing",
        ("pool", "bookings", "money", "choices"),
    ),
    "left": Code("a member has left; `bookings` ended by it", ("name", "pool", "bookings")),
    "ask_remove": Code(
        "remove? `bookings` would end by it; `money` as in ask_leave",
        ("name", "pool", "reason", "bookings", "money", "choices"),
    ),
    "removed": Code("an owner removed a member", ("name", "pool", "by", "reason", "bookings")),
    "removed_you": Code("unasked: an owner removed the reader", ("pool", "by", "reason", "bookings")),
    "unchanged": Code("nothing was done"),
    "last_owner": Code("the pool would have no owner; `own` = the asker is the only one", ("name", "own")),
    "members": Code("who is in the pool, with roles", ("pool", "members")),
    "ask_role": Code("which role? `role` = the present one", ("name", "role", "choices")),
    "role_set": Code("a member has a role; `before` = the one until now", ("name", "role", "before", "by", "pool")),
    "role_yours": Code("unasked: the reader has another role", ("role", "before", "by", "pool")),
    "ask_who": Code("which of these members?", ("text", "members", "choices")),
    "no_such_member": Code("nobody here is called so; `text` null = no longer here", ("text", "members")),
    "link_code": Code("a code with which one's other account becomes the same person", ("code", "until")),
    "linked": Code("two accounts are one person; `name` = the other", ("name", "pools")),
    "wrong_link_code": Code("no code that joins accounts"),
    "link_in_private": Code("to be sent in private; `withdrawn` = the code is void now", ("withdrawn",)),
    "linked_already": Code("a code of one's own"),
    "link_both": Code("both accounts are members of `pools`", ("pools",)),
    "welcome": Code(
        "the newcomer's card: `connect` in lines (`withheld` = only in private), the limits in force, card-seconds "
        "left to book ahead this week",
        (
            "name",
            "pool",
            "connect",
            "min_seconds",
            "max_seconds",
            "horizon_seconds",
            "half_ahead_seconds",
            "week_share_permille",
            "left_seconds",
            "private",
            "withheld",
        ),
    ),
    "connect_set": Code("what newcomers read about connecting", ("connect",)),
    "secret": Code("it holds a password, key, url, sshpass or token and was not kept", ("what",)),
}

PREFERENCES = {
    "lang": Code("the language one is answered in; null = as one writes", ("language", "set")),
    "quiet": Code("one's quiet hours; null = none", ("from", "to", "set")),
    "zone": Code(
        "the pool's time zone; `before` = the one until now, `bills_zone` = the one of this month's bills",
        ("zone", "before", "set", "bills_zone"),
    ),
    "no_such_zone": Code("no zone is called so; `likely` may be meant", ("text", "likely")),
    "here": Code("the pool's notices come here; `topic` = a topic, not the whole group", ("pool", "topic")),
    "here_in_group": Code("to be sent in the group"),
}

CODES: Mapping[str, Code] = {**PEOPLE, **MEMBERS, **PREFERENCES}
