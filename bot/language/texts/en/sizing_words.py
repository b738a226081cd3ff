"""English: the words, numbers and units of estimates."""

from typing import Any

from bot.language.writing import write_amount

METHODS = {"full": "full FT", "lora": "LoRA", "qlora": "QLoRA", "inference": "inference", "pretrain": "pre-training"}
VERDICTS = {"fits": "fits", "tight": "tight", "no": "does not fit"}
PRECISIONS = {
    "int8": "8-bit",
    "int4": "4-bit",
    "nf4": "nf4",
    "nf4-dq": "nf4",
    "awq-int4": "AWQ 4-bit",
    "gptq-int4": "GPTQ 4-bit",
    "gptq-int8": "GPTQ 8-bit",
    "fp8": "fp8",
    "bf16-pure": "pure bf16",
    "bf16+master": "bf16 + fp32 master",
    "amp-bf16": "bf16 mixed",
    "amp-fp16": "fp16 mixed",
}
SHARDINGS = {"zero1": "ZeRO-1", "zero2": "ZeRO-2", "zero3": "ZeRO-3", "fsdp": "FSDP"}
FRAMEWORKS = {
    "hf": "HF",
    "deepspeed": "DeepSpeed",
    "llama-factory": "LLaMA-Factory",
    "vllm": "vLLM",
    "native": "native FSDP",
}
SPENT = {
    "matrices": "matrices",
    "attention": "attention",
    "moving": "moving activations",
    "launching": "launching kernels",
    "dequantising": "dequantising",
    "communicating": "between cards",
    "optimising": "optimiser",
    "reading_prompts": "reading prompts",
    "writing": "writing tokens",
}
CHANGES = {
    "uncorrected": "no correction",
    "corrected": "corrected by our runs",
    "chunked": "chunked cross-entropy (Liger)",
    "qlora": "QLoRA",
    "int4": "4-bit",
    "gpus1": "1 card",
    "gpus2": "2 cards",
    "gpus4": "4 cards",
    "gpus8": "8 cards",
    "lora": "LoRA",
    "seq2048": "seq 2048",
    "seq4096": "seq 4096",
    "deepspeed": "DeepSpeed",
}
ATTENTION = {True: "flash", False: "no flash", "old": "sdpa attention"}
WAYS = {
    "pure_8bit": "pure bf16 + 8-bit Adam",
    "paged": "pure bf16 + paged 8-bit Adam",
    "in_backward": "torchtune's one-card recipe (paged 8-bit Adam, updates in backward)",
    "pure": "pure bf16",
    "sharding": "shard with {sharding}",
    "flash": "flash attention on",
    "micro_batch": "batch {batch} with accumulation",
    "fewer": "only {batch} at a time (batch {batch})",
    "checkpointing": "gradient checkpointing on",
    "loss": "chunked cross-entropy (Liger)",
    "qlora": "QLoRA",
    "qlora_loss": "QLoRA + chunked cross-entropy (Liger)",
    "frozen": "base in {quant}, text features computed beforehand",
    "lora": "LoRA",
    "optimiser": "8-bit Adam",
    "seq_len": "seq {seq}",
    "gpus": "{gpus} cards, {sharding}",
    "offload": "optimiser in main memory ({host} GiB of it, slower)",
    "quant": "{quant}",
}
A_DAY = 86_400
UNITS = {"s": 1, "min": 60, "h": 3600, "days": A_DAY}


def short(card: str | None) -> str:
    """The card as people say it: A100-80G, 4090, a 24G card."""
    if card is None:
        return "the card"
    if card.endswith(" card"):
        return f"{card[:-7]}G card"
    name = card.removeprefix("RTX") if card.startswith("RTX") and card[3:4].isdigit() else card
    return name.removesuffix("B") if name.endswith("GB") else name


def cards(count: int, card: str | None) -> str:
    return f"{count}×{short(card)}"


def some(row: dict[str, Any]) -> str:
    """A kind of card and how many: 2×4090."""
    return cards(row["gpus"], row["card"])


def some_cards(count: int) -> str:
    """1 card, 8 cards."""
    return "1 card" if count == 1 else f"{count} cards"


