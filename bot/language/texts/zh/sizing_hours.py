"""中文：跑多久、赶不赶得上、换卡要多久、快几倍。"""

from typing import Any

from bot.language.texts.zh.sizing_words import (
    METHODS,
    VERDICTS,
    against,
    amount,
    around,
    between,
    cards,
    defaults,
    gib,
    number,
    ratio,
    short,
    span,
)

Answer = dict[str, Any]
LARGE_SHARE = 0.1


def train_time(a: Answer) -> list[str]:
    if a.get("basis") == "trial":
        whole = a["time"]["seconds"]
        left = [f"已经跑的不算，还剩 {span(a['left'])}"] if a["left"] < 0.97 * whole else []
        return [f"约 {span(whole)}", *left, "按你试跑的速度推的，比公式准；加保存和评测再留 10 %"]
    if a.get("basis") == "runs":
        return _runs(a)
    if "time" not in a:
        return _rate(a)
    time = a["time"]
    told = a.get("told_seconds")
    lines = [f"约 {around(time)}"]
    if told:
        slower = a["slower"]
        verdict = "正常" if a["normal"] else f"慢了约 {ratio(slower)} 倍"
        lines = [f"{verdict}：估 {between(time['low'], time['high'])}，你的 {number(told / 3600)} 小时"]
        if not a["normal"]:
            lines.append("先查：有没有补齐到最长、batch 1、没开 flash、8-bit 底座、读数据慢")
    return [*lines, *room(a), *work(a), *_more(a), *assumed(a)]


def room(a: Answer) -> list[str]:
    option = (a.get("options") or [{}])[0]
    if option.get("verdict") == "no":
        needs, has = against(option["gib"], a["card_gib"])
        each = "每卡" if option["gpus"] > 1 else ""
        return [f"但放不下：{each}要约 {needs} GiB，{short(a['card'])} 有 {has}"]
    return []


def work(a: Answer) -> list[str]:
    how = a["how"]
    if made := how.get("evaluation"):
        guess = "（猜的，说了会更准）" if how["guessed"] else ""
        return [
            f"{amount(how['samples'])}条，每条读 {made['read']}、写 {made['written']} token{guess}",
            f"vLLM 这类批量推理，batch {how['batch']}；"
            f"每卡写 {number(round(how['rate'], -1) or how['rate'])} token/秒，"
            f"{cards(a['job']['gpus'], a['card'])}",
        ]
    unit = "张/秒" if "image" in how["unit"] else "token/秒"
    what = f"{amount(how['work'])}{'张' if unit == '张/秒' else ' token'}"
    if how["samples"]:
        epochs = f"{number(how['epochs'])} 轮" + ("（没说轮数）" if "epochs" in how["guessed"] else "")
        what = f"{amount(how['samples'])}{'张' if unit == '张/秒' else '条'} × {epochs}"
    if how["tokens_each"] and how["samples"]:
        guess = "（猜的，说了会更准）" if "tokens_each" in how["guessed"] else ""
        what += f"，平均 {how['tokens_each']} token{guess}"
    lines = [
        f"{what}；每卡 {number(round(how['rate'], -1) or how['rate'])} {unit}，{cards(a['job']['gpus'], a['card'])}"
    ]
    return [*lines, *_between_cards(how)]


def _between_cards(how: Answer) -> list[str]:
    """卡间通信占多少，从几张起再加就不划算了。"""
    share, useful = how["share_communicating"], how.get("useful")
    lines = []
    if share >= LARGE_SHARE:
        lines.append(f"卡间通信占 {share:.0%}" + ("，没有 NVLink，走 PCIe" if how["no_p2p"] else ""))
    elif how["no_p2p"]:
        lines.append("没有 NVLink，走 PCIe，batch 小了会更慢")
    if how.get("pcie_here"):
        lines.append("我们机器的卡间没有 NVLink，按 PCIe 算的")
    if useful:
        lines.append(f"等效 batch 128 时，超过 {useful} 张基本不会更快")
    return lines


def _more(a: Answer) -> list[str]:
    more = [one for one in a.get("more", []) if one["gpus"] > a["job"]["gpus"]][:2]
    return ["换成 " + "；".join(f"{one['gpus']} 张约 {span(one['seconds'])}" for one in more)] if more else []


def assumed(a: Answer) -> list[str]:
    said = defaults(a)
    lines = [f"没说哪种卡，按 {short(a['card'])} 算"] if a.get("card_assumed") else []
    if a.get("gpus_assumed"):
        lines = [f"没说几张，按 {cards(a['gpus_assumed'], a['card'])} 算：再少就放不下或太紧"]
    return [*lines, *([f"默认：{said}"] if said else [])]


def _rate(a: Answer) -> list[str]:
    rate = a["rate"]
    unit = "张/秒" if "image" in rate["unit"] else "token/秒"
    return [
        "数据有多少？说了就能算时间",
        f"{cards(a['job']['gpus'], a['card'])} 每卡约 {number(round(rate['rate'], -1) or rate['rate'])} {unit}",
        "例：2 万条、每条 500 token、3 轮；或者试跑：200 步 15 分钟，一共 5000 步",
        *assumed(a),
    ]


