"""中文：付款、结算、收款、经费、收据、导出。"""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh import pay_files
from bot.language.texts.zh.bill_pieces import money, month
from bot.language.texts.zh.pieces import close_up, point
from bot.language.writing import plain_name

MOST = 6
NAME = 20
SHORT = 12
"""In a first line."""
STATES = {"said": "等对方确认", "received": "已收到", "voided": "已作废"}


def _who(name: str | None, widest: int = NAME) -> str:
    return plain_name(name, widest) if name is not None else "机房"


def _way(one: Mapping[str, Any], currency: str, widest: int = NAME) -> str:
    """小李付给小王 ¥120.50"""
    return close_up(
        f"{_who(one['giver'], widest)} 付给 {_who(one['taker'], widest)} {money(one['amount_minor'], currency)}"
    )


def pay_confirm(f: Facts, c: Context) -> list[Line]:
    amount = money(f["amount_minor"], f["currency"])
    first = close_up(f"你付给 {_who(f['taker'], SHORT)} {amount}") if f["mine"] else _way(f, f["currency"], SHORT)
    notes: list[Line] = [f"算 {month(f['month'], c)}的，别的月份要写上"] if f["month"] else []
    if f["purpose"] == "advance":
        notes.append("算预付，以后从应付里扣")
    elif f["owes_minor"] is not None and f["owes_minor"] != f["amount_minor"] and f["taker"] is not None:
        notes.append(close_up(f"{'你' if f['mine'] else _who(f['giver'])} {_now_owes(f['owes_minor'], f['currency'])}"))
    if f["twice"]:
        notes.append("已经记过一笔一样的，真有两笔再点")
    return [first, *notes, "点「对，记下」才算数"]


def _now_owes(minor: int, currency: str) -> str:
    return f"现在应付 {money(minor, currency)}" if minor else "现在不欠谁"


def paid(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"记下了：付了 {money(f['amount_minor'], f['currency'])}", _way(f, f["currency"])]
    lines.append(f"付款 {f['payment']} 号，{STATES[f['state']]}")
    if f["left_minor"]:
        lines.append(close_up(f"{_who(f['giver'])} 还应付 {money(f['left_minor'], f['currency'])}"))
    return [*lines, *_settled(f, c)]


def _settled(f: Facts, c: Context) -> list[Line]:
    return ["、".join(month(one, c) for one in f["settled"]) + "已结清"] if f["settled"] else []


def pay_dropped(f: Facts, c: Context) -> list[Line]:
    return ["没有记", "重新记，例：/pay 李雷 120.5"]


def pay_waiting(f: Facts, c: Context) -> list[Line]:
    if not f["payments"]:
        return ["没有等你确认的付款", "看记录：/pay 记录"]
    first = f"{len(f['payments'])} 笔付款等 {_who(f['taker'])} 确认"
    lines: list[Line] = [close_up(first)]
    lines += [
        close_up(f"{_who(one['giver'])} {money(one['amount_minor'], f['currency'])}（{one['payment']} 号）")
        for one in f["payments"][:MOST]
    ]
    more = len(f["payments"]) - MOST
    return [*lines, f"另外还有 {more} 笔，共 {money(f['total_minor'], f['currency'])}"] if more > 0 else lines


def pay_received(f: Facts, c: Context) -> list[Line]:
    if not f["payments"]:
        return ["都确认过了", "看记录：/pay 记录"]
    total = sum(one["amount_minor"] for one in f["payments"])
    first = f"收到 {len(f['payments'])} 笔，共 {money(total, f['currency'])}"
    lines: list[Line] = [first]
    lines += [
        close_up(f"{_who(one['giver'])} {money(one['amount_minor'], f['currency'])}") for one in f["payments"][:4]
    ]
    left = [f"还有 {f['left']} 笔等你确认"] if f["left"] else []
    return [*lines, *left, *_settled(f, c)]


def pay_voided(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"付款 {f['payment']} 号作废了", _way(f, f["currency"])]
    again = "、".join(month(one, c) for one in f["reopened"])
    return [*lines, close_up(f"{_who(f['by'])} 作废的，不再算数"), *([f"{again}又没结清了"] if again else [])]


