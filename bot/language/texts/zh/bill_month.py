"""中文：这个月多少钱、怎么分、怎么算的。"""

from typing import Any

from bot.language.texts.given_up import joined
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh.bill_pieces import (
    KEYS,
    KINDS,
    POLICIES,
    about,
    day,
    hours,
    line,
    money,
    month,
    note,
    percent,
    sentence,
)
from bot.language.texts.zh.pieces import cards, close_up, length, point
from bot.language.writing import plain_name
from bot.language.writing.times import write_window

MOST_MEMBERS = 12
MOST_LINES = 10
STATES = {"open": "进行中", "review": "公示中", "closed": "已封账", "settled": "已结清"}
REASONS = {
    "booked": "订的",
    "used": "没订就用的",
    "given_up": "让出来的，仍算",
    "credited": "让出来的，不算",
    "lost": "停机，不算",
}
CREDITS = {
    "usual": "临时取消：提前一天不算，提前两小时算一半；提前放卡算一半；有人接着订的不算",
    "none": "临时取消和提前放卡都照算；有人接着订的不算",
    "all": "临时取消和提前放卡都不算",
    "custom": "临时取消和提前放卡按自定的规则算",
}
STANDING_IN = {"pledge": "还没人有份额，先按认购分", "payer": "还没人有份额，先算付款人的"}
FALLBACKS = {"pledge": "没人有份额，按认购分", "payer": "没人有份额，归付款人"}


def split(f: Facts, c: Context) -> list[Line]:
    amount = about if f["estimate"] or f["supposed"] else money
    name, state, total = month(f["month"], c), f["state"], amount(f["total_minor"], f["currency"])
    mine = "" if f["mine_minor"] is None else f"，你 {amount(f['mine_minor'], f['currency'])}"
    lines: list[Line] = [f"{name}{'约' if f['estimate'] else '共'} {total}{mine}"]
    if f["problem"]:
        return [*lines, "还分不了：没人用，也没定认购和付款人", "定付款人，例：/split 付款人 小李"]
    if not f["lines"]:
        return [f"{name}还没有账", "记一笔，例：/bill 租金 40000"]
    for one in f["members"][:MOST_MEMBERS]:
        idle = one["idle_minor"]
        spare = f"，其中空闲 {amount(idle, f['currency'])}" if idle and idle > 0 else ""
        lines.append(
            close_up(f"{one['name']} {amount(one['minor'], f['currency'])}，{hours(one['card_seconds'])}{spare}")
        )
    if len(f["members"]) > MOST_MEMBERS:
        lines.append(f"另外还有 {len(f['members']) - MOST_MEMBERS} 人")
    if f["private"] and not f["members"]:
        lines.append("各人的私下看")
    how = "（假如）" if f["supposed"] else ""
    lines.append(f"{how}{sentence(f['policy'])}")
    lines.append(STATES[state] + _until(f, c))
    notes = _about_use(f)
    return [*lines, "；".join(notes)] if notes else lines


def _until(f: Facts, c: Context) -> str:
    if f["until"] is not None:
        return f"到{point(f['until'], c)}"
    return "，按到现在的用量估" if f["estimate"] else ""


def _about_use(f: Facts) -> list[str]:
    """几件要说清楚的事：没有 agent、断档、停机。"""
    words = [STANDING_IN[f["fallback"]]] if f["fallback"] else []
    if not f["observed"]:
        words.append("没装采集程序，只按预约算")
    if f["undecided_seconds"]:
        words.append(f"断档 {hours(f['undecided_seconds'])}还没定，先按预约算")
    if f["outage_seconds"]:
        words.append(f"停机 {hours(f['outage_seconds'])}不算")
    return words


