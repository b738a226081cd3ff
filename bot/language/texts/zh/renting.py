"""中文：租期、机房余额、怎么租划算。"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Pre, Text
from bot.language.texts.zh import planning
from bot.language.texts.zh.bill_pieces import UNITS, about, day, hours, money, month
from bot.language.texts.zh.pieces import cards, close_up, point, span
from bot.language.writing import plain_name, write_minutes

GRANULARITY = {1: "按秒计费", 60: "按分钟计费", 3_600: "按小时计费", 86_400: "按天计费"}
OFF = {"none": "关机不收费", "disk": "关机只收磁盘", "all": "关机照收"}
ONE = {"week": "一周", "month": "一个月"}
WAYS = {
    "monthly": "全部包月",
    "fewer": "只包 {kept} 张",
    "weekly": "按周租",
    "daily": "按天租",
    "hourly": "按小时租",
    "mixed": "包 {kept} 张，其余按小时",
}
USUAL = (1, "none")
MOST_RENTALS = 4


def ends(at: int, c: Context) -> str:
    """到 12-31 就是到那天 24:00。"""
    local = datetime.fromtimestamp(at, c.zone)
    midnight = (local.hour, local.minute) == (0, 0)
    return f"{day(at - 1, c)} 24:00" if midnight else f"{day(at, c)} {local:%H:%M}"


def _whose(node: str | None) -> str:
    return f"{node} " if node else ""


def rent(f: Facts, c: Context) -> list[Line]:
    rows, left = f["rentals"], f["balance"]
    lines: list[Line] = []
    said = f["changed"] and not f.get("balance_only")
    if f.get("balance_only") and left:
        first, *more = _left(left, f["currency"], c)
        return [f"记下了：{first}", *more]
    if not rows:
        first = "记下了" if f["changed"] else "还没记租到哪天"
        lines = [first, *([] if left else ["管账的记一下，例：/rent 到 12-31 自动续；余额：/rent 余额 1200"])]
    for at, one in enumerate(rows[:MOST_RENTALS]):
        lines += _rental(one, f["currency"], c, said=said and at == 0)
    return [*lines, *_left(left, f["currency"], c)]


def _rental(one: Mapping[str, Any], currency: str, c: Context, *, said: bool) -> list[Line]:
    until = f"租到 {ends(one['until'], c)}" if one["until"] is not None else "没写租到哪天"
    renews = "，自动续" if one["auto_renew"] else ""
    first = close_up(f"{'记下了：' if said else ''}{_whose(one['node'])}{until}{renews}")
    terms = [GRANULARITY.get(one["granularity_seconds"], ""), OFF[one["off"]]]
    terms += [f"最低消费 {money(one['min_charge_minor'], currency)}"] if one["min_charge_minor"] else []
    terms += [f"最低充值 {money(one['min_topup_minor'], currency)}"] if one["min_topup_minor"] else []
    usual = (one["granularity_seconds"], one["off"]) == USUAL and len(terms) == len(USUAL)
    words = "，".join(term for term in terms if term)
    unsaid = [f"没说怎么计费，先按：{words}"] if said else []
    lines: list[Line] = [first, *(unsaid if usual else [words])]
    if one["at_expiry"]:
        lines.append(f"到期：{plain_name(one['at_expiry'], 40)}")
    if one["beyond"] and not one["auto_renew"]:
        lines.append(f"有 {one['beyond']} 个预约排在到期之后")
    return lines


def _left(left: Mapping[str, Any] | None, currency: str, c: Context) -> list[Line]:
    if left is None:
        return []
    lasts = "，现在没有按小时花的"
    if left["left_minor"] <= 0:
        lasts = "，用完了"
    elif left["hours_left"] is not None:
        lasts = close_up(f"，还能撑 {_hours(left['hours_left'])}")
    burns = f"，现在每小时花 {money(left['hour_minor'], currency)}" if left["hour_minor"] else ""
    return [
        f"机房余额约 {about(left['left_minor'], currency)}{lasts}",
        f"{point(left['at'], c)} 时有 {money(left['amount_minor'], currency)}{burns}",
    ]


def _hours(whole: int) -> str:
    return write_minutes(whole * 60, "zh") if whole else "不到 1 小时"


def beyond_rental(f: Facts, c: Context) -> list[Line]:
    return [
        close_up(f"{_whose(f['node'])}只租到 {ends(f['until'], c)}"),
        close_up(f"你要的是 {cards(f['gpus'])}，{span(f, c)}。还没续租，照订吗？"),
    ]


def rental_ends(f: Facts, c: Context) -> list[Line]:
    first = close_up(f"{_whose(f['node'])}租期到 {ends(f['until'], c)} 为止")
    lines: list[Line] = [first]
    if f["auto_renew"]:
        lines.append("会自动续，看看余额够不够：/rent")
    if f["at_expiry"]:
        lines.append(f"到期：{plain_name(f['at_expiry'], 40)}")
    if f["bookings"]:
        lines.append(f"之后还有 {len(f['bookings']) + f['more']} 个预约：")
        lines += [close_up(f"{one['holder']}：{cards(one['gpus'])}，{span(one, c)}") for one in f["bookings"][:4]]
    return lines


def ask_renewal(f: Facts, c: Context) -> list[Line]:
    return ["续到哪天？", f"发一条，例：/rent {_whose(f['node'])}已续到 1-31"]


def balance_low(f: Facts, c: Context) -> list[Line]:
    left = f["balance"]
    first = "机房余额用完了" if left["left_minor"] <= 0 else f"机房余额只够 {_hours(left['hours_left'] or 0)}了"
    return [close_up(first), *_left(left, f["currency"], c), "充了就记一下，例：/rent 余额 2000"]


def rent_advice(f: Facts, c: Context) -> list[Line]:
    currency, best = f["currency"], f["best"]
    when = f"{month(f['month'], c)}{'到目前' if f['so_far'] else ''}"
    if best is None:
        return [f"{when}没人用卡，没法比", "用上几天再问"]
    lines: list[Line] = [close_up(f"{_way(best)}最划算，约 {about(best['cost_minor'], currency)}")]
    lines.append(
        f"{when}用了 {hours(f['used_seconds'])}，同时最多 {f['peak']} 张（共 {f['cards']} 张，{f['hours']} 小时）"
    )
    lines.append(_table(f["rows"], currency))
    if f["used_card_hour_minor"] is not None:
        lines.append(
            f"真正用掉的卡时，每个花了 {money(f['used_card_hour_minor'], currency)}"
            f"（租金 {about(f['rent_minor'], currency)}）"
        )
    lines.append(close_up("；".join(_break(one) for one in f["breaks"])))
    lines += [
        f"价格对不上：包{UNITS[one['unit']]}比整{UNITS[one['unit']]}按小时还贵"
        for one in f["breaks"]
        if not one["sensible"]
    ][:1]
    return [*lines, f"单卡价：{_prices(f['prices'], currency)}"]


def _way(row: Mapping[str, Any]) -> str:
    return WAYS[row["way"]].format(kept=row["kept"])


def _table(rows: list[Mapping[str, Any]], currency: str) -> Pre:
    """从便宜到贵，一行一种。"""
    said = [
        (about(row["cost_minor"], currency), _way(row), f"（缺 {row['unserved']} 卡时）" if row["unserved"] else "")
        for row in sorted(rows, key=lambda row: row["cost_minor"])
    ]
    widest = max(len(cost) for cost, _, _ in said)
    return Pre("\n".join(f"{cost:>{widest}}  {way}{short}" for cost, way, short in said))


def _break(one: Mapping[str, Any]) -> str:
    tenths = (one["seconds"] * 10 + 1800) // 3600
    days = (one["seconds"] * 10 + 43_200) // 86_400
    unit = UNITS[one["unit"]]
    if one["unit"] == "day":
        return f"一天用满 {_tenths(tenths)} 小时，按天就划算"
    return f"{ONE[one['unit']]}用满 {_tenths(tenths)} 小时（{_tenths(days)} 天），包{unit}就划算"


def _tenths(tenths: int) -> str:
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _prices(prices: Mapping[str, int | None], currency: str) -> str:
    return "，".join(f"每{UNITS[unit]} {money(minor, currency)}" for unit, minor in prices.items() if minor is not None)


def ask_rent_prices(f: Facts, c: Context) -> list[Line]:
    known = _prices(f["known"], f["currency"])
    lines: list[Line] = ["机房按小时、包月各多少钱？"]
    if known:
        lines.append(f"现在知道的（单卡）：{known}")
    return [*lines, "小时价按单卡，月价按全部卡，例：/rent 划算吗 12/小时 40000/月"]


TEXTS: dict[str, Text] = {
    **planning.TEXTS,
    "rent": rent,
    "beyond_rental": beyond_rental,
    "rental_ends": rental_ends,
    "ask_renewal": ask_renewal,
    "balance_low": balance_low,
    "rent_advice": rent_advice,
    "ask_rent_prices": ask_rent_prices,
}
LABELS: dict[str, Label] = {
    **planning.LABELS,
    "beyond.book": lambda f, c: "还没续，照订",
    "beyond.until": lambda f, c: f"只订到 {ends(f['end'], c)}",
    "rent.renewed": lambda f, c: f"已续到 {ends(f['until'], c)}",
    "rent.other": lambda f, c: "别的日期",
    "rent.advice": lambda f, c: "怎么租划算",
}
