"""Speed of serving: the prompt is bound by computing, every token after it by reading weights and cache."""

from dataclasses import dataclass

from bot.sizing.rules.activations import HUGGING_FACE
from bot.sizing.rules.checks import check
from bot.sizing.rules.holding import QUANT_BYTES
from bot.sizing.rules.memory import kv_per_token
from bot.sizing.rules.shapes import Card, Job, Quant
from bot.sizing.rules.sizes import embedding_params, linear_params
from bot.sizing.rules.speed import FILL, peak
from bot.sizing.rules.work import SLOW_ATTENTION, attention_flops, dense_flops

READ = 0.7
"""Share of the memory's rate that decoding reaches."""
LAUNCH_SERVER, LAUNCH_HUGGING = 0.05e-3, 0.75e-3
"""Seconds a layer and token: kernels recorded as a graph, or launched one by one (Qwen-7B, A100: 41 tokens/s)."""
PREFILL = 0.6


@dataclass(frozen=True, slots=True)
class Generation:
    """One batch of requests: `tokens_per_s` of the whole batch while decoding, `seconds` from start to end."""

    prefill_s: float
    step_s: float
    tokens_per_s: float
    seconds: float
    low: float
    high: float
    bound_by: str  # reading, launching


def generation(job: Job, card: Card) -> Generation:
    """A prompt of `seq_len` tokens, then `new_tokens`, at least one; `micro_batch` requests at a time."""
    check(job)
    model, count = job.model, job.micro_batch * job.seq_len
    rate = peak(job, card) * PREFILL * count / (count + FILL)
    prefill = count * (dense_flops(job) + attention_flops(job) * SLOW_ATTENTION) / rate / job.gpus
    each = QUANT_BYTES.get(job.quant, 2.0) if job.quant is not Quant.NONE else 2.0
    outside = max(model.params - linear_params(model) - (0 if model.tied else embedding_params(model)), 0)
    used = min(model.active_params / model.params * job.micro_batch, 1.0)
    context = job.seq_len + job.new_tokens / 2
    read = linear_params(model) * used * each + outside * 2 + kv_per_token(model) * context * job.micro_batch
    reading = read / (card.gb_s * 1e9 * READ) / job.gpus
    launching = model.layers * (LAUNCH_HUGGING if job.framework in HUGGING_FACE else LAUNCH_SERVER)
    step = max(reading, launching)
    tokens_per_s = job.micro_batch / step
    seconds = prefill + step * max(job.new_tokens, 1)
    bound = "reading" if reading >= launching else "launching"
    return Generation(prefill, step, tokens_per_s, seconds, tokens_per_s * 0.7, tokens_per_s * 1.4, bound)
