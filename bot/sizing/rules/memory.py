"""Memory of one card as a sum of named terms, each with its formula; and the verdict over a card."""

from dataclasses import replace

from bot.sizing.rules.activations import kept_bytes, logit_bytes, recomputed_bytes, targets, tokens
from bot.sizing.rules.aligned import beside_terms
from bot.sizing.rules.checks import check
from bot.sizing.rules.holding import BITSANDBYTES, holding
from bot.sizing.rules.images import IMAGE_KINDS, eye_bytes, image_terms
from bot.sizing.rules.shapes import (
    GIB,
    Card,
    Counter,
    Framework,
    Job,
    MemoryEstimate,
    Method,
    Model,
    Term,
    Verdict,
)
from bot.sizing.rules.sizes import active_ffn, embedding_params
from bot.sizing.rules.states import product, state_terms, weight_terms

FITS = 0.85
"""Up to this share of a card there is room for what an estimate misses."""
BIAS_TRAINING, BIAS_SERVING = 0.03, 0.01
"""Deliberate: a job that fails costs more than a card that is a little too large."""
ALLOCATOR_TRAINING, ALLOCATOR_SERVING = 0.06, 0.03
"""torch reserved ÷ allocated: 1.03–1.10 with steady shapes, less where weights are loaded once."""
CONTEXT_TRAINING, CONTEXT_SERVING = int(1.1 * GIB), int(0.5 * GIB)
"""CUDA context, libraries and their workspaces: 0.5 GiB (A100) to 1.3 GiB (V100) as published."""
GROWN_CACHE = 1.7
"""A cache that is concatenated token by token leaves its old copies in the allocator (generation code of 2023)."""
SHORTEST, LONGEST = 128, 4_194_304


def memory(job: Job) -> MemoryEstimate:
    """Bytes on each card. Raises `size_bad` (see `checks`) for what cannot be."""
    check(job)
    if job.model.kind in IMAGE_KINDS:
        terms, basis = image_terms(job)
        spread = (0.15, 0.15) if basis == "measured" else (0.30, 0.35)
    else:
        run = run_terms(job)
        terms, basis = [*weight_terms(job), *state_terms(job), *run, *beside_terms(job, run)], "formula"
        spread = (0.10, 0.10) if job.model.exact else (0.15, 0.20)
    terms = [term for term in terms if term.bytes > 0]
    terms += overhead(job, sum(term.bytes for term in terms))
    if job.correction != 1:
        whole = sum(term.bytes for term in terms)
        terms.append(Term("correction", int(whole * (job.correction - 1)), f"× {job.correction:.2f}"))
    total = sum(term.bytes for term in terms)
    down, up = spread
    return MemoryEstimate(tuple(terms), total, int(total * (1 - down)), int(total * (1 + up)), host_bytes(job), basis)


def run_terms(job: Job) -> list[Term]:
    """What depends on the batch and the length."""
    return serving_terms(job) if job.method is Method.INFERENCE else training_terms(job)


def training_terms(job: Job) -> list[Term]:
    """Kept activations, then the larger of logits and the one layer that is computed again."""
    count, vocab, each, written = tokens(job), job.model.vocab, logit_bytes(job), targets(job)
    logits, again = each * vocab * written, recomputed_bytes(job)
    largest = (
        Term("logits", int(logits), f"{written} × {vocab} × {each:.3g} B")
        if logits >= again
        else Term("one_layer", int(again), f"{count} × {again / count:.0f} B")
    )
    kept = kept_bytes(job)
    layers = max(job.model.layers, 1)
    terms = [
        dequantised(job),
        Term("activations", int(kept), f"{count} × {layers} × {kept / count / layers:.0f} B"),
        largest,
    ]
    return [*terms, Term("vision", eye_bytes(job), f"{job.images} × {job.micro_batch}")] if job.model.eye else terms