def _runs(a: Answer) -> list[str]:
    hours = a["card_seconds"] / 3600
    walls = "；".join(f"{one['gpus']} 张卡 {span(one['seconds'])}" for one in a["walls"])
    last = a["walls"][-1]
    first = f"{last['gpus']} 张卡约 {span(last['seconds'])}，一共 {number(hours)} 卡时"
    lines = [first, f"{a['runs']} 组 × {a['each_gpus']} 卡 × {span(a['each_seconds'])}", walls]
    if a.get("deadline"):
        in_time = a.get("gpus_in_time")
        lines[0] = f"{in_time} 张卡来得及" if in_time else f"{a['most']} 张卡也来不及"
        if not in_time:
            lines.insert(1, _instead_of_all(a))
    return [*lines, "重跑留 20 %"]


def _instead_of_all(a: Answer) -> str:
    """来不及时：能跑完几组，或者每组要压到多久。"""
    needed = f"全跑完每组要压到 {span(a['each_needed'])}" if a["each_needed"] else "一次放不下一组"
    return f"{span(a['deadline'])} 内能跑完 {a['runs_in_time']} 组；{needed}"


def feasible(a: Answer) -> list[str]:
    if "time" not in a or a.get("deadline") is None:
        return train_time(a)
    time, deadline = a["time"], a["deadline"]
    if a.get("fits") == "no":
        option = a["options"][0]
        first = f"不够：放不下，每卡要 {gib(option['gib'])} GiB"
    else:
        word = {"fits": "来得及", "tight": "很紧", "no": "来不及"}[a["in_time"]]
        first = f"{word}：约 {span(time['seconds'])}，你有 {span(deadline)}"
    lines = [first]
    if a.get("solved"):
        lines.append(f"{a['solved']['gpus']} 张 {short(a['card'])} 来得及，约 {span(a['solved']['seconds'])}")
    elif a.get("instead"):
        way = METHODS[a["instead"]["method"]]
        lines.append(f"改 {way} 就来得及，约 {span(a['instead']['seconds'])}")
    elif a["in_time"] == "no":
        lines.append("加卡也来不及：少跑几轮，或先用一部分数据")
    if a["basis"] == "trial":
        return [*lines, "按你试跑的速度推的"]
    if a.get("fits") != "no":
        option = a["options"][0]
        needs, has = against(option["gib"], a["card_gib"])
        lines.append(f"显存{VERDICTS[option['verdict']]}：每卡约 {needs} GiB，{short(a['card'])} 有 {has}")
    return [*lines, f"范围 {between(time['low'], time['high'])}，加载和保存另留 20 %", *work(a), *assumed(a)]


def train_time_convert(a: Answer) -> list[str]:
    time, before, after = a["time"], a["from"], a["to"]
    return [
        f"约 {between(time['low'], time['high'])}",
        f"{cards(before['gpus'], before['card'])} 用了 {span(a['told_seconds'])}，按算力折算是 {span(time['seconds'])}",
        f"16 位算力 {before['gpus']}×{before['tflops']:g} 对 {after['gpus']}×{after['tflops']:g} TFLOPS；"
        "4090 这类多卡走 PCIe，利用率低",
        "先试跑 30 分钟最准",
    ]


def gpu_speed_ratio(a: Answer) -> list[str]:
    first = a["ratios"][0]
    alone = len({_kind(one["card"]) for one in (a, *a["ratios"])}) == 1 + len(a["ratios"])
    name = _kind if alone else short
    lines = [f"{name(a['card'])} 约是 {name(first['card'])} 的 {_times(first)} 倍"]
    if first["high"] < 1:
        turned = {"low": round(1 / first["high"], 1), "high": round(1 / first["low"], 1)}
        lines = [f"{name(first['card'])} 约是 {name(a['card'])} 的 {_times(turned)} 倍"]
    lines += [f"{name(a['card'])} 约是 {name(one['card'])} 的 {_times(one)} 倍" for one in a["ratios"][1:3]]
    every = [a, *a["ratios"]]
    lines.append(
        "算力：" + "，".join(f"{short(one['card'])} {one['tflops']:g}" for one in every[:3]) + " TFLOPS（16 位，稠密）"
    )
    lines.append(
        "带宽：" + "，".join(f"{short(one['card'])} {one['gb_s']:g}" for one in every[:3]) + " GB/s（推理看这个）"
    )
    if a["gpus"] > 1:
        lines.append(f"这是一张对一张；{a['gpus']} 张一起再乘张数，全参走 PCIe 要打折")
    old = [short(one["card"]) for one in every if "no_bf16" in one["caveats"]]
    if old:
        lines.append(f"{'、'.join(old)} 没有 bf16 和 FlashAttention-2")
    if any("no_p2p" in one["caveats"] for one in every):
        lines.append("4090 这类没有 NVLink 和 P2P，多卡全参差距更大")
    return lines


def _kind(card: str) -> str:
    """不带显存：A100-80G 只和别的卡比时就叫 A100。"""
    return short(card).partition("-")[0]


def _times(one: Answer) -> str:
    return f"{one['low']:g}" if one["low"] == one["high"] else f"{one['low']:g}–{one['high']:g}"
