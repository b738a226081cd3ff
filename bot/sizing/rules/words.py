"""The words of sizing: which network, method, precision, framework, counter, verdict. Their values are stable."""

from enum import StrEnum


class Kind(StrEnum):
    """What sort of network a model is: it decides which formula applies."""

    LM = "lm"
    ENCODER = "encoder"  # text in, no vocabulary-sized output while fine-tuned (BERT)
    SEQ2SEQ = "seq2seq"  # encoder and decoder of text (T5, Whisper)
    VLM = "vlm"  # vision encoder + projector + language model
    VISION = "vision"  # images in: classification, detection, segmentation
    CONTRASTIVE = "contrastive"  # CLIP
    DIFFUSION = "diffusion"


class Method(StrEnum):
    FULL = "full"
    LORA = "lora"
    QLORA = "qlora"
    INFERENCE = "inference"
    PRETRAIN = "pretrain"


class Precision(StrEnum):
    """How weights are held while training. `BF16` means: whatever the framework does when told bf16 or fp16."""

    BF16 = "bf16"
    PURE = "bf16-pure"  # weights, gradients and optimiser states all in 16 bits
    MASTER = "bf16+master"  # 16-bit weights beside fp32 ones (DeepSpeed, Megatron)
    AMP_BF16 = "amp-bf16"  # fp32 weights, 16-bit arithmetic
    AMP_FP16 = "amp-fp16"
    FP16 = "fp16"
    FP32 = "fp32"


class Quant(StrEnum):
    """How the linear layers of the frozen or served weights are stored."""

    NONE = "none"
    NF4 = "nf4"
    NF4_DQ = "nf4-dq"
    INT4 = "int4"
    INT8 = "int8"
    GPTQ4 = "gptq-int4"
    GPTQ8 = "gptq-int8"
    AWQ4 = "awq-int4"
    FP8 = "fp8"


class Optimiser(StrEnum):
    ADAMW = "adamw"
    ADAMW_8BIT = "adamw8bit"
    PAGED_8BIT = "paged-adamw8bit"
    ADAFACTOR = "adafactor"
    SGD = "sgd"
    SGD_MOMENTUM = "sgd-momentum"
    LION = "lion"
    MUON = "muon"


class Checkpointing(StrEnum):
    """Gradient checkpointing: which activations are thrown away and computed again."""

    NONE = "none"
    FULL = "full"
    SELECTIVE = "selective"
    OFFLOADED = "offloaded"


class Sharding(StrEnum):
    """What data-parallel cards share out. `NONE` = every card holds everything (one card, or DDP)."""

    NONE = "none"
    ZERO1 = "zero1"
    ZERO2 = "zero2"
    ZERO3 = "zero3"
    FSDP = "fsdp"


class Framework(StrEnum):
    HF = "hf"  # Transformers Trainer, PEFT, TRL
    DEEPSPEED = "deepspeed"
    LLAMA_FACTORY = "llama-factory"
    UNSLOTH = "unsloth"
    TORCHTUNE = "torchtune"
    LITGPT = "litgpt"
    LLM_FOUNDRY = "llm-foundry"
    TORCHTITAN = "torchtitan"
    MEGATRON = "megatron"
    NATIVE = "native"  # a tuned loop of one's own: nanoGPT, TinyLlama
    VLLM = "vllm"


class Loss(StrEnum):
    """How the logits meet the labels. `AUTO` = as the framework does."""

    AUTO = "auto"
    PLAIN = "plain"
    SHIFTED = "shifted"  # Hugging Face until 2024: a second, contiguous copy
    CHUNKED = "chunked"  # chunked, fused or Liger cross-entropy: hardly any memory
    CONTRASTIVE = "contrastive"


class Counter(StrEnum):
    """Which number is meant: torch allocated < torch reserved < what nvidia-smi shows."""

    ALLOCATED = "allocated"
    RESERVED = "reserved"
    SMI = "nvidia-smi"


class Verdict(StrEnum):
    FITS = "fits"
    TIGHT = "tight"
    NO = "no"


TERMS = (
    "weights",
    "embeddings",
    "gradients",
    "optimiser",
    "adapters",
    "live_layers",
    "buckets",
    "full_copy",
    "dequantised",
    "activations",
    "logits",
    "one_layer",
    "vision",
    "kv_cache",
    "prompt",
    "images",
    "encoders",
    "allocator",
    "context",
    "allowance",
    "correction",
)
"""Every name that a memory term can have."""

SPEED_TERMS = ("matrices", "attention", "moving", "launching", "dequantising", "communicating", "optimising")
"""Every name that a speed term can have."""
