"""How much is to be trained: tokens, samples, lengths, passes, trial runs, and sets of runs."""

from __future__ import annotations

import re
from typing import Any

from .scan import NUMBER, SCALE, Scan, amount, rule, said

_TOKEN = r"(?:个?\s*(?:tokens?|toks?|词元)\b|个?词元)"
TOKENS_EACH = rule(
    rf"(?:每[条个篇]|平均(?:每条|长度|一条)?|一条|均长|avg\.?|average|mean|each|per sample)"
    rf"[^\d\x00,。;?]{{0,14}}{NUMBER}{SCALE}"
    rf"\s*(?:{_TOKEN}|个?字|长)?"
)
EACH_AFTER = rule(rf"{NUMBER}{SCALE}\s*{_TOKEN}\s*(?:each|per (?:sample|example|row|doc)|一条|每条|/条|/sample)")
EACH_OF = rule(
    rf"(?:(?<=samples)|(?<=examples)|(?<=rows)|(?<=条))(?: of| with|,| at|,?每?条?) ?{NUMBER}{SCALE}\s*{_TOKEN}"
)
TOKENS = rule(rf"{NUMBER}{SCALE}\s*(?:{_TOKEN}|(?:of\s+)?(?:tokens|toks)\b)")
INPUT_OUTPUT = rule(
    rf"(?:输入|prompt|input)\s*(?:长度|len(?:gth)?)?\s*(?:是|约|=|:|"
    rf"大概)?\s*{NUMBER}(k)?\s*(?:tokens?)?\s*[,、和+ ]*\s*(?:and\s*)?"
    rf"(?:输出|生成|output|generat(?:e|ion))\s*(?:长度|len(?:gth)?)?\s*(?:是|约|=|:|"
    rf"大概)?\s*{NUMBER}(k)?\s*(?:tokens?)?"
)
WRITTEN = rule(
    rf"{NUMBER}(k)?\s*(?:{_TOKEN}\s*)(?:out\b|outputs?\b|generated|of output|each out)|(?:生成|输出|写)\s*(?:约|"
    rf"大概)?\s*"
    rf"{NUMBER}(k)?\s*(?:{_TOKEN}|个?字)"
)
SEQ_BEFORE = rule(
    r"(?:max[_ -]?(?:seq(?:uence)?[_ -]?)?(?:len(?:gth)?)|max[_ -]?model[_ -]?len|cutoff[_ -]?len|"
    r"seq(?:uence|[_ -]?len)?"
    r"(?:[_ -]?len(?:gth)?)?|context(?:[_ -]?(?:len(?:gth)?|window|size))?|ctx(?:[_ -]?len)?|"
    r"block[_ -]?size|\blen(?:gth)?(?=[\s=:]*\d)|序列(?:长度|长)?|上下文(?:长度)?|"
    r"(?<!图像)长度|最长|截断(?:到)?|窗口)\s*(?:设成|设为|设|是|为|到|开到|用|取|of|=|:|大概|约)?\s*"
    rf"{NUMBER}(?![\d.])\s*(k(?![a-z]))?(?!\s*(?:小时|天|步|张|卡|%|gb?\b|b\b|g\d))"
)
SEQ_AFTER = rule(
    rf"{NUMBER}\s*(k)?\s*(?:tokens?\s*|的\s*|个?token的?)?(?:上下文|序列|长度|长的?文本|context\b|ctx\b|"
    rf"seq(?:uence)?(?:[_ -]?len(?:gth)?)?\b)"
)
BARE_LENGTH = rule(
    r"(?<![\d.x*/a-z])(1024|2048|4096|8192|16384|32768)(?![\d.x*/a-z]|\s*(?:条|张|块|步|个|g\b|m\b|b\b|px|像素|"
    r"组|人|元|卡|的图|出图|"
    r"samples|images|steps|examples|rows|gpus?|cards?|prompts|requests|questions))"
)
SEQ_OF = rule(rf"(?<![\d.]){NUMBER}\s*(k)\s*-?(?:tokens?\s*)?(?:requests?|prompts?|sequences|请求|输入)")
_GENERIC = (
    r"条|个样本|个?样例|个?例子|个?对话|轮对话|个?文档|samples?|examples?|rows?|instructions?|pairs?|docs?|"
    r"documents?|records?|sentences?|prompts?|questions|queries|requests|篇|句|份|对|段|题"
)
SAMPLES = rule(
    rf"{NUMBER}{SCALE}\s*(?:多|来|左右)?\s*(?:(?:{_GENERIC})(?:\s|的)*(?:数据|指令|样本|语料|对话|文本|sft)*"
    r"|(?:指令|样本|数据(?!集))|(?:(?:alpaca|sft|training|instruction|chat|sharegpt)\s+)+"
    r"(?:rows?|samples?|examples?|data|pairs?|instructions?))"
)
DATA_BEFORE = rule(
    rf"(?:数据集?|样本|语料|dataset|data)\s*(?:量|数|有|是|约|大概|大约|共|总共|一共|of|is|has|:|"
    rf"=)*\s*{NUMBER}\s*(万|w|k|千|百万|m)(?![a-z\d])"
)
IMAGES = rule(
    rf"{NUMBER}{SCALE}\s*(?:多|来)?\s*(?:张\s*(?:训练)?(?:图像?片?|照片|影像|图|x光|ct|切片|样本|遥感|数据)"
    rf"|幅|images?\b|imgs?\b|pictures?\b|photos?\b)"
    r"|(\d{3,}|\d+(?=\s*[万wk]))\s*(万|w|k)?\s*张(?=[^卡显]*(?:epoch|轮|分辨率))"
)
PIXELS = rule(
    r"(?<![\d.])(\d{2,4})\s*(?:x|\^|乘)\s*(\d{2,4})(?!\d)|(?:分辨率|resolution|图片大小|image size|尺寸)"
    r"\s*[:=是为]?\s*(\d{2,4})|(\d{3,4})\s*(?:的?分辨率|px\b|像素|的图)|@\s*(\d{3,4})\b"
)
EPOCHS = rule(
    rf"{NUMBER}\s*个?\s*-?\s*(?:epochs?|epoches|eps?\b|轮(?!对话)|遍|回合|passes)|"
    rf"(?:num[_ ]?(?:train[_ ]?)?)?(?:epochs?|轮数)\s*(?:=|:|是|为|of)?\s*{NUMBER}"
)
BATCH = rule(
    r"(?:per[_ -]?device[_ -]?(?:train[_ -]?)?batch[_ -]?size|(?:micro|mini|global|"
    r"per[ -]gpu)?[_ -]*batch[_ -]*(?:size)?|\bmbs\b|\bbs\b|\bbsz\b|批大小|批次大小|单卡batch)"
    rf"\s*(?:已经|都|只|才)?\s*(?:=|:|是|为|of|设成|设为|设|开到|开|取|到)?\s*{NUMBER}(?![\d.]|b\b)|"
    rf"\bb(?:s)?(\d{{1,3}})\b"
)
AT_ONCE = rule(
    r"(?:并发(?:数|量)?|concurrency|concurrent (?:requests|users)|同时)\s*(?:=|:|是|为|of)?\s*(\d{1,5})"
    r"(?![\d.]|\s*(?:张|卡|块|gpu|card))|"
    r"(?<![\w.])(\d{1,5})\s*(?:个|路)?\s*(?:并发|concurrent|simultaneous)"
)
"""Requests served at the same time: 并发16, 16 concurrent. No number of cards."""
BATCH_AFTER = rule(rf"{NUMBER}\s*(?:的\s*)?(?:batch\s*size|batch|bs)\b")
ACCUMULATION = rule(
    rf"(?:gradient[_ ]?accumulation(?:[_ ]?steps)?|grad[_ ]?acc\w*|梯度累[积计加](?:步数)?|"
    rf"accum(?:ulation)?)\s*(?:=|:|是|为|of)?\s*{NUMBER}"
)
RANK = rule(r"(?:lora[_ ]?)?(?:\br(?:ank)?|秩)\s*(?:=|:|是|为)?\s*(\d{1,4})\b(?!\s*[张卡万])")

