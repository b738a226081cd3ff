"""中文：退组、移出、身份、认人、两个账号、新人卡片。"""

from collections.abc import Sequence
from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh.parting import open_money
from bot.language.texts.zh.pieces import close_up
from bot.language.writing import plain_name, write_cards, write_minutes, write_point, write_span

ROLES = {"owner": "管理员", "treasurer": "管账", "member": "成员", "guest": "只看"}
MAY = {"owner": "什么都能改", "treasurer": "能订卡，也管账", "member": "能订卡", "guest": "只能看，不能订"}
MOST_SHOWN = 4
IN_A_LINE = 4
HEARD, COMMANDS = ("订 2张 6小时", "把我那个延2小时", "放卡"), ("/book 2 6h", "/extend 2h", "/release")


def _ending(bookings: Sequence[dict[str, Any]], c: Context, most: int = MOST_SHOWN) -> list[Line]:
    shown: list[Line] = [_line(one, c) for one in bookings[:most]]
    rest = len(bookings) - most
    return [*shown, f"另外还有 {rest} 个"] if rest > 0 else shown


def _line(one: dict[str, Any], c: Context) -> str:
    cards = write_cards(one["gpus"], "zh")
    if one["running"]:
        return f"预约 {one['booking']}：{cards}，正在用，到{write_point(one['end'], c.now, c.zone, 'zh')}"
    return f"预约 {one['booking']}：{cards}，{write_span(one['start'], one['end'], c.now, c.zone, 'zh')}"


def ask_leave(f: Facts, c: Context) -> list[Line]:
    first, owing = f"退出{_named(f['pool'])}？", open_money(f["money"], "你", c)
    if not f["bookings"]:
        return [first, *owing, "你现在没有预约，记录会留着，以后还能 /join 回来"]
    ending = _ending(f["bookings"], c, MOST_SHOWN - len(owing))
    return [first, *owing, f"这 {len(f['bookings'])} 个预约会马上结束：", *ending, "用过的照记，记录会留着"]


def left(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"{f['name']} 退组了"), *_freed(f["bookings"]), "想回来发 /join，名字和记录都还在"]


def _freed(bookings: Sequence[dict[str, Any]]) -> list[Line]:
    if not bookings:
        return []
    numbers = "、".join(str(one["booking"]) for one in bookings[:8])
    return [f"结束了 {len(bookings)} 个预约：{numbers}{' 等' if len(bookings) > 8 else ''}"]


def ask_remove(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [close_up(f"把 {f['name']} 移出？")]
    if f["reason"]:
        lines.append(f"理由会告诉对方：{plain_name(f['reason'], 80)}")
    owing = open_money(f["money"], "对方", c)
    if not f["bookings"]:
        return [*lines, *owing, "现在没有预约，记录会留着"]
    ending = _ending(f["bookings"], c, MOST_SHOWN - len(owing))
    return [*lines, *owing, f"这 {len(f['bookings'])} 个预约会马上结束：", *ending]


def removed(f: Facts, c: Context) -> list[Line]:
    why: list[Line] = [f"理由：{plain_name(f['reason'], 80)}"] if f["reason"] else []
    return [close_up(f"{f['name']} 移出了"), close_up(f"{f['by']} 办的，记录都留着"), *why, *_freed(f["bookings"])]


def removed_you(f: Facts, c: Context) -> list[Line]:
    why: list[Line] = [f"理由：{plain_name(f['reason'], 80)}"] if f["reason"] else []
    return [
        "你被移出本组了",
        close_up(f"{_named(f['pool'])}，{f['by']} 办的，记录都留着"),
        *why,
        *_freed(f["bookings"]),
    ]


def unchanged(f: Facts, c: Context) -> list[Line]:
    return ["好，什么都没动"]


def last_owner(f: Facts, c: Context) -> list[Line]:
    who = "你" if f["own"] else f["name"]
    return [close_up(f"{who} 是唯一的管理员，先再定一位"), "例：/role @li owner"]


def members(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"本组 {len(f['members'])} 人"]
    for role, word in ROLES.items():
        names = [str(one["name"]) for one in f["members"] if one["role"] == role]
        lines += [f"{word}：{'、'.join(names[at : at + IN_A_LINE])}" for at in range(0, len(names), IN_A_LINE)]
    return lines


def ask_role(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"{f['name']} 改成什么身份？"), f"现在是{ROLES[f['role']]}"]


def role_set(f: Facts, c: Context) -> list[Line]:
    word = ROLES[f["role"]]
    if f["role"] == f["before"]:
        return [close_up(f"{f['name']} 本来就是{word}")]
    return [close_up(f"{f['name']} 现在是{word}"), f"原来是{ROLES[f['before']]}；{word}{MAY[f['role']]}"]


