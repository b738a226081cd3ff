"""A question with its names resolved: what is asked, of which network, on which cards, at which price."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.sizing.rules.calibrate import Correction, Run
from bot.sizing.rules.shapes import Card, Kind, Method, Model, Quant

SECONDS_A_DAY = 86_400
OF_TRAINING = (
    *("trains", "aligned", "samples", "tokens", "epochs", "optimizer", "checkpointing", "zero", "sharding"),
    *("accumulation", "rank", "chunked_loss", "offload"),
)
"""Facts that only a run of training has. `trains`: a word of the text says so."""


@dataclass(frozen=True, slots=True)
class Asked:
    """`said` holds the facts as they were read, by name; the rest is what became of the names in it.

    `ours`: the pool's own cards, of which `card` is one when the text names none (`card_assumed`).
    `link_mbps`: the pool's own uplink where it is set.
    `price_minor`: a card-hour of each card by name, `price_from` = `said`, `pool` (by the hour)
    or `rent` (a share of the pool's rent, every hour used); `own_prices`: the pool's, always, and `own_from` of these.
    `alike`, `corrections`: the pool's finished runs that are comparable, and its own factor, by method.
    """

    kind: str
    said: Mapping[str, Any]
    model: Model | None = None
    card: Card | None = None
    card_assumed: bool = False
    others: tuple[Card, ...] = ()
    catalogue: tuple[Card, ...] = ()
    ours: tuple[tuple[Card, int], ...] = ()
    price_minor: Mapping[str, int] | None = None
    link_mbps: float | None = None
    price_from: str | None = None
    own_prices: Mapping[str, int] = field(default_factory=dict)
    own_from: str | None = None
    currency: str = "CNY"
    alike: Mapping[Method, Sequence[Run]] = field(default_factory=dict)
    corrections: Mapping[Method, Correction] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """A fact that the text says, or None."""
        return self.said.get(name)

    @property
    def gpus(self) -> int:
        """So many cards, one where none are counted."""
        return int(self.said.get("gpus") or 1)

    @property
    def methods(self) -> tuple[Method, ...]:
        """The method that is meant; LoRA and QLoRA of a language model where none is said."""
        said = self.said.get("method")
        if said is not None:
            return (Method(said),)
        kind = self.model.kind if self.model else Kind.LM
        if kind in (Kind.LM, Kind.VLM):
            quantised = (self.said.get("precision") or "").startswith(("int", "awq", "gptq", "fp8"))
            quantised = quantised or self._held_in_16_bits or bool(self.model and self.model.native is not Quant.NONE)
            return (Method.INFERENCE,) if quantised else (Method.LORA, Method.QLORA)
        return (Method.INFERENCE,) if kind is Kind.DIFFUSION else (Method.FULL,)

    @property
    def _held_in_16_bits(self) -> bool:
        """ "70B fp16 on one H200?" asks for its weights: nothing in it is trained."""
        return self.said.get("precision") == "fp16" and not any(self.said.get(name) for name in OF_TRAINING)

    def correction_of(self, method: Method) -> float:
        """What an estimate of memory is multiplied with; 1 where the pool measured too little, or it is not wanted."""
        found = None if self.get("uncorrected") else self.corrections.get(method)
        return found.ratio if found else 1.0

    def price_of(self, card: Card | None) -> int | None:
        """A card-hour in minor units, as the text says it, else the pool's; None where nobody said."""
        if self.price_minor is None or card is None:
            return None
        said = self.price_minor.get(card.name, self.price_minor.get(""))
        return self.own_prices.get(card.name) if said is None else said


def seconds_of(deadline: str | None) -> int | None:
    """`5d` and `12h` in seconds."""
    if not deadline:
        return None
    return round(float(deadline[:-1]) * (SECONDS_A_DAY if deadline[-1] == "d" else 3_600))
