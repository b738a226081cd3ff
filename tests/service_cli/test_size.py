"""`pinka size`: a question from the command line, one a line, or a table of runs."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.service_cli.sizing_csv import SAMPLE

TRUTH = Path(__file__).parents[1] / "data" / "sizing_truth.csv"
FIELDS = {
    *("asked", "model", "params_b", "method", "precision", "gpus", "gpu_model", "batch", "seq"),
    *("tokens", "samples", "epochs", "deadline", "budget_cny"),
}


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["size", *words])
    assert ended.value.code in (0, None)
    return capsys.readouterr().out


def asked(capsys: pytest.CaptureFixture[str], question: str) -> dict[str, Any]:
    found = json.loads(run(capsys, question, "--json"))
    assert isinstance(found, dict)
    return found


def test_a_question_is_answered_in_words_with_the_verdict_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "13B LoRA 一张4090够吗").splitlines()

    assert lines[0].startswith("不够：LoRA 约") and "4090 有 24" in lines[0]
    assert "QLoRA" in lines[1] and lines[2].startswith("最省事：改 QLoRA")


def test_an_english_question_is_answered_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "how many A100-80G for full fine-tuning Qwen2.5-14B, seq 4096").splitlines()

    assert lines[0].startswith("8×A100-80G") and "does not fit" in lines[1]


def test_as_json_it_says_what_was_understood_null_for_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "ddl还有5天 7b全参 20w条 3个epoch 4卡a100来得及不")

    assert set(found["understood"]) >= FIELDS
    assert found["understood"] | {"asked": "feasible", "samples": 200_000, "model": None} == found["understood"]
    assert (found["verdict"], found["estimate"]["deadline"]) == ("fits", 5 * 86_400)
    assert 2 * 3600 < found["estimate"]["time"]["seconds"] < 24 * 3600


def test_a_knowledge_card_has_an_id_and_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "为啥我显存才用一半就oom了")

    assert (found["card"], found["verdict"], found["understood"]["asked"]) == ("oom_half_free", None, "diagnose")


def test_what_is_no_sizing_question_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "今天天气怎么样")

    assert (found["understood"]["asked"], found["verdict"], found["estimate"]) == (None, None, {})
    assert found["text"].startswith("这不是算卡的问题")


def test_two_questions_get_two_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "14B LoRA 一张A100 40G够吗，QLoRA呢")

    assert found["verdict"] in ("fits", "tight") and [one["verdict"] for one in found["also"]] == ["fits"]


@pytest.mark.parametrize(
    "question", ["7000000000B lora 4090够吗", "13b lora -5张4090够吗", "7b lora 4090 seq 99999999 够吗"]
)
def test_sizes_that_cannot_be_are_refused_in_words(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, question)

    assert found["verdict"] is None and "不对" in found["text"]


def test_a_line_an_answer_and_a_bad_line_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.StringIO('{"id":"a","question":"13B on a 4090?"}\n{\n\n{"id":"b","question":"7b"}\n')
    )
    first, bad, last = [json.loads(line) for line in run(capsys, "--jsonl").splitlines()]

    assert (first["id"], first["verdict"], last["id"]) == ("a", "fits", "b")
    assert (bad["outcome"], bad["line"]) == ("bad_input", 2)


def test_a_table_is_predicted_row_by_row_without_what_was_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(csv.DictReader(TRUTH.read_text("utf-8").splitlines()))[:20]
    paths = [tmp_path / name for name in ("as_is.csv", "blind.csv")]
    for path, shown in zip(paths, (True, False), strict=True):
        with path.open("w", encoding="utf-8", newline="") as file:
            out = csv.DictWriter(file, rows[0])
            out.writeheader()
            out.writerows(row if shown else row | {"measured": ""} for row in rows)
    as_is, blind = (run(capsys, "--csv", str(path)) for path in paths)

    assert as_is == blind
    assert as_is.splitlines()[0] == "id,predicted,unit,low,high,verdict" and len(as_is.splitlines()) == 21


def test_without_a_question_it_says_how_to_ask(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["size"])

    assert ended.value.code == 2 and "pinka size" in capsys.readouterr().err


def test_a_line_that_is_no_question_is_told_what_a_line_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"id":"3"}\n[]\n{"id":4,"question":5}\n'))
    told = [json.loads(line) for line in run(capsys, "--jsonl").splitlines()]

    assert [one["id"] for one in told] == ["3", None, 4]
    for one, why in zip(told, ("no question", "not a JSON object", "question is not a text"), strict=True):
        assert one["reason"].startswith(why) and '"question": "13B' in one["reason"]


def test_a_table_without_its_columns_names_them_with_an_example_that_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.csv"
    path.write_text("id,kind\n1,memory\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["size", "--csv", str(path)])
    told = capsys.readouterr().err
    path.write_text(SAMPLE, encoding="utf-8")

    assert "model, params_b, method, unit" in told and SAMPLE in told
    assert run(capsys, "--csv", str(path)).splitlines()[1].startswith("1,")


def test_a_question_that_begins_with_a_minus_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert "写的是 -7" in run(capsys, "-7B 推理")
