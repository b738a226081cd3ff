"""中文：自己组里的卡：能用哪些、跑过的实测多少、哪种卡跑一趟最省。"""

from typing import Any

from bot.language.texts.shape import Context
from bot.language.texts.zh.pieces import point
from bot.language.texts.zh.sizing_words import (
    METHODS,
    VERDICTS,
    gib,
    in_unit,
    money,
    number,
    ratio,
    short,
    some,
    span,
    unit_of,
)

Answer = dict[str, Any]
MOST_KINDS = 4
MOST_OPTIONS = 2


def measured(a: Answer) -> list[str]:
    """本组机器上类似的任务实测多少；修正了就写修正了多少。"""
    found = a.get("measured")
    if not found:
        return []
    lines = [_times(found) if found["times"] else _peaks(found)]
    if found["applied"]:
        also = "".join(f"，{METHODS[one['method']]} ×{one['ratio']:.2f}" for one in found["also"])
        lines.append(f"显存已按 {found['runs']} 次实测修正：×{found['ratio']:.2f}{also}")
    return lines


def _peaks(found: Answer) -> str:
    rows = "；".join(f"估 {gib(one['predicted'])}，实测 {gib(one['measured'])} GiB" for one in found["rows"])
    return f"最近 {len(found['rows'])} 次类似的在我们机器上：{rows}"


def _times(found: Answer) -> str:
    rows = "；".join(f"估 {span(one['expected_seconds'])}，用了 {span(one['took_seconds'])}" for one in found["times"])
    usual = f"，一般是估的 {found['slower']:g} 倍" if found["slower"] else ""
    return f"最近 {len(found['times'])} 次类似的在我们机器上：{rows}{usual}"


def ranked(a: Answer) -> list[str]:
    """几种卡跑完同一趟：钱从少到多，括号里是时间；快多少倍，价就不能超过多少倍。"""
    found = a.get("ranked")
    if not found:
        return []
    rows = found["rows"][:MOST_KINDS]
    if found["relative"]:
        others = "；".join(
            f"{some(one)} 钱 {ratio(one['share_cost'])} 倍、时间 {ratio(one['share_time'])} 倍" for one in rows[1:]
        )
        line = f"同样的活：{some(rows[0])} 最省；{others}"
    else:
        unit = unit_of(max(one["time"]["seconds"] for one in rows))
        each = (
            f"{some(one)} {money(one['cost_minor'], found['currency'])}"
            f"（{in_unit(one['time']['seconds'], unit)}{'，最快' if one['by_time'] == 1 < one['by_cost'] else ''}）"
            for one in rows
        )
        line = "一趟的钱：" + "；".join(each)
    return [line, *pays(found["fast"])]


def pays(fast: Answer | None) -> list[str]:
    """A100-80G 单卡比 4090 快 1.7 倍、价 4 倍：1.7 倍价以内才划算。"""
    if fast is None:
        return []
    speed, price = ratio(fast["times_speed"]), ratio(fast["times_price"])
    head = f"{short(fast['card'])} 单卡速度是 {short(fast['than'])} 的 {speed} 倍，单价 {price} 倍："
    return [head + ("划算" if fast["pays"] else f"低于 {speed} 倍价才划算")]


def machine(found: Answer | None, c: Context) -> list[str]:
    """自己组里的卡：现在能用哪些，够不够，多久，多少钱。"""
    if found is None:
        return []
    if found["options"]:
        head = "组里放得下的：" if found["other"] else "组里的卡："
        return [head + "；".join(_option(one, found, c) for one in _few(found["options"])), *_too_long(found)]
    if found["short"]:
        return ["组里的卡：一台机器上没有这么多张"]
    if found["late"]:
        return ["组里的卡：放得下，但赶不上"]
    if found["held"]:
        return ["组里的卡：最近都没空"]
    return ["组里的卡：" + ("放不下" if found["cards"] else "还没登记")]


def _few(options: list[Answer]) -> list[Answer]:
    """手机上一行：每种卡一个，够的先说；最多两种。"""
    kinds = list(dict.fromkeys(one["card"] for one in options))[:MOST_OPTIONS]
    return [next(one for one in options if one["card"] == kind) for kind in kinds]


def _too_long(found: Answer) -> list[str]:
    """一趟比一次能订的还长：不给按钮，说出来。"""
    if all((one["seconds"] or 0) > found["most_seconds"] for one in found["options"]):
        return [f"一次最多订 {span(found['most_seconds'])}，一次跑不完"]
    return []


def _option(one: Answer, found: Answer, c: Context) -> str:
    when = "现在就空着" if one["now"] else f"{point(one['start'], c)} 起"
    kind = f" {short(one['kind'])} " if found["kinds"] > 1 else ""
    parts = [f"{one['gpus']} 张{kind}{VERDICTS[one['verdict']]}，{when}"]
    if one["seconds"]:
        parts.append(f"约 {span(one['seconds'])}")
    if one["cost_minor"] is not None:
        parts.append(money(one["cost_minor"], found["currency"]))
    return "，".join(parts)


def effective(a: Answer) -> list[str]:
    """等效 batch = 每卡 × 累积 × 卡数。"""
    batch = a.get("effective")
    if batch is None:
        return []
    line = (
        f"等效 batch {batch['effective']} = 每卡 {batch['micro']} × 累积 {batch['accumulation']} × {batch['gpus']} 卡"
    )
    if batch["negatives"] is None:
        return [line]
    return [line, f"累积不增加负样本：每条还是和 {number(batch['negatives'])} 条比"]
