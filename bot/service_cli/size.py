"""`pinka size`: a sizing question from the command line; `--jsonl` and `--csv` for programs."""

import csv
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer

from bot.commands.sizing_names import refuse_nothing, told, vocabulary
from bot.errors import Refusal
from bot.language.reading import Unreadable, read_pool, which_language
from bot.language.reading.sizing import Question, read_question
from bot.language.texts import TEXTS
from bot.language.texts.shape import Context, Facts
from bot.service_cli.saying import stop_with
from bot.service_cli.sizing_csv import SAMPLE, predict_csv
from bot.sizing.services.answer import Ours, answers
from bot.sizing.services.lookup import card_of_kind

UNDERSTOOD = (
    *("asked", "model", "params_b", "method", "precision", "gpus", "gpu_model", "batch", "seq"),
    *("tokens", "samples", "epochs", "deadline", "budget_cny"),
)
LINE = '{"id": "1", "question": "13B LoRA on one 4090?"}'
EXAMPLE = "pinka size '13B LoRA 一张4090够吗'"


def size(
    question: Annotated[str | None, typer.Argument(help="要问的话 · the question")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help='每行读 {"id","question"} · read one object a line')] = False,
    table: Annotated[Path | None, typer.Option("--csv", help="逐行估算一个表 · predict each row of a file")] = None,
    pool: Annotated[str, typer.Option(help="卡池 · the pool's cards")] = "8xA100-80G",
) -> None:
    """Does it fit, how many cards, how long, how much: answered without any chat."""
    ours = _ours(pool)
    if table is not None:
        _table(table)
    elif jsonl:
        _lines(sys.stdin, ours)
    elif question is None:
        stop_with(f"要给一句话，例：{EXAMPLE}", f"Give a question, e.g. {EXAMPLE}")
    else:
        found = answered(question, ours)
        print(json.dumps(found, ensure_ascii=False) if as_json else found["text"])


def _ours(pool: str) -> Ours:
    try:
        groups = read_pool(pool)
    except Unreadable as error:
        stop_with(f"卡池没看懂：{pool}（{error.code}）", f"Cannot read the pool {pool!r} ({error.code}).")
    return Ours(tuple((card_of_kind(group.kind, group.memory_gb), group.count) for group in groups))


def answered(text: str, ours: Ours) -> dict[str, Any]:
    """`understood` is the first question; `estimate` its facts; `also` the further questions of the text."""
    questions = read_question(text, vocabulary())
    said = [told(one, text) for one in questions if one.asked is not None]
    language = which_language(text, ()) or "zh"
    try:
        if not said:
            refuse_nothing(text)
        found = answers(said, ours)
        code, data = (
            ("sized", {"answers": found, "machine": None}) if said else ("not_sizing", {"empty": not text.strip()})
        )
    except Refusal as refusal:
        found, code, data = [], refusal.code, refusal.facts
    first = found[0] if found else {}
    return {
        "understood": understood(questions[0]),
        "estimate": first,
        "verdict": first.get("verdict"),
        "text": "\n".join(_worded(code, data, language)),
        **({"card": questions[0].card} if questions[0].card else {}),
        **(
            {"also": [{"understood": understood(one), "verdict": two["verdict"]} for one, two in also]}
            if (also := list(zip(questions[1:], found[1:], strict=False)))
            else {}
        ),
    }


def understood(question: Question) -> dict[str, Any]:
    """What the text says: the first fields always, null where it says nothing; the others only where it does."""
    said = question.said()
    always = {name: getattr(question, name) for name in UNDERSTOOD}
    return {**always, **{name: value for name, value in said.items() if name != "card"}}


def _worded(code: str, data: dict[str, Any], language: str) -> list[str]:
    context = Context(language, ZoneInfo("Asia/Shanghai"), 0)
    return [str(line) for line in TEXTS[language][code](Facts(data), context)]


def _lines(lines: Iterable[str], ours: Ours) -> None:
    for number, line in enumerate(lines, 1):
        if line.strip():
            print(json.dumps(_line(line, number, ours), ensure_ascii=False), flush=True)


def _line(line: str, number: int, ours: Ours) -> dict[str, Any]:
    bad = {"id": None, "outcome": "bad_input", "line": number}
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {**bad, "reason": f"not JSON ({error}); a line is {LINE}"}
    if not isinstance(fields, dict):
        return {**bad, "reason": f"not a JSON object; a line is {LINE}"}
    question = fields.get("question")
    if not isinstance(question, str):
        what = "no question" if question is None else "question is not a text"
        return {**bad, "id": fields.get("id"), "reason": f"{what}; a line is {LINE}"}
    return {"id": fields.get("id"), **answered(question, ours)}


def _table(path: Path) -> None:
    """Predictions as CSV."""
    try:
        predict_csv(path, sys.stdout)
    except OSError as error:
        stop_with(f"读不了 {path}：{error.strerror}", f"Cannot read {path}: {error.strerror}.")
    except Refusal as refusal:
        lacks = ", ".join(refusal.facts["missing"])
        stop_with(
            f"{path} 缺这些列：{lacks}\n例：\n{SAMPLE}",
            f"{path} lacks the columns {lacks}; the two lines above are an example.",
        )
    except (UnicodeDecodeError, csv.Error) as error:
        stop_with(f"这不是测量表：{path}（{error}）", f"{path} is no table of runs ({error}).")
