"""中文：算卡。第一行是结论，接着是怎么改，再是按什么算的。"""

from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh import sizing_hours, sizing_money, sizing_most, sizing_room
from bot.language.texts.zh.pieces import cards as numbered
from bot.language.texts.zh.pieces import close_up, point
from bot.language.texts.zh.sizing_known import KNOWN, PREMISES
from bot.language.texts.zh.sizing_words import CHANGES, METHODS, TERMS, VERDICTS, gib, money, short, span
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
WIDEST = 116


def sized(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = []
    answers: list[Answer] = f["answers"]
    ours = _machine(f["machine"], c)
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
    missing = a["missing"]
    if missing in MISSING:
        first, then = MISSING[missing]
        if missing == "card" and a.get("unknown_gpu"):
            first = "不认识这种卡"
        if missing == "size":
            first = f"{str(a['unsized'])[:20]} 是多大的？"
        if missing != "work" or "rate" not in a:
            return [first, then]
    lines: list[Line] = list(WORDED[a["asked"]](a))
    lines[1:1] = [*(PREMISES[name] for name in a["premises"]), *_measured(a)]
    lines += [f"{SHAKY[name]}写了两个不一样的，按第一个算" for name in a["shaky"] if name in SHAKY]
    if a["asked"] == "transfer_time":
        lines.append(Code(OSSUTIL if a.get("command") == "ossutil" else RCLONE))
    return lines


def _measured(a: Answer) -> list[str]:
    """本组机器上类似的任务实测多少；修正了就写修正了多少。"""
    found = a.get("measured")
    if not found:
        return []
    rows = "；".join(f"估 {gib(one['predicted'])}，实测 {gib(one['measured'])} GiB" for one in found["rows"])
    lines = [f"最近 {len(found['rows'])} 次类似的在我们机器上：{rows}"]
    if found["applied"]:
        lines.append(f"已按 {found['runs']} 次实测修正：×{found['ratio']:.2f}")
    return lines


def _machine(machine: Answer | None, c: Context) -> list[Line]:
    """自己组里的卡：现在能用哪些，够不够，多久，多少钱。"""
    if machine is None:
        return []
    if not machine["options"]:
        return ["组里的卡：" + ("放不下" if machine["cards"] else "最近都没空")]
    return ["组里的卡：" + "；".join(_ours(one, machine, c) for one in machine["options"][:3])]


def _ours(one: Answer, machine: Answer, c: Context) -> str:
    when = "现在就有" if one["now"] else f"{point(one['start'], c)} 起"
    parts = [f"{numbered(one['numbers'])}{when}，{VERDICTS[one['verdict']]}"]
    if one["seconds"]:
        parts.append(f"约 {span(one['seconds'])}")
    if one["cost_minor"] is not None:
        parts.append(money(one["cost_minor"], machine["currency"]))
    return "，".join(parts)


def size_terms(f: Facts, c: Context) -> list[Line]:
    a: Answer | None = next((one for one in f["answers"] if "terms" in one), None)
    if a is None:
        return ["这个没有可拆的项"]
    shown, rest = a["terms"][:MOST_TERMS], a["terms"][MOST_TERMS:]
    total = sum(term["gib"] for term in a["terms"])
    lines = [f"{a['job']['model']} {METHODS[a['job']['method']]}：每卡 {gib(total)} GiB", *map(_term, shown)]
    if rest:
        lines.append(f"其余 {sum(term['gib'] for term in rest):.1f}")
    return [close_up(line) for line in [*lines, *map(_evidence, a.get("evidence", [])[:1])]]


def _term(term: Answer) -> str:
    formula = f"：{term['formula']}" if term["formula"] else ""
    return plain_name(f"{TERMS.get(term['name'], term['name'])} {term['gib']:.1f}{formula}", WIDEST)


def _evidence(row: Answer) -> str:
    job = f"{row['model']} {METHODS[row['method']]}，长度 {row['seq']}，{short(row['card'])}"
    return f"最近的实测：{job}：{row['value']:g} {row['unit'][:3]}"


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
}


def size_bad(f: Facts, c: Context) -> list[Line]:
    allowed = f"至少 {f['least']:g}" if f["most"] is None else f"要在 {f['least']:g} 到 {f['most']:g} 之间"
    return [f"{FIELDS.get(f['field'], '这个数')}不对", f"写的是 {f['value']:g}，{allowed}"]


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
    "size.change": lambda f, c: CHANGES[f["name"]],
    "size.terms": lambda f, c: "怎么算的",
    "size.back": lambda f, c: "回到结论",
    "size.book": _book,
}
