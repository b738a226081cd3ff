"""The subcommands that need no chat: what they say of bad input, in both languages, and that looking makes nothing."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.service_cli.app import COMMANDS, IN_CHINESE, application
from bot.service_cli.chat import _own_file
from bot.service_cli.parse_words import OTHERS
from storage.database import open_database

NOW = "2026-12-02T20:10:00+08:00"


def pinka(*words: str, lines: str = "") -> str:
    return CliRunner().invoke(application(words[0]), list(words), input=lines).output


@pytest.mark.parametrize(
    ("line", "reason", "sentence"),
    [
        ("nonsense", "not_json", "不是 JSON"),
        ("[1]", "not_an_object", "an object"),
        ('{"text":"2张"}', "missing", "缺少 now · now is missing"),
        (json.dumps({"text": 3, "now": NOW}), "not_a_text", "text 要是文本"),
        ('{"text":"2张","now":"noon"}', "not_a_time", "noon"),
        ('{"text":"2张","now":"2026-12-02T20:10:00"}', "no_zone", "+08:00"),
    ],
)
def test_a_line_that_cannot_be_read_has_its_code_and_a_sentence(line: str, reason: str, sentence: str) -> None:
    said = json.loads(pinka("parse", "--jsonl", lines=line + "\n"))
    assert (said["outcome"], said["line"], said["reason"]) == ("bad_input", 1, reason)
    assert sentence in said["text"]


def test_what_is_refused_or_asked_is_a_sentence_beside_its_code() -> None:
    texts = ("2张 -3h", "2张", "2xH100 6h", "2张 6小时")
    lines = "".join(json.dumps({"text": text, "now": NOW}) + "\n" for text in texts)
    refused, asked, unknown, fine = (json.loads(line) for line in pinka("parse", "--jsonl", lines=lines).splitlines())
    assert refused["reason"] == "bad_duration" and "-3" in refused["text"] and "negative" in refused["text"]
    assert (asked["reason"], asked["text"]) == ("no_duration", "订多久？ · for how long?")
    assert unknown["text"] == " · ".join(OTHERS["no_such_kind"])
    assert fine["outcome"] == "ok" and "text" not in fine


def test_every_subcommand_says_in_both_languages_what_it_does() -> None:
    assert set(IN_CHINESE) == set(COMMANDS)
    said = pinka("settle", "--help")
    assert IN_CHINESE["settle"] in said and "fewest transfers" in said


def test_the_doctor_makes_no_database_and_brings_none_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "还没有" in pinka("doctor") and list(tmp_path.iterdir()) == []
    (tmp_path / "old.db").touch()
    assert "版本不同" in pinka("doctor", "--db", "sqlite:///old.db")
    with pytest.raises(Exception, match="is at None"):
        open_database("sqlite:///old.db", migrate=False)


def test_a_trial_in_the_terminal_stays_out_of_the_file_that_setup_gave_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PINKA_DB", raising=False)
    (tmp_path / "pinka.toml").write_text('db = "sqlite:///pinka.db"\n')

    assert _own_file(None) == "sqlite:///pinka-chat.db"
    assert _own_file("sqlite:///mine.db") == "sqlite:///mine.db"
    monkeypatch.setenv("PINKA_DB", "sqlite:///named.db")
    assert _own_file(None) == "sqlite:///named.db"