def serving_terms(job: Job) -> list[Term]:
    """The cache of keys and values, and the widest moment of the prompt's way through one layer."""
    model, size = job.model, holding(job).compute
    count = job.micro_batch * (job.seq_len + job.new_tokens)
    each = kv_per_token(model, size)
    grown = job.new_tokens and job.framework is Framework.HF and job.counter is not Counter.ALLOCATED
    factor = GROWN_CACHE if grown and model.heads == model.kv_heads and not model.latent else 1.0
    cache = Term(
        "kv_cache", int(count * each * factor / job.gpus), f"{count} × {each} B" + f" × {factor}" * (factor > 1)
    )
    if job.chunked_prefill or job.framework is Framework.VLLM:
        return [cache, dequantised(job)]
    prompt = job.micro_batch * job.seq_len
    wide = (3 if model.gated else 2) * active_ffn(model) + 2 * model.hidden
    if not job.flash:  # all scores of a layer exist at once: 16 bits, and fp32 for their softmax
        wide = max(wide, 3 * model.heads * job.seq_len)
    return [cache, Term("prompt", prompt * wide * size, f"{prompt} × {wide} × {size} B"), dequantised(job)]


def dequantised(job: Job) -> Term:
    """litgpt's bitsandbytes layers work on 16-bit copies: those of output layer and widest matrix are there at once."""
    if job.quant not in BITSANDBYTES or job.framework is not Framework.LITGPT:
        return Term("dequantised", 0, "")
    count = embedding_params(job.model) + job.model.hidden * job.model.ffn
    return Term("dequantised", count * 2, product(count, 2))


def overhead(job: Job, net: int) -> list[Term]:
    """What stands between the tensors and the counter that is meant, and the allowance."""
    serving = job.method is Method.INFERENCE
    terms = []
    if job.counter is not Counter.ALLOCATED:
        share = ALLOCATOR_SERVING if serving else ALLOCATOR_TRAINING
        terms.append(Term("allocator", int(net * share), f"{share:.0%}"))
    if job.counter is Counter.SMI:
        context = CONTEXT_SERVING if serving else CONTEXT_TRAINING
        terms.append(Term("context", context, f"{context / GIB:.1f} GiB"))
    bias = BIAS_SERVING if serving else BIAS_TRAINING
    so_far = net + sum(term.bytes for term in terms)
    return [*terms, Term("allowance", int(so_far * bias), f"{bias:.0%}")]


def host_bytes(job: Job) -> int:
    """Main memory of one node that offloading takes: fp32 weights and moments, and the 16-bit weights."""
    if job.method is Method.INFERENCE or not (job.offload_optimiser or job.offload_weights):
        return 0
    each = 16 * job.offload_optimiser + 2 * job.offload_weights
    nodes = max(1, -(-job.gpus // job.per_node))
    return job.model.params * each // nodes


def kv_per_token(model: Model, bytes_each: float = 2) -> int:
    """Bytes of cache for one token: keys and values of every layer, or the one latent of MLA."""
    if model.latent:
        return int(model.layers * (model.latent.kv_rank + model.latent.rope_dim) * bytes_each)
    return int(2 * model.layers * model.kv_heads * model.head_dim * bytes_each)


def verdict(estimate: MemoryEstimate, card: Card) -> Verdict:
    """Up to 85 % of what a job can have of the card fits; up to all of it is tight."""
    share = estimate.total / card.usable
    return Verdict.FITS if share <= FITS else Verdict.TIGHT if share <= 1 else Verdict.NO


def max_seq(job: Job, card: Card) -> int:
    """The longest sequence, in steps of 128, that is not over the card; 0 when not even 128 tokens fit."""
    low, high = 0, LONGEST // SHORTEST
    while low < high:
        middle = (low + high + 1) // 2
        if memory(replace(job, seq_len=middle * SHORTEST)).total <= card.usable:
            low = middle
        else:
            high = middle - 1
    return low * SHORTEST
