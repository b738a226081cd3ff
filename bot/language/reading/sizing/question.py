"""A question about sizing as it was understood, and the names that a text may use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

ASKED = (
    "memory_needed", "fits", "gpu_count", "train_time", "train_time_convert", "gpu_speed_ratio", "cost",
    "cost_compare", "cost_split", "hourly_vs_monthly", "transfer_time", "recommend", "kv_budget", "max_seq",
    "diagnose", "feasible",
)  # fmt: skip
_SIZE = re.compile(r"(?<![\d.])(?:a?\d+x)?\d+(?:\.\d+)?[bm](?![a-z])")
_MEMORY = re.compile(r"[-_ ]?(\d+)gb?$", re.IGNORECASE)
ALSO_DATA = frozenset({"alpaca", "vicuna"})
"""Names of models that are more often names of data sets when no size stands beside them."""
_BLANKS = re.compile(r"[\s\-_/]+")


@dataclass(frozen=True, slots=True)
class Question:
    """What one question says; null is what it leaves out.

    `asked` is one of `ASKED`, or null for what is no sizing question. `params_b`: billions of parameters. `seq`: tokens
    of a sequence, `tokens`: of all data, `tokens_each`: of a sample, `tokens_out`: generated.
    `deadline`: the time that is given, `5d` or `12h`.
    Money is in minor units; `price_whole`: of the machine, not of a card; `most`: `batch` where the largest batch is
    asked for instead of the longest sequence; `rents`: any card may be rented or bought, not only the pool's own.
    `hours_done`: how long it took, as told;
    `trial_*`: a trial run of so many steps in so many seconds. `data_gb`: decimal gigabytes; `mbps`: megabits a second,
    `mbps_unclear` when it may be megabytes. `shaky`: facts that contradict. `card`: a knowledge card that answers.
    `claims`: folk rules that the text takes for true.
    """

    asked: str | None = None
    model: str | None = None
    params_b: float | None = None
    method: str | None = None
    precision: str | None = None
    gpus: int | None = None
    gpu_model: str | None = None
    batch: int | None = None
    seq: int | None = None
    tokens: float | None = None
    samples: int | None = None
    tokens_each: int | None = None
    tokens_out: int | None = None
    epochs: float | None = None
    deadline: str | None = None
    budget_cny: int | None = None
    runs: int | None = None
    hours_each: float | None = None
    hours_done: float | None = None
    trial_steps: int | None = None
    trial_seconds: float | None = None
    total_steps: int | None = None
    zero: int | None = None
    sharding: str | None = None
    offload: bool | None = None
    framework: str | None = None
    optimizer: str | None = None
    checkpointing: bool | None = None
    flash: bool | None = None
    chunked_loss: bool | None = None
    rank: int | None = None
    accumulation: int | None = None
    images: bool | None = None
    pixels: int | None = None
    people: int | None = None
    price_hour_minor: int | None = None
    price_month_minor: int | None = None
    price_whole: bool | None = None
    rents: bool | None = None
    most: str | None = None
    price_each_minor: Mapping[str, int] | None = None
    hours_a_day: float | None = None
    data_gb: float | None = None
    mbps: float | None = None
    mbps_unclear: bool | None = None
    aliyun: bool | None = None
    from_gpus: int | None = None
    other_gpus: tuple[str, ...] = ()
    negative: float | None = None
    unknown_gpu: str | None = None
    unsized: str | None = None
    config: Mapping[str, Any] | None = None
    config_problem: str | None = None
    shaky: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    card: str | None = None

    def said(self) -> dict[str, Any]:
        """The facts that are not null, by name."""
        every = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in every.items() if value not in (None, ())}


def compact(name: str) -> str:
    """A name as it is compared: small letters without blanks, hyphens and slashes."""
    return _BLANKS.sub("", name.lower())


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that a text may use. `models`: compact alias → (name, billions of parameters); `families`: alias without
    its size → {size as typed: name's entry}; `cards`: compact alias → name; `variants`: base → {GB: name}."""

    models: Mapping[str, tuple[str, float | None]]
    families: Mapping[str, Mapping[str, tuple[str, float | None]]]
    cards: Mapping[str, str]
    variants: Mapping[str, Mapping[int, str]]
    longest: int = field(default=0)

    @classmethod
    def of(
        cls, models: Iterable[tuple[str, float | None, Iterable[str]]], cards: Iterable[tuple[str, Iterable[str]]]
    ) -> Vocabulary:
        """From (name, parameters, aliases) of models and (name, aliases) of cards; the name is an alias too."""
        by_alias: dict[str, tuple[str, float | None]] = {}
        families: dict[str, dict[str, tuple[str, float | None]]] = {}
        for name, params_b, aliases in models:
            for alias in (name, *aliases):
                by_alias.setdefault(compact(alias), (name, params_b))
                _into_family(families, alias.lower(), (name, params_b))
        by_card: dict[str, str] = {}
        variants: dict[str, dict[int, str]] = {}
        for name, aliases in cards:
            memory = _MEMORY.search(name)
            for alias in (name, *aliases):
                by_card.setdefault(compact(alias), name)
                if memory:
                    tail = _MEMORY.search(alias)
                    base = compact(alias[: tail.start()] if tail and tail[1] == memory[1] else alias)
                    variants.setdefault(base, {}).setdefault(int(memory[1]), name)
        longest = max(map(len, (*by_alias, *by_card)), default=0)
        return cls(by_alias, families, by_card, variants, longest)


def _into_family(
    families: dict[str, dict[str, tuple[str, float | None]]], alias: str, entry: tuple[str, float | None]
) -> None:
    found = _SIZE.search(alias)
    family = compact(alias[: found.start()] + alias[found.end() :]) if found else ""
    if found and found.start() > 1 and len(family) > 1 and family not in ALSO_DATA:
        families.setdefault(family, {}).setdefault(found[0], entry)
