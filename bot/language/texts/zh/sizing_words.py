"""中文：估算里的词、数和单位。"""

from typing import Any

from bot.language.writing import write_amount

METHODS = {"full": "全参", "lora": "LoRA", "qlora": "QLoRA", "inference": "推理", "pretrain": "预训练"}
VERDICTS = {"fits": "够", "tight": "很紧", "no": "不够"}
PRECISIONS = {
    "int8": "8-bit",
    "int4": "4-bit",
    "nf4": "nf4",
    "nf4-dq": "nf4",
    "awq-int4": "AWQ 4-bit",
    "gptq-int4": "GPTQ 4-bit",
    "gptq-int8": "GPTQ 8-bit",
    "fp8": "fp8",
    "bf16-pure": "纯 bf16",
    "bf16+master": "bf16+fp32 主权重",
    "amp-bf16": "bf16 混合精度",
    "amp-fp16": "fp16 混合精度",
}
SHARDINGS = {"zero1": "ZeRO-1", "zero2": "ZeRO-2", "zero3": "ZeRO-3", "fsdp": "FSDP"}
OPTIMISERS = {"adamw": "AdamW", "adamw8bit": "8-bit Adam", "paged-adamw8bit": "paged 8-bit Adam", "sgd": "SGD"}
FRAMEWORKS = {
    "hf": "HF",
    "deepspeed": "DeepSpeed",
    "llama-factory": "LLaMA-Factory",
    "vllm": "vLLM",
    "native": "原生 FSDP",
}
TERMS = {
    "weights": "权重",
    "embeddings": "词表和输出层",
    "gradients": "梯度",
    "optimiser": "优化器",
    "adapters": "适配器和它的优化器",
    "activations": "激活",
    "logits": "logits",
    "one_layer": "重算的一层",
    "kv_cache": "KV 缓存",
    "prompt": "prompt 的激活",
    "live_layers": "临时收拢的层",
    "full_copy": "加载时的整份拷贝",
    "vision": "视觉编码器",
    "images": "图片的激活",
    "encoders": "文本编码器、VAE 等常驻的",
    "buckets": "通信缓冲",
    "dequantised": "反量化缓冲",
    "allocator": "分配器空隙",
    "context": "CUDA 上下文",
    "allowance": "余量",
    "correction": "按实测修正",
    "critic": "critic（也在训）",
    "frozen": "冻着的模型",
    "second_answer": "一对里的另一条",
}
SPENT = {
    "matrices": "矩阵乘",
    "attention": "注意力",
    "moving": "读写显存",
    "launching": "启动 kernel",
    "dequantising": "反量化",
    "communicating": "卡间通信",
    "optimising": "优化器",
    "reading_prompts": "读 prompt",
    "writing": "逐个写 token",
}
CHANGES = {
    "uncorrected": "不按实测修正",
    "corrected": "按实测修正",
    "chunked": "换分块交叉熵（Liger）",
    "qlora": "改 QLoRA",
    "int4": "用 4-bit",
    "gpus1": "1 张卡",
    "gpus2": "2 张卡",
    "gpus4": "4 张卡",
    "gpus8": "8 张卡",
    "lora": "改 LoRA",
    "seq2048": "长度 2048",
    "seq4096": "长度 4096",
    "deepspeed": "用 DeepSpeed",
}
ATTENTION = {True: "flash", False: "没有 flash", "old": "sdpa 注意力"}
WAYS = {
    "pure_8bit": "改纯 bf16 + 8-bit Adam",
    "paged": "改纯 bf16 + paged 8-bit Adam",
    "in_backward": "改 torchtune 单卡配方（paged 8-bit Adam，反向里更新）",
    "pure": "改纯 bf16",
    "sharding": "用 {sharding} 切开",
    "flash": "开 flash attention",
    "micro_batch": "batch 降到 {batch}，用梯度累积补",
    "fewer": "同时只跑 {batch} 条（batch {batch}）",
    "checkpointing": "开梯度检查点",
    "loss": "换分块交叉熵（Liger）",
    "qlora": "改 QLoRA",
    "qlora_loss": "改 QLoRA + 分块交叉熵（Liger）",
    "frozen": "底座量化到 {quant}、文本特征先算好存着",
    "lora": "改 LoRA",
    "optimiser": "换 8-bit Adam",
    "seq_len": "长度降到 {seq}",
    "gpus": "用 {gpus} 张，{sharding}",
    "offload": "优化器卸到内存（整机约 {host} GiB，会慢）",
    "quant": "用 {quant}",
}
A_DAY = 86_400
UNITS = {"秒": 1, "分钟": 60, "小时": 3600, "天": A_DAY}


def short(card: str | None) -> str:
    """卡的名字，按人说的：A100-80G、4090、24G 的卡。"""
    if card is None:
        return "这张卡"
    if card.endswith(" card"):
        return f"{card[:-7]}G 的卡"
    name = card.removeprefix("RTX") if card[3:4].isdigit() and card.startswith("RTX") else card
    return name.removesuffix("B") if name.endswith("GB") else name


def cards(count: int, card: str | None) -> str:
    return short(card) if count == 1 else f"{count}×{short(card)}"


