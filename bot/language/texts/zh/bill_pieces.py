"""中文：账单里几处共用的说法。"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.language.texts.shape import Context
from bot.language.writing import plain_name, write_amount
from bot.language.writing.amounts import DIGITS

WIDEST_NOTE = 40
KINDS = {
    "rent": "租金",
    "storage": "存储",
    "bandwidth": "带宽",
    "image": "镜像",
    "tax": "税",
    "deposit": "押金",
    "refund": "退款",
    "coupon": "优惠",
    "voucher": "算力券",
    "other": "其他",
    "correction": "更正",
}


def named(line: str | None) -> str:
    """一行账的名字，程序里叫 line7、rent.cards。"""
    name = line or ""
    if name.startswith("line"):
        number = name.removeprefix("line")
        return f"{number} 号"
    return KINDS.get(name.partition(".")[0].rstrip("0123456789"), name) or "整张"


UNITS = {"hour": "小时", "day": "天", "week": "周", "month": "月"}
POLICIES = {
    "charged": "按卡时",
    "equal": "平摊",
    "presence": "按天数",
    "booked": "按预约",
    "used": "按实际",
    "two_part": "人头加卡时",
    "pledge": "按认购",
    "direct_idle": "空闲另摊",
}
KEYS = {
    **POLICIES,
    "policy": "按分法",
    "subtotal": "按小计",
    "weights": "按份",
    "one": "一个人的",
    "among": "几个人平摊",
    "fixed": "按当时的分法",
}


def sentence(policy: Mapping[str, str]) -> str:
    """一句话说清楚怎么分。"""
    match policy["name"]:
        case "charged":
            return "按卡时：订了没用也算，没订就用也算"
        case "equal":
            return "平摊：在组的人每秒平分，来之前的不用付"
        case "presence":
            return "按天数：谁在组里待得久，谁多付"
        case "booked":
            return "按预约：只看订了多少卡时"
        case "used":
            return "按实际：只看真的跑了多少卡时"
        case "two_part":
            return f"人头加卡时：{percent(policy['fixed'])} 按在组天数，其余按卡时"
        case "pledge":
            return "按认购：先按认购付，超用的补给没用满的"
        case _:
            return f"空闲另摊：用多少付多少，空着的{IDLE[policy['idle'].partition(':')[0]]}"


IDLE = {
    "equal": "平摊",
    "presence": "按天数摊",
    "booked": "按预约摊",
    "used": "按实际摊",
    "charged": "按卡时摊",
    "pledge": "按认购摊",
    "payer": "归付款人",
}


def percent(fraction: str) -> str:
    """`3/10` 写成 30%。"""
    above, _, below = fraction.partition("/")
    hundredths = 10_000 * int(above) // int(below or 1)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}%" if rest else f"{whole}%"


def month(name: str, c: Context) -> str:
    year, number = name.split("-")
    here = f"{int(number)} 月"
    return here if int(year) == datetime.fromtimestamp(c.now, c.zone).year else f"{year} 年 {here}"


def day(at: int, c: Context) -> str:
    local = datetime.fromtimestamp(at, c.zone)
    same = local.year == datetime.fromtimestamp(c.now, c.zone).year
    return f"{local:%m-%d}" if same else f"{local:%Y-%m-%d}"


def money(minor: int, currency: str) -> str:
    return write_amount(minor, currency, "zh")


def about(minor: int, currency: str) -> str:
    """估的不带零头。"""
    digits = DIGITS.get(currency.upper(), 2)
    unit = 10**digits
    rounded = (abs(minor) + unit // 2) // unit * unit
    words = write_amount(-rounded if minor < 0 and rounded else rounded, currency, "zh")
    return words[: -digits - 1] if digits else words


def hours(seconds: int) -> str:
    tenths = (seconds * 10 + 1800) // 3600
    return f"{tenths // 10}.{tenths % 10} 卡时" if tenths % 10 else f"{tenths // 10} 卡时"


def note(text: str | None) -> str:
    return f"（{plain_name(text, WIDEST_NOTE)}）" if text else ""


def line(one: Mapping[str, Any], currency: str, amount: str = "amount_minor") -> str:
    """租金 ¥40000.00（node1）"""
    where = f"（{one['node']}）" if one.get("node") else ""
    return f"{KINDS[one['kind']]} {money(one[amount], currency)}{where}{note(one.get('note'))}"
