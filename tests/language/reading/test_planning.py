"""What is said of a month to come: how many cards at once, for how long, and what cannot be read."""

from datetime import date

import pytest

from bot.language.reading.planning import NeedText, read_need

TODAY = date(2026, 12, 2)


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("2卡 120小时", NeedText(None, 2, 120)),
        ("２卡　１２０小时", NeedText(None, 2, 120)),
        ("两张卡 120 小时", NeedText(None, 2, 120)),
        ("2 cards 40h a week", NeedText(None, 2, 40, "week")),
        ("1卡 每天8小时", NeedText(None, 1, 8, "day")),
        ("4张 3天", NeedText(None, 4, 72)),
        ("240卡时", NeedText(None, 1, 240)),
        ("A100 2卡 5小时", NeedText(None, 2, 5, kind="A100")),
        ("不用", NeedText(None, 0)),
        ("0", NeedText(None, 0)),
        ("next month 2 gpus 10h", NeedText(None, 2, 10)),
        ("1月 2卡 744小时", NeedText("2027-01", 2, 744)),
    ],
)
def test_a_need_is_cards_at_once_for_hours(text: str, need: NeedText) -> None:
    assert read_need(text, ["A100"], TODAY) == need


@pytest.mark.parametrize(
    "text",
    ["1 1 1", "2卡", "120小时", "1卡 0小时", "1卡 10000小时", "1卡 1000000000小时", "2卡 -5小时", "2卡 1.5小时",
     "999卡 3小时", "2卡 3小时 左右", "11月 2卡 9999小时", "=1+1", "😀"],
)  # fmt: skip
def test_what_is_no_need_is_left_unread(text: str) -> None:
    assert read_need(text, ["A100"], TODAY).unread
