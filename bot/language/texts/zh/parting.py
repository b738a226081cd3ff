"""中文：退组、移出之前还没结清的账。"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.language.texts.shape import Context, Line
from bot.language.texts.zh.bill_pieces import about, money, month
from bot.language.texts.zh.pieces import close_up
from bot.language.writing import plain_name

NAME = 20


def _not_closed(one: Mapping[str, Any], currency: str, c: Context) -> str:
    """过完的月份在公示，数是准的；没过完的是估的。"""
    if one["month"] < f"{datetime.fromtimestamp(c.now, c.zone):%Y-%m}":
        return f"{month(one['month'], c)}公示中，{money(one['amount_minor'], currency)}"
    return f"{month(one['month'], c)}到现在约 {about(one['amount_minor'], currency)}"


def open_money(money_open: Mapping[str, Any] | None, who: str, c: Context) -> list[Line]:
    """还要付的、要收的、预付剩下的、没封账的月份。最多四行。"""
    if money_open is None:
        return []
    payer: list[Line] = [f"{who}是付给机房的人，先换一个：/split 付款人 小李"] if money_open["payer"] else []
    if money_open["private"]:
        return [*payer, "账还没结清，退了照付；金额私聊里看：/pay"]
    currency = money_open["currency"]
    lines: list[Line] = []
    for word, side in (("还应付", "pay"), ("还应收", "get")):
        parts = [f"{plain_name(one['name'], NAME)} {money(one['amount_minor'], currency)}" for one in money_open[side]]
        more = f" 等 {len(parts)} 笔" if len(parts) > 3 else ""
        lines += [close_up(f"{who}{word} {'、'.join(parts[:3])}{more}，退了照算")] if parts else []
    notes = [f"预付还剩 {money(money_open['advance_minor'], currency)}"] if money_open["advance_minor"] else []
    notes += [f"{money_open['waiting']} 笔付款等{who}确认"] if money_open["waiting"] else []
    notes += [_not_closed(one, currency, c) for one in money_open["running"][-2:]]
    lines += [close_up("；".join(notes))] if notes else []
    return [*payer, *lines]
