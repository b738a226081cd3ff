"""The estimates against published measurements: the goals, and that no prediction looks at what was measured."""

import csv
import io
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.service_cli.sizing_csv import predict, predict_csv
from bot.service_cli.sizing_row import job_of, lengths, loss_of
from bot.sizing.rules import memory
from bot.sizing.rules.shapes import Loss
from tests.bench.sizing import TRUTH, error, left_out, rows_of, score, scored, table, verdicts
from tests.bench.sizing_peers import PEERS

ROWS = rows_of(TRUTH)
BY_ID = {row["id"]: row for row in ROWS}


def test_memory_is_within_the_goals_on_published_runs() -> None:
    found = score([error(row) for row in scored(ROWS, "memory")])

    assert found.rows > 100
    assert found.median <= 0.06 and found.p90 <= 0.15 and found.low <= 0.10


def test_speed_is_within_the_goals_on_published_runs() -> None:
    found = score([error(row) for row in scored(ROWS, "time")])

    assert found.rows > 35
    assert found.median <= 0.15 and found.p90 <= 0.35


def test_verdicts_on_language_models_are_seldom_wrong_and_seldom_tight() -> None:
    text = [row for row in ROWS if row["kind"] == "memory" and row["hidden"] and row["reliability"] in "AB"]
    answers, wrong, tight = verdicts(text)

    assert answers > 100
    assert wrong / answers <= 0.06 and tight / answers <= 0.20


def test_no_run_of_a_language_model_that_failed_is_said_to_fit() -> None:
    failed = [row for row in ROWS if row["unit"] == "oom_GB" and row["hidden"]]

    assert len(failed) >= 10
    assert [row["id"] for row in failed if predict(row).verdict == "fits"] == []


def test_nine_of_ten_measurements_lie_in_the_range_that_is_printed() -> None:
    rows = scored(ROWS, "memory")
    inside = 0
    for row in rows:
        said = predict(row)
        assert said.low is not None and said.high is not None
        inside += said.low <= float(row["measured"]) <= said.high

    assert inside / len(rows) >= 0.9


def written(path: Path) -> list[dict[str, str]]:
    out = io.StringIO()
    predict_csv(path, out)
    return list(csv.DictReader(io.StringIO(out.getvalue())))


def test_every_row_gets_a_line_and_what_was_measured_changes_none(tmp_path: Path) -> None:
    lied = tmp_path / "lied.csv"
    with lied.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(ROWS[0]))
        writer.writeheader()
        writer.writerows({**row, "measured": "123456"} for row in ROWS)

    told = written(TRUTH)

    assert told == written(lied)
    assert [row["id"] for row in told] == [row["id"] for row in ROWS]
    assert all(row["unit"] == asked["unit"] for row, asked in zip(told, ROWS, strict=True))
    assert all(row["predicted"] for row in told)


def test_a_row_that_cannot_be_read_keeps_its_line(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    names = [name for name in ROWS[0] if name != "measured"]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, extrasaction="ignore")
        writer.writeheader()
        writer.writerow({**ROWS[0], "id": "a", "seq_len": "-3"})
        writer.writerow({**ROWS[0], "id": "b", "hidden": "many"})
        writer.writerow({**ROWS[0], "id": "c", "method": "astrology"})
        writer.writerow({**ROWS[0], "id": "d"})

    told = written(path)

    assert [row["id"] for row in told] == ["a", "b", "c", "d"]
    assert [row["verdict"].partition(":")[0] for row in told] == ["size_bad", "bad_input", "bad_input", "fits"]
    assert [bool(row["predicted"]) for row in told] == [False, False, False, True]


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")

    with pytest.raises(Refusal, match="columns missing"):
        predict_csv(path, io.StringIO())


def test_an_unknown_optimiser_or_precision_is_read_as_the_usual_one() -> None:
    row = BY_ID["m017"]

    assert predict({**row, "optimizer": "prodigy", "precision": "int3"}) == predict(row)


NOTES = [
    ("+packed", "", Loss.PLAIN),
    ("+compile", "", Loss.PLAIN),
    ("+chunked CE", "", Loss.CHUNKED),
    ("+something later", "", Loss.CHUNKED),
    ("", "unsloth docs", Loss.SHIFTED),
    ("", "a README", Loss.AUTO),
]


@pytest.mark.parametrize(("note", "source", "expected"), NOTES)
def test_the_note_says_how_the_loss_was_computed(note: str, source: str, expected: Loss) -> None:
    assert loss_of({"note": note, "source": source}) is expected


def test_generated_tokens_are_part_of_the_length() -> None:
    assert lengths({"seq_len": "8192", "method": "inference", "note": "generate 2048 tokens; HF"}) == (6144, 2048)
    assert lengths({"seq_len": "2048", "method": "inference", "note": "generate 2048 tokens"}) == (1, 2047)
    assert lengths({"seq_len": "", "method": "full", "note": ""}) == (256, 0)


def test_peers_that_have_no_such_mode_are_not_counted_against() -> None:
    said = {name: peer(job_of(BY_ID["m017"])) for name, peer in PEERS.items()}

    assert said["accelerate"] is None and said["EleutherAI"] is None and said["DeepSpeed"] is None
    assert said["hf-vram-calc"] is not None


def test_the_error_table_has_everyone_on_the_same_rows_and_we_err_least() -> None:
    lines = [line.strip("| ").split(" | ") for line in list(table(scored(ROWS, "memory")))[2:]]
    medians = {cells[0]: float(cells[2].rstrip("%")) for cells in lines}

    assert set(medians) == {"**Pinka**", *PEERS}
    assert min(medians, key=lambda name: medians[name]) == "**Pinka**"
    assert lines[0][1] == str(len(scored(ROWS, "memory")))


def test_a_source_is_left_out_of_the_choice_of_constants_that_its_rows_are_scored_with() -> None:
    one, other = BY_ID["m017"], BY_ID["m080"]
    before = memory.ALLOCATOR_TRAINING

    found = left_out([one, other], {(memory, "ALLOCATOR_TRAINING"): (5.0, before)})

    # Torch's own counter, which the other row quotes, knows no allocator: it cannot tell the two values apart.
    assert before == memory.ALLOCATOR_TRAINING
    assert found[one["source"]][0] > 1
    assert found[other["source"]] == [error(other)]
