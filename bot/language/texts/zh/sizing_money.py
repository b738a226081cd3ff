"""中文：多少钱、哪种卡划算、包月、分摊；传数据。"""

from typing import Any

from bot.language.texts.zh.sizing_hours import assumed, room, work
from bot.language.texts.zh.sizing_ours import pays
from bot.language.texts.zh.sizing_words import (
    VERDICTS,
    around,
    between,
    cards,
    money,
    number,
    short,
    span,
)

Answer = dict[str, Any]


def cost(a: Answer) -> list[str]:
    if a.get("basis") == "budget":
        able = f"{money(a['budget_minor'], a['currency'])} 够 "
        able += f"{cards(a['gpus'], a['card'])} 跑 {span(a['affordable_seconds'])}"
        return [able, *_price(a)]
    hours = a["card_seconds"] / 3600 if "card_seconds" in a else 0
    lines = [_paid(a, hours)]
    if a["verdict"]:
        lines[0] = (
            f"预算{VERDICTS[a['verdict']]}：约 {money(a['cost_minor'], a['currency'])}，"
            f"预算 {money(a['budget_minor'], a['currency'])}"
        )
    if a.get("basis") == "runs":
        lines.append(f"{number(hours)} 卡时 = {a['runs']} 组 × {a['each_gpus']} 卡 × {span(a['each_seconds'])}")
        lines.append("；".join(f"{one['gpus']} 张卡 {span(one['seconds'])}" for one in a["walls"]))
    elif a.get("basis") == "span":
        lines.append(f"{a['gpus']} 张 × {number(round(a['span'] / 3600, 1))} 小时 = {number(round(hours, 1))} 卡时")
    elif "time" in a:
        more = "" if a["basis"] == "trial" else "（含 20 % 加载和保存）"
        lines.append(f"跑约 {around(a['time'])}，按 {number(round(hours, 1))} 卡时算{more}")
        lines += [*room(a), *work(a)] if "how" in a else ["按你试跑的速度推的"]
    return [*lines, *_price(a), *(assumed(a) if "job" in a else [])]


def _paid(a: Answer, hours: float) -> str:
    if a.get("cost_minor") is None:
        return f"{number(round(hours, 1))} 卡时 × 单价，单价多少？"
    return f"约 {money(a['cost_minor'], a['currency'])}{_spread(a)}"


def _spread(a: Answer) -> str:
    if not a.get("spread_minor"):
        return ""
    low, high = (money(minor, a["currency"]) for minor in a["spread_minor"])
    return "" if low == high else f"（{low}–{high}）"


def _price(a: Answer) -> list[str]:
    if a.get("price_minor") is None:
        return ["说一下每卡时多少钱，例：每卡时 4 元"]
    source = {"said": "按你说的", "rent": "按参考价（月租按满负荷摊）"}.get(a["price_from"], "按本组单价")
    card = f"，{short(a['card'])}" if a.get("card") and a["price_from"] != "said" else ""
    more = f"；留 20 % 余量 {money(a['reserve_minor'], a['currency'])}" if a.get("reserve_minor") is not None else ""
    return [f"{source} {money(a['price_minor'], a['currency'])}/卡时{card}{more}"]


def cost_compare(a: Answer) -> list[str]:
    rows = a["rows"]
    if a["cheapest"]:
        lines = [f"{short(a['cheapest'])} 更划算"]
        if a["fastest"] != a["cheapest"]:
            lines[0] += f"，{short(a['fastest'])} 更快"
    else:
        fast = max(rows, key=lambda row: row["times_as_fast"])
        slow = min(rows, key=lambda row: row["times_as_fast"])
        lines = [
            f"{short(fast['card'])} 贵到 {fast['times_as_fast']:g} 倍以内才划算",
            f"它约是 {short(slow['card'])} 的 {fast['times_as_fast']:g} 倍快",
        ]
    for row in rows:
        parts = [f"{row['times_as_fast']:g} 倍速"]
        if row["time"]:
            parts.append(f"约 {span(row['time']['seconds'])}")
        if row["price_minor"] is not None:
            parts.append(f"{money(row['price_minor'], a['currency'])}/卡时")
        if row["cost_minor"] is not None:
            parts.append(f"一趟 {money(row['cost_minor'], a['currency'])}")
        if row["verdict"] == "no":
            parts.append("但放不下")
        lines.append(f"{cards(row['gpus'], row['card'])}：{'，'.join(parts)}")
    if a["missing"]:
        lines.append("说一下两种卡每小时多少钱，就能比到元")
    lines[1:1] = pays(a["fast"])
    if any(row["cost_minor"] is not None for row in rows):
        lines.append("一趟的钱含 20 % 加载和保存" + ("；没说每条多长，按 400 token" if a["guessed"] else ""))
    return lines


def cost_split(a: Answer) -> list[str]:
    if a.get("each_minor") is None:
        lines = ["每人 = 卡时 × 单价 ÷ 人数"]
        lines += [f"{a['people']} 个人分"] if a["people"] else ["几个人分？"]
        return [*lines, *_price(a)]
    return [
        f"每人 {money(a['each_minor'], a['currency'])}",
        f"一共 {money(a['cost_minor'], a['currency'])}，{a['people']} 个人平摊",
        "按各人用的卡时分更公平：账单里可以选",
    ]


def hourly_vs_monthly(a: Answer) -> list[str]:
    better = {"hourly": "按小时划算", "monthly": "包月划算", "alike": "差不多"}
    even, usual = a["even_hours"], a["usual_hours"]
    lines = []
    if a["better"]:
        lines.append(better[a["better"]])
    if a["never"]:
        lines.append(f"包月要满 {even} 小时才划算，一个月只有 720 小时")
    elif even:
        lines.append(
            f"{'平衡点' if lines else '满'} {even} 小时（24 小时开是 {even / 24:.1f} 天）"
            + ("" if lines else "包月才划算")
        )
    else:
        lines.append(f"一般满 {usual[0]}–{usual[1]} 小时（{usual[0] / 24:.0f}–{usual[1] / 24:.0f} 天）包月才划算")
    if a["bill_minor"] is not None:
        monthly = "" if a["monthly_minor"] is None else f"，包月 {money(a['monthly_minor'], a['currency'])}"
        lines.append(f"{a['hours']} 小时按时租是 {money(a['bill_minor'], a['currency'])}{monthly}")
    elif a["hours"]:
        lines.append(f"你大约用 {a['hours']} 小时")
    if not even:
        lines.append("按包月 = 整月时租的 60–70 % 估的；说出两个价会更准")
    return [*lines, "只有卡真的在跑才算数；要留机器存数据就偏向包月"]


def transfer_time(a: Answer) -> list[str]:
    rows = a["rows"]
    if not rows:
        return ["带宽是 0，传不动"]
    first = rows[0]
    lines = [f"约 {between(first['full_seconds'], first['real_seconds'])}（{number(first['mbps'])} Mbps）"]
    lines += [
        f"{number(row['mbps'])} Mbps = {row['mb_s']:g} MB/s："
        f"满速 {span(row['full_seconds'])}，打七五折 {span(row['real_seconds'])}"
        for row in rows
    ]
    if a["unclear"]:
        lines.append("兆当 Mbps 算的；如果是每秒多少 MB，看第二行")
    if a["rate_own"]:
        lines.append("按组里记的带宽算的")
    elif not a["rate_said"]:
        lines.append("没说带宽，按 100 Mbps 和 1 Gbps 各算一个")
    if a["disk"]:
        lines.append("超过 72 小时：寄硬盘更快")
    return [*lines, "小文件多先打包（tar）；能断点续传、校验："]
