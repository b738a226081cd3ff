"""How much is to be trained: tokens, samples, lengths and passes."""

from __future__ import annotations

import re
from typing import Any

from .focus import mine
from .scan import NUMBER, SCALE, Scan, amount, rule, said
from .trial import EPOCHS, tidy

_TOKEN = r"(?:个?\s*(?:tokens?|toks?|词元)\b|个?词元)"
TOKENS_EACH = rule(
    rf"(?:每[条个篇]|平均(?:每条|长度|一条)?|一条|均长|avg\.?|average|mean|each|per sample)"
    rf"[^\d\x00,。;?]{{0,14}}{NUMBER}(?!\d|\.\d|\s*(?:\x00|[张卡块天元]|个?小时|"
    rf"h\b|hours?|gpus?|cards?|yuan|x\b)){SCALE}"
    rf"\s*(?:{_TOKEN}|个?字|长)?"
)
EACH_AFTER = rule(rf"{NUMBER}{SCALE}\s*{_TOKEN}\s*(?:each|per (?:sample|example|row|doc)|一条|每条|/条|/sample)")
EACH_OF = rule(
    rf"(?:(?<=samples)|(?<=examples)|(?<=rows)|(?<=条))(?: of| with|,| at|,?每?条?) ?{NUMBER}{SCALE}\s*{_TOKEN}"
)
TIMES_LENGTH = rule(
    rf"(?:(?<=samples)|(?<=examples)|(?<=rows)|(?<=条))\s*x\s*(?=\d{{3,5}}(?!\d)|\d{{1,2}}k){NUMBER}(k)?(?![a-z\d]|\s*[x张])"
)
"""50 万条 x 512."""
TOKENS = rule(
    rf"{NUMBER}{SCALE}[\s-]*(?:{_TOKEN}|(?:of\s+)?(?:tokens|toks)\b)(?!\s*(?:/\s*s|per sec|每秒|a second|一秒))"
)
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
    r"(?<!\d{3})(?<!\d{3} )(?<!\dk)(?<!\dk )"
    r"(?:max[_ -]?(?:seq(?:uence)?[_ -]?)?(?:len(?:gth)?)|max[_ -]?model[_ -]?len|cutoff(?:[_ -]?len(?:gth)?)?|"
    r"seq(?:uence|[_ -]?len)?"
    r"(?:[_ -]?len(?:gth)?)?|context(?:[_ -]?(?:len(?:gth)?|window|size))?|ctx(?:[_ -]?len)?|"
    r"block[_ -]?size|\blen(?:gth)?(?=[\s=:]*\d)|序列(?:长度|长)?|上下文(?:长度)?|"
    r"(?<!图像)长度|最长|截断(?:到)?|窗口)\s*(?:设成|设为|设|是|为|到|开到|用|取|of|is|at|to|=|:|大概|约)?\s*"
    rf"{NUMBER}(?!\d|\.\d)\s*(k(?![a-z])|千|万)?+(?!\s*(?:小时|h\b|hours?|天|步|"
    rf"张|卡|条|万|%|gb?\b|b\b|g\d|w\b|samples|examples|rows))"
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
_COUNTED = (
    r"条|个|张|步|元|块|组|份|篇|句|段|对|题|人|左右的?数据|数据|样本|指令|图|预算|"
    r"rows|samples|examples|images|imgs|pics|clips|"
    r"steps|pairs|docs|prompts|questions|instructions|sentences|files|yuan|rmb|iters?|hours|records|lines|videos|"
    r"conversations|dialog\w*"
)
LENGTH_IN_K = rule(rf"(?<![\d.x*/a-z¥])(1|2|4|8|16|32|64|128)(k)(?![a-z\d])(?!\s*[-/+~]|\s*[多来]?\s*(?:{_COUNTED}))")
"""A bare 8k: 推理 8k 并发16, a LoRA at 4k."""
AT_LENGTH = rule(
    r"(?:\bat|@)\s*(128|256|384|512|768|1024|1536|2048|3072|4096|8192)"
    r"(?!\s*(?:k\b|px|x|像素|\d|分辨率|resolution|pixels|/|yuan|元|块))"
)
_GENERIC = (
    r"条|个样本|个?样例|个?例子|个?对话|个?问答对?|个?病例|行(?=数据|语料|文本)|"
    r"例(?!如)|轮对话|个?文档|samples?|examples?|rows?|"
    r"instructions?|pairs?|docs?|documents?|records?|lines?|entries|instances|clips|reviews?|tweets?|dialog(?:ue)?s?|"
    r"conversations?|(?:qa|q&a|question[- ]answer|instruction|preference|prompt)[- ]pairs?|q&a|"
    r"sentences?|prompts?|questions|queries|requests|篇|句|份|对|段|题"
)
SAMPLES = rule(
    rf"{NUMBER}{SCALE}\s*(?:多|来|左右|-)?\s*(?:(?:{_GENERIC})(?:\s|的)*(?:数据|指令|样本|语料|对话|文本|sft)*"
    r"|(?:指令|样本|数据(?!集))(?!\s*(?:量|数)?\s*\d)|(?:出头|上下)?(?<=[万wk千头下])的(?:指令|"
    r"样本|数据(?!集))|(?:(?:alpaca|sft|training|instruction|chat|sharegpt)\s+)+"
    r"(?:rows?|samples?|examples?|data|pairs?|instructions?))"
)
SAMPLES_OF = rule(
    rf"(?=\d{{4,}}|[\d.]+\s*(?:k|m|million|thousand)\b){NUMBER}{SCALE}\s+(?:[a-z][a-z&-]+\s+){{1,2}}"
    r"(?:samples|examples|rows|pairs|instructions|clips|dialogs|dialogues|conversations|reviews|questions|prompts)\b"
)
"""15k OASST samples."""
DATA_BEFORE = rule(
    rf"(?:数据集?|样本|语料|dataset|data)\s*(?:量|数|有|是|约|大概|大约|共|总共|一共|of|is|has|:|"
    rf"=)*\s*{NUMBER}\s*(万|w|k|千|百万|m)(?![a-z\d])"
)
IMAGES = rule(
    rf"{NUMBER}{SCALE}\s*(?:多|来)?\s*(?:张\s*(?:训练)?(?:图像?片?|照片|影像|图|x光|ct|切片|样本|遥感|数据)"
    rf"|幅|images?\b|imgs?\b|pictures?\b|photos?\b)"
    r"|(\d{3,}|\d+(?=\s*[万wk千]))\s*(万|w|k|千)?\s*张(?!\s*(?:显?卡|gpu|[\x00]))(?=[^卡显]*(?:epoch|轮|分辨率))"
    r"|(\d+(?:\.\d+)?)\s*(万|w|k|千)\s*(?:多|来)?\s*张(?!\s*(?:显?卡|gpu|[\x00]))"
)
PIXELS = rule(
    r"(?<![\d.])(\d{2,4})\s*(?:x|\^|乘)\s*(\d{2,4})(?!\d)|(?:分辨率|resolution|图片大小|image size|尺寸)"
    r"\s*[:=是为]?\s*(\d{2,4})|(\d{3,4})\s*(?:的?分辨率|px\b|像素|的图)|@\s*(\d{3,4})\b"
)
BATCH = rule(
    r"(?:per[_ -]?device[_ -]?(?:train[_ -]?)?batch[_ -]?size|(?:micro|mini|global|"
    r"per[ -]gpu)?[_ -]*batch[_ -]*(?:size)?(?:\s*per (?:device|gpu|card))?|\bmbs\b|\bbs\b|\bbsz\b|"
    r"批大小|批次大小|批量(?:大小)?|单卡batch)"
    rf"\s*(?:(?:已经|都|只|才|就|仅|先|用的?|直接|手动|被我|改|调|降|设|缩|减|开|"
    rf"压|砍|取|最小|小|低|大|半|\(|成|到|为|至|了|是|already|down|now|only|just|set|cut|"
    rf"is|to|at|of)"
    rf"\s*)*(?:=|:)?\s*{NUMBER}(?!\d|\.\d|b\b)|"
    rf"\bb(?:sz?)?(\d{{1,3}})\b"
)
BATCH_A_CARD = rule(
    rf"{NUMBER}\s*(?:imgs?|images?|samples?|pics?|张?图片?|张|个样本|条)\s*(?:/|per|a|each|every|on each|每)"
    r"\s*(?:张|块)?\s*(?:gpus?|cards?|卡|device)(?![a-z])|"
    rf"每(?:张|块)?卡(?:上)?(?:放|跑|塞|喂)?\s*{NUMBER}\s*(?:张图片?|张|imgs?|images?|个样本|条)|"
    rf"每(?:张|块)?卡(?:上)?(?:只|就|才)?[放跑塞喂]\s*{NUMBER}(?!\d|\.\d|\s*(?:[gbkwm](?![a-z])|gb|个|块|元|组|路))|"
    rf"[一1每]次(?:只|就|才)?[喂塞放送跑进]\s*{NUMBER}\s*(?:条|个样本|张图|samples?)"
)
_ALONE_A_CARD = rule(r"(?:每(?:张|块)?卡|per[ -](?:gpu|card|device))\s*(\d{1,2})(?=\s*(?:[,。;?!)]|$|装|放|够|能))")
_MONEY = rule(r"元|块|钱|价|¥|yuan|rmb|price|cost|小时|hour|包月|租")
"""2 imgs per gpu, 每卡 2 张图."""
KEYED_BATCH = rule(
    r"(?:batch[_ -]*(?:size)?|\bmbs\b|\bbs|\bbsz|批大小|批次大小)\s*(?:=|:|是|为|设成|设为|设|开到|开|取|到)?"
    rf"\s*{NUMBER}(?=\s*(?:\d{{1,3}}\s*gb?\s*的?\s*)?(?:rtx\s*)?(?:[2345]0[6789]0|[ahvlt]\d))"
)
KEYED_EPOCHS = rule(
    rf"(?<![\d个])(?<!\d )(?:num[_ ]?(?:train[_ ]?)?)?(?:epochs?|轮数)\s*(?:=|:|是|设(?:为|成)?|为)?\s*{NUMBER}"
    r"(?=\s*(?:\d{1,3}\s*gb?\s*的?\s*)?(?:rtx\s*)?(?:[2345]0[6789]0|[ahvlt]\d))"
)
_CLAUSE = rule(r"[,。;!?]|[改换降减加升变][成到为]|\bto\b")
SHORTEST = 64
"""Tokens below which a number after its name is no length."""
AT_ONCE = rule(
    r"(?:并发(?:数|量)?|concurrency|concurrent (?:requests|users)|同时)\s*(?:=|:|是|为|of)?\s*(\d{1,5})"
    r"(?!\d|\.\d|k|\s*(?:张|卡|块|gpu|card))|"
    r"(?<![\w.])(\d{1,5})\s*(?:个|路)?\s*(?:并发|concurrent|simultaneous)"
)
"""Requests served at the same time: 并发16, 16 concurrent. No number of cards."""
BATCH_CHANGED = rule(
    r"(?:batch(?:[_ -]*size)?|\bbs|批大小)\s*(?:从|由|from)\s*\d+\s*(?:改|降|减|调|加|升|提|缩)?[小少大低高]?"
    rf"(?:到|成|为|至|to)\s*{NUMBER}"
)
"""From 8 to 1: 1."""
BATCH_AFTER = rule(rf"{NUMBER}\s*(?:的\s*)?(?:batch\s*size|batch|bs)\b")
ACCUMULATION = rule(
    rf"(?:gradient[_ ]?accumulation(?:[_ ]?steps)?|grad[_ ]?acc\w*|(?:梯度)?累[积计加](?:步数)?|"
    rf"accum(?:ulation)?)\s*(?:=|:|是|为|of)?\s*{NUMBER}"
)
RANK = rule(r"(?:lora[_ ]?)?(?:\br(?:ank)?|秩)\s*(?:=|:|是|为)?\s*(\d{1,4})\b(?!\s*[张卡万])")

