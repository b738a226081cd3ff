"""中文：算卡。第一行是结论，接着是怎么改，再是按什么算的。"""

from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh import sizing_hours, sizing_money, sizing_most, sizing_ours, sizing_room
from bot.language.texts.zh.pieces import close_up, point
from bot.language.texts.zh.sizing_known import KNOWN, PREMISES
from bot.language.texts.zh.sizing_words import (
    CHANGES,
    FRAMEWORKS,
    METHODS,
    SPENT,
    TERMS,
    amount,
    brief,
    gib,
    limit,
    number,
    short,
    span,
)
from bot.language.writing import plain_name

Answer = dict[str, Any]
WORDED = {
    "fits": sizing_room.fits,
    "diagnose": sizing_room.diagnose,
    "memory_needed": sizing_room.memory_needed,
    "gpu_count": sizing_room.gpu_count,
    "recommend": sizing_room.recommend,
    "max_seq": sizing_most.max_seq,
    "kv_budget": sizing_most.kv_budget,
    "train_time": sizing_hours.train_time,
    "feasible": sizing_hours.feasible,
    "train_time_convert": sizing_hours.train_time_convert,
    "gpu_speed_ratio": sizing_hours.gpu_speed_ratio,
    "cost": sizing_money.cost,
    "cost_compare": sizing_money.cost_compare,
    "cost_split": sizing_money.cost_split,
    "hourly_vs_monthly": sizing_money.hourly_vs_monthly,
    "transfer_time": sizing_money.transfer_time,
}
MISSING = {
    "model": ("哪个模型？", "写模型名（Qwen2.5-7B）、大小（13B），或者把 config.json 贴过来"),
    "size": ("是多大的？", "写上大小，例：7B、14B、32B，或者把 config.json 贴过来"),
    "card": ("哪种卡？", "写卡名，例：4090、A100-80G，或者“24G 的卡”"),
    "other_card": ("和哪种卡比？", "写两种卡，例：4090 和 A100 差多少"),
    "work": ("要跑多少？", "写数据量和轮数，或者试跑：200 步 15 分钟，一共 5000 步"),
    "data": ("要传多少数据？", "写大小和带宽，例：500G，上传 30 Mbps"),
    "config_broken": ("config.json 没读出来", "整段贴，大括号要配对；或者直接写 13B 这样的大小"),
    "config_other_kind": ("这不是模型的 config.json", "要有 hidden_size、num_hidden_layers 这些；或者直接写 13B"),
}
SHAKY = {"gpus": "卡数", "batch": "batch", "seq": "长度", "epochs": "轮数", "params_b": "模型大小"}
RCLONE = "rclone copy ./data remote:data -P --checksum --transfers 8"
OSSUTIL = "ossutil cp -r ./data oss://bucket/data -u --checkpoint-dir .ossutil"
MOST_LINES = 8
LEAST_LINES = 2
MOST_TERMS = 5
MOST_CLOSE = 3
WIDEST = 116


