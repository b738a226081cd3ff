"""What one micro-batch has to do: floating-point operations and bytes to move. No card, no seconds."""

from bot.sizing.rules.activations import HUGGING_FACE, logit_bytes, scores_bytes
from bot.sizing.rules.holding import precision_of
from bot.sizing.rules.shapes import Checkpointing, Framework, Job, Method, Precision
from bot.sizing.rules.sizes import active_ffn, attention_width, embedding_params, key_width

TUNED = frozenset({Framework.LLM_FOUNDRY, Framework.MEGATRON, Framework.NATIVE, Framework.TORCHTITAN, Framework.VLLM})
RECOMPUTED = {
    Checkpointing.NONE: 0.0,
    # A second forward pass, without logits and loss: measured 0.8 (torchtune: 9,174 → 7,210 tokens/s).
    Checkpointing.FULL: 0.8,
    Checkpointing.OFFLOADED: 0.8,
    Checkpointing.SELECTIVE: 0.35,
}
MOVED = 16.0
"""Bytes moved for each byte of activations: written, read, their gradients twice, by a fused stack."""
EAGER, HUGGING = 1.5, 2.5
"""How many times that an eager stack and the Hugging Face Trainer move and wait."""
SLOW_ATTENTION = 2.0
"""Attention reaches half of what plain matrix products do (FlashAttention-2 paper: 35–70 % against 75–80 %)."""
SCORES_MOVED = 0.5
"""Attention scores without flash are moved half as often as the other activations: no trained matrix reads them."""


def passes(job: Job) -> float:
    """Forward passes that a step costs: 3 when all is trained, 2 when weights are frozen, more to recompute."""
    trained = 2.0 if job.method in (Method.LORA, Method.QLORA) else 3.0
    return trained + RECOMPUTED[job.checkpointing]


def tuned(job: Job) -> bool:
    """Whether kernels are fused: by a compiler, or by a framework made for speed."""
    return job.compile or job.framework in TUNED


def dense_flops(job: Job) -> float:
    """Operations of one token's forward pass through the matrices: 2 a parameter that computes (Kaplan et al. 2020)."""
    model = job.model
    return 2.0 * max(model.active_params - (0 if model.tied else embedding_params(model)), 1)


def attention_flops(job: Job, context: float | None = None) -> float:
    """Operations of one token's scores and weighted sums, causal: half of 4 × layers × context × width."""
    return 2.0 * job.model.layers * (job.seq_len if context is None else context) * attention_width(job.model)


def bytes_moved(job: Job) -> float:
    """Bytes that one token moves in a whole step with all weights trained, by the stack."""
    model = job.model
    size = 4 if precision_of(job) is Precision.FP32 else 2
    elements = 4 * model.hidden + 2 * attention_width(model) + 2 * key_width(model)
    elements += (4 if model.gated else 2) * active_ffn(model)
    layer = float(elements * size)
    if not job.flash:
        layer += SCORES_MOVED * model.heads * job.seq_len * scores_bytes(job)
    slower = 1.0 if tuned(job) else HUGGING if job.framework in HUGGING_FACE else EAGER
    return MOVED * slower * layer * model.layers + 3 * logit_bytes(job) * model.vocab