def split_whatif(f: Facts, c: Context) -> list[Line]:
    amount = about if f["estimate"] else money
    lines: list[Line] = [f"{month(f['month'], c)}换个分法，共 {amount(f['total_minor'], f['currency'])}"]
    for at, one in enumerate(f["policies"]):
        name = POLICIES[one["policy"]["name"]] + ("（现在）" if at == 0 else "")
        if one["problem"]:
            lines.append(f"{name}：分不了")
            continue
        own = f"{name}：你 {amount(one['mine_minor'], f['currency'])}"
        others = [f"{who['name']} {amount(who['minor'], f['currency'])}" for who in one["members"][:4]]
        lines.append(close_up("。".join([own, *(["，".join(others)] if len(others) > 1 else [])])))
    return lines


def split_policy(f: Facts, c: Context) -> list[Line]:
    coming = f["next"]
    if coming is None:
        return [
            f"分法：{POLICIES[f['policy']['name']]}",
            sentence(f["policy"]),
            *_sponsors(f["sponsors"], f["currency"]),
        ]
    lines: list[Line] = [f"{day(f['start'], c)} 起：{POLICIES[coming['policy']['name']]}", sentence(coming["policy"])]
    lines += _sponsors(coming["sponsors"], f["currency"])
    lines.append(f"在那之前还是{POLICIES[f['policy']['name']]}")
    missing = "、".join(f["missing"][:6])
    return [*lines, close_up(f"都同意就马上用，还差 {missing}")] if missing else lines


def _sponsors(sponsors: list[dict[str, Any]], currency: str) -> list[Line]:
    return [close_up(f"{one['name']} 先出 {_taken(one, currency)}") for one in sponsors[:4]]


def _taken(one: dict[str, Any], currency: str) -> str:
    if one["fixed_minor"]:
        return money(one["fixed_minor"], currency)
    return f"余下的 {_hundredth(one['percent'])}"


def _hundredth(text: str) -> str:
    above, _, below = text.partition("/")
    return percent(f"{above}/{100 * int(below or 1)}")


def pledges(f: Facts, c: Context) -> list[Line]:
    pledged = [one for one in f["members"] if one["weight"] or one["next"]]
    if not pledged:
        return ["还没人认购", "例：/split 认购 小李 50 小王 30"]
    whole = sum(one["weight"] for one in pledged)
    lines: list[Line] = [f"认购共 {whole} 份"]
    for one in pledged[:MOST_MEMBERS]:
        later = f"，下个月起 {one['next']}" if one["next"] != one["weight"] else ""
        lines.append(close_up(f"{one['name']} {one['weight']} 份{later}"))
    return lines


def bill_settings(f: Facts, c: Context) -> list[Line]:
    first = "改好了" if f["set"] else "账单设置"
    how = "，都和付款人结" if f["via_payer"] else ""
    return [
        first,
        close_up(f"付款人：{f['payer'] or '没定'}{how}"),
        f"公示 {length(f['review_seconds'])}，金额{'只有本人看得到' if f['private'] else '大家都看得到'}",
        CREDITS[f["credits"]],
    ]


def why(f: Facts, c: Context) -> list[Line]:
    amount = about if f["estimate"] else money
    whole = ("约 " if f["estimate"] else "") + amount(f["total_minor"], f["currency"])
    lines: list[Line] = [close_up(f"{f['name']} {month(f['month'], c)}：{whole}")]
    for one in f["lines"][:MOST_LINES]:
        key = KEYS[one["key"]]
        own = amount(one["mine_minor"], f["currency"])
        lines.append(f"{one['number']}. {line(one, f['currency'])}，{key}，你 {own}")
    if len(f["lines"]) > MOST_LINES:
        lines.append(f"另外还有 {len(f['lines']) - MOST_LINES} 行，例：/why {MOST_LINES + 1}")
    if f["sponsored_minor"]:
        lines.append(f"有人先出了一部分：{amount(f['sponsored_minor'], f['currency'])}")
    return [*lines, f"{STATES[f['state']]}；{'按到现在的用量估' if f['estimate'] else '加起来就是上面的数'}"]


