"""中文：续、缩短、少几张、撤销、合用、规则，和到点前后的提醒。"""

from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh.pieces import cards, close_up, lasts, length, point, span
from bot.language.writing import plain_name


def _next(f: Facts, c: Context) -> list[Line]:
    follows = f["next"]
    return [close_up(f"后面是 {follows['holder']}，{point(follows['start'], c)} 开始")] if follows else []


def extended(f: Facts, c: Context) -> list[Line]:
    more = length(f["end"] - f["old_end"])
    first = f"续好了，用到{point(f['end'], c)}"
    return [first, f"{cards(f['gpus'])}，多了 {more}，预约 {f['booking']}", *_next(f, c)]


def shortened(f: Facts, c: Context) -> list[Line]:
    less = length(f["old_end"] - f["end"])
    return [f"缩短了 {less}，用到{point(f['end'], c)}", f"{cards(f['gpus'])}，预约 {f['booking']}"]


def card_dropped(f: Facts, c: Context) -> list[Line]:
    return [f"{cards(f['dropped'])}放了", f"还留着 {cards(f['gpus'])}，{span(f, c)}，预约 {f['booking']}"]


UNDONE = {
    "booked": "刚订的撤销了",
    "extended": "没续，还按原来的时间",
    "shortened": "没缩短，还按原来的时间",
    "card_dropped": "卡拿回来了",
    "cancelled": "没取消，预约还在",
    "released": "没放，卡还是你的",
}


def ask_extension(f: Facts, c: Context) -> list[Line]:
    return ["续到什么时候？", f"预约 {f['booking']}，也可以写明，例：/extend 2h"]


def booked_for_you(f: Facts, c: Context) -> list[Line]:
    return [
        _to(f, f"{f['by']} 给你订了 {cards(f['gpus'])}"),
        f"{span(f, c)}，预约 {f['booking']}",
        Code(f["export"]),
    ]


def undone(f: Facts, c: Context) -> list[Line]:
    if f.get("by"):
        return undone_by_owner(Facts({**f, "private": False}), c)
    return [UNDONE[f["what"]], *_stands(f, c)]


def undone_by_owner(f: Facts, c: Context) -> list[Line]:
    first = f"{f['by']} 撤销了，{'预约还在' if f['holds'] else '预约没了'}"
    return [_to(f, first), *(_stands(f, c) or [f"{cards(f['gpus'])}，预约 {f['booking']}"])]


def _stands(f: Facts, c: Context) -> list[Line]:
    return [f"{cards(f['gpus'])}，{span(f, c)}，预约 {f['booking']}"] if f["holds"] else []


def _to(f: Facts, words: str) -> str:
    """群里说的话要说给谁听。"""
    return close_up(words if f["private"] else f"{f['holder']}：{words}")


def nothing_to_undo(f: Facts, c: Context) -> list[Line]:
    return ["没有能撤销的", "只能撤销自己 2 分钟内的最后一步"]


def undo_too_late(f: Facts, c: Context) -> list[Line]:
    if c.now - f["done_at"] <= f["allowed"]:
        return ["原来的时间已经过了，撤销不了", "要接着用，例：/again"]
    return [f"过了 {length(f['allowed'])}，撤销不了", "要改就用 /extend、/release 或 /cancel"]


def undo_taken(f: Facts, c: Context) -> list[Line]:
    if f.get("broken"):
        return [f"撤销不了，{cards(f['broken'])}刚坏了", "换别的卡，重新订：/book"]
    held = [f"{cards(one['gpus'])}：{one['holder']} 用到{point(one['end'], c)}" for one in f["blocking"][:4]]
    return ["撤销不了，卡刚被别人订了", *(close_up(words) for words in held)]


def ask_reason(f: Facts, c: Context) -> list[Line]:
    return [
        close_up(f"预约 {f['booking']} 是 {f['holder']} 的"),
        f"管理员要写原因，例：/{f['verb']} {f['booking']} 机器要重启",
    ]


def ended_by_owner(f: Facts, c: Context) -> list[Line]:
    why = plain_name(f["reason"], WIDEST_REASON)
    return [_to(f, f"{f['by']} 结束了你的预约 {f['booking']}"), f"{cards(f['gpus'])}，原因：{why}"]


def ended(f: Facts, c: Context) -> list[Line]:
    return [f"{cards(f['gpus'])}到点了", *_next(f, c), f"预约 {f['booking']}，还在跑就收一下"]


