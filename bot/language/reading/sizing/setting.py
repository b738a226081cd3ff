"""How it is to be run: method, precision, sharding, framework, checkpointing; and how many cards."""

from __future__ import annotations

import re
from typing import Any

from .focus import of_others, put_aside
from .scan import BLANK, Scan, rule, said

_QLORA = rule(
    r"q[- ]?lora|(?:4|四)\s*-?\s*(?:bit|位|比特)\s*(?:的\s*)?(?:量化\s*)?(?:的\s*)?(?:lora|微调|finetun|"
    r"fine-tun|训练)|lora\s*\(?(?:4|四)[- ]?bit|(?:nf4|int4|4\s*-?\s*bit|4\s*位)(?:量化)?\s*(?:的|\+|加|和|,|"
    r"并)?\s*(?:lora|微调)|load[_ ]in[_ ]4bit"
)
_LORA = rule(r"lo\s?ra\b|lora|dora\b|peft|adapter|低秩|(?<![全])高效微调")
_NO_PLAIN_LORA = rule(r"q[- ]?lora|loraplus")
_NO_LORA = rule(r"(?:no|without|not using|non)[- ]*(?:peft|lora)|(?:不用|不开|不做|非)\s*lora|instead of lora")
_FULL = rule(
    r"(?:全|full)\s*参数?(?!考)|全\s?(?:ft|sft)\b|全量(?!化)|全微调|全精度微调|"
    r"full[- ]?(?:parameter[- ]?)?(?:fine[- ]?tun\w*|ft\b|finetun\w*|"
    r"sft|param\w*|training|tun(?:e|ing))|fully[- ]*fine|fully\s+(?:tun|train)"
    r"|\bfft\b|full[- ]ft|fulltune|全调|full[- ]finetune|训[^,。?]{0,10}full\b|\d+b\s*full\b|"
    r"满参|dreambooth(?!.{0,12}lora)|\bfull\s*\d+(?:\.\d+)?b|"
    r"\bfull\s+(?!rtx|tesla)[a-z]{2,}[-\w. ]{0,16}?\d+(?:\.\d+)?b\b|\bfull\s*(?:[,?]|$|行|够)"
)
_METHOD = r"q-?lora|lora|全参数?|全量|full[- ]?(?:fine-?tun\w*|finetun\w*|param\w*|ft)?"
_TWO_METHODS = rule(
    rf"(?<![a-z])({_METHOD})(?:\s*(?:微调|训练|training|sft|fine-?tuning|\d+b))*\s*"
    rf"(?:和|与|跟|比|还是|或者?|、|/|,|\bvs\.?|\bor\b|\band\b|\bversus\b)\s*(?:是|做|用)?\s*({_METHOD})(?![a-z])"
)
_PRETRAIN = rule(
    r"从\s?[头零0](?:开始|起|再)?(?:自己)?(?:预?训|跑|练|炼|撸|搞|学)|从[头零](?:开始|"
    r"起)(?![学看说讲])|预训练|pre-?train(?:ing|ed)?\b|"
    r"from (?:scratch|zero\b|the ground up)|reproduc(?:e|tion)|scratch|增量预训练|continual? pre|\bcpt\b"
)
_INFERENCE = rule(
    r"推理|部署|infer(?:ence)?\b|\bserv(?:e|ing)\b|\bhost(?:ing)?\b|deploy|vllm|"
    r"sglang|lmdeploy|ollama|llama\.?cpp|generation|"
    r"出.{0,8}图|生图|画图|跑图|聊天|对话机器人|问答|\bchat(?:bot|ting)?\b(?!glm)|"
    r"generat(?:e|ing)\b|draw(?:ing)?\b|加载|(?<!off)load(?:ing)?\b(?!_)|kv|并发|"
    r"concurren"
    r"|标注|打标|评估|\beval(?:uat\w*)?\b|prompts\b|\blabell?ing\b|跑起来|满血|"
    r"tgi\b|gguf|评测|本地跑|locally|\bawq\b|gptq|\bexl2\b"
)
_TRAIN = rule(
    r"dreambooth|textual inversion|训(?!练营)|微调|精调|fine-?\s?tun|finetun|\bsft\b|\bft\b|train|epoch|轮|dpo|"
    r"rlhf|grpo|\bppo\b|对齐"
)
_PRECISIONS = (
    ("awq-int4", rule(r"\bawq\b")),
    ("gptq-int8", rule(r"gptq[-\s]*(?:int)?8")),
    ("gptq-int4", rule(r"gptq")),
    ("nf4", rule(r"\bnf4\b")),
    ("int8", rule(r"(?:8|八)\s*-?\s*(?:bit|位|比特)"
        r"(?!\s*-?\s*(?:adam|optim|优化|paged))|int8|w8a|load[_ ]in[_ ]8bit|\bq8")),
    ("int4", rule(r"(?:4|四)\s*-?\s*(?:bit|位|比特)|int4|w4a|\bq4")),
    ("fp8", rule(r"fp8")),
    ("bf16-pure", rule(r"(?:纯|pure)\s*-?\s*(?:bf16|bfloat16|fp16|16)|bf16[- ](?:true|pure)")),
    ("fp32", rule(r"fp32|float32|\btf32|单精度|全精度(?!微调)|32\s*位")),
    ("bf16", rule(r"bf16|bfloat16")),
    ("fp16", rule(r"fp16|float16|半精度|16\s*位|16-?bit|\bhalf precision")),
)  # fmt: skip
_ZERO = rule(
    r"zero[-_ ]*(?:stage[-_ ]*)?([0123])|deepspeed[^\d]{0,8}(?:stage|z)\s*([123])|\bz([123])\b|ds[_-]?z([123])"
)
_FSDP = rule(r"fsdp")
_DDP = rule(r"\bddp\b|数据并行|data[- ]parallel|dataparallel")
_OFFLOAD = rule(r"offload|卸载|放(?:到)?内存|放\s*cpu")
_FRAMEWORKS = (
    ("llama-factory", rule(r"llama-?\s?factory|llamafactory|lmf\b")),
    ("deepspeed", rule(r"deepspeed|\bds\b|zero[-_ ]?[123]")),
    ("unsloth", rule(r"unsloth")),
    ("torchtune", rule(r"torchtune")),
    ("litgpt", rule(r"lit-?gpt")),
    ("llm-foundry", rule(r"llm-?foundry")),
    ("torchtitan", rule(r"torchtitan")),
    ("megatron", rule(r"megatron")),
    ("native", rule(r"nanogpt")),
    ("vllm", rule(r"vllm")),
    ("hf", rule(r"\bhf\b|transformers\b|hugging\s?face|\btrl\b|trainer")),
)
_NAMED_AFTER_A_MODEL = rule(r"llama[-_ .]?(?:factory|cookbook|recipes|index|cpp|board)|lit-?llama")
_OPTIMISERS = (
    ("paged-adamw8bit", rule(r"paged[-_ ]*adam\w*|paged optimi")),
    ("adamw8bit", rule(r"8\s*-?\s*(?:bit|位)\s*-?\s*(?:adam\w*|optimi\w*|优化器)|adamw?[-_ ]?8bit|\bbnb adam")),
    ("adafactor", rule(r"adafactor")),
    ("lion", rule(r"\blion\b(?!-)")),
    ("muon", rule(r"\bmuon\b")),
    ("sgd", rule(r"\bsgd\b")),
    ("adamw", rule(r"\badamw?\b")),
)
_CHECKPOINTING_OFF = rule(
    r"(?:不开|没开|关(?:掉|了)?|不用|无|without|no|disabl\w+)\s*(?:gradient|"
    r"activation)?[- _]*(?:梯度)?(?:检查点|checkpoint\w*|\bgc\b)"
)
_CHECKPOINTING = rule(
    r"(?:gradient|activation|grad)[- _]*(?:checkpoint\w*|ckpt)|(?:梯度|激活)?检查点|重计算|recomput\w*|(?:开|"
    r"with)\s*(?:ckpt|gc\b|checkpointing)"
)
_FLASH_OFF = rule(r"(?:不开|没开|没有|不用|关|without|no)\s*(?:flash|fa2?\b)|eager attention|不支持\s*flash")
_FLASH = rule(r"flash[-_ ]?att\w*|flash[-_ ]?2|\bfa2\b|\bsdpa\b")
_CHUNKED = rule(r"liger|chunked[- ]?(?:loss|ce|cross)|分块(?:交叉熵|loss)|fused[- ](?:ce|cross)|cut[- ]cross")

