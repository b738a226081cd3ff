"""`pinka size --csv`: predicts each row of a table of runs. The measured value is never looked at."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TextIO

from bot.errors import Refusal
from bot.service_cli.sizing_row import Row, job_of
from bot.sizing.facts import find_card
from bot.sizing.rules.memory import memory, verdict
from bot.sizing.rules.shapes import GB, GIB, Card, Counter, Job, MemoryEstimate
from bot.sizing.rules.speed import speed
from bot.sizing.rules.work import dense_flops

HEAD = ("id", "predicted", "unit", "low", "high", "verdict")
NEEDED = ("id", "kind", "model", "params_b", "method", "unit")
MAY_LACK = (
    *("hidden", "layers", "heads", "kv_heads", "head_dim", "ffn", "vocab", "gated", "tied", "precision", "optimizer"),
    *("seq_len", "micro_batch", "grad_ckpt", "flash", "zero_stage", "gpus", "gpu_model", "framework", "lora_rank"),
    *("lora_targets", "mem_kind", "source", "note"),
)
"""A table may leave these out: they count as empty."""
SAMPLE = """id,kind,model,params_b,hidden,layers,heads,kv_heads,head_dim,ffn,vocab,gated,tied,\
method,seq_len,grad_ckpt,gpu_model,unit
1,memory,Qwen2.5-7B,7.616,3584,28,28,4,128,18944,152064,1,0,lora,2048,yes,RTX4090,GiB/GPU"""
BOUND = 0.98
"""Of the bytes on the label, on a card that is known by its memory alone."""


@dataclass(frozen=True, slots=True)
class Predicted:
    """One line of the output. `verdict` is empty where no card is named, or where memory is not the question."""

    id: str
    predicted: float | None
    unit: str
    low: float | None
    high: float | None
    verdict: str

    def cells(self) -> tuple[str, ...]:
        """As written: four digits that count, and an empty cell for what is not known."""
        values = ("" if each is None else f"{each:.4g}" for each in (self.predicted, self.low, self.high))
        predicted, low, high = values
        return self.id, predicted, self.unit, low, high, self.verdict


def predict_csv(path: Path, out: TextIO) -> None:
    """Reads the columns of the table of measurements and writes one prediction a row, in order.

    A row that cannot be read keeps its line, with the code of the refusal in place of the verdict. Raises
    `bad_input` for a file that is no such table.
    """
    writer = csv.writer(out, lineterminator="\n")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file)
        missing = set(NEEDED) - set(rows.fieldnames or ())
        if missing:
            lacks = [name for name in NEEDED if name in missing]
            raise Refusal("bad_input", reason=f"columns missing: {', '.join(lacks)}", missing=lacks)
        writer.writerow(HEAD)
        writer.writerows(each.cells() for each in predictions(rows))


def predictions(rows: Iterable[Mapping[str, str | None]]) -> Iterator[Predicted]:
    """A prediction for each row."""
    for raw in rows:
        given = {name: (value or "").strip() for name, value in raw.items() if name and name != "measured"}
        row = {**dict.fromkeys(MAY_LACK, ""), **given}
        try:
            yield predict(row)
        except Refusal as refusal:
            yield Predicted(row["id"], None, row["unit"], None, None, refusal.code)
        except (ValueError, KeyError) as error:
            yield Predicted(row["id"], None, row["unit"], None, None, f"bad_input: {error}")


def predict(row: Row) -> Predicted:
    """One row: bytes, tokens or images a second, MFU or hours, as its unit says."""
    job, card = job_of(row), card_of(row)
    if row["kind"] == "time":
        return predict_time(row, job, card)
    estimate = memory(job)
    total, low, high = estimate.total, estimate.low, estimate.high
    if "weights only" in row["note"]:
        total = sum(term.bytes for term in estimate.terms if term.name in ("weights", "embeddings"))
        low, high = int(total * 0.95), int(total * 1.05)
    # A card sold as 24 GB has about 24 GiB: bounds speak of the label.
    size = GB if row["unit"] == "GB/GPU" else GIB
    said = "" if card is None else verdict(as_seen(job, estimate), card).value
    return Predicted(row["id"], total / size, row["unit"], low / size, high / size, said)


def as_seen(job: Job, estimate: MemoryEstimate) -> MemoryEstimate:
    """What the card sees, whichever counter the row quotes: a verdict is about the card."""
    return estimate if job.counter is Counter.SMI else memory(replace(job, counter=Counter.SMI))


def predict_time(row: Row, job: Job, card: Card | None) -> Predicted:
    """Speed, or the hours and the share of the peak that follow from it."""
    if card is None:
        return Predicted(row["id"], None, row["unit"], None, None, "")
    estimate = speed(job, card)
    rate, low, high = estimate.rate, estimate.low, estimate.high
    if row["unit"] == "MFU_%":
        each = 3 * dense_flops(job) / (card.tflops * 1e12) * 100
        rate, low, high = rate * each, low * each, high * each
    elif row["unit"] == "hours":
        tokens = tokens_said(row["note"], job.seq_len)
        if tokens is None:
            return Predicted(row["id"], None, row["unit"], None, None, "")
        each = tokens / job.gpus / 3600
        rate, low, high = each / rate, each / high, each / low
    return Predicted(row["id"], rate, row["unit"], low, high, "")


def tokens_said(note: str, seq_len: int) -> int | None:
    """Tokens from "52K samples x 10 epochs": each sample as long as the row says."""
    found = re.search(r"([\d.]+)\s*(K|M)? (?:samples|examples) x (\d+) epochs", note, re.IGNORECASE)
    if found is None:
        return None
    scale = {"": 1, "K": 1_000, "M": 1_000_000}[(found[2] or "").upper()]
    return round(float(found[1]) * scale * int(found[3]) * seq_len)


def card_of(row: Row) -> Card | None:
    """The card by name; "24GB card" is any card of that memory."""
    name = row["gpu_model"].replace("(assumed)", "").strip()
    found = find_card(name)
    by_size = re.match(r"(\d+) ?GB card$", name)
    if found is not None or by_size is None:
        return found
    size = int(by_size[1]) * GIB
    return Card(name, size, int(size * BOUND), 100, 100, 20, 800, "pcie4", 64, 0.7)