def reminders(f: Facts, c: Context) -> list[Line]:
    if len(f["items"]) == 1:
        one = f["items"][0]
        first = f"{one['holder']}：{cards(one['gpus'])}{REMINDS[one['code']]}"
        return [close_up(first), f"{_until(one, c)}，预约 {one['booking']}"]
    lines: list[Line] = [f"到点提醒，{len(f['items'])} 个预约"]
    for one in f["items"][:MOST_REMINDERS]:
        which = f"{one['holder']}：{cards(one['gpus'])}{REMINDS[one['code']]}"
        lines.append(close_up(f"{which}，{_until(one, c)}，预约 {one['booking']}"))
    if len(f["items"]) > MOST_REMINDERS:
        lines.append(f"另外还有 {len(f['items']) - MOST_REMINDERS} 个")
    return lines


def _until(one: dict[str, Any], c: Context) -> str:
    follows = one["next"]
    if one["code"] == "ended" and follows:
        return close_up(f"后面是 {follows['holder']}")
    return f"用到{point(one['end'], c)}"


def co_held(f: Facts, c: Context) -> list[Line]:
    if not f["co_holders"]:
        return [f"预约 {f['booking']} 没有合用人", f"加一个，例：/share {f['booking']} @li"]
    names = "、".join(f["co_holders"])
    parts = "，".join(f"{name} {weight}" for name, weight in f["weights"])
    lines: list[Line] = [f"{names} 也能用这几张卡", f"{cards(f['gpus'])}，{span(f, c)}，预约 {f['booking']}"]
    equal = len({weight for _, weight in f["weights"]}) == 1
    return [*lines, "卡时平分" if equal else f"卡时按份：{parts}"]


def co_holder_added(f: Facts, c: Context) -> list[Line]:
    first = close_up(f"{f['holder']} 让你合用 {cards(f['gpus'])}")
    return [first if f["private"] else f"{f['name']}：{first}", f"{span(f, c)}，预约 {f['booking']}"]


def own_instead(f: Facts, c: Context) -> list[Line]:
    return ["接着用，还是另订？", f"你的预约 {f['booking']}：{cards(f['gpus'])}，{span(f, c)}"]


REMINDS = {"starts_now": "轮到你了", "ends_soon": "快到点了", "ended": "到点了"}
MOST_REMINDERS = 6
WIDEST_REASON = 60
PRESETS = {"loose": "宽松", "usual": "常规", "tight": "紧张", None: "自定"}


def limits(f: Facts, c: Context) -> list[Line]:
    half, week = f["half_ahead_seconds"], f["week_share_permille"]
    lines: list[Line] = [
        f"规则：{PRESETS[f['preset']]}",
        f"一次 {length(f['min_seconds'])} 到 {length(f['max_seconds'])}",
        f"开始时间要在 {length(f['horizon_seconds'])}以内",
    ]
    if half is not None:
        lines.append(f"提前超过 {length(half)}的，一种卡最多订一半")
    if week is not None:
        lines.append(f"每周提前订的卡时，最多是平均数的 {week / 1000:g} 倍，当天订的不算")
    return lines


TEXTS: dict[str, Text] = {
    "extended": extended,
    "shortened": shortened,
    "card_dropped": card_dropped,
    "undone": undone,
    "nothing_to_undo": nothing_to_undo,
    "undo_too_late": undo_too_late,
    "undo_taken": undo_taken,
    "ask_reason": ask_reason,
    "ended_by_owner": ended_by_owner,
    "undone_by_owner": undone_by_owner,
    "ask_extension": ask_extension,
    "booked_for_you": booked_for_you,
    "ended": ended,
    "reminders": reminders,
    "co_held": co_held,
    "co_holder_added": co_holder_added,
    "own_instead": own_instead,
    "limits": limits,
}
LABELS: dict[str, Label] = {
    "undo": lambda f, c: "撤销",
    "allowed": lambda f, c: f"改成 {f['count']} 张 {length(f['seconds'])}",
    "more_hours": lambda f, c: f"+{f['hours']} 小时",
    "until": lambda f, c: f"到{point(f['end'], c)}",
    "offer.extend": lambda f, c: f"续到{point(f['end'], c)}：{cards(f['gpus'])}",
    "extend_own": lambda f, c: f"续预约 {f['booking']}，到{point(f['end'], c)}",
    "book_apart": lambda f, c: f"另订：{lasts(f)}",
    "start_me": lambda f, c: "私聊我，下次悄悄提醒",
    "co_holder.remove": lambda f, c: f"不和 {f['name']} 合用了",
    "preset": lambda f, c: PRESETS[f["preset"]],
}
