"""中文：空闲、本周。"""

from datetime import date

from bot.language.texts.free_time import Alike, alike, all_taken, booking_line, free_on
from bot.language.texts.grid import day_grid, days_that_fit, kind_names, shows_single_cards, week_grid
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh.pieces import cards, close_up, point
from bot.language.writing import write_span
from bot.language.writing.days import write_date, write_day

MOST_LINES = 6
HEADS = ["一", "二", "三", "四", "五", "六", "日"]


def _day(day: str, c: Context) -> str:
    return write_day(date.fromisoformat(day), c.now, c.zone, "zh")


def _date(day: str, c: Context) -> str:
    return write_date(date.fromisoformat(day), c.now, c.zone, "zh")


def free(f: Facts, c: Context) -> list[Line]:
    if f["quiet"] is not None:
        return _quiet(f, c)
    if f["day"] is not None:
        return [_first_of_day(f, c), *_grids(f, c)]
    now = f["now"]
    first = f"现在空 {len(now)} 张" if now else "现在没有空卡"
    return [first, *(_alike(one, f, c) for one in alike(f["cards"], c.now, MOST_LINES)), *_grids(f, c)]


def _first_of_day(f: Facts, c: Context) -> str:
    whole, some = free_on(f["days"][0])
    if whole:
        return close_up(f"{_day(f['day'], c)} 有 {whole} 张全天空着")
    if all_taken(f["days"][0]):
        return close_up(f"{_day(f['day'], c)} 全满")
    return close_up(f"{_day(f['day'], c)} {'有空，没有全天空着的' if some else '没有整点空着的'}")


def _alike(one: Alike, f: Facts, c: Context) -> Line:
    kind, until, since, broken = one.standing
    if broken:
        says = "坏着"
    elif until is not None:
        says = "两天内都空着" if until >= f["until"] else f"空到{point(until, c)}"
    else:
        says = "两天内都有人" if since is None else f"{point(since, c)} 起空"
    return f"{kind} {cards(one.numbers)}：{says}"


def _grids(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = []
    for day in days_that_fit(f["days"], f["cards"]):
        head = [_day(day["date"], c)] if f["day"] is None else []
        lines += [*head, day_grid(day, f["cards"])]
    return [*lines, _legend(f)]


def _legend(f: Facts) -> str:
    broken = " × 坏着" if any(card["broken"] for card in f["cards"]) else ""
    if shows_single_cards(f["cards"]):
        return f"· 空 ■ 有人 ● 你的 ◐ 空一部分{broken}"
    return f"数字是空几张，+ 是 10 张以上 ■ 没空的 ● 有你的 ◐ 空一部分{broken}"


def _quiet(f: Facts, c: Context) -> list[Line]:
    if not f["quiet"]:
        return ["这几天没有一段是空的", "看每张卡什么时候空：/free"]
    lines: list[Line] = ["这几段人最少"]
    for one in f["quiet"]:
        span = write_span(one["start"], one["end"], c.now, c.zone, "zh")
        lines.append(f"{span}：空 {one['free_permille'] // 10}%，{one['throughout']} 张一直空着")
    first = f["quiet"][0]
    return [*lines, f"要订第一段，例：{booking_line(first['start'], first['end'], c.now, c.zone)}"]


def week(f: Facts, c: Context) -> list[Line]:
    monday, sunday = f["days"][0]["date"], f["days"][-1]["date"]
    names = kind_names([(one["kind"], one["memory_gb"]) for one in f["kinds"]])
    kinds = [f"{name}（{one['cards']} 张）" for name, one in zip(names, f["kinds"], strict=True)]
    lines: list[Line] = [
        f"{_which(f, c)}{f['free_permille'] // 10}%",
        f"{_date(monday, c)} 到 {_date(sunday, c)}，数字是一直空着的张数，● 有你的",
        week_grid(f["days"], kinds, HEADS, "今天" if f["weeks_ahead"] == 0 else ""),
    ]
    lines += [_booking(Facts(one), c) for one in f["bookings"]]
    return [*lines, f"还有 {f['more']} 个"] if f["more"] else lines


def _which(f: Facts, c: Context) -> str:
    named = {0: "本周还空 ", 1: "下周空着 "}.get(f["weeks_ahead"])
    return named or f"{_date(f['days'][0]['date'], c)} 那一周空着 "


def _booking(one: Facts, c: Context) -> Line:
    mark = "● " if one["mine"] else ""
    span = write_span(one["start"], one["end"], c.now, c.zone, "zh")
    return close_up(f"{mark}{one['holder']}：{cards(one['gpus'])}，{span}")


TEXTS: dict[str, Text] = {"free": free, "week": week}


def _week_label(f: Facts, c: Context) -> str:
    return {0: "本周", 1: "下周"}.get(f["ahead"]) or f"{_date(f['date'], c)} 那一周"


LABELS: dict[str, Label] = {
    "day": lambda f, c: _day(f["date"], c),
    "quietest": lambda f, c: "什么时候人少",
    "week": _week_label,
}