KNOWN_SETS = {
    r"imagenet(?:[- ]?1k)?(?![- ]?21k)": (1_281_167, True),
    r"\bcoco\b": (118_287, True), r"cifar[- ]?100?\b": (50_000, True),
    r"\bmnist\b": (60_000, True), r"alpaca(?!-lora)(?=\s*(?:数据|data))": (52_002, False),
}  # fmt: skip


def read_at_once(scan: Scan, facts: dict[str, Any]) -> None:
    """How many sequences are in the cards at once, where it is said of serving."""
    if found := scan.take(AT_ONCE):
        facts["batch"] = int(found[1] or found[2])


def read_keyed(scan: Scan, facts: dict[str, Any]) -> None:
    """Numbers with their names before them, so that bs 8 4090 is one card, and epochs 2 3090 too."""
    if found := scan.take(BATCH_A_CARD):
        facts["batch"] = int(float(next(one for one in found.groups() if one)))
    for found in list(KEYED_BATCH.finditer(scan.text)):
        if "batch" not in facts:
            facts["batch"] = int(float(found[1]))
            scan.blank(*found.span())
    for found in list(KEYED_EPOCHS.finditer(scan.text)):
        if "epochs" not in facts:
            facts["epochs"] = tidy(float(found[1]))
            scan.blank(*found.span())
    for found in list(SEQ_BEFORE.finditer(scan.text)):
        if "seq" not in facts and _length(found[1], found[2]) >= SHORTEST:
            facts["seq"] = round(_length(found[1], found[2]))
            scan.blank(*found.span())


