"""Facts of replies about sizing questions: what the rules answer to real questions, and hand-made edges."""

from collections.abc import Mapping
from typing import Any

from bot.commands.sizing import questions_in
from bot.sizing.rules.shapes import Card
from bot.sizing.services.answer import Ours, answers
from bot.sizing.services.lookup import card_of_kind

NOW, HOUR = 1_796_213_400, 3_600
Data = Mapping[str, Any]


def _a100() -> Card:
    return card_of_kind("A100", 80)


OURS = Ours(((_a100(), 8),), {_a100().name: 400})
QUESTIONS = (
    "13B LoRA 一张4090够吗",
    "13B on a 4090?",
    "Qwen2.5-7B qlora 4090够吗",
    "llama3 8b lora 8卡4090 会爆吗",
    "deepseek-coder-33b 用 8×A800-80G 全参，zero3 也爆，怎么办？",
    "Qwen2.5-72B bf16推理 一张A100够吗",
    "qwen2.5 7b lora 一张卡能跑不 数据1w条",
    "Qwen3-30B-A3B 激活才 3B，是不是 8G 显存就够？",
    "7B 模型全参数微调要多大显存",
    "qwen2.5-7b lora 要多少显存",
    "how many A100-80G for full fine-tuning Qwen2.5-14B, seq 4096",
    "全参 671B 要几张 4090",
    "What GPU do I need for 70B QLoRA?",
    "671B 全参用什么卡",
    "4090 qlora 7b 最长能开多长的序列",
    "Two 4090s, a 14B bf16 in vLLM with TP=2: how much is left for KV cache?",
    "一张4090 32b bf16 还剩多少给kv cache",
    "ddl还有5天 7b全参 20w条 3个epoch 4卡a100来得及不",
    "13b lora 100万条 10个epoch 一张A100 1天内能训完吗",
    "7b全参 20w条 3个epoch 一张4090 5天来得及吗",
    "200 步 15 分钟，一共 5000 步，5天来得及吗",
    "200 步 15 分钟，一共 5000 步，要跑多久",
    "20组实验 每组2卡6小时 8张卡要跑几天",
    "租 A100 微调 1 个 epoch 的 100 万条指令（7B LoRA）要 120 小时，是不是太慢了？",
    "7b lora 一张A100要跑多久",
    "ResNet50 跑 ImageNet 90 轮，单张 3090 要多久？",
    "8 张 4090 训了 46 小时，换 3 张 A800-80G 要多久？",
    "学校只有 V100 和 T4，租 A100 能快多少？",
    "20组消融 每组2卡6小时 大概要多少钱",
    "4卡a100跑一周大概多少钱",
    "预算5000块 7b lora 5万条 够不够训",
    "8张4090跑10天要多少钱",
    "租4090还是A100跑LoRA更划算？4090 2块一小时，A100 9块",
    "H100 vs A100 for 7B full fine-tuning 50k samples, which is cheaper per run?",
    "3个人合租一台8卡A100 每小时60块 平摊一个人一个月多少",
    "3个人分摊一张4090怎么分钱",
    "A100 时租 13 元，包月 6500，24 小时跑 20 天呢？",
    "A100租一个月便宜还是按小时划算 一天大概跑10小时",
    "2TB 数据集传到云上要多久？",
    "500g数据集从实验室传上去要多久 上传大概30兆",
    "把3T的数据从阿里云oss传到机器上，50Mbps带宽要几天",
    "qwen2.5 lora 4090够吗",
    "whisper 微调用什么卡，RX7900XT 行吗",
    "微调要多大显存",
    "多少钱 7b lora 一张A100",
    "bf16 的 7b 全参 一张 V100 够吗",
    "4张A100 8张A100 7b全参够吗",
    *("为啥我显存才用一半就oom了", "两张24G的卡显存能叠加成48G用吗", "为什么我zero2每张卡还是存了完整的权重"),
    *("T4 能开 flash attention 吗", "CLIP训练用梯度累积能增加负样本吗", "qlora 可以用 zero3 吗"),
    *("GPU利用率只有20% 怎么回事", "杀掉进程后显存还是被占着怎么办", "显存一直慢慢涨 是泄漏吗"),
    *(
        "V100上跑bf16报错怎么办",
        "4090有nvlink吗 多卡训练慢",
        "梯度检查点会慢多少 值得开吗",
        "fp16 训练 loss 变 nan 显存没事",
    ),
    *("why does vllm use all the gpu memory for a 1.5B model", "nvidia-smi 和 memory_allocated 显存不一样 为什么"),
    "7b全参 4卡a100 够吗？要跑多久？数据5万条 多少钱",
    "14B LoRA 一张A100 40G够吗，QLoRA呢",
)
FREE = {
    "card": "A100-80GB",
    "gpus": 2,
    "kind": "A100",
    "memory_gb": 80,
    "verdict": "fits",
    "gib": 38.0,
    "seconds": 5 * HOUR,
    "book_seconds": 6 * HOUR,
    "cost_minor": 4800,
    "numbers": [2, 3],
    "start": NOW,
    "end": NOW + 6 * HOUR,
    "now": True,
}
LATER = FREE | {
    "gpus": 8,
    "numbers": [*range(8)],
    "start": NOW + HOUR,
    "now": False,
    "seconds": None,
    "cost_minor": None,
}
MACHINE = {
    "options": [FREE, LATER],
    "cards": 8,
    "kinds": 1,
    "most_seconds": 259_200,
    "currency": "CNY",
    "held": True,
    "late": False,
    "other": False,
    "short": False,
}
MIXED = MACHINE | {"kinds": 2, "other": True}
NONE_FREE = MACHINE | {"options": []}
EVIDENCE = {
    "model": "Qwen-7B",
    "method": "lora",
    "seq": 2048,
    "card": "A100-80GB",
    "value": 23.8,
    "unit": "GiB/GPU",
    "source": "its README",
}


