"""The answers to a text's questions, without any chat: names looked up, defaults taken, rules asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.errors import Refusal
from bot.sizing import facts
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.decide import decide
from bot.sizing.rules.answers.hours import TOKENS_EACH
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.answers.ways import MODEL, applied, known
from bot.sizing.rules.calibrate import Run, comparable, correction
from bot.sizing.rules.memory import memory
from bot.sizing.rules.near import nearest_rows
from bot.sizing.rules.shapes import GB, GIB, Card, Checkpointing, Job, Kind, Measured, Method
from bot.sizing.services.lookup import card_of, close_models, is_family, makes_media, model_of

Said = Mapping[str, Any]
ASKS_MODEL = ("model", "size")
ABOUT_WORK = frozenset({"train_time", "feasible", "cost", "memory_needed"})
NEEDS_NO_CARD = frozenset({"transfer_time", "gpu_speed_ratio", "hourly_vs_monthly", "cost_split"})
EVIDENCE = 2
MOST_TOKENS = 10**14
"""A hundred trillion: no run that was ever made read more."""
NOT_ZERO = {
    "seq": "seq_len",
    "batch": "micro_batch",
    "gpus": "gpus",
    "accumulation": "accumulation",
    "samples": "samples",
    "epochs": "epochs",
    "params_b": "params",
    "tokens": "tokens",
}
"""Facts of which zero makes no sense → the field that a refusal names."""


@dataclass(frozen=True, slots=True)
class Ours:
    """The pool's cards and how many of each, what a card-hour of each costs in minor units, its uplink, and its runs
    that ended, the newest first. `by_rent`: a price is a share of a rent by the month, week or day."""

    cards: tuple[tuple[Card, int], ...] = ()
    prices: Mapping[str, int] = field(default_factory=dict)
    currency: str = "CNY"
    link_mbps: float | None = None
    runs: tuple[Run, ...] = ()
    by_rent: bool = False


def answers(questions: Sequence[Said], ours: Ours) -> list[dict[str, Any]]:
    """One mapping a question, in their order. Raises `size_bad` for what cannot be."""
    return [_with_close(said, decide(asked_of(said, ours))) for said in questions]


def _with_close(said: Said, answer: dict[str, Any]) -> dict[str, Any]:
    """A network that is not known, or not by its size, gets the known ones that are close, each with a button."""
    named = said.get("model")
    unknown = said.get("unknown_model") or (named if named and facts.find_model(named) is None else None)
    name = unknown or said.get("unsized")
    if not name or answer.get("missing") not in (*ASKS_MODEL, None) or answer.get("knowledge"):
        return answer
    close = close_models(str(name), said.get("params_b"))
    if unknown is None and not is_family(str(name)):
        unknown = name
    buttons = [f"{MODEL}{one}" for one in close] if answer["missing"] else []
    media = bool(unknown) and makes_media(str(unknown))
    found = {**answer, "unknown_model": unknown, "close": [] if media else close, "media": media}
    return {**found, "changes": answer["changes"] + ([] if media else buttons)}


def asked_of(said: Said, ours: Ours) -> Asked:
    """A question with its names resolved. The question's own price beats the pool's."""
    if said.get("negative") is not None:
        raise Refusal("size_bad", field="number", value=said["negative"], least=1, most=None)
    for name, field_name in NOT_ZERO.items():
        if said.get(name) == 0:
            of_time = name == "seq" and said["asked"] in ABOUT_WORK  # "0 token, how long?"
            raise Refusal("size_bad", field="tokens" if of_time else field_name, value=0, least=1, most=None)
    work = _work(said)
    if work > MOST_TOKENS:
        raise Refusal("size_bad", field="tokens", value=work, least=1, most=MOST_TOKENS)
    card = _as_ours(card_of(said.get("gpu_model")), ours)
    assumed = False
    if card is None and said.get("unknown_gpu") is None and said["asked"] not in NEEDS_NO_CARD and ours.cards:
        card, assumed = _assumed_card(said, ours)
    price, source = _price(said, ours)
    others = tuple(one for name in said.get("other_gpus", ()) if (one := card_of(name)) is not None)
    model = model_of(said)
    if said.get("images") and model is not None and model.kind is Kind.LM and said.get("model") is None:
        model = None  # a bare size together with pictures is no language model
    alike = {method: comparable(ours.runs, method, model.params) for method in Method} if model else {}
    return Asked(
        kind=said["asked"],
        said={name: value for name, value in said.items() if name != "asked"},
        model=model,
        card=card,
        card_assumed=assumed,
        others=others,
        catalogue=tuple(facts.cards()),
        ours=ours.cards,
        price_minor=price,
        link_mbps=ours.link_mbps,
        price_from=source,
        own_prices=ours.prices,
        own_from=_own_from(ours),
        currency=ours.currency,
        alike=alike,
        corrections={method: found for method, runs in alike.items() if (found := correction(runs))},
    )


def _work(said: Said) -> float:
    """All tokens of a run that the text names."""
    whole = said.get("tokens") or (said.get("samples") or 0) * (said.get("tokens_each") or TOKENS_EACH)
    return float(whole) * float(said.get("epochs") or 1)


def _as_ours(card: Card | None, ours: Ours) -> Card | None:
    """A named card that the pool has is the pool's, with the links that it has there."""
    return next((own for own, _ in ours.cards if card is not None and own.name == card.name), card)