def read_amounts(scan: Scan, facts: dict[str, Any]) -> None:
    """Tokens, lengths, samples, images, passes, batch."""
    if found := scan.take(ACCUMULATION):
        facts["accumulation"] = int(float(found[1]))
    if found := scan.take(INPUT_OUTPUT):
        facts["tokens_out"] = round(_length(found[3], found[4]))
        facts["seq"] = round(_length(found[1], found[2])) + facts["tokens_out"]
    if found := scan.take(WRITTEN):
        facts["tokens_out"] = round(_length(found[1] or found[3], found[2] or found[4]))
    if found := scan.take(EACH_AFTER) or scan.take(EACH_OF) or scan.take(TIMES_LENGTH) or scan.take(TOKENS_EACH):
        long = found[0].endswith("长")
        facts["tokens_each"] = round((_length if long else amount)(found[1], found[2]))
        facts["seq"] = round(_length(found[1], found[2]) if found[2] == "k" else facts["tokens_each"])
    else:
        at_once = said(r"concurren|simultaneous|parallel|handle|at once|并发|同时", scan.whole)
        rules = (SEQ_BEFORE, SEQ_AFTER, SEQ_OF) if at_once else (SEQ_BEFORE, SEQ_AFTER)
        _all(scan, rules, facts, "seq", lambda found: round(_length(found[1], found[2])), SHORTEST)
    if found := _take_mine(scan, TOKENS):
        tokens = amount(found[1], found[2])
        per_piece = tokens <= 32_768 and found[2] not in ("万", "w", "m", "b", "亿")
        key = "seq" if per_piece and "seq" not in facts else "tokens"
        facts[key] = round(_length(found[1], found[2])) if key == "seq" else tokens
    _read_samples(scan, facts)
    _read_batch(scan, facts)
    _all(scan, (EPOCHS,), facts, "epochs", lambda found: tidy(float(found[1] or found[2])))
    if found := scan.take(RANK):
        facts["rank"] = int(found[1])
    if "seq" not in facts and "pixels" not in facts and not facts.get("images"):
        if found := scan.take(BARE_LENGTH) or scan.take(AT_LENGTH):
            facts["seq"] = int(found[1])  # batch4 2048
        elif found := scan.take(LENGTH_IN_K):
            facts["seq"] = round(_length(found[1], found[2]))