_STEP = r"(?:个?\s*(?:steps?|步|iters?|iterations?|it\b))"
_SPENT = r"(秒钟?|分钟?|小时|个小时|s(?:ec(?:onds?)?)?\b|min(?:utes?|s)?\b|h(?:ours?|rs?)?\b|m\b)"
TRIAL = rule(
    rf"{NUMBER}{SCALE}\s*{_STEP}\s*(?:跑了?|用了?|花了?|花费|耗时|用时|得|要|大概|大约|差不多|约|took|"
    rf"takes?|in|就|是|需要|=|:|"
    rf",)*\s*(?:about\s*)?{NUMBER}\s*{_SPENT}"
)
TRIAL_TURNED = rule(rf"{NUMBER}\s*{_SPENT}\s*(?:跑了|能跑|跑完了?|走了|for|跑)\s*{NUMBER}{SCALE}\s*{_STEP}")
PER_STEP = rule(
    rf"(?:每|一|1\s*)步\s*(?:大概|约|要|用|是|:)*\s*{NUMBER}\s*{_SPENT}|{NUMBER}\s*(s|sec|秒)\s*(?:/|per\s*|each\s*|每|"
    rf"一|1\s*)\s*(?:it|iter|step|步)"
)
TRIAL_EPOCH = rule(
    rf"(?:(?:每|一|1)\s*个?\s*(?:epoch|轮)|(?:each|per|an?|one) epoch)\s*(?:跑了|用了|花了|要|大概|约|就要|得|"
    rf"takes?|took|is|,|:)*\s*{NUMBER}\s*个?{_SPENT}"
)
PER_SECOND = rule(rf"{NUMBER}\s*(?:it|iters?|steps?|步)\s*(?:/|per\s*|每|一)\s*(?:s\b|sec|秒)")
OF_STEPS = rule(rf"{NUMBER}(k)?\s*/\s*{NUMBER}(k)?\s*{_STEP}?")
"""1500/12000 步 as a progress bar shows it."""
PERCENT = rule(rf"(?:到|进度|完成了?|[跑训]了|才|\bat|progress:?)\s*{NUMBER}\s*%|{NUMBER}\s*%\s*(?:done|complete|了)")
SPENT = rule(
    rf"(?:(?:跑|训|用|花)了[^\d\x00,。;?]{{0,8}}|已经|took|after|in|for|ran)\s*(?:大概|大约|差不多|"
    rf"about)?\s*{NUMBER}\s*{_SPENT}"
)
ALL_STEPS = rule(
    rf"(?:总步数|总共步数|total[_ ]steps|max[_ ]steps)\s*(?:是|约|:|=|of)?\s*{NUMBER}{SCALE}|(?:(?:一共|"
    rf"总共|共|全部|总的?|还有|要跑|total(?: of)?|out of|for|全程|需要)\s*(?:要|有|是|跑|"
    rf"训)*\s*{NUMBER}{SCALE}\s*{_STEP})|(?<![那这每第哪前]){NUMBER}{SCALE}\s*{_STEP}\s*(?:in total|total|"
    rf"overall|altogether)?"
)
RUNS = rule(
    rf"{NUMBER}\s*(?:组|次|个)\s*(?:消融|实验|对比|超参|配置|run|试验|任务|job|种子|seed)?|"
    rf"(?<!\d)(\d{{1,3}})\s*(?:ablations?|experiments?|runs?|seeds|jobs|trials|configs)\b|(?:消融|实验|对比实验|超参)"
    rf"[^\d\x00]{{0,6}}{NUMBER}\s*(?:组|次|个)"
)
_CARD = r"(?:(?:rtx\s*)?[2345]0[6789]0(?:ti)?|[ahvl]\d{1,3})(?:[- ]?\d+g)?"
HOURS_EACH = rule(
    rf"(?:每[组个次]|each|一组|一次|per run|单次|apiece)[^\d\x00。;?]{{0,8}}"
    rf"(?:\x00+|\d+\s*(?:张|卡|块|gpus?|cards?|x))?\s*({_CARD})?[^\d\x00。;?]{{0,8}}"
    rf"{NUMBER}\s*个?(小时|h\b|hours?|hrs?\b|天|days?|分钟|min)|"
    rf"{NUMBER}\s*(h\b|hours?|hrs?\b|min|days?)\s*(?:each|apiece|a run|per run)"
)
KNOWN_SETS = {
    r"imagenet(?:[- ]?1k)?(?![- ]?21k)": (1_281_167, True),
    r"\bcoco\b": (118_287, True), r"cifar[- ]?100?\b": (50_000, True),
    r"\bmnist\b": (60_000, True), r"alpaca(?!-lora)(?=\s*(?:数据|data))": (52_002, False),
}  # fmt: skip
SPENT_SECONDS = {"秒": 1, "s": 1, "分": 60, "m": 60, "小": 3600, "个": 3600, "h": 3600, "天": 86400, "d": 86400}