def payments(f: Facts, c: Context) -> list[Line]:
    if not f["payments"]:
        return ["还没有付款记录", "记一笔，例：/pay 李雷 120.5"]
    lines: list[Line] = [f"{'全组' if f['all'] else '我的'}最近 {len(f['payments'])} 笔付款"]
    lines += [
        close_up(f"{one['payment']} 号 {_way(one, f['currency'])}，{STATES[one['state']]}，{point(one['at'], c)}")
        for one in f["payments"][:MOST]
    ]
    more = len(f["payments"]) - MOST
    return [*lines, f"另外还有 {more} 笔"] if more > 0 else lines


def ask_pay(f: Facts, c: Context) -> list[Line]:
    if not f["debts"]:
        shown = [f"{month(f['shown'], c)}账单还在公示，封账以后才付"] if f.get("shown") else []
        return ["你现在不用付给谁", *shown, "记一笔，例：/pay 李雷 120.5"]
    total = sum(one["amount_minor"] for one in f["debts"])
    lines: list[Line] = [f"你还应付 {money(total, f['currency'])}"]
    lines += [
        close_up(f"{_who(one['taker'])} {money(one['amount_minor'], f['currency'])}") for one in f["debts"][:MOST]
    ]
    waiting = [f"另有 {f['waiting']} 笔付款等你确认"] if f["waiting"] else []
    return [*lines, *waiting, "付过了就点下面"]


def pay_yours(f: Facts, c: Context) -> list[Line]:
    amount = money(f["amount_minor"], f["currency"])
    if f["advance"] and f["days"] is None:
        first = f"请先付给 {_who(f['taker'], SHORT)} {amount}"
    elif f["days"] is not None:
        first = f"还没付：给 {_who(f['taker'], SHORT)} {amount}"
    else:
        first = f"你付给 {_who(f['taker'], SHORT)} {amount}"
    lines: list[Line] = [close_up(first)]
    if f["advance"]:
        ago = f"收款 {f['days']} 天了，" if f["days"] is not None else ""
        lines.append(f"{ago}算预付，以后从应付里扣")
    elif f["month"]:
        ago = f"，封账 {f['days']} 天了" if f["days"] is not None else ""
        lines.append(f"{month(f['month'], c)}的账{ago}")
    lines += [
        close_up(f"另外付给 {_who(one['taker'])} {money(one['amount_minor'], f['currency'])}")
        for one in f["others"][:3]
    ]
    last = close_up(f"付了告诉 {_who(f['taker'])}，由 {_who(f['taker'])} 来记") if f["gone"] else "付了点「我付了」"
    return [*lines, close_up(f"备注写：{plain_name(f['remark'], 40)}"), last]


def pay_sent(f: Facts, c: Context) -> list[Line]:
    return ["发到你私聊了"] if f["reachable"] else ["要私聊才能发给你", "先点下面开始私聊"]


def pay_self(f: Facts, c: Context) -> list[Line]:
    return ["不用付给自己", "例：/pay 李雷 120.5"]


def owes_nothing(f: Facts, c: Context) -> list[Line]:
    giver, taker = (_who(one, SHORT) if one is not None else "你" for one in (f["giver"], f["taker"]))
    return [close_up(f"{giver} 现在不用付给 {taker}"), "真付了就写上金额，例：/pay 李雷 120.5"]


def no_such_payment(f: Facts, c: Context) -> list[Line]:
    return [f"没有付款 {f['payment']} 号", "看记录：/pay 记录"]


def payment_not_yours(f: Facts, c: Context) -> list[Line]:
    whose = _who(f["name"]) if f["name"] else "别人"
    return [close_up(f"付款 {f['payment']} 号是 {whose} 的"), "本人或管账的才能办"]


def settle(f: Facts, c: Context) -> list[Line]:
    if not f["months"]:
        return ["还没有封账的月份", "管账的先公示封账：/close"]
    until = month(f["month"], c)
    if f["private"]:
        return [f"结算到 {until}，各人的私下看", "点下面发到你的私聊"]
    if not f["transfers"]:
        return [f"已结清（到 {until}）", *_around(f)]
    lines: list[Line] = [f"结算到 {until}：{len(f['transfers'])} 笔转账"]
    lines += [_way(one, f["currency"]) for one in f["transfers"][: 4 if len(f["transfers"]) > 5 else 5]]
    more = len(f["transfers"]) - (len(lines) - 1)
    lines += [f"另外还有 {more} 笔"] if more > 0 else []
    return [*lines, *_around(f)]


