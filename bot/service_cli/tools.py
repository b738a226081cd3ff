"""`pinka parse`: how a text is understood."""

import json
import sys
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

import typer

from bot.language.reading import Card, Reading, Unreadable, as_json, read_booking, read_command, read_pool
from bot.service_cli import parse_words
from bot.service_cli.saying import stop_with

BOOK = {"book": "book", "订": "book", "预约": "book", "订卡": "book"}


def parse(
    text: Annotated[str | None, typer.Argument(help="要读的话 · the text")] = None,
    now: Annotated[str | None, typer.Option(help="现在，ISO 8601 带时区 · now, with its zone")] = None,
    pool: Annotated[str, typer.Option(help="卡池 · the pool's cards")] = "8xA100-80G",
    as_json_: Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")] = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help='每行读 {"text","now"} · read one object a line')] = False,
) -> None:
    """How a text is understood, without booking anything."""
    cards = _cards(pool)
    if jsonl:
        _lines(sys.stdin, cards)
        return
    if text is None or now is None:
        stop_with(
            "要给一句话和 --now，例：pinka parse '2张 6小时' --now 2026-12-02T20:10:00+08:00",
            "Give a text and --now, e.g. pinka parse '2xA100 6h' --now 2026-12-02T20:10:00+08:00",
        )
    reading = _read(text, now, cards)
    print(json.dumps(_json(reading), ensure_ascii=False) if as_json_ else _plain(reading))


def _cards(pool: str) -> list[Card]:
    try:
        groups = read_pool(pool)
    except Unreadable as error:
        stop_with(f"卡池没看懂：{pool}（{error.code}）", f"Cannot read the pool {pool!r} ({error.code}).")
    kinds = [(group.kind, group.memory_gb) for group in groups for _ in range(group.count)]
    return [Card(number, kind, memory) for number, (kind, memory) in enumerate(kinds)]


def _read(text: str, now: str, cards: list[Card]) -> Reading:
    try:
        when = datetime.fromisoformat(now)
    except ValueError:
        stop_with(f"--now 不是 ISO 8601 时间：{now}", f"--now is not an ISO 8601 time: {now}")
    if when.tzinfo is None:
        stop_with("--now 要带时区，例：…+08:00", "--now needs its zone, e.g. …+08:00")
    return read(text, when, cards)


def read(text: str, when: datetime, cards: list[Card]) -> Reading:
    """A text with or without its command word."""
    found = read_command(text, BOOK)
    return read_booking(found.args if found else text, when, cards)


def _lines(lines: Iterable[str], cards: list[Card]) -> None:
    for number, line in enumerate(lines, 1):
        if line.strip():
            print(json.dumps(_line(line, number, cards), ensure_ascii=False), flush=True)


class _BadLine(Exception):
    """A line of `--jsonl` that says no text or no time: by its `reason` and what stands there."""

    def __init__(self, reason: str, value: object = "") -> None:
        super().__init__(reason)
        self.reason, self.value = reason, str(value)[:80]


def _line(line: str, number: int, cards: list[Card]) -> dict[str, Any]:
    try:
        return _json(read(*_fields(line), cards))
    except _BadLine as bad:
        text = parse_words.of_line(bad.reason, bad.value)
        return {"outcome": "bad_input", "line": number, "reason": bad.reason, "text": text}


def _fields(line: str) -> tuple[str, datetime]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise _BadLine("not_json") from None
    if not isinstance(fields, dict):
        raise _BadLine("not_an_object")
    for name in ("text", "now"):
        if name not in fields:
            raise _BadLine("missing", name)
    text, now = fields["text"], fields["now"]
    if not isinstance(text, str):
        raise _BadLine("not_a_text")
    try:
        when = datetime.fromisoformat(now)
    except (ValueError, TypeError):
        raise _BadLine("not_a_time", now) from None
    if when.tzinfo is None:
        raise _BadLine("no_zone")
    return text, when


def _json(reading: Reading) -> dict[str, object]:
    """The reading; a reason stands beside its code as a sentence too."""
    said = parse_words.of_reading(reading)
    return as_json(reading) if said is None else {**as_json(reading), "text": said}


def _plain(reading: Reading) -> str:
    return "\n".join(f"{name}: {value}" for name, value in _json(reading).items() if value not in (None, []))