def answered(text: str) -> list[dict[str, Any]]:
    return answers([one.said() for one in questions_in(text)], OURS)


ANSWERS = [answered(text) for text in QUESTIONS]
REPLIES: Mapping[str, list[Data]] = {
    "sized": [
        *({"answers": each, "machine": None} for each in ANSWERS),
        {"answers": ANSWERS[0], "machine": MACHINE},
        {"answers": ANSWERS[0], "machine": MIXED},
        {"answers": ANSWERS[0], "machine": MACHINE | {"most_seconds": 3_600}},
        {"answers": ANSWERS[6], "machine": NONE_FREE},
        {"answers": ANSWERS[6], "machine": NONE_FREE | {"late": True}},
        {"answers": ANSWERS[6], "machine": NONE_FREE | {"held": False}},
        {"answers": ANSWERS[6], "machine": NONE_FREE | {"held": False, "short": True}},
        {"answers": ANSWERS[6], "machine": NONE_FREE | {"held": False, "cards": 0}},
    ],
    "size_terms": [
        {"answers": [ANSWERS[0][0] | {"evidence": [EVIDENCE]}]},
        {"answers": ANSWERS[-1]},
        {"answers": answered("2TB 数据集传到云上要多久？")},
    ],
    "not_sizing": [{"empty": False}, {"empty": True}],
    "uplink": [{"mbps": None}, {"mbps": 200.0}],
    "size_bad": [
        {"field": "seq_len", "value": 0, "least": 1, "most": 10_000_000},
        {"field": "x", "value": -5, "least": 1, "most": None},
    ],
    "size_no_speed": [{"model": "SAM-H"}],
    "size_config": [{"why": "other_kind", "what": "clip"}, {"why": "not_json", "what": "line 1"}],
}
LABELS: Mapping[str, list[Data]] = {
    "size.change": [
        {"name": name}
        for name in (
            *("chunked", "int4", "gpus1", "gpus2", "gpus4", "gpus8", "lora", "qlora"),
            *("seq2048", "seq4096", "deepspeed"),
        )
    ],
    "size.terms": [{}],
    "size.back": [{}],
    "size.book": [
        {"count": 2, "kind": "A100", "seconds": 6 * HOUR, "start": NOW, "now": True},
        {"count": 8, "kind": "A100", "seconds": 60 * HOUR, "start": NOW + 30 * HOUR, "now": False},
    ],
}