def _around(f: Facts) -> list[Line]:
    notes = []
    if f["via"]:
        notes.append(close_up(f"都经 {_who(f['via'])}"))
    if not f["minimal"] and not f["via"]:
        notes.append("人多，不保证笔数最少")
    if f["waiting"]:
        notes.append(f"{f['waiting']} 笔等对方确认")
    if f["ahead_minor"]:
        notes.append(f"机房那边预付 {money(f['ahead_minor'], f['currency'])}")
    lines: list[Line] = ["；".join(notes)] if notes else []
    if f["advances"]:
        left = sum(one["left_minor"] for one in f["advances"])
        lines.append(f"预付还剩 {money(left, f['currency'])}（{len(f['advances'])} 人）")
    return lines


def no_payer(f: Facts, c: Context) -> list[Line]:
    which = f" {month(f['month'], c)}是" if f["month"] else "是"
    paid = f"/pay 机房 {month(f['month'], c)} 40000".replace(" 月", "月") if f["month"] else "/pay 机房 40000"
    return [f"还不知道{which}谁付给机房的", f"定付款人，例：/split 付款人 小李；或 {paid}"]


def collect(f: Facts, c: Context) -> list[Line]:
    each = money(f["each_minor"], f["currency"])
    lines: list[Line] = [close_up(f"{'收完了：' if f['closed'] else ''}每人先付 {each} 给 {_who(f['to'], SHORT)}")]
    lines.append(f"收到 {money(f['received_minor'], f['currency'])}，{len(f['paid'])} 人付了")
    if f["missing"]:
        names = "、".join(plain_name(one, NAME) for one in f["missing"][:MOST])
        lines.append(
            close_up(
                f"{'没付的有' if f['closed'] else '还差'} {names}"
                + (f" 等 {len(f['missing'])} 人" if len(f["missing"]) > MOST else "")
            )
        )
    return [*lines, "不再收了，付过的从应付里扣" if f["closed"] else "以后从应付里扣，付了点「我付了」"]


def no_collection(f: Facts, c: Context) -> list[Line]:
    return ["现在没有在收款", "管账的发起，例：/collect 5000"]


TEXTS: dict[str, Text] = {
    **pay_files.TEXTS,
    "pay_confirm": pay_confirm,
    "paid": paid,
    "pay_dropped": pay_dropped,
    "pay_waiting": pay_waiting,
    "pay_received": pay_received,
    "pay_voided": pay_voided,
    "payments": payments,
    "ask_pay": ask_pay,
    "pay_yours": pay_yours,
    "pay_sent": pay_sent,
    "pay_self": pay_self,
    "owes_nothing": owes_nothing,
    "no_such_payment": no_such_payment,
    "payment_not_yours": payment_not_yours,
    "settle": settle,
    "no_payer": no_payer,
    "collect": collect,
    "no_collection": no_collection,
}
LABELS: dict[str, Label] = {
    **pay_files.LABELS,
    "pay.yes": lambda f, c: "对，记下",
    "pay.no": lambda f, c: "不对",
    "pay.i_paid": lambda f, c: "我付了",
    "pay.copy_amount": lambda f, c: "复制金额",
    "pay.copy_remark": lambda f, c: "复制备注",
    "pay.to": lambda f, c: close_up(f"付给 {plain_name(f['name'], 12)} {money(f['amount_minor'], f['currency'])}"),
    "pay.all_received": lambda f, c: "全部收到",
    "pay.received": lambda f, c: "收到了",
    "pay.one_received": lambda f, c: close_up(
        f"收到 {plain_name(f['name'], 12)} {money(f['amount_minor'], f['currency'])}"
    ),
    "pay.not_received": lambda f, c: "没收到",
    "pay.void": lambda f, c: "撤回",
    "pay.void_one": lambda f, c: f"作废 {f['payment']} 号",
    "settle.mine": lambda f, c: "我的账单",
}
