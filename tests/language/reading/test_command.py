"""Which command a message names, however it was typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.reading import CommandText, read_command

NAMES = {
    "book": "book", "订": "book", "预约": "book", "free": "free", "空闲": "free", "my": "my", "我的": "my",
    "free_week": "week", "谁在用": "who", "谁": "gpu", "help": "help", "帮助": "help",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/book 2xA100 6h", CommandText("book", "2xA100 6h", True, None)),
        ("/book", CommandText("book", "", True, None)),
        ("/BOOK 2 6h", CommandText("book", "2 6h", True, None)),
        ("  /book   2 6h  ", CommandText("book", "2 6h", True, None)),
        ("/book@Pinka_Bot 2 6h", CommandText("book", "2 6h", True, "Pinka_Bot")),
        ("/book＠Pinka_Bot 2 6h", CommandText("book", "2 6h", True, "Pinka_Bot")),
        ("／book 2 6h", CommandText("book", "2 6h", True, None)),
        ("／ｂｏｏｋ　２　６ｈ", CommandText("book", "２　６ｈ", True, None)),
        ("/订 2张", CommandText("book", "2张", True, None)),
        ("/订2张A100", CommandText("book", "2张A100", True, None)),
        ("订 2张", CommandText("book", "2张", False, None)),
        ("订2张A100 6小时", CommandText("book", "2张A100 6小时", False, None)),
        ("订：2张", CommandText("book", "2张", False, None)),
        ("空闲", CommandText("free", "", False, None)),
        ("book 2 6h", CommandText("book", "2 6h", False, None)),
        ("Free", CommandText("free", "", False, None)),
        ("/book\n2 6h", CommandText("book", "2 6h", True, None)),
        ("\u202e/book 2", CommandText("book", "2", True, None)),
        ("谁在用", CommandText("who", "", False, None)),
        ("谁在用3号卡", CommandText("who", "3号卡", False, None)),
        ("/free_week", CommandText("week", "", True, None)),
        ("/book@", CommandText("book", "", True, None)),
    ],
)
def test_a_command_is_found_with_its_arguments_as_typed(text: str, expected: CommandText) -> None:
    assert read_command(text, NAMES) == expected


@pytest.mark.parametrize(
    "text",
    ["", "/", "/ book", "booking 2", "books", "bookmark", "hello", "/unknown 2", "2张 6小时", "freely", "//book"],
)
def test_what_is_no_command_is_none(text: str) -> None:
    assert read_command(text, NAMES) is None


def test_a_bot_is_only_addressed_behind_a_slash() -> None:
    assert read_command("book @li 2", NAMES) == CommandText("book", "@li 2", False, None)


@given(st.text(max_size=60), st.sampled_from(["", "/", "／", "/book", "/book@", "订", "book "]))
def test_no_text_makes_it_raise(text: str, head: str) -> None:
    read_command(head + text, NAMES)


def test_without_names_nothing_is_a_command() -> None:
    assert read_command("/book", {}) is None
