"""Finished runs of the pool: what was estimated of them beside what the agent measured, kept and brought back."""

import json
from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking
from bot.errors import Refusal
from bot.sizing.rules.answers.asked import Asked
from bot.sizing.rules.answers.hours import seconds_for
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.calibrate import Run
from bot.sizing.rules.memory import memory
from bot.sizing.rules.shapes import Framework, Method
from bot.sizing.services.answer import Ours, Said, asked_of
from bot.sizing.services.lookup import card_of_kind
from storage.queries import calibration, job_runs
from storage.tables import JobRun

SHORTEST = 300
"""Seconds from which on a run that failed had reached its peak all the same."""
FARTHEST = 4
"""So many times off, the words describe another job than the one that ran."""
LATEST = 200


def description(session: Session, run_id: int) -> str | None:
    """What its member said the run was; None where there is nothing to compare with: no words, or no known peak."""
    run = job_runs.get(session, run_id)
    if run is None or not run.description or not run.peak_bytes or run.ended_at is None:
        return None
    long = run.ended_at - run.started_at >= SHORTEST
    return run.description if run.exit_code == 0 or long else None


def keep(session: Session, pool_id: int, run_id: int, said: Said, now: int) -> bool:
    """Compare a finished run, described as `said`, with its estimate; once. False where the words name no job."""
    run = job_runs.get(session, run_id)
    if run is None or not run.peak_bytes or calibration.of_run(session, run_id) is not None:
        return False
    found = _estimated(session, pool_id, run, said)
    if found is None:
        return False
    facts, predicted = found
    if not 1 / FARTHEST <= run.peak_bytes / predicted <= FARTHEST:
        return False
    calibration.add(
        session,
        {
            "pool_id": pool_id,
            "job_run_id": run_id,
            "question": json.dumps(facts, ensure_ascii=False),
            "described": str(run.description),
            "predicted_bytes": predicted,
            "measured_bytes": run.peak_bytes,
            "at": now,
        },
    )
    return True


def _estimated(session: Session, pool_id: int, run: JobRun, said: Said) -> tuple[dict[str, Any], int] | None:
    """The method and size of the job, and its bytes a card as it was run; None where the words leave them open."""
    numbers = json.loads(run.gpus)
    cards = [card for card in booking.cards(session, pool_id) if card.number in numbers]
    mine = Ours(tuple((card_of_kind(card.kind, card.memory_gb), len(numbers)) for card in cards[:1]))
    ran = {**said, "asked": "memory_needed", "gpus": max(1, len(numbers))}
    try:
        asked = asked_of(ran, mine)
        if asked.model is None or len(asked.methods) != 1:
            return None
        job = job_of(asked, asked.methods[0], asked.gpus, asked.card)
        if job.framework is Framework.VLLM:
            return None  # its peak is the share of the card that it takes in advance, whatever it needs
        return {"method": job.method.value, "params": job.model.params, **_times(run, asked)}, memory(job).total
    except Refusal:  # zero cards, a batch of a billion: whatever was typed
        return None


def _times(run: JobRun, asked: Asked) -> dict[str, int]:
    """What a run that came to its end took, beside what its words lead to expect; nothing where they say no work."""
    if run.exit_code != 0 or run.ended_at is None or asked.card is None:
        return {}
    found, took = seconds_for(asked, asked.gpus, asked.card), run.ended_at - run.started_at
    if found is None or not 1 / FARTHEST <= took / max(found[0], 1) <= FARTHEST:
        return {}
    return {"expected_s": max(1, round(found[0])), "took_s": took}


def runs_of(session: Session, pool_id: int) -> list[Run]:
    """The pool's comparisons, the newest first."""
    found = []
    for row in calibration.newest(session, pool_id, LATEST):
        facts = json.loads(row.question)
        method, params = Method(facts["method"]), int(facts["params"])
        times = facts.get("expected_s"), facts.get("took_s")
        found.append(Run(method, params, row.predicted_bytes, row.measured_bytes, row.described, row.at, *times))
    return found
