"""`pinka chat` as a process: whatever comes in or goes away, it answers what can be answered and ends quietly."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.faults.commands import bridge, run
from tests.faults.services import Nursery

HELP = b'{"id":"1","chat":"lab","from":"li","text":"/help"}'


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A named pipe."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def codes(raw: bytes, nursery: Nursery, folder: Path, url: str) -> list[str]:
    """The codes of what comes out for these bytes."""
    one = bridge(nursery, folder, url, raw)
    assert one.wait() == 0, one.told
    assert "Traceback" not in one.told
    return [str(line["code"]) for line in one.lines if "code" in line]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", []),
        (b"\n\r\n   \n", []),
        (HELP, ["help"]),
        (b"\xef\xbb\xbf" + HELP + b"\r\n" + HELP.replace(b'"1"', b'"2"') + b"\r\n", ["help", "help"]),
        (b"\xff\xfe{\n" + HELP, ["bad_input", "help"]),
        (b"\x00\x00\n" + HELP, ["bad_input", "help"]),
        (b"[" * 50_000 + b"\n" + HELP, ["bad_input", "help"]),
        (b'{"text":"' + b"x" * 100_000 + b'","from":"li"}\n' + HELP, ["bad_input", "help"]),
    ],
    ids=["nothing", "empty lines", "no newline", "byte order mark and CRLF", "not UTF-8", "NUL", "deep", "100 kB"],
)
def test_what_comes_in_is_answered_and_the_end_of_the_input_is_the_end(
    nursery: Nursery, sqlite_url: str, tmp_path: Path, raw: bytes, expected: list[str]
) -> None:
    assert codes(raw, nursery, tmp_path, sqlite_url) == expected


@pytest.mark.postgres
def test_characters_that_the_database_cannot_hold_are_bad_input_or_stored_escaped(
    nursery: Nursery, postgres_url: str, tmp_path: Path
) -> None:
    lines = [
        {"id": "1", "chat": "lab", "from": "li\0", "text": "/help"},
        {"id": "2", "chat": "la\0b", "from": "li", "text": "/help"},
        {"id": "3\0", "chat": "lab", "from": "li", "text": "/help"},
        {"id": "4", "chat": "lab", "from": "li", "text": "/book 1 1h train\0ing"},
        {"id": "5", "chat": "lab", "from": "li", "text": "/book \0"},
        {"id": "6", "chat": "lab", "from": "li", "press": "1.0.\0"},
        {"id": "é" * 128, "chat": "拼" * 128, "from": "卡" * 128, "name": "\u202e" + "n" * 5000, "text": "/help"},
        {"id": "x" * 129, "chat": "lab", "from": "li", "text": "/help"},
        {"id": "7", "chat": "lab", "from": "li", "name": "\0", "text": "/help"},
    ]
    raw = "".join(json.dumps(line) + "\n" for line in lines).encode()
    got = codes(raw, nursery, tmp_path, postgres_url)
    refused = ["bad_input"]
    assert got == refused * 3 + ["booked", "pick", "stale_button", "help"] + refused * 2


def test_when_nobody_reads_any_more_it_ends_without_a_word(
    nursery: Nursery, sqlite_url: str, tmp_path: Path, pipe: Path
) -> None:
    lines = [{"id": str(number), "chat": "lab", "from": "li", "text": "/my"} for number in range(2000)]
    raw = "".join(json.dumps(line) + "\n" for line in lines).encode()
    words = ["chat", "--jsonl", "--db", sqlite_url, "--pool", "8xA100-80G"]
    one = run(nursery, tmp_path, words, raw, stdout=pipe)
    with pipe.open() as reader:
        assert "reply_to" in reader.readline()
    assert one.wait() == 1
    assert one.told == ""


@pytest.mark.parametrize("words", [["chat"], ["chat", "--jsonl"]], ids=["typed", "jsonl"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_while_it_waits_for_a_line(
    nursery: Nursery, sqlite_url: str, tmp_path: Path, pipe: Path, words: list[str], number: signal.Signals
) -> None:
    one = run(nursery, tmp_path, [*words, "--db", sqlite_url], pipe, {"PINKA_LOG_LEVEL": "INFO"})
    with pipe.open("wb", buffering=0) as writer:
        writer.write(HELP + b"\n" if "--jsonl" in words else b"/help\n")
        one.until("/help" if "--jsonl" not in words else '{"done": "1"}')
        one.kill(number)
        assert one.wait(5) != 0
    assert "Traceback" not in one.told


def test_a_folder_that_cannot_be_made_and_a_language_nobody_speaks_are_said(
    nursery: Nursery, sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for words, said in (
        (["--files", "file/x"], "cannot be made"),
        (["--lang", "fr"], "--lang is zh or en"),
        (["--pool", "eight cards"], "Cannot read the pool"),
        (["--db", "mysql://x"], "Not a database address"),
        (["--db", "nonsense"], "Not a database address"),
    ):
        one = run(nursery, tmp_path, ["chat", "--jsonl", "--db", sqlite_url, *words])
        assert one.wait() in (1, 2, 78)
        assert said in one.told and "Traceback" not in one.told
