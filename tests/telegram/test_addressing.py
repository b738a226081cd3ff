"""Whom a text is for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.addressing import Heard, heard


@pytest.mark.parametrize(
    ("typed", "text", "to_us"),
    [
        ("/book 2xA100 6h", "/book 2xA100 6h", False),
        ("/book@pinka_bot 2xA100 6h", "/book 2xA100 6h", True),
        ("/BOOK@PINKA_BOT 2x", "/BOOK 2x", True),
        ("／book 2x", "/book 2x", False),
        ("／book＠pinka_bot 2x", "/book 2x", True),
        ("/订@pinka_bot 2张", "/订 2张", True),
        ("/book@pinka_bot", "/book", True),
        ("@pinka_bot 订 2 张", "订 2 张", True),
        ("@Pinka_Bot，订 2 张", "订 2 张", True),
        ("＠pinka_bot：订 2 张", "订 2 张", True),
        ("@pinka_bot订2张", "订2张", True),
        ("@pinka_bot /book 2x", "/book 2x", True),
        ("@pinka_bot ／book 2x", "/book 2x", True),
        ("@pinka_bot", "/help", True),
        ("@wang 你的卡还用吗", "@wang 你的卡还用吗", False),
        ("@pinka_bot2 hello", "@pinka_bot2 hello", False),
        ("谁用 @pinka_bot", "谁用 @pinka_bot", False),
        ("  订 2 张  ", "订 2 张", False),
        ("//", "//", False),
        ("/", "/", False),
    ],
)
def test_the_bots_own_name_is_taken_out_and_other_words_stay(typed: str, text: str, to_us: bool) -> None:
    assert heard(typed, "pinka_bot") == Heard(text, to_us)


@pytest.mark.parametrize(
    "typed", ["/book@other_bot 2x", "／book＠other_bot", "/book@pinka_bot2", "@pinka_bot /book@other_bot"]
)
def test_a_command_for_another_bot_is_not_heard(typed: str) -> None:
    assert heard(typed, "pinka_bot") is None


@given(st.text(max_size=60))
def test_no_text_is_too_strange_to_be_heard(typed: str) -> None:
    result = heard(typed, "pinka_bot")
    assert result is None or isinstance(result.text, str)


@given(st.text(alphabet="abc 订卡2x@＠/／，\n", max_size=30))
def test_hearing_twice_changes_nothing_more(typed: str) -> None:
    once = heard(typed, "pinka_bot")
    assert once is None or heard(once.text, "pinka_bot") == Heard(once.text, False)
