"""Vision, CLIP and diffusion models: no closed form beats measured runs scaled by pixels × batch, so they are scaled.

Where nothing was measured: the activation elements of one image (as timm counts them), by precision.
"""

from dataclasses import replace

from bot.sizing.rules.holding import holding, precision_of
from bot.sizing.rules.shapes import Anchor, Checkpointing, Counter, Job, Kind, Method, Precision, Quant, Term
from bot.sizing.rules.states import state_terms, weight_terms

IMAGE_KINDS = frozenset({Kind.VISION, Kind.CONTRASTIVE, Kind.DIFFUSION})
KEPT = 1.8
"""Tensors kept for each activation element counted: a layer's output and, mostly, its normalised form."""
CHECKPOINTED = 0.25
SERVED = 0.15
"""Shares of the activations that remain with checkpointing, and while only serving."""
FROZEN = 0.15
"""A measurement that exceeds weights and states by less than this share had part of the network frozen."""
MOVING = 0.3
"""Share of a measurement that follows the batch, where it cannot be told from the rest."""
SLACK = {Counter.ALLOCATED: 1.0, Counter.RESERVED: 1.06, Counter.SMI: 1.06}
CONTEXT = 11 * 10**8


def pixels_of(job: Job) -> int:
    """Pixels of one image: the job's, else the model's own."""
    return job.pixels or job.model.pixels


def image_terms(job: Job) -> tuple[list[Term], str]:
    """The terms and whether they rest on a measurement ("measured") or only on counted activations ("coarse")."""
    still = [*weight_terms(job), *state_terms(job)]
    anchor = nearest_anchor(job)
    if anchor is None:
        return [*still, *beside(job, job.model.beside * 2.0), images(job)], "coarse"
    then = replace(
        job,
        method=anchor.method,
        precision=anchor.precision,
        micro_batch=anchor.batch,
        pixels=anchor.pixels,
        checkpointing=Checkpointing.FULL if anchor.checkpointing else Checkpointing.NONE,
        quant=Quant.NONE,
    )
    held = sum(term.bytes for term in [*weight_terms(then), *state_terms(then)])
    tensors = (anchor.bytes - (CONTEXT if anchor.counter is Counter.SMI else 0)) / SLACK[anchor.counter]
    scale = job.micro_batch * pixels_of(job) / (anchor.batch * anchor.pixels) * share(job) / share(then)
    moving = tensors - held
    if job.model.beside:  # they were resident and do not grow with the images
        return [*still, *beside(job, moving - counted(then)), images(job)], "measured"
    if moving < FROZEN * tensors:
        # Part of the network was frozen or kept elsewhere: what stays and what moves cannot be told apart.
        whole = tensors * (1 - MOVING + MOVING * scale)
        return [Term("images", int(whole), f"{tensors / 1e9:.2f} GB × {whole / tensors:.2f}")], "measured"
    formula = f"{moving / 1e9:.2f} GB × {scale:.2f}"
    return [*still, Term("images", int(moving * scale), formula)], "measured"


def images(job: Job) -> Term:
    """What the images of one micro-batch keep, by the count of activations."""
    return Term("images", int(counted(job)), f"{job.micro_batch} × {pixels_of(job)} px")


def beside(job: Job, size: float) -> list[Term]:
    """Text encoders, autoencoder and what else stays on the card of a diffusion model whatever the images.

    With a quantised base the text features are computed once and kept on disk, as every trainer for 24 GB cards does.
    """
    return [] if job.quant is not Quant.NONE or size <= 0 else [Term("encoders", int(size), "")]


def nearest_anchor(job: Job) -> Anchor | None:
    """The measurement most like the job: same method first, then precision, checkpointing, size of the batch."""
    wanted = job.micro_batch * pixels_of(job)
    trained = job.method is not Method.INFERENCE
    usable = [each for each in job.model.anchors if (each.method is not Method.INFERENCE) == trained]
    return min(
        usable,
        key=lambda each: (
            each.method is not job.method,
            each.precision is not precision_of(job),
            each.checkpointing != (job.checkpointing is not Checkpointing.NONE),
            abs(each.batch * each.pixels - wanted),
        ),
        default=None,
    )


def share(job: Job) -> float:
    """How much of the fp32 activations this job keeps."""
    size = 1.0 if precision_of(job) is Precision.FP32 else 0.5
    if job.method is Method.INFERENCE:
        return size * SERVED
    return size * (1.0 if job.checkpointing is Checkpointing.NONE else CHECKPOINTED)


def counted(job: Job) -> float:
    """Bytes from the counted activations of one image."""
    model = job.model
    elements = model.activations * pixels_of(job) / max(model.pixels, 1) * job.micro_batch
    return elements * 4 * KEPT * share(job)


def eye_bytes(job: Job) -> int:
    """Activations of a vision-language model's encoder: kept when it is trained, one layer's otherwise."""
    eye = job.model.eye
    if eye is None:
        return 0
    patches = eye.patches * job.images * job.micro_batch
    size = holding(job).compute
    layer = patches * 17 * eye.hidden * size
    if job.method not in (Method.FULL, Method.PRETRAIN):
        return layer
    if job.checkpointing is Checkpointing.NONE:
        return layer * eye.layers
    return patches * eye.hidden * size * eye.layers + layer