def gib(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"


def against(value: float, limit: float) -> tuple[str, str]:
    """What is needed and what there is; one more digit where both look alike: "24, has 24: no" cannot be read."""
    said = gib(value), gib(limit)
    return said if said[0] != said[1] else (f"{value:.1f}", f"{limit:.1f}")


def ratio(value: float) -> str:
    """How many times, to two digits."""
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def span(seconds: float) -> str:
    """About how long: 40 min, 5.5 h, 44 h, 3.2 days."""
    return in_unit(seconds, unit_of(seconds))


def brief(seconds: float) -> str:
    """A step's seconds: 2.1 s, 85 ms."""
    if seconds >= 10:
        return span(seconds)
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{seconds * 1000:.3g} ms"


def unit_of(seconds: float) -> str:
    if seconds < 90:
        return "s"
    if seconds < 5400:
        return "min"
    return "h" if seconds < 3 * A_DAY else "days"


def in_unit(seconds: float, unit: str) -> str:
    value = seconds / UNITS[unit]
    whole = value >= 10 or unit in ("s", "min")
    return f"{max(1, round(value)) if whole else round(value, 1):g} {unit}"


def between(low: float, high: float) -> str:
    unit = unit_of(high)
    first, last = in_unit(low, unit), in_unit(high, unit)
    return first if first == last else f"{first.split(' ')[0]}–{last}"


def around(time: dict[str, Any]) -> str:
    """5.5 h (4.2–7.1 h): three numbers, one unit."""
    unit = unit_of(time["high"])
    return f"{in_unit(time['seconds'], unit)} ({between(time['low'], time['high'])})"


def money(minor: int, currency: str = "CNY") -> str:
    return write_amount(minor, currency, "en")


def amount(value: float) -> str:
    for unit, size in (("T", 1e12), ("B", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:g}"


def number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def limit(value: float | None, field: str) -> str:
    """A number as people write it: 7000000B, 100,000,000, never 1e+08."""
    if value is None:
        return ""
    if field == "params" and 0 < value < 1e9:
        return f"{value / 1e9:g}B"
    if field == "params":
        return f"{value / 1e9:,.0f}B" if value >= 1e9 else f"{value:,.0f}"
    return amount(value) if field == "tokens" else number(value)


def method(option: dict[str, Any]) -> str:
    quant = option.get("quant", "none")
    said = METHODS[option["method"]]
    if option["method"] == "qlora" or quant == "none":
        return said
    return f"{PRECISIONS.get(quant, quant)} {said}"


def precision(quant: str) -> str:
    """How weights are stored, in as few words as a first line has: every 4-bit is 4-bit."""
    return "4-bit" if quant.endswith("int4") else PRECISIONS.get(quant, quant)


def defaults(answer: dict[str, Any]) -> str:
    """One line: what the numbers assume where the text says nothing."""
    job, assumed = answer.get("job"), answer.get("assumed") or []
    if not job or not assumed:
        return ""
    words = {
        "batch": f"batch {job['batch']}",
        "seq": f"seq {job['seq']}",
        "pixels": f"{job['side']}×{job['side']}",
        "checkpointing": "checkpointing" if job["checkpointing"] else "no checkpointing",
        "flash": ATTENTION["old" if "no_flash2" in answer.get("caveats", ()) else job["flash"]],
        "optimizer": "AdamW",
        "pure": "pure bf16",
        "mixed": "mixed",
        "rank": f"r{job['rank']}",
        "native": f"weights as published ({PRECISIONS.get(job['precision'], job['precision'])})",
        "framework": FRAMEWORKS.get(job["framework"], job["framework"]),
    }
    return ", ".join(words[name] for name in assumed if name in words)


def way(change: dict[str, Any], job: dict[str, Any]) -> str:
    """What is changed; a smaller batch and checkpointing that come with it are said too."""
    also = ""
    if change["name"] != "micro_batch" and change["batch"] < job["batch"]:
        also += f", {change['batch']} at a time" if change["serves"] else f", batch {change['batch']} with accumulation"
    if change["name"] != "checkpointing" and change["checkpointing"] > job["checkpointing"]:
        also += ", checkpointing on"
    if change["batch"] < job["batch"] and change["contrastive"]:
        also += " (fewer negatives: accumulation brings none back)"
    return _way(change) + also


def _way(change: dict[str, Any]) -> str:
    sharding = SHARDINGS.get(change["sharding"], "tensor parallel")
    quant = PRECISIONS.get(change["quant"], change["quant"])
    fewer = change["name"] == "micro_batch" and change["serves"]  # nothing accumulates where nothing is trained
    return WAYS["fewer" if fewer else change["name"]].format(**{**change, "sharding": sharding, "quant": quant})
