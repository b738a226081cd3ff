"""中文：预算、下个月的计划、论文里的算力说明。"""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.paper import gpu_hours
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Pre, Text
from bot.language.texts.zh.bill_pieces import about, money, month
from bot.language.texts.zh.pieces import close_up
from bot.language.writing import plain_name

MOST_NAMES = 6


def budget(f: Facts, c: Context) -> list[Line]:
    currency, pool, own = f["currency"], f["pool"], f["own"]
    changed = {"pool": "组里的预算改好了", "own": "你的预算改好了"}.get(f["changed"] or "")
    spent = f"{month(f['month'], c)}花了 {about(pool['spent_minor'], currency)}"
    lines: list[Line] = [*([changed] if changed else []), f"{spent}{_of(pool, currency)}"]
    lines.append(
        f"整月约 {about(pool['forecast_minor'], currency)}，"
        f"留 {pool['reserve_permille'] // 10}% 余量是 {about(pool['with_reserve_minor'], currency)}"
    )
    if own is not None:
        lines.append(
            f"你的：花了 {about(own['spent_minor'], currency)}{_of(own, currency)}，"
            f"整月约 {about(own['forecast_minor'], currency)}"
        )
    if f["ceiling_minor"] is not None:
        price = money(f["card_hour_minor"], currency)
        fixed = f" + 固定 {about(f['fixed_minor'], currency)}" if f["fixed_minor"] else ""
        lines.append(
            f"最多再花 {about(f['ceiling_minor'], currency)}"
            f"（{f['cards']} 张 × {f['hours_left']} 小时 × {price}{fixed}）"
        )
    if pool["budget_minor"] is None and not changed:
        lines.append("定预算：/budget 40000；自己的：/budget 我的 5000")
    return lines


def _of(one: Mapping[str, Any], currency: str) -> str:
    if one["budget_minor"] is None:
        return "，没定预算"
    percent = 100 * one["spent_minor"] // one["budget_minor"]
    return f" / {about(one['budget_minor'], currency)}（{percent}%）"


def budget_alert(f: Facts, c: Context) -> list[Line]:
    whose = "你的预算" if f["own"] else "组里的预算"
    currency = f["currency"]
    first = {
        "forecast": f"{month(f['month'], c)}{whose}可能不够",
        "100": f"{month(f['month'], c)}{whose}用完了",
    }.get(f["level"], f"{month(f['month'], c)}{whose}用了 {f['level']}%")
    reserve = f["reserve_permille"] // 10
    return [
        first,
        f"花了 {about(f['spent_minor'], currency)}，预算 {about(f['budget_minor'], currency)}",
        f"整月约 {about(f['forecast_minor'], currency)}，"
        f"留 {reserve}% 余量是 {about(f['with_reserve_minor'], currency)}",
    ]


def plan(f: Facts, c: Context) -> list[Line]:
    currency = f["currency"]
    when = month(f["month"], c)
    first = f"{when}要 {f['card_hours']} 卡时，租 {f['cards']} 张" if f["card_hours"] else f"{when}还没人要卡"
    lines: list[Line] = [close_up(f"{f['changed']} 的记下了") if f["changed"] else "", first]
    lines = [one for one in lines if one]
    if f["way"] is not None:
        known = [("按小时", f["hourly_minor"]), ("包月", f["monthly_minor"])]
        said = "，".join(f"{name}约 {about(minor, currency)}" for name, minor in known if minor is not None)
        lines.append(
            f"{'按小时' if f['way'] == 'hourly' else '包月'}划算：{said}"
            f"（张数留了 {f['reserve_permille'] // 10}% 余量）"
        )
    elif f["card_hours"]:
        lines.append(f"张数留了 {f['reserve_permille'] // 10}% 余量；怎么租划算：/rent 划算吗")
    needs = [_need(one, currency) for one in f["needs"]]
    if needs:
        rest = [f"另外还有 {len(needs) - MOST_NAMES} 人"] if len(needs) > MOST_NAMES else []
        lines.append(Pre("\n".join([*needs[:MOST_NAMES], *rest])))
    if f["missing"]:
        more = f" 等 {len(f['missing'])} 人" if len(f["missing"]) > MOST_NAMES else ""
        lines.append(f"还没说：{'、'.join(f['missing'][:MOST_NAMES])}{more}")
    return [*lines, "说自己的，例：/plan 2卡 120小时"]


def _need(one: Mapping[str, Any], currency: str) -> str:
    if not one["cards"]:
        return close_up(f"{one['name']} 不用")
    kind = f" {one['kind']}" if one["kind"] else ""
    share = f"，约 {about(one['share_minor'], currency)}" if one["share_minor"] is not None else ""
    return close_up(f"{one['name']} {one['cards']} 张{kind} × {one['hours']} 小时{share}")


def ask_need(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)}你要多少？", "选一个，或者写，例：/plan 2卡 每周40小时"]


def paper(f: Facts, c: Context) -> list[Line]:
    about_what = f"（用途：{plain_name(f['purpose'], 20)}）" if f["purpose"] else ""
    if not f["kinds"]:
        return [
            "没有找到你用过的卡时",
            *([f"找的是{about_what}" if about_what else "先订卡，订的时候写上用途：/book 2 6h 用途：…"]),
        ]
    total = sum(kind["booked_seconds"] for kind in f["kinds"])
    used = "" if f["used_seconds"] is None else f"，其中真的在跑 {gpu_hours(f['used_seconds'])} 卡时"
    return [
        f"共 {gpu_hours(total)} 卡时，{f['bookings']} 个预约",
        f"按预约算{used}{about_what}",
        Code(f["zh"]),
        "英文的点下面复制",
    ]


TEXTS: dict[str, Text] = {
    "budget": budget,
    "budget_alert": budget_alert,
    "plan": plan,
    "ask_need": ask_need,
    "paper": paper,
}
LABELS: dict[str, Label] = {
    "plan.change": lambda f, c: "改我的",
    "plan.need": lambda f, c: f"{f['cards']} 张 {f['hours']} 小时",
    "plan.none": lambda f, c: "不用卡",
    "paper.zh": lambda f, c: "复制中文",
    "paper.en": lambda f, c: "复制英文",
}
