"""中文：预约、放卡、提醒，和还要问的。"""

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh.pieces import cards, close_up, lasts, listed, point, span
from bot.language.writing import plain_name, write_amount, write_minutes, write_whole

WIDEST_PURPOSE = 60


def _cost(f: Facts) -> list[Line]:
    cost = f["reference_cost_minor"]
    if cost is None:
        return []
    if f["cost_basis"] == "price":
        return [f"按时价 {write_amount(cost, f['currency'])}，以月底账单为准"]
    so_far = f["so_far_card_hour_minor"]
    now = "" if so_far is None else f"；照这个月的用量，一卡时约 {write_whole(so_far, f['currency'])}"
    return [f"参考价约 {write_whole(cost, f['currency'])}（月租按满负荷摊）{now}"]


def booked(f: Facts, c: Context) -> list[Line]:
    what = cards(f["gpus"])
    if f.get("by"):
        lines: list[Line] = [close_up(f"给 {f['holder']} 订好了 {what}"), f"{span(f, c)}，预约 {f['booking']}"]
    elif f["now"]:
        lines = [f"{what}归你了，用到{point(f['end'], c)}", f"{lasts(f)}，预约 {f['booking']}"]
    else:
        lines = [f"{what}给你留好了", f"{span(f, c)}，预约 {f['booking']}"]
    if f["node"]:
        lines.append(f"在机器 {f['node']} 上")
    lines += _known_of(f)
    if f["assumed_count"]:
        lines.append("没写几张，按 1 张订的")
    if f["purpose"]:
        lines.append(f"用途：{plain_name(f['purpose'], WIDEST_PURPOSE)}")
    return [*lines, *_cost(f), Code(f["export"])]


def _known_of(f: Facts) -> list[Line]:
    """订到的卡和想的不一样：上面有人在跑，或者有警告。"""
    lines: list[Line] = []
    if occupied := f.get("occupied"):
        lines.append(f"{cards(occupied)}上已有别的进程或显存占用，详情：/gpu {occupied[0]}")
    if warned := f.get("warned"):
        lines.append(f"{cards(warned)}有警告，看是什么：/gpu {warned[0]}")
    return lines


def _theirs(f: Facts) -> list[Line]:
    """管理员结束了别人的预约：群里的人也要看得懂。"""
    return [f"原因：{plain_name(f['reason'], WIDEST_PURPOSE)}"] if f.get("by") else []


def _given_up(f: Facts) -> list[Line]:
    """退掉的时间账上怎么算，退的时候就说。"""
    percent = f.get("charged_percent")
    return [f"没用的时间：有人接着订就不算，没人订算 {percent}%"] if percent else []


def released(f: Facts, c: Context) -> list[Line]:
    if f.get("by"):
        first = close_up(f"{f['by']} 放了 {f['holder']} 的 {cards(f['gpus'])}")
        return [first, f"用了 {lasts(f)}，记在预约 {f['booking']}", *_theirs(f), *_cost(f), *_given_up(f)]
    return [f"{cards(f['gpus'])}放了", f"用了 {lasts(f)}，记在预约 {f['booking']}", *_cost(f), *_given_up(f)]


def cancelled(f: Facts, c: Context) -> list[Line]:
    if f.get("by"):
        first = close_up(f"{f['by']} 取消了 {f['holder']} 的预约 {f['booking']}")
        return [first, f"{cards(f['gpus'])}，{span(f, c)}", *_theirs(f), *_given_up(f)]
    free = "" if f.get("charged_percent") else "，不计卡时"
    return [f"取消了{free}", f"{cards(f['gpus'])}，{span(f, c)}，预约 {f['booking']}", *_given_up(f)]


def pick(f: Facts, c: Context) -> list[Line]:
    if f["verb"] == "book":
        return ["要几张卡？", "也可以一句话说完，例：/book 2 6h"]
    first = "已经开始了，要放卡吗？" if f["verb"] == "release" else "还没开始，要取消吗？"
    return [first, *listed(f["bookings"], c)]