def seconds_of(number: str, unit: str) -> float:
    return float(number) * SPENT_SECONDS[unit[0]]


def read_trial(scan: Scan, facts: dict[str, Any]) -> None:
    """200 步 15 分钟，一共 5000 步; 2.3 s/it, 12000 steps; a pass takes 40 minutes."""
    if _progress(scan, facts):
        return
    if found := scan.take(TRIAL):
        facts["trial_steps"] = round(amount(found[1], found[2]))
        facts["trial_seconds"] = seconds_of(found[3], found[4])
    elif found := scan.take(TRIAL_TURNED):
        facts["trial_steps"] = round(amount(found[3], found[4]))
        facts["trial_seconds"] = seconds_of(found[1], found[2])
    elif found := scan.take(PER_STEP):
        facts["trial_steps"] = 1
        facts["trial_seconds"] = seconds_of(found[1] or found[3], found[2] or found[4])
    elif found := scan.take(PER_SECOND):
        facts["trial_steps"], facts["trial_seconds"] = 1, 1 / float(found[1]) if float(found[1]) else 0.0
    elif found := scan.take(TRIAL_EPOCH):
        _trial_epoch(scan, facts, seconds_of(found[1], found[2]))
        return
    if found := scan.take(ALL_STEPS):
        facts["total_steps"] = round(amount(found[1] or found[3] or found[5], found[2] or found[4] or found[6]))
    if "trial_steps" in facts and "total_steps" not in facts and (found := scan.take(EPOCHS)):
        facts["epochs"] = float(found[1] or found[2])