def _assumed_card(said: Said, ours: Ours) -> tuple[Card | None, bool]:
    """The pool's largest card. A question which card to take is not answered by assuming one."""
    if said["asked"] == "recommend":
        return None, False
    return max((card for card, _ in ours.cards), key=lambda card: card.usable), True


def _price(said: Said, ours: Ours) -> tuple[Mapping[str, int] | None, str | None]:
    if said.get("price_each_minor"):
        return said["price_each_minor"], "said"
    if said.get("price_hour_minor"):
        return {"": int(said["price_hour_minor"])}, "said"
    return (ours.prices, _own_from(ours)) if ours.prices else (None, None)


def _own_from(ours: Ours) -> str | None:
    return ("rent" if ours.by_rent else "pool") if ours.prices else None


def changed(said: Said, name: str, ours: Ours) -> dict[str, Any]:
    """The question with one assumption changed. Raises `stale_button` for a change that is none of ours."""
    if not known(name):
        raise Refusal("stale_button", fresh=None)
    other = applied(asked_of(said, ours), name)
    return {"asked": said["asked"], **other.said}


def evidence(said: Said, ours: Ours, unit: str = "memory") -> list[dict[str, Any]]:
    """The nearest measured rows: of memory, or with `unit="speed"` of training speed."""
    asked = asked_of(said, ours)
    if asked.model is None:
        return []
    job = replace(job_of(asked, asked.methods[0], asked.gpus, asked.card), aligned="")  # what rows were measured of
    same = [row for row in facts.measured() if unit != "speed" or row.method is job.method]
    rows = nearest_rows(job, same, EVIDENCE, unit)
    return [
        {
            "model": row.model,
            "method": row.method.value,
            "seq": row.seq_len,
            "card": row.card,
            "value": row.value,
            "unit": row.unit,
            "source": row.source,
            "outside": _outside(row, job) if unit == "memory" else None,
        }
        for row in rows
    ]


def _outside(row: Measured, job: Job) -> dict[str, Any] | None:
    """Of a measurement that lies outside the estimate's own range: what was not the same. None inside of it."""
    estimate, bytes_measured = memory(job), row.value * (GB if row.unit.startswith("GB") else GIB)
    if estimate.low <= bytes_measured <= estimate.high:
        return None
    kept = row.checkpointing in ("", "no")
    return {
        "higher": bytes_measured > estimate.high,
        "method": row.method.value if row.method is not job.method else None,
        "model": row.model if row.model.lower() != job.model.name.lower() else None,
        "gpus": row.gpus if row.gpus != job.gpus else None,
        "batch": row.micro_batch if row.micro_batch != job.micro_batch else None,
        "seq": row.seq_len if row.seq_len != job.seq_len else None,
        "unchecked": kept and job.checkpointing is not Checkpointing.NONE,
        "framework": row.framework if row.framework != job.framework.value else None,
    }