_UNIT = r"(?:张|块|个|片|枚|卡|路)?\s*(?:卡|显卡|gpus?\b|cards?\b)?"
COUNT_BEFORE = rule(
    r"(?<![a-wyz\d.])(\d{1,4})\s*(?:x|张|块|个|片|枚|颗|卡|路|-?\s*(?:gpus?|cards?|"
    r"way)(?:\s+of)?|of (?:our|my|the|those|these)|"
    r"台|(?:pcs|pieces?|units?|nos?|sets?|copies)\b\.?(?:\s*of)?)?\s*(?:的\s*)?(?:(?:二手|"
    r"全新|闲置|新|旧|老|公版|used|second-?hand|old|new|spare|idle|rented)的?\s*)?"
    r"(?:nvidia\s*|rtx\s*|geforce\s*|英伟达的?\s*)?(?:single\s*)?$"
)
COUNT_AFTER = rule(
    r"^s?\s*(?:\(?x\s*((?>\d{1,4}))(?!\s?[gk]b?\b)|(?:的\s*|显卡\s*)?(?:单|(\d{1,4}))\s*(?:张(?!\s*(?:训练)?(?:图|"
    r"照|样本|x光|ct|切片|影像))|卡|块(?!\s*(?:钱|/|每|一|1|多)))|"
    r"(?:gpus?\s*)?\((\d{1,3})\))"
)
SINGLE_BEFORE = rule(
    r"(?:单张|单卡|单块|单|一张|一块|1\s*张|(?:\b(?:a|an|one|single|my|the|this)"
    r"\s+)+(?:single\s+)?(?:\d+\s*gb?\s+)?|(?:[租买借有用抢搞弄配就只剩了到入换拿开这那]|"
    r"本人)[张块])\s*(?:nvidia\s*|rtx\s*)?$"
)
MANY_BEFORE = rule(
    r"(?:(双卡|双路?|dual|twin|(?:a )?pair of|a couple of|both|俩|[一1]对)|(三路|"
    r"仨|triple|tri)|(四路|quad|quadruple)|(八路|octa?))"
    r"(?:\s*的|[\s-])*(?:nvidia\s*|rtx\s*)?$"
)
"""Words for two, three, four and eight cards."""
MOST_BLOCKS = 32
"""块 counts cards and is a yuan too: 充了 200 块，3090."""
_MANY = (2, 3, 4, 8)
_A_PRICE = rule(r"(?:小时|卡时|个月|包月)(?:只要|也?就|才|是|要)?\s*$")
"""一小时就 3 块的 4090 is one that costs 3 yuan."""
LOOSE = (
    rule(r"(?<![\d.第])(\d{1,4})\s*(?:张|块|片)\s*(?:显)?卡(?!时)|(?<![\d.第])(\d{1,4})\s*卡(?!时|\s*\d*号)"),
    rule(r"(?<![\d.])(\d{1,4})\s*-?\s*(?:x\s*)?(?:gpus?|cards?)(?![- ]?hours?)\b"),
    rule(
        r"(?:用|开|上|换|只有|两|有)?(?<![\d.第时每月])(\d{1,3})\s*(?:张|(?<!小时\d)(?<!小时\d\d)块(?!钱|"
        r"/|每|了))(?!\s*(?:\x00|图|照|片|数据|样|x光|ct|每|1?个?小时|/|多少钱|\d+(?:\.\d+)?\s*(?:元|"
        r"块)))"
    ),
    rule(r"\btp\s*=?\s*(\d{1,2})\b|tensor[- _]parallel(?:[-_ ]size)?\s*=?\s*(\d{1,2})"),
    rule(r"(?:gpus?|cards?|卡数)\s*(?:=|:|数)\s*(\d{1,3})"),
)
LONE = rule(
    r"单[张卡块]|(?<![第\d])(?:一|1)\s*[张块](?:卡|显卡)?|single[- ](?:gpu|card)|one (?:gpu|card)|\ba (?:gpu|card)\b|"
    r"on a single\b"
)
DUAL = rule(r"双卡|dual[- ](?:gpu|card)s?|两张卡")