def sized(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = []
    answers: list[Answer] = f["answers"]
    ours = sizing_ours.machine(f["machine"], c)
    most = MOST_LINES - len(ours)
    for at, answer in enumerate(answers):
        left = most - len(lines) - LEAST_LINES * (len(answers) - at - 1)
        lines += _answer(answer, c)[: max(LEAST_LINES, left)]
    return [_tidy(line) for line in [*lines[:most], *ours]]


def _tidy(line: Line) -> Line:
    return close_up(line) if type(line) is str else line


def _answer(a: Answer, c: Context) -> list[Line]:
    if a["knowledge"]:
        return list(KNOWN[a["knowledge"]])
    if a.get("on_disk"):
        return list(sizing_most.disk(a))
    missing = a["missing"]
    if missing in MISSING:
        first, then = MISSING[missing]
        if missing == "card" and a.get("unknown_gpu"):
            first = "不认识这种卡"
        if missing == "size":
            first = f"{str(a['unsized'])[:20]} 是多大的？"
        if missing in ("model", "size") and a.get("unknown_model"):
            first = f"不认识 {str(a['unknown_model'])[:20]}"
        if a.get("media"):
            return [first, "这类模型按大小估不准：先跑一步，看 nvidia-smi 的峰值"]
        if a.get("largest"):
            return sizing_most.largest(a["largest"], a["largest_on"])
        if missing != "work" or "rate" not in a:
            return [first, *(["认识的：" + "、".join(a["close"])] if a.get("close") else []), then]
    wording = sizing_hours.train_time if a.get("basis") == "runs" and a["asked"] == "gpu_count" else WORDED[a["asked"]]
    lines: list[Line] = list(wording(a))
    premises = [*_unknown(a), *(PREMISES[name] for name in a["premises"])]
    lines[1:1] = [*premises, *sizing_ours.measured(a), *sizing_ours.ranked(a), *sizing_ours.effective(a)]
    lines += [f"{SHAKY[name]}写了两个不一样的，按第一个算" for name in a["shaky"] if name in SHAKY]
    if a["asked"] == "transfer_time":
        lines.append(Code(OSSUTIL if a.get("command") == "ossutil" else RCLONE))
    return lines


def _unknown(a: Answer) -> list[str]:
    """模型名不认识、但说了大小：按大小估的，说出来。"""
    if not a.get("unknown_model"):
        return []
    near = f"，接近的：{'、'.join(a['close'][:MOST_CLOSE])}" if a.get("close") else ""
    return [f"不认识 {str(a['unknown_model'])[:20]}，按大小估的{near}"]


def size_terms(f: Facts, c: Context) -> list[Line]:
    a: Answer | None = next((one for one in f["answers"] if "terms" in one), None)
    if a is None:
        return ["这个没有可拆的项"]
    if "how" in a:
        return [close_up(line) for line in [*_steps(a), *map(_evidence, a.get("evidence", [])[:1])]]
    shown, rest = a["terms"][:MOST_TERMS], a["terms"][MOST_TERMS:]
    total = sum(term["gib"] for term in a["terms"])
    lines = [f"{a['job']['model']} {METHODS[a['job']['method']]}：每卡 {gib(total)} GiB", *map(_term, shown)]
    if rest:
        lines.append(f"其余 {sum(term['gib'] for term in rest):.1f}")
    return [close_up(line) for line in [*lines, *map(_evidence, a.get("evidence", [])[:1])]]


def _steps(a: Answer) -> list[str]:
    """时间是怎么来的：一步花在哪里，一步多少，一共多少。"""
    how = a["how"]
    unit = " 条" if "evaluation" in how else " 张" if "image" in how["unit"] else " token"
    step = f"每卡一批 {number(how['step_size'])}{unit} {brief(how['step_seconds'])}"
    lines = [f"{a['job']['model']} {METHODS[a['job']['method']]}：{step}"]
    for one in sorted(how["steps"], key=lambda each: -each["seconds"])[:MOST_TERMS]:
        share = one["seconds"] / how["step_seconds"] if how["step_seconds"] else 0
        formula = f"：{one['formula']}" if one["formula"] else ""
        lines.append(plain_name(f"{SPENT[one['name']]} {share:.0%}，{brief(one['seconds'])}{formula}", WIDEST))
    total = sum(term["gib"] for term in a["terms"])
    whole = f"{amount(how['work'])}{unit} ÷ {a['job']['gpus']} 卡 = {span(a['time']['seconds'])}"
    return [*lines, f"{whole}；显存每卡 {gib(total)} GiB"]


def _term(term: Answer) -> str:
    formula = f"：{term['formula']}" if term["formula"] else ""
    return plain_name(f"{TERMS.get(term['name'], term['name'])} {term['gib']:.1f}{formula}", WIDEST)


def _evidence(row: Answer) -> str:
    job = f"{row['model']} {METHODS[row['method']]}，长度 {row['seq']}，{short(row['card'])}"
    unit = row["unit"].split("/GPU")[0].replace("tokens/s", "token/秒").replace("images/s", "张/秒")
    return f"最近的实测：{job}：{row['value']:g} {unit}{_apart(row.get('outside'))}"


def _apart(outside: Answer | None) -> str:
    """实测落在我们的范围外：说清楚那次哪里不一样。"""
    if outside is None:
        return ""
    parts = ["别的网络（词表、结构不同）"] if outside["model"] else []
    parts += [f"batch {outside['batch']}"] if outside["batch"] else []
    parts += [f"{outside['gpus']} 张卡"] if outside["gpus"] else []
    parts += ["没开检查点"] if outside["unchecked"] else []
    parts += [FRAMEWORKS.get(outside["framework"], str(outside["framework"]))] if outside["framework"] else []
    more = "高" if outside["higher"] else "低"
    return f"，比我们的范围{more}" + (f"：那次是{'、'.join(parts)}" if parts else "，以先跑一步的峰值为准")


def not_sizing(f: Facts, c: Context) -> list[Line]:
    return [
        "算卡：问一句就行" if f["empty"] else "这不是算卡的问题",
        "能问：够不够、要几张卡、跑多久、多少钱、传数据多久",
        "例：13B LoRA 一张4090够吗",
    ]


def uplink(f: Facts, c: Context) -> list[Line]:
    if f["mbps"] is None:
        return ["带宽还没记", "发 带宽 200，以后传数据都按 200 Mbps 算"]
    return [f"带宽 {f['mbps']:g} Mbps", "以后传数据都按它算；换了再发一次，发 带宽 0 就忘掉"]


FIELDS = {
    "mbps": "带宽",
    "number": "数",
    "seq_len": "长度",
    "micro_batch": "batch ",
    "gpus": "卡数",
    "params": "参数量",
    "lora_rank": "LoRA 的秩",
    "accumulation": "累积步数",
    "samples": "数据量",
    "epochs": "轮数",
    "tokens": "token 总数",
}


def size_bad(f: Facts, c: Context) -> list[Line]:
    value, least, most = (limit(f[name], f["field"]) for name in ("value", "least", "most"))
    allowed = f"至少 {least}" if f["most"] is None else f"要在 {least} 到 {most} 之间"
    return [f"{FIELDS.get(f['field'], '这个数')}不对", f"写的是 {value}，{allowed}"]


def size_no_speed(f: Facts, c: Context) -> list[Line]:
    return ["这个模型的速度没有实测过", "先试跑一下再问，例：200 步 15 分钟，一共 5000 步"]


def size_config(f: Facts, c: Context) -> list[Line]:
    return list(MISSING["config_other_kind" if f["why"] in ("other_kind", "missing") else "config_broken"])


TEXTS: dict[str, Text] = {
    "sized": sized,
    "size_terms": size_terms,
    "not_sizing": not_sizing,
    "uplink": uplink,
    "size_no_speed": size_no_speed,
    "size_bad": size_bad,
    "size_config": size_config,
}


def _book(f: Facts, c: Context) -> str:
    when = "现在" if f["now"] else f"{point(f['start'], c)} 起"
    return f"订 {f['count']} 张 {short(f['kind'])}，{when}，{span(f['seconds'])}"


LABELS: dict[str, Label] = {
    "size.change": lambda f, c: CHANGES.get(f["name"]) or str(f["name"]).partition(":")[2],
    "size.terms": lambda f, c: "怎么算的",
    "size.back": lambda f, c: "回到结论",
    "size.book": _book,
}
