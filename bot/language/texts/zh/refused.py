"""中文：订不上的时候，为什么、谁在用、还能怎么办。"""

from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.texts.zh.pieces import cards, close_up, length, listed, point
from bot.language.writing import plain_name


def taken(f: Facts, c: Context) -> list[Line]:
    if not f["blocking"] and not f["offers"]:
        return ["刚被别人订走了", "看看还有哪些空着：/free"]
    lines: list[Line] = [_not_free(f, c)]
    for one in f["blocking"][:4]:
        begins = f"{point(one['start'], c)} 起，" if one["start"] > f["start"] else ""
        lines.append(close_up(f"{cards(one['gpus'])}：{one['holder']} {begins}用到{point(one['end'], c)}"))
    if len(f["blocking"]) > 4:
        lines.append(f"另外还有 {len(f['blocking']) - 4} 个预约")
    if f.get("booking") is not None:
        return [*lines, "可以续到："] if f["offers"] else lines
    return [*lines, "可以改成：" if f["offers"] else "这几天都排不开，少订几张或短一点再试"]


def _not_free(f: Facts, c: Context) -> str:
    if f.get("booking") is not None:
        return f"续不到{point(f['end'], c)}，后面有人" if f["offers"] else "续不了，后面紧接着有人"
    if f["gpus"]:
        return f"这段时间 {cards(f['gpus'])}{'有人用' if len(f['gpus']) == 1 else '不全空'}"
    kind = f" {f['kind']}" if f["kind"] else "卡"
    return f"这段时间没有空的{kind}" if f["count"] == 1 else f"这段时间凑不出 {f['count']} 张{kind}"


def limit(f: Facts, c: Context) -> list[Line]:
    match f["rule"]:
        case "min":
            return [f"最少订 {length(f['allowed'])}", f"你写的是 {length(f['value'])}"]
        case "max":
            return [f"一次最多订 {length(f['allowed'])}", f"你写的是 {length(f['value'])}，分几次订也行"]
        case "horizon":
            days = f["horizon_days"]
            return [f"只能订 {days} 天内开始的", f"现在最晚能订{point(f['allowed'], c)} 开始的"]
        case "half":
            ahead = length(f["ahead_seconds"])
            first = f"提前 {ahead}以上，最多订 {f['allowed']} 张 {f['kind']}"
            return [first, f"你要的是 {f['value']} 张。近一点再订，就没有这条"]
        case _:
            hours = f["left"] // 3600
            return ["这一周你提前订得够多了", f"那周还能提前订 {hours} 卡时；当天订的不算在内"]


def past(f: Facts, c: Context) -> list[Line]:
    when = f["start"]
    if f.get("begins") is not None:
        return ["那时候预约还没开始", f"预约 {f['booking']} 从{point(f['begins'], c)} 开始，不要了就 /cancel"]
    return ["这个时间已经过了", "换个以后的时间" if when is None else f"你写的是{point(when, c)}"]


def no_such_card(f: Facts, c: Context) -> list[Line]:
    if f.get("booking") is not None:
        return [f"预约 {f['booking']} 里没有 {cards(f['numbers'])}", f"它的是：{cards(f['have'])}"]
    return [f"没有 {cards(f['numbers'])}", f"有的是：{cards(f['have']) or '无'}"]


def no_such_kind(f: Facts, c: Context) -> list[Line]:
    return [f"这里没有 {plain_name(f['kind'], 30)}", f"有的是：{'、'.join(f['kinds'])}"]


def no_such_node(f: Facts, c: Context) -> list[Line]:
    if f["node"] is None:
        return ["哪一台机器？", f"有的是：{'、'.join(f['nodes'])}"]
    return [f"没有叫 {plain_name(f['node'], 32)} 的机器", f"有的是：{'、'.join(f['nodes'])}"]


def too_many(f: Facts, c: Context) -> list[Line]:
    kind = f" {f['kind']} " if f["kind"] else ""
    return [f"没有这么多卡：要 {f['asked']} 张", f"一台机器上{kind}最多 {f['have']} 张"]


def not_one_node(f: Facts, c: Context) -> list[Line]:
    return ["一个预约只能在一台机器上", *[f"同一台：{cards(numbers)}" for numbers in f["nodes"]]]


def card_broken(f: Facts, c: Context) -> list[Line]:
    return [f"{cards(f['numbers'])}坏着", f"要 {f['asked']} 张，好的只有 {f['have']} 张"]


def no_cards(f: Facts, c: Context) -> list[Line]:
    return ["还没登记有哪些卡", "管理员先发：/pool 8xA100-80G"]


def no_such_booking(f: Facts, c: Context) -> list[Line]:
    if f["booking"] is not None:
        return [f"没有预约 {f['booking']}", "看看自己的：/my"]
    mine = listed(f["mine"], c) if f.get("mine") else ["你现在没有预约"]
    if f.get("others"):
        return [*_theirs(f, c), *mine]
    if f.get("cards"):
        return [f"{cards(f['cards'])}不在你手上", *mine]
    if f.get("mine"):
        return ["没有能这样改的预约", *mine]
    return [*mine, "要订的话，例：/book 2 6h"]


def _theirs(f: Facts, c: Context) -> list[Line]:
    """Whose the cards are that were named."""
    held = [
        close_up(f"{cards(sorted({*one['gpus']} & {*f['cards']}))}是 {one['holder']} 的")
        + f"，用到{point(one['end'], c)}"
        for one in f["others"][:4]
    ]
    return held if len(held) == 1 else ["这些卡不是你的", *held]


def not_yours(f: Facts, c: Context) -> list[Line]:
    holder = f["holder"] or "别人"
    if f["booking"] is None:
        return [close_up(f"这个按钮是给 {holder} 的"), "自己订请发 /book"]
    return [close_up(f"预约 {f['booking']} 是 {holder} 的"), "只能动自己的预约"]


TEXTS: dict[str, Text] = {
    "taken": taken,
    "limit": limit,
    "past": past,
    "no_such_card": no_such_card,
    "no_such_kind": no_such_kind,
    "no_such_node": no_such_node,
    "too_many": too_many,
    "not_one_node": not_one_node,
    "card_broken": card_broken,
    "no_cards": no_cards,
    "no_such_booking": no_such_booking,
    "not_yours": not_yours,
}
