"""中文：公示、同意、有异议、封账。"""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh.bill_pieces import line, money, month, named
from bot.language.texts.zh.pieces import close_up, point
from bot.language.writing import plain_name

MOST_MEMBERS = 12
MOST_OBJECTIONS = 6
MOST_LINES = 6
WIDEST_WORDS = 60


def review(f: Facts, c: Context) -> list[Line]:
    first = f"{month(f['month'], c)}账单公示：{money(f['total_minor'], f['currency'])}"
    lines: list[Line] = [first]
    lines += [close_up(f"{one['name']} {money(one['minor'], f['currency'])}") for one in f["members"][:MOST_MEMBERS]]
    if len(f["members"]) > MOST_MEMBERS:
        lines.append(f"另外还有 {len(f['members']) - MOST_MEMBERS} 人")
    changed = "账单改过，要重新同意；" if f["changed"] else ""
    lines.append(f"{changed}公示到{point(f['until'], c)}，没人有异议就封账，都同意了提前封")
    if f["objections"]:
        lines += [_objection(one) for one in f["objections"][:MOST_OBJECTIONS]]
    elif f["agreed"]:
        missing = "、".join(f["missing"][:6]) or "没人了"
        lines.append(close_up(f"同意 {len(f['agreed'])} 人，还差 {missing}"))
    notes = [] if f["observed"] else ["没装采集程序，只按预约算"]
    notes += ["各人的私下发"] if f["private"] else []
    return [*lines, *notes]


def _objection(one: dict[str, Any]) -> str:
    where = _where(one)
    words = plain_name(one["words"], WIDEST_WORDS)
    return close_up(f"异议 {one['number']}（{one['by']}，{where}）：{words}")


def _where(one: Mapping[str, Any]) -> str:
    if one["gone"]:
        return "已作废的那行"
    return f"第 {one['line']} 行" if one["line"] is not None else "整张账单"


def bill_yours(f: Facts, c: Context) -> list[Line]:
    return [
        f"{month(f['month'], c)}你 {money(f['minor'], f['currency'])}",
        f"公示到{point(f['until'], c)}，怎么算的：/why",
    ]


def bill_stuck(f: Facts, c: Context) -> list[Line]:
    why = "没人用，也没定认购和付款人" if f["reason"] == "no_weights" else "有一行分不了"
    return [f"{month(f['month'], c)}账单还分不了", f"{why}（{named(f['line'])}）", "定好以后管账的发 /close"]


def review_waits(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)}还不能封账", f"有 {f['objections']} 条异议没答复，看：/object"]


def bill_closed(f: Facts, c: Context) -> list[Line]:
    first = f"{month(f['month'], c)}封账了，共 {money(f['total_minor'], f['currency'])}"
    lines: list[Line] = [first]
    lines += [close_up(f"{one['name']} {money(one['minor'], f['currency'])}") for one in f["members"][:MOST_MEMBERS]]
    state = "已结清" if f["settled"] else "以后有更正，记进下一个月"
    return [*lines, f"{state}；校验码 {f['hash'][:8]}"]


def month_runs(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)}还没过完", f"{point(f['until'], c)} 以后才能公示"]


def nothing_to_close(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)}没有账", "记一笔，例：/bill 上个月 租金 40000"]


def not_in_review(f: Facts, c: Context) -> list[Line]:
    if f["month"]:
        return [f"{month(f['month'], c)}不在公示", "现在的账：/split"]
    return ["现在没有账单在公示", "现在的账：/split"]


def ask_objection(f: Facts, c: Context) -> list[Line]:
    shown = f["lines"][:MOST_LINES]
    lines: list[Line] = [f"{month(f['month'], c)}账单哪一行不对？"]
    lines += [f"{one['number']}. {line(one, f['currency'])}" for one in shown]
    return [*lines, "写明行号和原因，例：/object 1 租金多了一天"]


def objected(f: Facts, c: Context) -> list[Line]:
    where = f"第 {f['line']} 行" if f["line"] is not None else "整张账单"
    return [
        close_up(f"{f['by']} 对 {month(f['month'], c)}账单有异议"),
        f"异议 {f['number']}，{where}：{plain_name(f['words'], WIDEST_WORDS)}",
        f"答复以前不封账，管账的发，例：/object {f['number']} 解决 已改",
    ]


def objections(f: Facts, c: Context) -> list[Line]:
    if not f["objections"]:
        return [f"{month(f['month'], c)}账单没有异议", "有的话，例：/object 1 租金多了一天"]
    waiting = sum(one["resolution"] is None for one in f["objections"])
    lines: list[Line] = [f"{month(f['month'], c)}异议 {len(f['objections'])} 条，{waiting} 条没答复"]
    for one in f["objections"][:MOST_OBJECTIONS]:
        answer = plain_name(one["resolution"] or "", WIDEST_WORDS)
        lines.append(_objection(one) + (f"；答复：{answer}" if answer else ""))
    return lines


def objection_resolved(f: Facts, c: Context) -> list[Line]:
    left = f"，还有 {f['left']} 条" if f["left"] else "，没有别的了"
    return [
        f"异议 {f['number']} 答复了{left}",
        close_up(f"{month(f['month'], c)}，{f['by']} 说{_where(f)}：{plain_name(f['words'], WIDEST_WORDS)}"),
        close_up(f"{f['resolved_by']} 答复：{plain_name(f['resolution'], WIDEST_WORDS)}"),
    ]


def no_such_objection(f: Facts, c: Context) -> list[Line]:
    return [f"没有异议 {f['number']}", "看有哪些：/object"]


def too_many_objections(f: Facts, c: Context) -> list[Line]:
    return [f"已经有 {f['allowed']} 条异议没答复了", "等管账的答复几条再说"]


def no_weights(f: Facts, c: Context) -> list[Line]:
    return [
        "分不了：没人有份额",
        f"没人用，也没定认购和付款人（{named(f['line'])}）",
        "定付款人，例：/split 付款人 小李",
    ]


def unbalanced(f: Facts, c: Context) -> list[Line]:
    return ["账不平，不能结算", f"差 {f['off_by_minor']} 个最小单位，请告诉管理员"]


TEXTS: dict[str, Text] = {
    "review": review,
    "bill_yours": bill_yours,
    "bill_stuck": bill_stuck,
    "review_waits": review_waits,
    "bill_closed": bill_closed,
    "month_runs": month_runs,
    "nothing_to_close": nothing_to_close,
    "not_in_review": not_in_review,
    "ask_objection": ask_objection,
    "objected": objected,
    "objections": objections,
    "objection_resolved": objection_resolved,
    "no_such_objection": no_such_objection,
    "too_many_objections": too_many_objections,
    "no_weights": no_weights,
    "unbalanced": unbalanced,
}
LABELS: dict[str, Label] = {
    "review.agree": lambda f, c: "同意",
    "review.object": lambda f, c: "有异议",
}