def read_setting(scan: Scan, facts: dict[str, Any]) -> None:
    text = scan.whole
    while scan.take(_NAMED_AFTER_A_MODEL):  # LLaMA-Factory 7b is any model of 7B
        continue
    facts["method"] = method_of(text)
    for name, pattern in _OPTIMISERS:
        if pattern.search(text):
            facts["optimizer"] = name
            break
    precision = _precision(text)
    if facts["method"] == "qlora" and precision in ("int4",):
        precision = None
    facts["precision"] = precision
    if found := _ZERO.search(text):
        facts["zero"] = int(next(one for one in found.groups() if one))
    facts["sharding"] = "fsdp" if _FSDP.search(text) else "ddp" if _DDP.search(text) else None
    facts["offload"] = True if _OFFLOAD.search(text) else None
    facts["framework"] = next((name for name, pattern in _FRAMEWORKS if pattern.search(text)), None)
    facts["checkpointing"] = False if _CHECKPOINTING_OFF.search(text) else True if _CHECKPOINTING.search(text) else None
    facts["flash"] = False if _FLASH_OFF.search(text) else True if _FLASH.search(text) else None
    facts["rents"] = True if said(r"租(?!期)|买|购|云上|\brent|\bbuy|purchas|cloud", text) else None
    if facts["offload"] and facts["method"] is None and trains(text) and precision is None:
        facts["method"] = "full"  # there is no optimiser worth moving with adapters
    facts["chunked_loss"] = True if _CHUNKED.search(text) else None


