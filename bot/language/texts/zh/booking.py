"""中文：预约、放卡、订不上时的出路。"""

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import write_amount, write_cards, write_minutes, write_point, write_span


def _point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "zh")


def _span(f: Facts, c: Context) -> str:
    return write_span(f["start"], f["end"], c.now, c.zone, "zh")


def _cost(f: Facts) -> list[Line]:
    cost = f["reference_cost_minor"]
    return [] if cost is None else [f"参考价 {write_amount(cost, f['currency'])}，以月底账单为准"]


def booked(f: Facts, c: Context) -> list[Line]:
    cards = write_cards(f["gpus"], "zh")
    first = f"{cards}归你了，用到{_point(f['end'], c)}" if f["now"] else f"{cards}给你留好了"
    lines: list[Line] = [first, f"{_span(f, c)}　预约 {f['booking']}"]
    if f["assumed_count"]:
        lines.append("没写几张，按 1 张订的")
    if f["purpose"]:
        lines.append(f"用途：{f['purpose']}")
    return [*lines, *_cost(f), Code(f["export"])]


def released(f: Facts, c: Context) -> list[Line]:
    used = write_minutes(-(-(f["end"] - f["start"]) // 60), "zh")
    return [f"{write_cards(f['gpus'], 'zh')}放了", f"用了 {used}，记在预约 {f['booking']}", *_cost(f)]


def cancelled(f: Facts, c: Context) -> list[Line]:
    return ["取消了，不计卡时", f"{write_cards(f['gpus'], 'zh')}　{_span(f, c)}　预约 {f['booking']}"]


def taken(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["这段时间订不上"]
    for one in f["blocking"][:4]:
        lines.append(f"{write_cards(one['gpus'], 'zh')}：{one['holder']} 到{_point(one['end'], c)}")
    if len(f["blocking"]) > 4:
        lines.append(f"还有 {len(f['blocking']) - 4} 个预约也占用这段时间")
    lines.append("可以改成：" if f["offers"] else "这几天里没有能换的时段，过会儿再看看")
    return lines


def ask_duration(f: Facts, c: Context) -> list[Line]:
    what = write_cards(f["gpus"], "zh") if f["gpus"] else f"{f['count']} 张{f['kind'] or '卡'}"
    lines: list[Line] = [f"{what}，订多久？"]
    if f["assumed_count"]:
        lines.append("没写几张，先按 1 张")
    if f["start"] is not None:
        lines.append(f"从{_point(f['start'], c)}开始")
    return lines


def ask_time(f: Facts, c: Context) -> list[Line]:
    return ["是哪个时间？", "时间有几种读法，点一个就订"]


def ask_target(f: Facts, c: Context) -> list[Line]:
    word = "放" if f["verb"] == "release" else "取消"
    return [f"要{word}哪一个？", *[_line(one, c) for one in f["bookings"][:6]]]


def pick(f: Facts, c: Context) -> list[Line]:
    if f["verb"] == "release":
        return ["这个已经开始了，要放卡吗？", *[_line(one, c) for one in f["bookings"]]]
    return ["这个还没开始，要取消吗？", *[_line(one, c) for one in f["bookings"]]]


def _line(one: dict[str, object], c: Context) -> Line:
    f = Facts(one)
    return f"{f['booking']}　{write_cards(f['gpus'], 'zh')}　{_span(f, c)}"


def limit(f: Facts, c: Context) -> list[Line]:
    if f["rule"] == "min":
        return [
            f"最少订 {write_minutes(f['allowed'] // 60, 'zh')}",
            f"你写的是 {write_minutes(f['value'] // 60, 'zh')}",
        ]
    if f["rule"] == "max":
        return [
            f"一次最多订 {write_minutes(f['allowed'] // 60, 'zh')}",
            f"你写的是 {write_minutes(f['value'] // 60, 'zh')}，分几次订也行",
        ]
    return [f"最早只能订 {f['horizon_days']} 天内开始的", f"现在能订到{_point(f['allowed'], c)}开始的"]


def past(f: Facts, c: Context) -> list[Line]:
    when = f.get("start")
    return ["这个时间已经过了", *([f"你写的是{_point(when, c)}"] if isinstance(when, int) else [])]


def no_such_card(f: Facts, c: Context) -> list[Line]:
    return [f"没有{write_cards(f['numbers'], 'zh')}", f"有的是：{write_cards(f['have'], 'zh')}"]


def no_such_kind(f: Facts, c: Context) -> list[Line]:
    return [f"这里没有 {f['kind']}", f"有的是：{'、'.join(f['kinds'])}"]


def too_many(f: Facts, c: Context) -> list[Line]:
    return [f"没有这么多卡：要 {f['asked']} 张", f"一台机器上{f['kind'] or ''}最多 {f['have']} 张"]


def not_one_node(f: Facts, c: Context) -> list[Line]:
    return ["一个预约只能在一台机器上", *[f"同一台：{write_cards(numbers, 'zh')}" for numbers in f["nodes"]]]


def card_broken(f: Facts, c: Context) -> list[Line]:
    return [f"{write_cards(f['numbers'], 'zh')}坏着", f"要 {f['asked']} 张，好的只有 {f['have']} 张"]


def no_cards(f: Facts, c: Context) -> list[Line]:
    return ["还没声明有哪些卡", "管理员先发：/pool 8xA100-80G"]


def no_such_booking(f: Facts, c: Context) -> list[Line]:
    if f["booking"] is not None:
        return [f"没有预约 {f['booking']}", "发 /my 看看你的预约"]
    if not f["mine"]:
        return ["你现在没有预约", "要订的话：/book 2 6h"]
    word = "/cancel" if f["running"] else "/release"
    first = "你没有正在用的卡" if f["running"] else "你没有还没开始的预约"
    return [first, *[_line(one, c) for one in f["mine"][:4]], f"想结束上面这个，发 {word}"]


def not_yours(f: Facts, c: Context) -> list[Line]:
    if f["booking"] is None:
        return [f"这是给 {f['holder'] or '别人'} 的按钮", "自己订请发 /book"]
    return [f"预约 {f['booking']} 是 {f['holder']} 的", "只能动自己的预约"]


def starts_now(f: Facts, c: Context) -> list[Line]:
    return [
        f"{write_cards(f['gpus'], 'zh')}轮到你了，用到{_point(f['end'], c)}",
        f"预约 {f['booking']}",
        Code(f["export"]),
    ]


def ends_soon(f: Facts, c: Context) -> list[Line]:
    return [
        f"{write_cards(f['gpus'], 'zh')}快到点了：{_point(f['end'], c)}",
        f"预约 {f['booking']}，存好 checkpoint",
    ]


TEXTS: dict[str, Text] = {
    "booked": booked,
    "released": released,
    "cancelled": cancelled,
    "taken": taken,
    "ask_duration": ask_duration,
    "ask_time": ask_time,
    "ask_target": ask_target,
    "pick": pick,
    "limit": limit,
    "past": past,
    "no_such_card": no_such_card,
    "no_such_kind": no_such_kind,
    "too_many": too_many,
    "not_one_node": not_one_node,
    "card_broken": card_broken,
    "no_cards": no_cards,
    "no_such_booking": no_such_booking,
    "not_yours": not_yours,
    "starts_now": starts_now,
    "ends_soon": ends_soon,
}


def _offer(f: Facts, c: Context, word: str) -> str:
    return f"{word}：{write_cards(f['gpus'], 'zh')} {_span(f, c)}"


LABELS: dict[str, Label] = {
    "copy_export": lambda f, c: "复制环境变量",
    "release": lambda f, c: "放卡",
    "cancel": lambda f, c: "取消",
    "release_cards": lambda f, c: f"放卡 {f['booking']}（{write_cards(f['gpus'], 'zh')}）",
    "cancel_cards": lambda f, c: f"取消 {f['booking']}（{write_cards(f['gpus'], 'zh')}）",
    "offer.earliest": lambda f, c: _offer(f, c, "最早"),
    "offer.fewer": lambda f, c: _offer(f, c, "少几张"),
    "offer.shorter": lambda f, c: _offer(f, c, "短一点"),
    "hours": lambda f, c: f"{f['hours']} 小时",
    "window": lambda f, c: _span(f, c),
    "which": lambda f, c: f"{f['booking']}：{write_cards(f['gpus'], 'zh')} {_span(f, c)}",
}