def _read_batch(scan: Scan, facts: dict[str, Any]) -> None:
    _all(
        scan,
        (BATCH_CHANGED, BATCH, BATCH_AFTER),
        facts,
        "batch",
        lambda found: int(float(next(g for g in found.groups() if g))),
    )


def _read_samples(scan: Scan, facts: dict[str, Any]) -> None:
    if "batch" not in facts and not scan.has(_MONEY) and (found := scan.take(_ALONE_A_CARD)) and int(found[1]):
        facts["batch"] = int(found[1])  # 每卡1
    if found := scan.take(IMAGES):
        facts["samples"], facts["images"] = (
            round(amount(found[1] or found[3] or found[5], found[2] or found[4] or found[6])),
            True,
        )
    elif "samples" not in facts and (
        found := _take_mine(scan, SAMPLES) or scan.take(SAMPLES_OF) or scan.take(DATA_BEFORE)
    ):
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


def _take_mine(scan: Scan, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """The one that is meant now, where several are told; all are seen."""
    found = list(scan.take_all(pattern))
    return mine(scan.whole, found)


def _all(
    scan: Scan, patterns: tuple[re.Pattern[str], ...], facts: dict[str, Any], name: str, read: Any, least: float = 0
) -> None:
    """Every mention. One that says something else makes the fact shaky, and counts if it stands in a later clause."""
    ended = 0
    for pattern in patterns:
        for found in list(pattern.finditer(scan.text)):
            value = read(found)
            if value < least:
                continue
            scan.blank(*found.span())
            if name not in facts:
                facts[name], ended = value, found.end()
            elif facts[name] != value:
                facts.setdefault("shaky", []).append(name)
                if _CLAUSE.search(scan.whole[ended : found.start()]):
                    facts[name] = value


def _length(number: str, kilo: str | None) -> float:
    """4k of context is 4096 tokens; 1.5k is 1536."""
    return float(number) * {"k": 1024, "千": 1000, "万": 10_000}.get(kilo or "", 1)
