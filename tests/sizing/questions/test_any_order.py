"""Facts are understood whatever stands beside them: each wording of each fact, in any order, however joined."""

import random
from typing import Any

from bot.commands.sizing_names import vocabulary
from bot.language.reading.sizing import read_question

Slot = tuple[tuple[str, dict[str, Any]], ...]

MODELS: Slot = (
    ("qwen2.5-7b", {"model": "Qwen2.5-7B", "params_b": 7.62}),
    ("千问2.5-14b", {"model": "Qwen2.5-14B", "params_b": 14.8}),
    ("Llama-3.1-70B", {"model": "Llama-3.1-70B", "params_b": 70.6}),
    ("glm4-9b", {"model": "GLM-4-9B", "params_b": 9.4}),
    ("internvl2.5-26b", {"model": "InternVL2.5-26B", "params_b": 26}),
    ("13b的模型", {"params_b": 13}),
    ("65亿参数模型", {"params_b": 6.5}),
    ("34B", {"params_b": 34}),
)
METHODS: Slot = (
    ("lora", {"method": "lora"}),
    ("做QLoRA", {"method": "qlora"}),
    ("全参微调", {"method": "full"}),
    ("full fine-tuning", {"method": "full"}),
    ("4bit lora", {"method": "qlora"}),
)
CARDS: Slot = (
    ("两张4090", {"gpus": 2, "gpu_model": "RTX4090"}),
    ("8×A100", {"gpus": 8, "gpu_model": "A100-80GB"}),
    ("a100-40g x4", {"gpus": 4, "gpu_model": "A100-40GB"}),
    ("单卡3090", {"gpus": 1, "gpu_model": "RTX3090"}),
    ("4张24G的卡", {"gpus": 4, "gpu_model": "24GB card"}),
    ("16G的V100", {"gpus": 1, "gpu_model": "V100-16GB"}),
    ("2 RTX 3090 cards", {"gpus": 2, "gpu_model": "RTX3090"}),
)
LENGTHS: Slot = (
    ("序列长度2048", {"seq": 2048}),
    ("cutoff_len 4096", {"seq": 4096}),
    ("8k上下文", {"seq": 8192}),
    ("最大长度1k", {"seq": 1024}),
    ("每条512token", {"seq": 512}),
    ("context length 4k", {"seq": 4096}),
)
BATCHES: Slot = (
    ("bs4", {"batch": 4}),
    ("batch size 8", {"batch": 8}),
    ("每卡batch 2", {"batch": 2}),
    ("batch_size=16", {"batch": 16}),
    ("bs先设1", {"batch": 1}),
)
SAMPLES: Slot = (
    ("10万条", {"samples": 100_000}),
    ("数据1.2w", {"samples": 12_000}),
    ("50k samples", {"samples": 50_000}),
    ("一万五千条", {"samples": 15_000}),
    ("8k条数据", {"samples": 8_000}),
)
PASSES: Slot = (
    ("3个epoch", {"epochs": 3}),
    ("两轮", {"epochs": 2}),
    ("num_train_epochs=3", {"epochs": 3}),
    ("5 epochs", {"epochs": 5}),
)
TIMES: Slot = (
    ("3天内", {"deadline": "3d"}),
    ("只有30小时", {"deadline": "30h"}),
    ("within a week", {"deadline": "7d"}),
    ("18个小时内", {"deadline": "18h"}),
)
ASKED: dict[str, tuple[tuple[Slot, ...], tuple[str, ...]]] = {
    "fits": ((CARDS, LENGTHS, BATCHES), ("够吗", "放得下吗", "will it fit?", "会爆吗")),
    "memory_needed": ((LENGTHS, BATCHES), ("要多少显存", "how much VRAM?")),
    "train_time": ((CARDS, SAMPLES, PASSES, LENGTHS), ("要多久", "how long?", "大概训几天")),
    "feasible": ((CARDS, SAMPLES, PASSES, TIMES), ("来得及吗", "能训完吗", "can it finish?")),
}
TRIED = 400


def questions() -> list[tuple[str, dict[str, Any]]]:
    dice, found = random.Random(7), []
    for _ in range(TRIED):
        asked, (slots, endings) = dice.choice(list(ASKED.items()))
        parts = [dice.choice(slot) for slot in (MODELS, METHODS, *slots)]
        dice.shuffle(parts)
        joint = dice.choice((" ", "，", ", ", "、"))
        text = joint.join([words for words, _ in parts]) + dice.choice((" ", "，")) + dice.choice(endings)
        found.append((text, {"asked": asked} | {name: value for _, facts in parts for name, value in facts.items()}))
    return found


def test_every_fact_is_understood_in_any_order() -> None:
    missed = []
    for text, meant in questions():
        said = read_question(text, vocabulary())[0].said()
        wrong = {
            name: (value, said.get(name))
            for name, value in meant.items()
            if not (
                said.get(name) == value or (name == "params_b" and abs((said.get(name) or 0) - value) < 0.03 * value)
            )
        }
        if wrong:
            missed.append((text, wrong))

    assert len(missed) <= TRIED // 100, missed  # where two facts side by side may honestly be read in two ways