def ask_duration(f: Facts, c: Context) -> list[Line]:
    kind = f" {f['kind']}" if f["kind"] else "卡"
    what = cards(f["gpus"]) if f["gpus"] else f"{f['count']} 张{kind}"
    lines: list[Line] = [f"{what}，订多久？"]
    if f["assumed_count"]:
        lines.append("没写几张，先按 1 张")
    if f["start"] is not None:
        lines.append(f"从{point(f['start'], c)} 开始")
    return lines


TIME_QUESTIONS = {
    "no_hour": "几点开始？",
    "which_hour": "是几点？",
    "which_start": "从几点开始？",
    "which_end": "用到几点？",
    "no_end_hour": "用到几点？",
    "card_or_day": "是这张卡，还是这一天？",
    "flexible": "定在什么时候？",
    "when": "什么时候开始？",
}


def ask_time(f: Facts, c: Context) -> list[Line]:
    then = "点一个就订好" if f["minutes"] else "先点一个"
    return [TIME_QUESTIONS.get(f["reason"], "是哪个时间？"), f"{then}，都不是就把时间写全再发"]


def ask_target(f: Facts, c: Context) -> list[Line]:
    word = {"release": "放", "cancel": "取消", "extend": "续", "share": "合用"}.get(f["verb"], "改")
    return [f"要{word}哪一个？", *listed(f["bookings"], c)]


def starts_now(f: Facts, c: Context) -> list[Line]:
    return [
        _to(f, f"{cards(f['gpus'])}轮到你了"),
        f"用到{point(f['end'], c)}，{lasts(f)}，预约 {f['booking']}",
        Code(f["export"]),
    ]


def ends_soon(f: Facts, c: Context) -> list[Line]:
    left = write_minutes(max(0, -(-(f["end"] - c.now) // 60)), "zh")
    return [
        _to(f, f"{cards(f['gpus'])}还剩 {left}"),
        f"{point(f['end'], c)} 到点，预约 {f['booking']}。存好 checkpoint",
    ]


def _to(f: Facts, words: str) -> str:
    """群里说的话要说给谁听。"""
    return words if f["private"] else f"{f['holder']}：{words}"


TEXTS: dict[str, Text] = {
    "booked": booked,
    "released": released,
    "cancelled": cancelled,
    "pick": pick,
    "ask_duration": ask_duration,
    "ask_time": ask_time,
    "ask_target": ask_target,
    "starts_now": starts_now,
    "ends_soon": ends_soon,
}


def _window(f: Facts, c: Context) -> str:
    which_cards = f"{cards(f['gpus'])}，" if f["gpus"] else ""
    return which_cards + (span(f, c) if f["end"] is not None else f"{point(f['start'], c)} 开始")


LABELS: dict[str, Label] = {
    "copy_export": lambda f, c: "复制环境变量",
    "release": lambda f, c: "放卡",
    "cancel": lambda f, c: "取消预约",
    "release_cards": lambda f, c: f"放卡 {f['booking']}（{cards(f['gpus'])}）",
    "cancel_cards": lambda f, c: f"取消 {f['booking']}（{cards(f['gpus'])}）",
    "which": lambda f, c: f"{f['booking']}：{cards(f['gpus'])}，{point(f['start'], c)} 起",
    "offer.earliest": lambda f, c: f"最早：{point(f['start'], c)} 起，{cards(f['gpus'])}",
    "offer.fewer": lambda f, c: f"只要 {len(f['gpus'])} 张：{cards(f['gpus'])}",
    "offer.shorter": lambda f, c: f"短一点：{lasts(f)}，到{point(f['end'], c)}",
    "count": lambda f, c: f"{f['count']} 张 {f['kind']}",
    "hours": lambda f, c: f"{f['hours']} 小时",
    "start.now": lambda f, c: "现在",
    "start.earliest": lambda f, c: f"最早：{span(f, c)}",
    "start.tonight": lambda f, c: point(f["start"], c),
    "window": _window,
}