def role_yours(f: Facts, c: Context) -> list[Line]:
    word = ROLES[f["role"]]
    return [f"你现在是{word}", close_up(f"{f['by']} 在{_named(f['pool'])}改的；{word}{MAY[f['role']]}")]


def ask_who(f: Facts, c: Context) -> list[Line]:
    return ["说的是哪一位？", close_up(f"叫 {plain_name(f['text'])} 的有 {len(f['members'])} 位")]


def no_such_member(f: Facts, c: Context) -> list[Line]:
    first = close_up(f"组里没有 {plain_name(f['text'])}") if f["text"] else "这位已经不在组里了"
    names = f["members"]
    return [first, close_up(f"有的是：{'、'.join(names[:4])}{f' 等 {len(names)} 人' if len(names) > 4 else ''}")]


def link_code(f: Facts, c: Context) -> list[Line]:
    until = write_point(f["until"], c.now, c.zone, "zh")
    return [
        "用你的另一个账号私聊我发：",
        Code(f"/link {f['code']}"),
        f"只能用一次，{until} 过期。拿到它就成了你，别给别人",
    ]


def linked(f: Facts, c: Context) -> list[Line]:
    pools = [f"在这些组里：{'、'.join(plain_name(pool) for pool in f['pools'][:4])}"] if f["pools"] else []
    return [f"绑好了，和 {f['name']} 是同一个人", *pools]


def wrong_link_code(f: Facts, c: Context) -> list[Line]:
    return ["口令不对，或者用过、过期了", "在另一个账号里私聊我发 /link，拿一个新的"]


def link_in_private(f: Facts, c: Context) -> list[Line]:
    if f["withdrawn"]:
        return ["绑定要私聊我，这个口令作废了", "大家都看到了；私聊我发 /link，拿一个新的"]
    return ["绑定要私聊我", "私聊我发 /link，拿一个口令"]


def linked_already(f: Facts, c: Context) -> list[Line]:
    return ["这个口令要用另一个账号发", "这个账号已经是你自己了"]


def link_both(f: Facts, c: Context) -> list[Line]:
    return [
        "两个账号都在组里，没法并",
        f"先用其中一个 /leave：{'、'.join(plain_name(pool) for pool in f['pools'][:3])}",
    ]


def welcome(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{f['name']}，欢迎"]
    if f["connect"]:
        lines += ["这样连机器：", *(Code(line) for line in f["connect"])]
    elif f["withheld"]:
        lines.append("怎么连机器，私聊我发 /welcome")
    else:
        lines.append("怎么连机器，问管理员")
    lines += _rules(f)
    if f["left_seconds"]:
        lines.append(f"这周你还能提前订 {f['left_seconds'] // 3600} 卡时")
    lines += [f"例：{example}" for example in (HEARD if c.hears_all else COMMANDS)]
    if not f["private"]:
        lines.append("私聊我发一次 /start，以后的提醒只发给你")
    return lines


def _rules(f: Facts) -> list[Line]:
    week, half = f["week_share_permille"], f["half_ahead_seconds"]
    share = f"提前订的，每人每周最多是平均数的 {week / 1000:g} 倍" if week is not None else "每周订多少不限，先订先得"
    ahead = f"提前 {_long(half)}以上，一种卡最多订一半" if half is not None else "提前多久都可以订满"
    return [
        f"1. 一次最少 {_long(f['min_seconds'])}，最多 {_long(f['max_seconds'])}",
        f"2. 能订 {_long(f['horizon_seconds'])}内开始的",
        f"3. {ahead}",
        f"4. {share}",
        "5. 当天订当天用不受第 4 条限制，用完早点放卡",
    ]


def _long(seconds: int) -> str:
    return write_minutes(seconds // 60, "zh")


def connect_set(f: Facts, c: Context) -> list[Line]:
    if not f["connect"]:
        return ["删掉了，新人卡片上不再写怎么连"]
    return ["记下了，新人会看到：", *(Code(line) for line in f["connect"])]


SECRETS = {
    "password": "这里面像是有密码，没有记",
    "key": "这里面有私钥，没有记",
    "url": "网址里带着密码，没有记",
    "sshpass": "sshpass 会带出密码，没有记",
    "token": "这里面像是有令牌，没有记",
}


def secret(f: Facts, c: Context) -> list[Line]:
    return [SECRETS[f["what"]], "全组都看得到卡片；密码当面给，或者用公钥登录", "例：/welcome ssh -p 2222 me@host"]


def _named(pool: str) -> str:
    return f"「{plain_name(pool, 20)}」"


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
    "leave.yes": lambda f, c: "退组",
    "remove.yes": lambda f, c: "移出",
    "never_mind": lambda f, c: "算了",
    "member": lambda f, c: f"{f['name']}（@{f['username']}）" if f["username"] else str(f["name"]),
    "role": lambda f, c: ROLES[f["role"]],
}
