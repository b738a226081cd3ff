"""How an owner declares a machine's cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.reading import DeclaredCards, Unreadable, read_pool

A100 = DeclaredCards(4, "A100", 80)
RTX = DeclaredCards(4, "4090", 24)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4xA100-80G 4x4090-24G", (A100, RTX)),
        ("4xA100-80G, 4x4090-24G", (A100, RTX)),
        ("4xA100-80G、4x4090-24G", (A100, RTX)),
        ("4xA100-80G+4x4090-24GB", (A100, RTX)),
        ("4×A100 80G 4×4090 24G", (A100, RTX)),
        ("4*A100-80G", (A100,)),
        ("４ｘＡ１００－８０Ｇ", (A100,)),
        ("4卡A100 80G", (A100,)),
        ("4张A100 80G", (A100,)),
        ("四张A100 80G", (A100,)),
        ("4块 4090", (RTX,)),
        ("4 x 4090", (RTX,)),
        ("4 4090", (RTX,)),
        ("four RTX 4090", (RTX,)),
        ("4x RTX4090-24G", (RTX,)),
        ("A100x4 80G", (A100,)),
        ("4 cards A100 80 GB", (A100,)),
        ("8xH100", (DeclaredCards(8, "H100", 80),)),
        ("2xL40S", (DeclaredCards(2, "L40S", 48),)),
        ("1xMI300X-192G", (DeclaredCards(1, "MI300X", 192),)),
        ("64xT4", (DeclaredCards(64, "T4", 16),)),
        ("add node2: 4x4090-24G", (DeclaredCards(4, "4090", 24, "node2"),)),
        ("node2：4x4090-24G", (DeclaredCards(4, "4090", 24, "node2"),)),
        ("加 机房二: 4x4090", (DeclaredCards(4, "4090", 24, "机房二"),)),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, expected: tuple[DeclaredCards, ...]) -> None:
    assert read_pool(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("node2:", "empty"),
        ("hello", "not_cards"),
        ("0xA100-80G", "bad_count"),
        ("-2xA100-80G", "bad_count"),
        ("2.5xA100-80G", "bad_count"),
        ("65xA100-80G", "too_many"),
        ("40x4090 40x3090", "too_many"),
        ("999999999xA100-80G", "too_many"),
        ("4xA100", "memory_missing"),
        ("4xV100", "memory_missing"),
        ("4xZ999", "memory_missing"),
        ("4xA100-0G", "bad_memory"),
        ("4xA100-2000G", "bad_memory"),
        ("4xA100-80G nonsense", "not_cards"),
        ("<b>: 4x4090", "bad_name"),
        ("x" * 501, "too_long"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read_pool(text)
    assert raised.value.code == code


@given(st.text(alphabet="0123456789xA gG-张卡:node,.×\n\u202e零十", max_size=520))
def test_any_text_is_read_or_unreadable(text: str) -> None:
    try:
        cards = read_pool(text)
    except Unreadable as error:
        assert error.code
    else:
        assert 1 <= sum(group.count for group in cards) <= 64
        assert all(1 <= group.memory_gb <= 1024 and group.kind.isalnum() for group in cards)