def _progress(scan: Scan, facts: dict[str, Any]) -> bool:
    """So far in so long: 1500/12000 步用了 2 小时, 3 小时跑了 20 %."""
    if (spent := SPENT.search(scan.text)) is None:
        return False
    if found := OF_STEPS.search(scan.text):
        done, whole = amount(found[1], found[2]), amount(found[3], found[4])
    elif found := PERCENT.search(scan.text):
        done, whole = float(found[1] or found[2]), 100.0
    else:
        return False
    if not 0 < done < whole:
        return False
    scan.blank(*spent.span())
    scan.blank(*found.span())
    facts["trial_steps"], facts["trial_seconds"] = round(done), seconds_of(spent[1], spent[2])
    facts["total_steps"] = round(whole)
    return True


def _trial_epoch(scan: Scan, facts: dict[str, Any], seconds: float) -> None:
    facts["trial_steps"], facts["trial_seconds"] = 1, seconds
    if found := scan.take(EPOCHS):
        facts["epochs"] = float(found[1] or found[2])
        facts["total_steps"] = round(facts["epochs"])
    elif said(r"换(?:成|到|用|了)?|switch|instead", scan.whole):
        del facts["trial_steps"], facts["trial_seconds"]
        facts["hours_done"] = _tidy(seconds / 3600)


def read_runs(scan: Scan, facts: dict[str, Any]) -> None:
    """20 组，每组 2 卡 6 小时."""
    if not (said(r"组|消融|超参|每[个次]|ablation|experiments|runs\b|seeds|each|种子|jobs", scan.text)):
        return
    hours = HOURS_EACH.search(scan.text)
    if hours is not None:  # the card stays to be read
        middle = hours.span(1) if hours[1] else (hours.end(), hours.end())
        scan.blank(hours.start(), middle[0])
        scan.blank(middle[1], hours.end())
    found = scan.take(RUNS) if hours or said(r"消融|超参|ablation|runs\b|seeds|种子|对比实验", scan.text) else None
    if found:
        facts["runs"] = round(float(found[1] or found[2] or found[3]))
    if hours:
        kept = said(r"(\d+)\s*(?:张|卡|块|gpus?|cards?)", hours[0])
        facts["hours_each"] = _tidy(seconds_of(hours[2] or hours[4], hours[3] or hours[5]) / 3600)
        if kept:
            facts["gpus"] = int(kept[1])
        elif said(r"单卡|单张|一张|single|one (?:gpu|card)", hours[0]):
            facts["gpus"] = 1


