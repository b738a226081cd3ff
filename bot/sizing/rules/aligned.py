"""Fine-tuning by preferences: what stands beside the model that is trained.

Sources: PPO holds actor, critic, reference and reward model (InstructGPT, Ouyang et al. 2022); GRPO drops the critic
(DeepSeekMath, Shao et al. 2024); DPO runs a chosen and a rejected answer through the model and through a reference
(Rafailov et al. 2023). With adapters the reference is the same base with its adapter off, as TRL does it.
"""

from dataclasses import replace

from bot.sizing.rules.shapes import Job, Kind, Method, Quant, Sharding, Term
from bot.sizing.rules.states import product, state_terms, weight_terms

PPO, GRPO, DPO = "ppo", "grpo", "dpo"
WAYS = frozenset({PPO, GRPO, DPO})
TEXT = (Kind.LM, Kind.VLM)
ADAPTED = (Method.LORA, Method.QLORA)
TRAINED = frozenset({"gradients", "optimiser", "adapters"})


def beside_terms(job: Job, run: list[Term]) -> list[Term]:
    """A trained critic and the frozen models, all on the same cards; `run`: the terms of one answer, which DPO keeps
    twice. What generating answers takes (a cache, a copy for vLLM) is not in it."""
    if job.aligned not in WAYS or job.method is Method.INFERENCE or job.model.kind not in TEXT:
        return []
    terms = [Term("critic", *_sum(_trained(job)))] if job.aligned == PPO else []
    count = frozen(job)
    if count:
        terms.append(_frozen(job, count))
    if job.aligned == DPO:
        kept, formula = _sum([one for one in run if one.name in ("activations", "logits", "one_layer")])
        terms.append(Term("second_answer", kept, formula))
    return terms


def frozen(job: Job) -> int:
    """So many frozen models beside the trained ones: reward and reference; no reference where an adapter comes off."""
    reference = job.method not in ADAPTED
    return {PPO: 1 + reference, GRPO: int(reference), DPO: int(reference)}[job.aligned]


def _trained(job: Job) -> list[Term]:
    return [*weight_terms(job), *(term for term in state_terms(job) if term.name in TRAINED)]


def _frozen(job: Job, count: int) -> Term:
    """Held as the base is: 4-bit beside QLoRA; else in 16 bits, and shared out where the trained weights are."""
    if job.quant is not Quant.NONE:
        each, formula = _sum(weight_terms(replace(job, offload_weights=False)))
        return Term("frozen", count * each, f"{count} × ({formula})")
    shards = job.gpus if job.sharding in (Sharding.ZERO3, Sharding.FSDP) else 1
    size = count * job.model.params
    return Term("frozen", int(size * 2 / shards), product(size, 2, shards))


def _sum(terms: list[Term]) -> tuple[int, str]:
    return sum(term.bytes for term in terms), " + ".join(term.formula for term in terms)