def many(count: int, card: str | None) -> str:
    """16 张 A100-80G（2 台 8 卡机）。"""
    return f"{count} 张 {short(card)}" + (f"（{count // 8} 台 8 卡机）" if count > 8 else "")


def some(row: dict[str, Any]) -> str:
    """一种卡和张数：2×4090。"""
    return cards(row["gpus"], row["card"])


def gib(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def against(value: float, limit: float) -> tuple[str, str]:
    """要的和有的；取整后一样就多写一位，不然“要 24，有 24，不够”没法读。"""
    said = gib(value), gib(limit)
    return said if said[0] != said[1] else (f"{value:.1f}", f"{limit:.1f}")


def ratio(value: float) -> str:
    """几倍：两位有效数字。"""
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def span(seconds: float) -> str:
    """约数：40 分钟、5.5 小时、44 小时、3.2 天。"""
    return in_unit(seconds, unit_of(seconds))


def brief(seconds: float) -> str:
    """一步多少秒：2.1 秒、85 毫秒。"""
    if seconds >= 10:
        return span(seconds)
    return f"{seconds:.2g} 秒" if seconds >= 0.1 else f"{seconds * 1000:.3g} 毫秒"


def unit_of(seconds: float) -> str:
    if seconds < 90:
        return "秒"
    if seconds < 5400:
        return "分钟"
    return "小时" if seconds < 3 * A_DAY else "天"


def in_unit(seconds: float, unit: str) -> str:
    value = seconds / UNITS[unit]
    whole = value >= 10 or unit in ("秒", "分钟")
    return f"{max(1, round(value)) if whole else round(value, 1):g} {unit}"


def between(low: float, high: float) -> str:
    unit = unit_of(high)
    first, last = in_unit(low, unit), in_unit(high, unit)
    return first if first == last else f"{first.split(' ')[0]}–{last}"


def around(time: dict[str, Any]) -> str:
    """5.5 小时（4.2–7.1 小时）：三个数一个单位。"""
    unit = unit_of(time["high"])
    return f"{in_unit(time['seconds'], unit)}（{between(time['low'], time['high'])}）"


def money(minor: int, currency: str = "CNY") -> str:
    return write_amount(minor, currency)


def amount(value: float) -> str:
    """大数按万、亿说。"""
    for unit, size in (("万亿", 1e12), ("亿", 1e8), ("万", 1e4)):
        if value >= size:
            return f"{value / size:.3g} {unit}" if value / size < 1000 else f"{value / size:.0f} {unit}"
    return f"{value:g}"


def number(value: float) -> str:
    return f"{value:,.0f}".replace(",", "") if value == int(value) else f"{value:g}"


def limit(value: float | None, field: str) -> str:
    """数按人写的：7000000B、100000000，不写 1e+08。"""
    if value is None:
        return ""
    if field == "params" and 0 < value < 1e9:
        return f"{value / 1e9:g}B"
    if field == "params":
        return f"{value / 1e9:.0f}B" if value >= 1e9 else f"{value:.0f}"
    return amount(value) if field == "tokens" else number(value)


def method(option: dict[str, Any]) -> str:
    quant = option.get("quant", "none")
    said = METHODS[option["method"]]
    if option["method"] == "qlora" or quant == "none":
        return said
    return f"{PRECISIONS.get(quant, quant)} {said}"


def defaults(answer: dict[str, Any]) -> str:
    """一行：没说的按什么算的。"""
    job, assumed = answer.get("job"), answer.get("assumed") or []
    if not job or not assumed:
        return ""
    words = {
        "batch": f"batch {job['batch']}",
        "seq": f"长 {job['seq']}",
        "pixels": f"{job['side']}×{job['side']}",
        "checkpointing": "检查点" if job["checkpointing"] else "不开检查点",
        "flash": ATTENTION["old" if "no_flash2" in answer.get("caveats", ()) else job["flash"]],
        "optimizer": "AdamW",
        "pure": "纯 bf16",
        "mixed": "混合精度",
        "rank": f"r{job['rank']}",
        "native": f"官方权重（{PRECISIONS.get(job['precision'], job['precision'])}）",
        "framework": FRAMEWORKS.get(job["framework"], job["framework"]),
    }
    return "、".join(words[name] for name in assumed if name in words)


def way(change: dict[str, Any], job: dict[str, Any]) -> str:
    """改什么；顺带也降了 batch、开了检查点的，一起说。"""
    also = ""
    if change["name"] != "micro_batch" and change["batch"] < job["batch"]:
        also += f"、同时 {change['batch']} 条" if change["serves"] else f"、batch {change['batch']} 加累积"
    if change["name"] != "checkpointing" and change["checkpointing"] > job["checkpointing"]:
        also += "、开检查点"
    if change["batch"] < job["batch"] and change["contrastive"]:
        also += "（负样本也少了，累积补不回来）"
    return _way(change) + also


def _way(change: dict[str, Any]) -> str:
    sharding = SHARDINGS.get(change["sharding"], "张量并行")
    quant = PRECISIONS.get(change["quant"], change["quant"])
    fewer = change["name"] == "micro_batch" and change["serves"]  # 推理没有梯度可累积
    return WAYS["fewer" if fewer else change["name"]].format(**{**change, "sharding": sharding, "quant": quant})
