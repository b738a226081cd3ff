"""中文：记账、单价和租金。"""

from bot.language.texts.rents import Rent, together
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh import bill_month, bill_review, bill_vouchers
from bot.language.texts.zh.bill_pieces import KEYS, KINDS, UNITS, about, day, line, money, month
from bot.language.texts.zh.pieces import cards, close_up
from bot.language.writing import plain_name

MOST_LINES = 12
MOST_RENTS = 5
FAULTS = {
    "empty": "没写多少钱",
    "not_an_amount": "没看懂多少钱",
    "ambiguous": "这个数能读成两样",
    "too_fine": "比最小的零头还细",
    "too_large": "这个数太大了",
    "other_currency": "币种对不上",
    "not_positive": "钱数要大于 0",
}


def bill(f: Facts, c: Context) -> list[Line]:
    first = f"{month(f['month'], c)}共 {money(f['total_minor'], f['currency'])}，{len(f['lines'])} 笔"
    if not f["lines"]:
        return [f"{month(f['month'], c)}还没记账", "记一笔，例：/bill 租金 40000；月租自动记：/price 租 40000 每月"]
    lines: list[Line] = [first]
    for one in f["lines"][:MOST_LINES]:
        number = f"{one['number']} 号 " if one["number"] is not None else ""
        changed = "，月中改过价" if one["changes"] else ""
        late = f"，补 {month(one['corrects'], c)}" if one["corrects"] else ""
        by = f"，{one['by']} 记的" if one["by"] else "，自动"
        lines.append(close_up(f"{number}{line(one, f['currency'])}，{KEYS[one['key']]}{changed}{late}{by}"))
    more = len(f["lines"]) - MOST_LINES
    return [*lines, f"另外还有 {more} 笔"] if more > 0 else lines


def bill_added(f: Facts, c: Context) -> list[Line]:
    one = f["line"]
    lines: list[Line] = [f"记下了：{KINDS[one['kind']]} {money(one['amount_minor'], f['currency'])}"]
    if f["corrects"]:
        lines.append(f"{month(f['corrects'], c)}已封账，按当时的分法记进 {month(f['month'], c)}")
    total = f"{month(f['month'], c)}共 {money(f['total_minor'], f['currency'])}"
    return [*lines, close_up(f"{one['number']} 号，{KEYS[one['key']]}，{total}"), *_noted(one["note"])]


def _noted(note: str | None) -> list[Line]:
    return [f"备注：{plain_name(note, 60)}"] if note else []


def bill_voided(f: Facts, c: Context) -> list[Line]:
    one = f["line"]
    lines: list[Line] = [f"作废了：{KINDS[one['kind']]} {money(one['amount_minor'], f['currency'])}"]
    if f["corrects"]:
        lines.append(f"{month(f['corrects'], c)}已封账，从 {month(f['month'], c)}退")
    if f["total_minor"] is None:
        return lines
    return [*lines, f"{month(f['month'], c)}共 {money(f['total_minor'], f['currency'])}"]


def bill_twice(f: Facts, c: Context) -> list[Line]:
    one = f["line"]
    return [
        f"刚记过一笔一样的：{money(one['amount_minor'], f['currency'])}",
        f"{one['number']} 号，{KINDS[one['kind']]}，{month(f['month'], c)}。真有两笔就再记",
    ]


def bad_amount(f: Facts, c: Context) -> list[Line]:
    reading = f"读成 {f['reading']}？" if f["reading"] else ""
    typed = f"你写的是：{plain_name(f['text'], 30)}" if f["text"] else ""
    lines = [FAULTS[f["fault"]], "，".join(words for words in (typed, reading) if words)]
    how = "写法，例：40000、1,234.50" if f["currency"] == "CNY" else f"用 {f['currency']}，例：1,234.50"
    return [*[words for words in lines if words], how]


def no_such_line(f: Facts, c: Context) -> list[Line]:
    return [f"没有第 {f['number']} 笔", "看有哪些：/bill；公示里的行：/why"]


def no_such_month(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)}还没到", "看这个月：/split"]


def no_such_outage(f: Facts, c: Context) -> list[Line]:
    return [f"没有第 {f['outage']} 次停机", "看有哪些：/outage"]


def price(f: Facts, c: Context) -> list[Line]:
    added, currency = f["added"], f["currency"]
    lines: list[Line] = [_added(added, currency, c) if added else _first(f)]
    rents = together(f["rents"])
    for one, numbers in rents[:MOST_RENTS]:
        begins = f"，从 {day(one['from'], c)} 起" if one["from"] > c.now else ""
        lines.append(f"租金：{_rent(one, numbers, currency)}{begins}")
    if len(rents) > MOST_RENTS:
        lines.append(f"还有 {len(rents) - MOST_RENTS} 项租金")
    for one in f["card_hours"][:MOST_RENTS]:
        what = "单价" if one["basis"] == "price" else "参考价（租金 ÷ 全部卡时）"
        lines.append(f"{one['kind']} 每卡时 {money(one['minor'], currency)}，{what}")
    if f["so_far_minor"] is not None:
        lines.append(f"按这个月目前的用量，每卡时约 {about(f['so_far_minor'], currency)}")
    coming = [one for one in f["prices"] if one["from"] > c.now]
    for one in coming[:2]:
        lines.append(
            f"单价：{one['kind'] or '所有卡'} {money(one['card_hour_minor'], currency)}，{day(one['from'], c)} 起"
        )
    return lines


def _first(f: Facts) -> str:
    known = bool(f["rents"] or f["prices"])
    return "租金和单价" if known else "还没定价，例：/price 租 40000 每月"


def _added(added: dict[str, object], currency: str, c: Context) -> str:
    if added["what"] == "price":
        return f"单价 {money(int(str(added['amount_minor'])), currency)}/卡时，{day(int(str(added['from'])), c)} 起"
    each = "每卡" if added["per_card"] else ""
    amount = money(int(str(added["amount_minor"])), currency)
    return f"租金{each}每{UNITS[str(added['unit'])]} {amount}，{day(int(str(added['from'])), c)} 起"


def _rent(one: Rent, numbers: list[int], currency: str) -> str:
    where = f"{cards(numbers)}{'每张' if numbers[1:] else ''}" if numbers else str(one["node"] or "整组")
    return f"{where} {money(int(str(one['amount_minor'])), currency)} 每{UNITS[str(one['unit'])]}"


TEXTS: dict[str, Text] = {
    **bill_month.TEXTS,
    **bill_review.TEXTS,
    **bill_vouchers.TEXTS,
    "bill": bill,
    "bill_added": bill_added,
    "bill_voided": bill_voided,
    "bill_twice": bill_twice,
    "bad_amount": bad_amount,
    "no_such_line": no_such_line,
    "no_such_month": no_such_month,
    "no_such_outage": no_such_outage,
    "price": price,
}
LABELS: dict[str, Label] = {
    **bill_month.LABELS,
    **bill_review.LABELS,
    **bill_vouchers.LABELS,
    "bill.undo": lambda f, c: "记错了，作废",
    "bill.void": lambda f, c: f"作废 {f['number']} 号",
    "bill.again": lambda f, c: "是两笔，再记",
    "rent.void": lambda f, c: f"撤掉 {day(f['from'], c)} 起的租金",
}