def method_of(text: str) -> str | None:
    """The method that is named; fine-tuning without another word says none."""
    pretrain, no_lora = _PRETRAIN.search(text), _NO_LORA.search(text)
    found = {
        "qlora": list(_QLORA.finditer(text)),
        "lora": [] if no_lora else list(_LORA.finditer(_NO_PLAIN_LORA.sub(lambda one: " " * len(one[0]), text))),
        "full": list(_FULL.finditer(text)) or ([no_lora] if no_lora else []),
    }
    deep = [one.span() for one in found["qlora"]]
    found["lora"] = [one for one in found["lora"] if not any(a <= one.start() < b for a, b in deep)]
    named = _meant(text, found)
    served = said(r"部署|推理|infer|\bserv(?:e|ing)\b", text) and not _TRAIN.search(text)
    if named and not (served and min(named)[1] == "full"):  # 全量部署 is about every weight, not about training
        return min(named)[1]
    if pretrain:
        return "pretrain"
    if _INFERENCE.search(text) and not said(r"训|微调|fine-?\s?tun|finetun|\bsft\b|\btrain", text):
        return "inference"
    return None


def _meant(text: str, found: dict[str, list[re.Match[str]]]) -> list[tuple[int, str]]:
    """Each method by its last place, the last word first; without those put aside or of others, unless all are."""
    kept: dict[str, list[re.Match[str]]] = {}
    for name, places in found.items():
        if not any(put_aside(text, *one.span()) for one in places):
            kept[name] = [one for one in places if not of_others(text, one.start())]
    chosen = kept if any(kept.values()) else found
    return [(-places[-1].start(), name) for name, places in chosen.items() if places]


def compared(text: str) -> list[str]:
    """Both methods where two are set side by side: LoRA 和全参, full or QLoRA."""
    found = _TWO_METHODS.search(text)
    both = [method_of(part) for part in (found[1], found[2])] if found else []
    return [one for one in both if one is not None]


def trains(text: str) -> bool:
    return _TRAIN.search(text) is not None


def _precision(text: str) -> str | None:
    cleared = re.sub(
        r"8\s*-?\s*(?:bit|位)\s*-?\s*(?:adam\w*|optimi\w*|优化器)|(?:adam\w*|优化器)[\s-]*8\s*-?\s*(?:bit|位)",
        " ",
        text,
    )
    if said(r"混合精度|mixed[- ]precision|\bamp\b", cleared):
        return "amp-fp16" if "fp16" in cleared else None
    return next((name for name, pattern in _PRECISIONS if pattern.search(cleared)), None)


def count_beside(text: str, start: int, end: int) -> int | None:
    """How many of the card at text[start:end]: 8xA100, 4090 两张, single 4090."""
    before, after = text[max(0, start - 30) : start], text[end : end + 14]
    if found := MANY_BEFORE.search(before):
        return next(many for many, one in zip(_MANY, found.groups(), strict=True) if one)
    if found := COUNT_BEFORE.search(before):
        number = int(found[1])
        tail = before[found.start() :]
        glued = tail.strip().removesuffix("的") == found[1]
        priced = "块" in tail and (number > MOST_BLOCKS or _A_PRICE.search(before[: found.start()]))
        if (
            number
            and not (glued and number > 64 and (number % 8 or not _PRETRAIN.search(text)))
            and not _is_memory(before, found.end(1))
            and not priced
        ):
            return number
    if SINGLE_BEFORE.search(before):
        return 1
    if found := COUNT_AFTER.search(after):
        number_said = found[1] or found[2] or found[3]
        return int(number_said) if number_said else 1
    return None


def _is_memory(before: str, end: int) -> bool:
    return before[end : end + 2].strip().startswith("g") and not before[end:].strip().startswith("gpu")


def read_loose_count(scan: Scan, facts: dict[str, Any]) -> None:
    """4 卡, 8 GPUs, 单卡: a count that stands apart from the card's name."""
    counts = [
        int(next(one for one in found.groups() if one)) for pattern in LOOSE for found in pattern.finditer(scan.text)
    ]
    counts = [count for count in counts if count > 0]
    if counts:
        facts["gpus"] = counts[0]
        if any(count != counts[0] for count in counts):
            facts.setdefault("counts", []).extend(counts)
    elif DUAL.search(scan.text):
        facts["gpus"] = 2
    elif LONE.search(scan.text):
        facts["gpus"] = 1


__all__ = ["BLANK", "compared", "count_beside", "method_of", "read_loose_count", "read_setting", "trains"]
