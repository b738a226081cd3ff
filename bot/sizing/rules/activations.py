"""What the forward pass keeps for the backward pass, and the logits at its end. Bytes of one card."""

from dataclasses import dataclass

from bot.sizing.rules.holding import BITSANDBYTES, MIXED, WITH_DEEPSPEED, holding, precision_of
from bot.sizing.rules.shapes import Checkpointing, Framework, Job, Kind, Loss, Method, Quant, Sharding
from bot.sizing.rules.sizes import active_ffn, attention_width, key_width

HUGGING_FACE = frozenset({Framework.HF, Framework.DEEPSPEED, Framework.LLAMA_FACTORY})
SELECTIVE = 0.5
"""Share of activations that selective checkpointing keeps: every second layer, or attention without the MLP."""
BACKWARD = 1.25
"""A layer being computed again holds its activations and the gradients that flow through it."""


CHUNKS = frozenset({Framework.TORCHTUNE, Framework.UNSLOTH})
LOGITS = 9.0
"""16-bit logits, then fp32 log-probabilities, and while their gradient is built most of it: 2 + 4 + 3 and more."""
LOGITS_HUGGING = 11.0
"""The 16-bit logits stay referenced by the model's output, and their gradient is 16-bit once more."""
LOGITS_SHIFTED = 15.0
"""Until late 2024: the fp32 logits and a shifted contiguous copy of them live together."""
LOGITS_HALF = 7.0
"""A GPTQ base computes in fp16 and makes no fp32 copy of the logits before the loss."""
LOGITS_IN_CHUNKS = 2.0
"""The 16-bit logits of all chunks; only one chunk at a time is fp32."""
WRITTEN = 448
"""Positions of Whisper's decoder; summaries and translations are rarely longer."""
LOGITS_FUSED = 1.0
"""Loss and output layer in one kernel."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Bytes one token leaves in one layer, and of them what enters it."""

    whole: float
    input: float


def tokens(job: Job) -> int:
    """Tokens of one micro-batch on one card."""
    return job.micro_batch * job.seq_len


def targets(job: Job) -> int:
    """Tokens of one micro-batch that have logits: what is written from a long text or a recording is shorter."""
    return job.micro_batch * min(job.seq_len, WRITTEN) if job.model.kind is Kind.SEQ2SEQ else tokens(job)


def layer_bytes(job: Job) -> Layer:
    """Activations of one token in one layer, by what each operation needs again (Korthikanti et al. 2022, by parts)."""
    model = job.model
    size = holding(job).compute
    hidden, query, key, ffn = model.hidden, attention_width(model), key_width(model), active_ffn(model)
    elements = 2.0 * hidden  # what enters each half of the layer
    elements += query + 2 * key + query  # queries, keys, values; attention output
    elements += (3 if model.gated and not job.compile else 2 if model.gated else 1) * ffn
    if job.framework is Framework.LITGPT:
        elements += query + key  # queries and keys before rotation live on in the fused projection
    whole = elements * size
    if model.gated and not job.compile and size == 2 and job.checkpointing is not Checkpointing.SELECTIVE:
        whole += 2 * 4 * hidden  # RMS norms compute in fp32
    if precision_of(job) in MIXED and job.sharding is Sharding.NONE:
        whole += 4 * hidden  # autocast
    if job.method in (Method.FULL, Method.PRETRAIN):
        whole += (2 * hidden + inner_ffn(job)) * size  # what the trained matrices read: norm outputs, inner MLP
    else:
        whole += adapter_inputs(job)
    if job.quant in BITSANDBYTES:
        whole += 2 * (2 * hidden + ffn)  # each quantised matrix keeps its input
    if model.kind in (Kind.ENCODER, Kind.SEQ2SEQ):
        whole += 2 * hidden  # masks of the two dropouts
    if not job.flash:
        whole += model.heads * job.seq_len * scores_bytes(job)
    return Layer(whole * (1.1 if job.dora else 1.0), size * hidden)


def inner_ffn(job: Job) -> int:
    """Elements that the last matrix of the MLP reads: a compiler multiplies gate and up again rather than keep them."""
    again = job.compile and job.model.gated and job.checkpointing is not Checkpointing.SELECTIVE
    return 0 if again else active_ffn(job.model)


def adapter_inputs(job: Job) -> float:
    """Bytes of what adapters read: each has its own 16-bit copy of the input and, with dropout, a mask of bytes."""
    model, wide = job.model, "all" in job.lora_targets
    letters = job.lora_targets.partition("+")[0]
    hidden, query = model.hidden, attention_width(model)
    fused = job.framework not in WITH_DEEPSPEED
    inputs = (3 if wide else sum(each in letters for each in "qkv")) * hidden
    if fused:
        inputs = min(inputs, hidden)
    inputs += query * (wide or "o" in letters)
    if wide:
        inputs += (1 if fused else 1 + model.gated) * hidden + inner_ffn(job)
    return inputs * (2 if job.framework is Framework.TORCHTUNE else 3)


def scores_bytes(job: Job) -> float:
    """Bytes kept for one attention score: the fp32 softmax, its 16-bit copy, and dropout with its mask."""
    if holding(job).compute == 4:
        return 4 + (5 if job.model.kind in (Kind.ENCODER, Kind.SEQ2SEQ) else 0)
    return 2 + 4 + (3 if job.model.kind in (Kind.ENCODER, Kind.SEQ2SEQ) else 0)


def kept_bytes(job: Job) -> float:
    """What all layers of one micro-batch keep until the backward pass, after checkpointing."""
    layer, layers, count = layer_bytes(job), job.model.layers, tokens(job)
    match job.checkpointing:
        case Checkpointing.NONE:
            return layer.whole * layers * count
        case Checkpointing.SELECTIVE:
            return SELECTIVE * layer.whole * layers * count
        case Checkpointing.OFFLOADED:
            return 2 * layer.input * count
    return layer.input * layers * count


def recomputed_bytes(job: Job) -> float:
    """The one layer that is computed again: it comes after the logits are gone, so only the larger counts."""
    if job.checkpointing in (Checkpointing.NONE, Checkpointing.SELECTIVE):
        return 0.0
    return BACKWARD * layer_bytes(job).whole * tokens(job)


def logit_bytes(job: Job) -> float:
    """Bytes of one token's logits, for each entry of the vocabulary, at the widest moment of the loss."""
    if job.model.kind is Kind.ENCODER:
        return 0.0
    torchtune = job.framework is Framework.TORCHTUNE
    if job.loss is Loss.CHUNKED or (job.loss is Loss.AUTO and job.framework in CHUNKS):
        return LOGITS_IN_CHUNKS if torchtune else LOGITS_FUSED
    if job.quant in (Quant.GPTQ4, Quant.GPTQ8):
        return LOGITS_HALF
    if job.loss is Loss.SHIFTED:
        return LOGITS_SHIFTED
    return LOGITS_HUGGING if job.framework in HUGGING_FACE else LOGITS
