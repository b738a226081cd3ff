"""中文：日报。"""

from datetime import date
from typing import Any

from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.texts.zh.live import MACHINE_STATES
from bot.language.texts.zh.machine import finding
from bot.language.texts.zh.pieces import cards, close_up, length, point
from bot.language.writing import display_width
from bot.language.writing.days import write_day

MOST_PEOPLE = 5
MOST_TROUBLES, WIDEST_TROUBLES = 4, 100
MOST_PLANS = 3


def digest(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{_when(f, c)}：{_total(f)}", *_people(f), *_idle_cards(f), _machine(f), *_plan(f, c)]
    if f["idle"]:
        whose = "、".join(f"{one['holder']} {cards(one['gpus'])}" for one in f["idle"][:3])
        lines.append(close_up(f"订着但没在跑：{whose}，还要用吗？"))
    return lines


def _when(f: Facts, c: Context) -> str:
    if f["ongoing"]:
        return "今天到现在"
    first, last = (_day(f[name], c) for name in ("first_day", "last_day"))
    return last if first == last else f"{first} 到{last}"


def _day(day: str, c: Context) -> str:
    return write_day(date.fromisoformat(day), c.now, c.zone, "zh")


def hours(seconds: int) -> str:
    """卡时，到一位小数，整数不带小数。"""
    tenths = round(seconds / 360)
    return str(tenths // 10) if tenths % 10 == 0 else f"{tenths / 10:.1f}"


def _total(f: Facts) -> str:
    booked, used, idle = (sum(card[f"{name}_seconds"] for card in f["cards"]) for name in ("booked", "used", "idle"))
    if not f["watched"]:
        return f"订了 {hours(booked)} 卡时"
    return f"用 {hours(used)}、订 {hours(booked)}、空 {hours(idle)} 卡时"


def _people(f: Facts) -> list[Line]:
    if not f["members"]:
        return ["没人用卡"]
    said = [_person(one, f) for one in f["members"][:MOST_PEOPLE]]
    rest = len(f["members"]) - MOST_PEOPLE
    tail = f"，还有 {rest} 人" if rest > 0 else ""
    head = "每人用/订：" if f["watched"] else "每人订："
    return [close_up(f"{head}{'，'.join(said)}{tail}")]


def _person(one: dict[str, Any], f: Facts) -> str:
    amount = hours(one["booked_seconds"])
    if f["watched"]:
        amount = f"{hours(one['used_seconds'])}/{amount}"
    cost = one["reference_cost_minor"]
    yuan = f" 约¥{round(cost / 100)}" if cost and f["currency"] == "CNY" else ""
    return f"{one['name']} {amount}{yuan}"


def _idle_cards(f: Facts) -> list[Line]:
    """整段时间没人用也没人订的卡。"""
    free = [card["gpu"] for card in f["cards"] if not card["booked_seconds"] and not card["used_seconds"]]
    said = f"{cards(free)}没人用" if free and len(free) < len(f["cards"]) else ""
    if f["unknown_seconds"] >= 600:
        said += f"{'，' if said else ''}{hours(f['unknown_seconds'])} 卡时不知道是谁跑的"
    return [said] if said else []


def _machine(f: Facts) -> str:
    if not f["watched"]:
        return "没装采集程序，只知道预约"
    if not f["health"]:
        return "机器正常"
    said: list[str] = []
    for one in f["health"][:MOST_TROUBLES]:
        if not said or display_width("，".join([*said, _trouble(one)])) <= WIDEST_TROUBLES:
            said.append(_trouble(one))
    more = len(f["health"]) - len(said)
    return f"机器：{'，'.join(said)}{f'，还有 {more} 处：/health' if more else ''}"


def _trouble(one: dict[str, Any]) -> str:
    if one["what"] == "state":
        return f"{one['node']} {MACHINE_STATES.get(one['finding']['what'], one['finding']['what'])}"
    if one["finding"] is not None:
        return finding(one["finding"], "")
    which = "" if one["gpu"] is None else f"{one['gpu']} 号卡"
    return {
        "away": lambda: f"{one['node']} 联系不上",
        "silent": lambda: f"{one['node']} {length(one['seconds'])}没读数",
        "lost": lambda: f"{which}掉过线",
        "xid": lambda: f"{which}报硬件错 {one['count']} 次",
        "throttled": lambda: f"{which}有 {one['count']}% 时间被降频",
    }[one["what"]]()


def _plan(f: Facts, c: Context) -> list[Line]:
    if not f["plan"]:
        return ["接下来没人订"]
    said = [f"{one['holder']} {cards(one['gpus'])} {_span(one, c)}" for one in f["plan"][:MOST_PLANS]]
    rest = len(f["plan"]) - MOST_PLANS
    return [close_up(f"接下来：{'；'.join(said)}{f'；还有 {rest} 个' if rest > 0 else ''}")]


def _span(one: dict[str, Any], c: Context) -> str:
    if one["start"] <= c.now:
        return f"用到{point(one['end'], c)}"
    return f"{point(one['start'], c)} 起"


def digest_set(f: Facts, c: Context) -> list[Line]:
    if f["time"] is None:
        return ["好，不发日报了", "想看随时发 /digest"]
    return [f"好，每天 {f['time']} 发日报", "说前一天谁用了多少；关掉：/digest off"]


TEXTS: dict[str, Text] = {"digest": digest, "digest_set": digest_set}
