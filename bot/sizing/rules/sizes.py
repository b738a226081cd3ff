"""How many parameters sit where: embeddings, output layer, linear layers, adapters. Counts, never bytes."""

from bot.sizing.rules.shapes import Job, Kind, Model


def embedding_params(model: Model) -> int:
    """Parameters of the input embedding."""
    return model.vocab * model.hidden


def head_params(model: Model) -> int:
    """Parameters of an output layer of its own; 0 when it is the embedding again, or when there is none."""
    return 0 if model.tied or model.kind is Kind.ENCODER else model.vocab * model.hidden


def linear_params(model: Model) -> int:
    """Parameters that quantisation shrinks: everything but embedding, output layer and the vision encoder."""
    eye = model.eye.params + model.eye.projector_params if model.eye else 0
    return max(model.params - embedding_params(model) - head_params(model) - eye, 0)


def layer_params(model: Model) -> int:
    """Parameters of one layer, all its experts included."""
    return linear_params(model) // max(model.layers, 1)


def attention_width(model: Model) -> int:
    """Elements of one token's queries: heads × head size."""
    return model.heads * model.head_dim


def key_width(model: Model) -> int:
    """Elements of one token's keys (the values are as many)."""
    return model.kv_heads * model.head_dim


def active_ffn(model: Model) -> int:
    """Width of the feed-forward part that one token goes through."""
    experts = model.experts
    return experts.active * experts.ffn + experts.shared_ffn if experts else model.ffn


def resident_ffn(model: Model) -> int:
    """Width of the feed-forward part that is held: every expert."""
    experts = model.experts
    return experts.total * experts.ffn + experts.shared_ffn if experts else model.ffn


def adapter_params(job: Job) -> int:
    """Parameters of the LoRA adapters: rank × (in + out) of each adapted matrix (Hu et al. 2021, section 4)."""
    model, targets = job.model, job.lora_targets
    wide = "all" in targets
    letters = targets.partition("+")[0]
    hidden, query, key = model.hidden, attention_width(model), key_width(model)
    width = 0
    width += (hidden + query) * (wide or "q" in letters)
    width += (hidden + key) * (wide or "k" in letters)
    width += (hidden + key) * (wide or "v" in letters)
    width += (query + hidden) * (wide or "o" in letters)
    if wide:
        matrices = 3 if model.gated else 2
        experts = model.experts
        blocks = experts.total if experts else 1
        ffn = experts.ffn if experts else model.ffn
        width += matrices * blocks * (hidden + ffn)
        width += matrices * (hidden + experts.shared_ffn) if experts and experts.shared_ffn else 0
    output = hidden + model.vocab if targets.endswith("head") else 0
    return job.lora_rank * (model.layers * width + output)


def trainable_params(job: Job) -> int:
    """What the optimiser updates."""
    return (
        adapter_params(job) if job.method in ("lora", "qlora") else 0 if job.method == "inference" else job.model.params
    )