def why_line(f: Facts, c: Context) -> list[Line]:
    one, currency = f["line"], f["currency"]
    where = f"（{one['node']}）" if one["node"] else note(one["note"])
    amount = about if f["estimate"] else money
    own = ("约 " if f["estimate"] else "") + amount(one["mine_minor"], currency)
    head = f"{KINDS[one['kind']]} {money(one['amount_minor'], currency)}，你 {own}"
    lines: list[Line] = [head, *([f"{KEYS[one['key']]}{where}"] if not f["weight"] else [_weight(f, c)])]
    if one["fallback"]:
        lines.append(FALLBACKS[one["fallback"]])
    if one["corrects"]:
        lines.append(f"更正 {month(one['corrects'], c)}")
    for part in f["parts"][:4]:
        span = f"{day(part['start'], c)} 到 {day(part['end'] - 1, c)}"
        policy = POLICIES[part["policy"]]
        lines.append(
            f"{span}：{money(part['amount_minor'], currency)}，{policy}，你 {amount(part['mine_minor'], currency)}"
        )
    lines += _items(f["items"], c)
    if f["charged_seconds"] is not None:
        page = f"（第 {f['page']}/{f['pages']} 页）" if f["pages"] > 1 else ""
        lines.append(f"算数的加起来 {hours(f['charged_seconds'])}{page}")
    return lines


def _weight(f: Facts, c: Context) -> str:
    weight = f["weight"]
    if weight["unit"] == "parts":
        return f"按份：你 {weight['mine']}，共 {weight['all']}"
    rate = "" if weight["rate_minor"] is None else f"，每卡时{_rate(f)}"
    key = KEYS[f["line"]["key"]]
    return f"{key}：你 {hours(weight['mine'])}，大家共 {hours(weight['all'])}{rate}"


def _rate(f: Facts) -> str:
    rate, currency = f["weight"]["rate_minor"], f["currency"]
    return f"约 {about(rate, currency)}" if f["estimate"] else f" {money(rate, currency)}"


def _items(items: list[dict[str, Any]], c: Context) -> list[Line]:
    return [
        _item(item, c) if whole is None else f"{_where(item, c)}，让出来 {hours(whole)}，算其中 {hours(counted)}"
        for item, whole, counted in joined(items)
    ]


def _item(item: dict[str, Any], c: Context) -> str:
    return f"{_where(item, c)}，{hours(item['card_seconds'])}，{REASONS[item['reason']]}"


def _where(item: dict[str, Any], c: Context) -> str:
    what = f"预约 {item['booking']}" if item["booking"] is not None else "没有预约"
    when = write_window(item["start"], item["end"], c.now, c.zone, "zh")
    return f"{what}：{cards(item['gpus'])}，{when}"


def told_privately(f: Facts, c: Context) -> list[Line]:
    name = month(f["month"], c)
    if f["reachable"]:
        return [f"{name}的私聊发你了", "本组的金额只有本人看得到"]
    return [f"{name}的要私聊看", "本组的金额只有本人看得到，先点下面开始私聊"]


TEXTS: dict[str, Text] = {
    "split": split,
    "split_whatif": split_whatif,
    "split_policy": split_policy,
    "pledges": pledges,
    "bill_settings": bill_settings,
    "why": why,
    "why_line": why_line,
    "told_privately": told_privately,
}
LABELS: dict[str, Label] = {
    "why": lambda f, c: "怎么算的",
    "why.up": lambda f, c: "回到各行",
    "why.line": lambda f, c: f"{f['number']}. {KINDS[f['kind']]}{note(plain_name(f['note'] or '', 20))}",
    "page.before": lambda f, c: "上一页",
    "page.next": lambda f, c: "下一页",
    "whatif": lambda f, c: "换个分法看看",
    "month": lambda f, c: month(f["month"], c),
    "policy.now": lambda f, c: "同意现在就用",
}
