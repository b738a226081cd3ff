"""中文：算力券。"""

from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh.bill_pieces import day, money, note
from bot.language.texts.zh.pieces import close_up

MOST = 8


def vouchers(f: Facts, c: Context) -> list[Line]:
    known = f["vouchers"]
    if not known:
        return ["没有算力券", "记一张，例：/bill 算力券 500 给 小李 到 12-31"]
    left = money(sum(one["left_minor"] for one in known), f["currency"])
    lines: list[Line] = [f"算力券 {len(known)} 张，还剩 {left}"]
    for one in known[:MOST]:
        part = "" if one["left_minor"] == one["amount_minor"] else f"，剩 {money(one['left_minor'], f['currency'])}"
        lines.append(
            close_up(f"{one['number']} 号 {money(one['amount_minor'], f['currency'])}{part}，{_terms(one, c)}")
        )
    return [*lines, f"另外还有 {len(known) - MOST} 张"] if len(known) > MOST else lines


def _terms(one: dict[str, Any], c: Context) -> str:
    whose = "大家的" if one["name"] is None else f"给 {one['name']}"
    until = "不过期" if one["until"] is None else f"用到 {day(one['until'], c)}"
    return f"{whose}，{until}{note(one['note'])}"


def voucher_added(f: Facts, c: Context) -> list[Line]:
    one = f["voucher"]
    return [
        f"记下了：算力券 {money(one['amount_minor'], f['currency'])}",
        close_up(f"{one['number']} 号，{_terms(one, c)}"),
        "封账时先抵账单，最多抵到 0；月底前过期的那个月用不上",
    ]


def voucher_voided(f: Facts, c: Context) -> list[Line]:
    used = f["used_minor"]
    lines: list[Line] = [f"作废了：算力券 {money(f['amount_minor'], f['currency'])}"]
    return [*lines, f"已封账的月份用掉的 {money(used, f['currency'])} 不变"] if used else lines


def voucher_twice(f: Facts, c: Context) -> list[Line]:
    one = f["voucher"]
    return [
        f"刚记过一张一样的：{money(one['amount_minor'], f['currency'])}",
        close_up(f"{one['number']} 号，{_terms(one, c)}。真有两张就再记"),
    ]


def voucher_expired(f: Facts, c: Context) -> list[Line]:
    return ["这张券已经过期了", f"你写的是用到 {day(f['until'], c)}"]


def no_such_voucher(f: Facts, c: Context) -> list[Line]:
    return [f"没有 {f['number']} 号券", "看有哪些：/bill 算力券"]


TEXTS: dict[str, Text] = {
    "vouchers": vouchers,
    "voucher_added": voucher_added,
    "voucher_voided": voucher_voided,
    "voucher_twice": voucher_twice,
    "voucher_expired": voucher_expired,
    "no_such_voucher": no_such_voucher,
}
LABELS: dict[str, Label] = {"voucher.void": lambda f, c: f"作废 {f['number']} 号券"}
