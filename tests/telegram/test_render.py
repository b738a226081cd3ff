"""How lines and buttons look to Telegram. Its own parser (the fake's) is the judge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.message import Button
from bot.language.texts.shape import Code, Pre
from bot.telegram.render import CAPTION_UNITS, Piece, keyboard, pieces, units
from tests.fakes.telegram.entities import utf16_length
from tests.fakes.telegram.markup import parse_html

LETTERS = st.sampled_from([*"ab <>&\"'订卡，", "👋", "👨‍👩‍👧", "\u202e", "&amp;", "<b>", "</pre>"])
LINES = st.lists(
    st.builds(
        lambda kind, parts: kind("".join(parts)),
        st.sampled_from([str, Code, Pre]),
        st.lists(LETTERS, max_size=40),
    ),
    min_size=1,
    max_size=12,
)


def shown(piece: Piece) -> str:
    return parse_html(piece.html)[0]


def marks(piece: Piece) -> list[tuple[str, str]]:
    text, entities = parse_html(piece.html)
    coded = text.encode("utf-16-le")
    return [
        (mark["type"], coded[2 * mark["offset"] : 2 * (mark["offset"] + mark["length"])].decode("utf-16-le"))
        for mark in entities
    ]


def test_a_short_message_is_one_piece() -> None:
    assert pieces(["2、3 号卡归你了", "用到 02:10"]) == [
        Piece("2、3 号卡归你了\n用到 02:10", "2、3 号卡归你了\n用到 02:10")
    ]


def test_names_cannot_become_markup() -> None:
    (piece,) = pieces(["<b>&amp;</b> 的卡 & <pre>"])
    assert shown(piece) == "<b>&amp;</b> 的卡 & <pre>" and marks(piece) == []


def test_a_line_to_copy_is_monospace_as_a_whole() -> None:
    (piece,) = pieces(["在机器上：", Code("export A=1 && B=<2>")])
    assert marks(piece) == [("code", "export A=1 && B=<2>")]


def test_a_block_is_preformatted_as_a_whole() -> None:
    (piece,) = pieces(["本周", Pre("一  二\n3   <4>"), Pre("另一块")])
    assert marks(piece) == [("pre", "一  二\n3   <4>"), ("pre", "另一块")]


def test_a_long_message_is_split_between_lines_in_order() -> None:
    lines = [f"第 {number} 行 {'字' * 50}" for number in range(200)]
    parts = pieces(lines)
    assert len(parts) == 3
    assert "\n".join(shown(part) for part in parts).split("\n") == lines


def test_a_block_is_closed_and_opened_again_across_pieces() -> None:
    rows = [f"{number:04d} {'x' * 60}" for number in range(150)]
    parts = pieces([Pre("\n".join(rows))])
    assert len(parts) == 3
    assert [kind for part in parts for kind, _ in marks(part)] == ["pre"] * 3
    assert "\n".join(text for part in parts for _, text in marks(part)).split("\n") == rows


def test_a_single_line_that_is_too_long_is_split_too() -> None:
    parts = pieces(["x" * 10_000])
    assert [units(part.plain) for part in parts] == [4096, 4096, 1808]


def test_a_long_line_is_split_at_a_space_where_one_is_near() -> None:
    first, second = pieces(["word " * 1000])
    assert first.plain.endswith(" ") and second.plain.startswith("word")


def test_a_long_line_to_copy_stays_monospace() -> None:
    parts = pieces([Code("y" * 5000)])
    assert [kind for part in parts for kind, _ in marks(part)] == ["code", "code"]


def test_emoji_count_twice_and_are_never_halved() -> None:
    first, second = pieces(["a" + "👋" * 2100])
    assert utf16_length(first.plain) == 4095
    assert (first.plain + second.plain).count("👋") == 2100


def test_a_caption_has_its_own_limit() -> None:
    assert [units(part.plain) for part in pieces(["z" * 1500], CAPTION_UNITS)] == [1024, 476]


def test_more_marks_than_telegram_counts_go_into_further_pieces() -> None:
    parts = pieces([Code(str(number)) for number in range(150)])
    assert [len(marks(part)) for part in parts] == [100, 50]


@pytest.mark.parametrize("lines", [[], [""], ["  ", "\n"], [Pre("")], [Code(" ")]])
def test_an_empty_message_is_refused_before_it_is_sent(lines: list[str]) -> None:
    with pytest.raises(ValueError, match="empty"):
        pieces(lines)


@given(LINES, st.integers(20, 200))
def test_every_message_is_readable_short_enough_and_complete(lines: list[str], limit: int) -> None:
    try:
        parts = pieces(lines, limit)
    except ValueError:
        assert not "".join(lines).strip()
        return
    for part in parts:
        assert shown(part) == part.plain
        assert utf16_length(part.plain) <= limit
    assert "".join(part.plain for part in parts).replace("\n", "").strip() == "".join(lines).replace("\n", "").strip()


def test_half_characters_do_not_stop_a_message() -> None:
    (piece,) = pieces(["半\ud83d个\0"])
    assert piece.plain == "半?个"


def test_buttons_press_or_copy() -> None:
    markup = keyboard(((Button("同意", "1.0.abc"), Button("复制", copy="export A=1")),))
    assert markup is not None
    assert markup.to_dict()["inline_keyboard"] == [
        [{"text": "同意", "callback_data": "1.0.abc"}, {"text": "复制", "copy_text": {"text": "export A=1"}}]
    ]


def test_a_link_opens_the_private_chat_and_needs_the_bots_name() -> None:
    rows = ((Button("私聊我", link=True),), (Button("好", "1"),))
    markup = keyboard(rows, "pinka_bot")
    assert markup is not None
    assert markup.to_dict()["inline_keyboard"][0] == [{"text": "私聊我", "url": "https://t.me/pinka_bot?start=1"}]
    assert keyboard(rows) == keyboard(rows[1:])


@pytest.mark.parametrize("token", ["x" * 65, "订" * 22, "", None])
def test_a_button_that_telegram_would_refuse_is_refused_when_built(token: str | None) -> None:
    with pytest.raises(ValueError, match="bytes of callback data"):
        keyboard(((Button("好", token),),))


def test_a_token_of_exactly_64_bytes_is_taken() -> None:
    assert keyboard(((Button("好", "订" * 21 + "x"),),))


def test_a_text_too_long_for_a_copy_button_gets_none() -> None:
    assert keyboard(((Button("复制", copy="x" * 257),), (Button("好", "1"),))) == keyboard(((Button("好", "1"),),))


def test_no_buttons_is_no_keyboard() -> None:
    assert keyboard(()) is None
