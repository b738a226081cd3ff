"""Finished runs of the pool: what was estimated of them beside what the agent measured, kept and brought back."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from bot.booking import facts as booking
from bot.errors import Refusal
from bot.sizing.rules.answers.jobs import job_of
from bot.sizing.rules.calibrate import CORRECTED, Run, comparable, corrected, correction, shown
from bot.sizing.rules.memory import memory
from bot.sizing.rules.shapes import Method
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
        total = memory(job).total
    except Refusal:  # zero cards, a batch of a billion: whatever was typed
        return None
    return {"method": job.method.value, "params": job.model.params}, total


def runs_of(session: Session, pool_id: int) -> list[Run]:
    """The pool's comparisons, the newest first."""
    found = []
    for row in calibration.newest(session, pool_id, LATEST):
        facts = json.loads(row.question)
        method, params = Method(facts["method"]), int(facts["params"])
        found.append(Run(method, params, row.predicted_bytes, row.measured_bytes, row.described, row.at))
    return found


def calibrated(
    answers: Sequence[dict[str, Any]], questions: Sequence[Said], runs: Sequence[Run]
) -> list[dict[str, Any]]:
    """Each answer about a job with the pool's runs most like it, and its numbers corrected by three or more of them
    unless the question says `uncorrected`."""
    return [_calibrated(answer, said, runs) for answer, said in zip(answers, questions, strict=True)]


def _calibrated(answer: dict[str, Any], said: Said, runs: Sequence[Run]) -> dict[str, Any]:
    job: Mapping[str, Any] | None = answer.get("job")
    if job is None or not answer.get("options"):
        return answer
    alike = comparable(runs, Method(job["method"]), max(1, round(job["params_b"] * 1e9)))
    if not alike:
        return answer
    factor = correction(alike)
    facts = {"rows": shown(alike), "ratio": factor and factor.ratio, "runs": len(alike), "applied": False}
    one_method = len({option["method"] for option in answer["options"]}) == 1
    if factor is None or answer["asked"] not in CORRECTED or not one_method:
        return {**answer, "measured": facts}
    if said.get("uncorrected"):
        return {**answer, "measured": facts, "changes": ["corrected", *answer["changes"]]}
    changed = corrected(answer, factor.ratio)
    return {**changed, "measured": {**facts, "applied": True}, "changes": ["uncorrected", *answer["changes"]]}
