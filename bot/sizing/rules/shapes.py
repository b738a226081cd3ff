"""What sizing speaks about: models, cards, jobs, and the estimates that come out of them.

Plain values without a unit in their name: bytes, tokens, seconds. 1 GB = 1e9 bytes, 1 GiB = 2**30 bytes.
No name is looked up here, no file read.
"""

from dataclasses import dataclass

from bot.sizing.rules.words import (
    SPEED_TERMS,
    TERMS,
    Checkpointing,
    Counter,
    Framework,
    Kind,
    Loss,
    Method,
    Optimiser,
    Precision,
    Quant,
    Sharding,
    Verdict,
)

__all__ = [
    "GB",
    "GIB",
    "SPEED_TERMS",
    "TERMS",
    "Anchor",
    "Card",
    "Checkpointing",
    "Counter",
    "Experts",
    "Eye",
    "Framework",
    "Job",
    "Kind",
    "Latent",
    "Loss",
    "Measured",
    "MemoryEstimate",
    "Method",
    "Model",
    "Optimiser",
    "Pace",
    "Precision",
    "Quant",
    "Sharding",
    "SpeedTerm",
    "Term",
    "TimeEstimate",
    "Verdict",
]

GB = 10**9
GIB = 2**30


@dataclass(frozen=True, slots=True)
class Experts:
    """The mixture-of-experts part: every expert is resident, only `active` of them compute."""

    total: int
    active: int
    ffn: int
    shared_ffn: int = 0
    dense_layers: int = 0


@dataclass(frozen=True, slots=True)
class Latent:
    """Multi-head latent attention (DeepSeek-V2/V3): the cache holds one latent and one rotary key a layer."""

    kv_rank: int
    rope_dim: int


@dataclass(frozen=True, slots=True)
class Eye:
    """The vision encoder of a vision-language model, with its projector."""

    params: int
    hidden: int
    layers: int
    patches: int  # patches the encoder sees for one image at its standard size
    tokens: int  # tokens that reach the language model
    projector_params: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """One measured memory of a vision or diffusion model: estimates are scaled from it."""

    pixels: int  # of one image
    batch: int
    bytes: int
    method: Method
    precision: Precision
    checkpointing: bool
    counter: Counter
    source: str


@dataclass(frozen=True, slots=True)
class Pace:
    """One measured training speed of a vision or diffusion model on one card."""

    card: str
    images_per_s: float
    pixels: int
    precision: Precision
    peak: float  # operations a second that the measured card reaches, 0 = not known
    gb_s: float  # of the measured card's memory
    source: str


