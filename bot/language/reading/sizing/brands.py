"""Families of models by the way they are spelled: a name that no catalogue holds is still a name and a size."""

from __future__ import annotations

import re
from typing import NamedTuple

from .question import compact
from .scan import rule

_NAMES = """
Qwen Qwen1.5 Qwen2 Qwen2.5 Qwen3 Qwen2-VL Qwen2.5-VL Qwen3-VL Qwen2-Audio Qwen2.5-Omni Qwen3-Omni Qwen2.5-Coder
Qwen2.5-Math Qwen3-Coder Qwen3-Next Qwen3-Embedding Qwen3-Reranker CodeQwen1.5 QwQ QVQ
LLaMA Llama-2 Llama-3 Llama-3.1 Llama-3.2 Llama-3.3 Llama-4-Scout CodeLlama OpenLLaMA TinyLlama Vicuna
Chinese-LLaMA Chinese-Alpaca Koala WizardLM WizardCoder Orca-2 Nous-Hermes OpenHermes Zephyr
InternVL InternVL1.5 InternVL2 InternVL2.5 InternVL3 InternVL3.5 InternLM InternLM2 InternLM2.5 InternLM3
InternLM-XComposer2 ChatGLM ChatGLM2 ChatGLM3 GLM-4 GLM-4V GLM-4.5 GLM-4.6 CogVLM CogVLM2 CogVideoX CogAgent CodeGeeX2
CodeGeeX4 DeepSeek-LLM DeepSeek-Coder DeepSeek-Coder-V2 DeepSeek-Math DeepSeek-MoE DeepSeek-VL DeepSeek-VL2
DeepSeek-V2 DeepSeek-R1-Distill-Qwen DeepSeek-R1-Distill-Llama Janus-Pro Yi Yi-1.5 Yi-Coder Yi-VL Mistral Mixtral
Mistral-Nemo Mistral-Small Ministral Codestral Pixtral Gemma Gemma-2 Gemma-3 Gemma-3n CodeGemma MedGemma PaliGemma
PaliGemma-2 RecurrentGemma Falcon Falcon-3 Pythia OPT BLOOM BLOOMZ MPT StableLM StableLM-2 StarCoder StarCoder2
CodeGen CodeGen2 SantaCoder MiniCPM MiniCPM3 MiniCPM-V MiniCPM-o Baichuan Baichuan2 Aquila Aquila2 XVERSE Orion
OLMo OLMo-2 SmolLM SmolLM2 SmolLM3 SmolVLM RWKV RWKV-6 RWKV-7 Mamba Mamba-2 Jamba Nemotron Granite Hunyuan
HunyuanVideo Wan2.1 Wan2.2 LTX-Video Open-Sora Sana Kolors LLaVA LLaVA-1.5 LLaVA-1.6 LLaVA-NeXT LLaVA-OneVision
Video-LLaVA LLaVA-Video BLIP-2 InstructBLIP Idefics2 Idefics3 Molmo NVILA Ovis2 Kimi-VL ESM-2 GPT-Neo GPT-NeoX GPT-J
GPT-OSS Cerebras-GPT Galactica mT5 T5 FLAN-T5 UL2 NLLB-200 XGLM XLM-R BERT GPT-2 DINOv2 SeamlessM4T MegaTTS
CosyVoice2 Phi-3.5-MoE Phi-4 Exaone Command-R Ling-lite Seed-Coder Skywork TeleChat PanGu ProGen2 Evo-2 OpenVLA
"""
_SPELLED = _NAMES.split()
# Versions that the catalogue takes for a neighbour's, because their networks are alike.
_OF_NEIGHBOURS = """
Phi-3.5-mini Phi-3.5-vision YOLO11n YOLO11s YOLO11m YOLO11l YOLO11x YOLOv7 YOLOv9 YOLOv10 YOLOX BGE-M3 DeiT-S DeiT-B
FLUX.1-schnell FLUX-schnell DeepSeek-R1 R1 DeepSeek-V3.1
"""
_ALIKE = _OF_NEIGHBOURS.split()
_ACTIVE = r"(?:[\s\-_]*a(\d+(?:\.\d+)?)b)?"
_SIZE = rf"[\s\-_的]*(\d+(?:\.\d+)?)\s*([bm])(?![a-z\d]){_ACTIVE}"


class Spelled(NamedTuple):
    """A name as its makers spell it, and where it stands; `params_b` null where no size is part of it."""

    name: str
    params_b: float | None
    start: int
    end: int


def _loose(name: str) -> str:
    """Llama-3.1: llama 3.1, llama3.1 and llama-3.1 too."""
    parts = re.findall(r"[a-z]+|[\d.]+", name.lower().replace("-", " "))
    return r"[\s\-_]?".join(re.escape(part) for part in parts)


_BY_KEY = {compact(name).replace(".", ""): name for name in (*_SPELLED, *_ALIKE)} | {
    "r1": "DeepSeek-R1",
    "fluxschnell": "FLUX.1-schnell",
}
_ANY = "|".join(_loose(name) for name in sorted(_SPELLED, key=len, reverse=True))
# qwen32b is 32 billion of Qwen, not 2 of Qwen3: a size stands apart from a version.
_SIZED = rule(rf"(?<![a-z\d.])({_ANY})(?:[\s\-_]?(?:instruct|chat|base))?(?:(?<!\d)|(?=[\s\-_的]))的?{_SIZE}")
_SIZED_R1 = r"[\s\-_的]*(1\.5|7|8|14|32|70)b(?![a-z\d])"
_DISTILLED = rule(
    rf"(?:deepseek[\s\-_]*)?r1[\s\-_]*的?(?:distill(?:ed)?|蒸馏)(?:版本?|模型|的|"
    rf"出来的)*[\s\-_]*(qwen|千问|llama)?[\s\-_\d.]*?"
    rf"{_SIZED_R1}|(?:蒸馏|distill(?:ed)?)(?:版|的)*\s*(?:deepseek[\s\-_]*)?r1[\s\-_]*(qwen|llama)?{_SIZED_R1}|"
    rf"(?:deepseek[\s\-_]*|(?<![a-z\d]))r1[\s\-_:]*(qwen|llama)?{_SIZED_R1}"
)
_LLAMA_SIZES = frozenset({8.0, 70.0})
_ALIKE_ANY = "|".join(_loose(name) for name in sorted(_ALIKE, key=len, reverse=True))
_WHOLE = rule(rf"(?<![a-z\d.])({_ALIKE_ANY})(?:[\s\-_:]*\d{{3}}b)?(?![a-z\d])")


def spelled_in(text: str) -> Spelled | None:
    """The first such name."""
    if found := _DISTILLED.search(text):
        typed, number = found[1] or found[3] or found[5], found[2] or found[4] or found[6]
        onto = "Llama" if typed == "llama" or float(number) in _LLAMA_SIZES else "Qwen"
        return Spelled(f"DeepSeek-R1-Distill-{onto}-{number}B", float(number), *found.span())
    if found := _SIZED.search(text):
        brand = _BY_KEY[re.sub(r"[\s\-_.]", "", found[1])]
        size = float(found[2]) / (1 if found[3] == "b" else 1000)
        active = f"-A{found[4]}B" if found[4] else ""
        return Spelled(f"{brand}-{found[2]}{found[3].upper()}{active}", size, *found.span())
    if found := _WHOLE.search(text):
        return Spelled(_BY_KEY[re.sub(r"[\s\-_.]", "", found[1])], None, *found.span())
    return None
