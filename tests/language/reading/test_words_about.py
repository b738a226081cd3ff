"""The language of a text, and the number of a booking in it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.language.reading import read_target, which_language

KINDS = ("A100", "4090")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("订 2张", "zh"),
        ("2xA100 6h 明晚8点", "zh"),
        ("/book 2xA100 6h", None),
        ("/book@Pinka_Bot 2xA100-80G 6h", None),
        ("2xA100 6h", None),
        ("2x4090 20:00-22:00", None),
        ("8pm 90m gpu0-3", None),
        ("2 cards 6 hours", None),
        ("2 cards tomorrow 9pm", "en"),
        ("/book two cards", "en"),
        ("who has card 3", "en"),
        ("", None),
        ("🙏", None),
        ("42", None),
        ("/free", None),
    ],
)
def test_the_language_of_a_text(text: str, language: str | None) -> None:
    assert which_language(text, KINDS) == language


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("42", 42), ("#42", 42), ("# 42", 42), ("42号预约", 42), ("预约42", 42), ("42号", 42), ("booking 42", 42),
        ("４２", 42), (" 42 ", 42), ("42.", 42), ("", None), ("0", None), ("-1", None), ("42 43", None), ("4.2", None),
        ("明晚那个", None),
        ("42h", None), ("1" * 10, None), ("9" * 10_000, None),
    ],
)  # fmt: skip
def test_the_booking_meant(text: str, number: int | None) -> None:
    assert read_target(text) == number


def test_importing_the_reader_is_cheap_and_takes_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import bot.language.reading, bot.language.writing;"
        "print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["bot"]