@dataclass(frozen=True, slots=True)
class Model:
    """A network by its dimensions. `exact` is False when they are typical for the size, not published.

    `params` counts all weights, `active_params` those that compute for one token. For vision models `macs` and
    `activations` are multiply-adds and activation elements of one image of `pixels`.
    """

    name: str
    params: int
    active_params: int
    hidden: int = 0
    layers: int = 0
    heads: int = 0
    kv_heads: int = 0
    head_dim: int = 0
    ffn: int = 0
    vocab: int = 0
    gated: bool = True
    tied: bool = False
    kind: Kind = Kind.LM
    experts: Experts | None = None
    latent: Latent | None = None
    eye: Eye | None = None
    pixels: int = 0
    macs: int = 0
    activations: int = 0
    beside: int = 0  # diffusion: parameters of text encoders and autoencoder that `params` leaves out
    anchors: tuple[Anchor, ...] = ()
    paces: tuple[Pace, ...] = ()
    max_len: int = 0  # positions it was trained for, 0 = not known
    softcap: bool = False  # attention scores pass a soft cap: no flash attention while training (Gemma 2)
    exact: bool = True
    native: Quant = Quant.NONE  # how its makers publish the weights, where that is not in 16 bits
    source: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of GPU. Rates are dense, with fp32 accumulation; `link_gb_s` counts both directions, inside a node."""

    name: str
    memory: int  # bytes on the label
    usable: int  # bytes a job can have of them
    bf16_tflops: float  # 0 = has no bf16
    fp16_tflops: float
    fp32_tflops: float
    gb_s: float
    link: str  # "nvlink", "pcie3", "pcie4", "pcie5", "hccs"
    link_gb_s: float
    efficiency: float  # share of the dense peak that large matrix products reach
    caveats: tuple[str, ...] = ()  # no_bf16 no_flash2 no_p2p no_nvlink fp16_accumulate_sold sparse_sold weak_source
    source: str = ""

    @property
    def tflops(self) -> float:
        """The 16-bit rate that a training run gets."""
        return self.bf16_tflops or self.fp16_tflops


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be run. Sequence lengths and batches are per card; `accumulation` steps make one update."""

    model: Model
    method: Method = Method.FULL
    precision: Precision = Precision.BF16
    quant: Quant = Quant.NONE
    optimiser: Optimiser = Optimiser.ADAMW
    in_backward: bool = False  # the optimiser steps inside the backward pass: gradients never exist together
    seq_len: int = 2048
    new_tokens: int = 0  # inference: tokens generated after the prompt
    chunked_prefill: bool = False  # the prompt goes through in pieces (vLLM, recent servers)
    micro_batch: int = 1
    accumulation: int = 1
    checkpointing: Checkpointing = Checkpointing.FULL
    flash: bool = True
    sharding: Sharding = Sharding.NONE
    offload_optimiser: bool = False
    offload_weights: bool = False
    gpus: int = 1
    per_node: int = 8
    link_gb_s: float | None = None  # measured link between the cards of a node; None = the card's own
    network_gb_s: float = 50.0  # between nodes, per card: 400 Gbit/s
    framework: Framework = Framework.HF
    lora_rank: int = 16
    lora_targets: str = "all"  # q k v o in any mix, "all" = every linear layer, "+head" with the output layer
    dora: bool = False
    loss: Loss = Loss.AUTO
    compile: bool = False
    counter: Counter = Counter.SMI
    pixels: int = 0  # of one image, 0 = the model's own
    images: int = 1  # vision-language: images a sample
    aligned: str = ""  # trained by preferences: "ppo", "grpo" or "dpo"
    correction: float = 1.0  # what a pool measured of its own runs ÷ what was estimated of them


@dataclass(frozen=True, slots=True)
class Term:
    """One named part of an estimate, with the formula that gave it, numbers put in."""

    name: str
    bytes: int
    formula: str


@dataclass(frozen=True, slots=True)
class MemoryEstimate:
    """Bytes on each card. `low`–`high` is where nine of ten measurements lie; `total` is the sum of the terms."""

    terms: tuple[Term, ...]
    total: int
    low: int
    high: int
    host: int = 0  # bytes of main memory that offloading takes, all cards of the node together
    basis: str = "formula"  # or "measured" (scaled from measurements), "coarse" (images without a measurement)

    @property
    def gib(self) -> float:
        return self.total / GIB

    @property
    def gb(self) -> float:
        return self.total / GB

    @property
    def largest(self) -> Term:
        """What dominates."""
        return max(self.terms, key=lambda term: term.bytes)


@dataclass(frozen=True, slots=True)
class SpeedTerm:
    """Seconds of one update spent on one thing."""

    name: str
    seconds: float
    formula: str


@dataclass(frozen=True, slots=True)
class TimeEstimate:
    """Tokens a second and card (images when `unit` says so)."""

    rate: float
    low: float
    high: float
    share_communicating: float
    step_seconds: float
    terms: tuple[SpeedTerm, ...]
    unit: str = "tokens/s/GPU"
    basis: str = "formula"


@dataclass(frozen=True, slots=True)
class Measured:
    """One published measurement, as evidence beside an estimate."""

    id: str
    model: str
    method: Method
    framework: str
    card: str
    gpus: int
    seq_len: int
    micro_batch: int
    precision: str
    checkpointing: str
    params: int
    value: float
    unit: str
    source: str
