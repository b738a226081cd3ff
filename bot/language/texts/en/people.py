"""English: setting up, joining, machines, who may do what."""

from bot.language.texts.en.pieces import first, line
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import write_cards, write_point

MOST_LEFT = 3
MOST_NAMED = 8


def not_member(f: Facts, c: Context) -> list[Line]:
    if f["group"]:
        return ["You are not a member here yet", "send /join; an owner agrees by button"]
    return ["You are in no pool yet", "send /join in your group"]


def no_pool(f: Facts, c: Context) -> list[Line]:
    return ["This group has no pool yet", "whoever has a code sends: /setup CODE"]


def anonymous(f: Facts, c: Context) -> list[Line]:
    return ["I cannot see who you are", "stop being an anonymous admin and send it again"]


def role(f: Facts, c: Context) -> list[Line]:
    if f["needed"] == "owner":
        return ["Only an owner can do this", "ask one to send it, or to press"]
    if f["needed"] == "treasurer":
        return ["Only a treasurer or owner can do this", "ask one to send it, or to press"]
    return ["Only a member can do this", "your role is guest"]


def join_asked(f: Facts, c: Context) -> list[Line]:
    return [f"{f['name']} would like to join", "an owner decides:"]


def join_refused(f: Facts, c: Context) -> list[Line]:
    return [f"{f['name']} was not let in", f"by {f['by']}; it may be asked again"]


def joined(f: Facts, c: Context) -> list[Line]:
    return [f"{f['name']} has joined", "book: /book 2 6h, free cards: /free"]


def already_member(f: Facts, c: Context) -> list[Line]:
    return ["Already a member", "to book: /book 2 6h"]


def setup_done(f: Facts, c: Context) -> list[Line]:
    return [
        f"Pool ready: {f['pool']}",
        f"owner {f['owner']}, time zone {f['zone']}",
        "next, say which cards: /pool 8xA100-80G",
        "the others send /join here",
    ]


def wrong_code(f: Facts, c: Context) -> list[Line]:
    wrong = "Wrong, used or expired code" if f["given"] else "It takes a code"
    return [
        wrong,
        "for the first pool pinka run prints it when it starts: /setup abcd-efgh-jkmn name",
        "for another an owner gets one by sending me /setup in private",
    ]


def pool_exists(f: Facts, c: Context) -> list[Line]:
    return ["This group has its pool already", "to join: /join"]


def setup_in_group(f: Facts, c: Context) -> list[Line]:
    return ["Set up in the group", "add me to the group and send there: /setup CODE"]


def join_in_group(f: Facts, c: Context) -> list[Line]:
    return ["Join in the group", "send /join in your group"]


def founding_code(f: Facts, c: Context) -> list[Line]:
    until = write_point(f["until"], c.now, c.zone, "en")
    return ["A code for another group", Code(f"/setup {f['code']}"), f"send it in that group; good once, until {until}"]


def pool(f: Facts, c: Context) -> list[Line]:
    if not f["nodes"]:
        return ["No cards are declared yet", "an owner sends e.g. /pool 8xA100-80G"]
    if "broken" in f or "working" in f:
        return _reported(f, c)
    lines: list[Line] = [f"Noted: {f['added']}" if f["added"] else f"Machines of {f['pool']}"]
    for node in f["nodes"]:
        kinds: dict[str, list[int]] = {}
        for card in node["cards"]:
            kinds.setdefault(f"{card['kind']}-{card['memory_gb']}G", []).append(card["number"])
        for kind, numbers in kinds.items():
            lines.append(f"{node['name']}: {len(numbers)}×{kind}, {write_cards(numbers, 'en')}")
    broken = [card["number"] for node in f["nodes"] for card in node["cards"] if card["broken"]]
    return [*lines, f"out of order: {write_cards(broken, 'en')}"] if broken else lines


def _reported(f: Facts, c: Context) -> list[Line]:
    """Whose bookings are on the cards, so that they can be asked to move."""
    if "working" in f:
        return [f"{first(f['working'])} {'works' if len(f['working']) == 1 else 'work'} again"]
    lines: list[Line] = [f"{first(f['broken'])} out of order, not given out any more"]
    if not f["bookings"]:
        return [*lines, "no booking is on that"]
    lines.append("these bookings stand, please move:")
    lines += [f"{one['holder']}: {line(one, c)}" for one in f["bookings"][:MOST_NAMED]]
    more = len(f["bookings"]) - MOST_NAMED
    return [*lines, f"and {more} more"] if more > 0 else lines


def pool_declared(f: Facts, c: Context) -> list[Line]:
    return [f"There is {', '.join(f['nodes'])} already", "one more machine: /pool add node2: 8x4090-24G"]


def node_exists(f: Facts, c: Context) -> list[Line]:
    return [f"There is a {f['node']} already", "give it another name"]


def ask_pool(f: Facts, c: Context) -> list[Line]:
    return ["Which pool?"]


def hello(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["Hello, I am Pinka"]
    if not f["pool"]:
        lines.append("first: /setup CODE")
    if f["hears_all"]:
        return [*lines, "to book: /book 2 6h"]
    return [
        *lines,
        "for now I hear only commands that begin with /",
        "to talk plainly: group settings, administrators, add me; I need no rights",
        f"until then: /book{f['bot']} 2 6h",
    ]


def member_left(f: Facts, c: Context) -> list[Line]:
    has = f["bookings"]
    more = [f"and {len(has) - MOST_LEFT} more"] if len(has) > MOST_LEFT else []
    kept = ["bookings stay for now:", *(line(one, c) for one in has[:MOST_LEFT]), *more] if has else ["no bookings"]
    return [f"{f['name']} left this group", *kept, "still a member, and bills go on; an owner decides about that"]


TEXTS: dict[str, Text] = {
    "not_member": not_member,
    "no_pool": no_pool,
    "anonymous": anonymous,
    "role": role,
    "join_asked": join_asked,
    "join_refused": join_refused,
    "joined": joined,
    "already_member": already_member,
    "setup_done": setup_done,
    "wrong_code": wrong_code,
    "pool_exists": pool_exists,
    "setup_in_group": setup_in_group,
    "join_in_group": join_in_group,
    "founding_code": founding_code,
    "pool": pool,
    "pool_declared": pool_declared,
    "node_exists": node_exists,
    "ask_pool": ask_pool,
    "hello": hello,
    "member_left": member_left,
}
LABELS: dict[str, Label] = {
    "join.agree": lambda f, c: "Agree",
    "join.refuse": lambda f, c: "Refuse",
    "member.remove": lambda f, c: "Remove",
    "pool": lambda f, c: str(f["pool"]),
}