def read_at_once(scan: Scan, facts: dict[str, Any]) -> None:
    """How many sequences are in the cards at once, where it is said of serving."""
    if found := scan.take(AT_ONCE):
        facts["batch"] = int(found[1] or found[2])


def read_amounts(scan: Scan, facts: dict[str, Any]) -> None:
    """Tokens, lengths, samples, images, passes, batch."""
    if found := scan.take(ACCUMULATION):
        facts["accumulation"] = int(float(found[1]))
    if found := scan.take(INPUT_OUTPUT):
        facts["tokens_out"] = round(_length(found[3], found[4]))
        facts["seq"] = round(_length(found[1], found[2])) + facts["tokens_out"]
    if found := scan.take(WRITTEN):
        facts["tokens_out"] = round(_length(found[1] or found[3], found[2] or found[4]))
    if found := scan.take(EACH_AFTER) or scan.take(EACH_OF) or scan.take(TOKENS_EACH):
        long = found[0].endswith("长")
        facts["seq"] = facts["tokens_each"] = round((_length if long else amount)(found[1], found[2]))
    else:
        at_once = said(r"concurren|simultaneous|handle|at once|并发|同时", scan.whole)
        rules = (SEQ_BEFORE, SEQ_AFTER, SEQ_OF) if at_once else (SEQ_BEFORE, SEQ_AFTER)
        _all(scan, rules, facts, "seq", lambda found: round(_length(found[1], found[2])))
    if found := scan.take(TOKENS):
        tokens = amount(found[1], found[2])
        per_piece = tokens <= 32_768 and found[2] not in ("万", "w", "m", "b", "亿")
        key = "seq" if per_piece and "seq" not in facts else "tokens"
        facts[key] = round(_length(found[1], found[2])) if key == "seq" else tokens
    _read_samples(scan, facts)
    _all(scan, (EPOCHS,), facts, "epochs", lambda found: _tidy(float(found[1] or found[2])))
    _all(scan, (BATCH, BATCH_AFTER), facts, "batch", lambda found: int(float(next(g for g in found.groups() if g))))
    if found := scan.take(RANK):
        facts["rank"] = int(found[1])
    if "seq" not in facts and "pixels" not in facts and not facts.get("images") and (found := scan.take(BARE_LENGTH)):
        facts["seq"] = int(found[1])  # batch4 2048


def _read_samples(scan: Scan, facts: dict[str, Any]) -> None:
    if found := scan.take(IMAGES):
        facts["samples"], facts["images"] = round(amount(found[1] or found[3], found[2] or found[4])), True
    elif found := scan.take(SAMPLES) or scan.take(DATA_BEFORE):
        facts["samples"] = round(amount(found[1], found[2]))
    if found := scan.take(PIXELS):
        width, height, *alone = found.groups()
        side = next((int(one) for one in alone if one), 0)
        facts["pixels"] = int(width) * int(height) if width else side * side
    for name, (count, images) in KNOWN_SETS.items():
        if "samples" not in facts and said(name, scan.whole):
            facts["samples"] = count
            if images:
                facts["images"] = True


def _all(scan: Scan, patterns: tuple[re.Pattern[str], ...], facts: dict[str, Any], name: str, read: Any) -> None:
    """Every mention; the first counts, and a second that says something else makes the fact shaky."""
    for pattern in patterns:
        for found in scan.take_all(pattern):
            value = read(found)
            if name not in facts:
                facts[name] = value
            elif facts[name] != value:
                facts.setdefault("shaky", []).append(name)


def _length(number: str, kilo: str | None) -> float:
    """4k of context is 4096 tokens; 1.5k is 1536."""
    return float(number) * (1024 if kilo == "k" else 1)


def _tidy(value: float) -> float:
    return int(value) if value == int(value) else value
