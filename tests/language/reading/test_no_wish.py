"""What counts cards and is no wish for any is refused; what only looks like it is read as a wish."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.language.reading import Card, read_booking
from bot.language.reading.no_wish import why_no_wish

CARDS = [Card(number, "A100", 80) for number in range(8)]
NOW = datetime.fromisoformat("2026-12-02T20:10:30+08:00")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("李想你那两张还用吗", "question"),
        ("5号卡是不是坏了啊", "question"),
        ("张伟你3号卡还跑不跑", "question"),
        ("小李的两张卡还在跑吗", "question"),
        ("昨天2张卡跑了6小时", "other_command"),
        ("小李用了两张卡跑3小时", "other_command"),
        ("bob used 2 gpus for 3 hours", "other_command"),
        ("订了两张高铁票 明天下午3点", "other_command"),
        ("book a flight for 2", "other_command"),
        ("办2张校园卡", "other_command"),
        ("3号卡昨晚掉了", None),
        ("3号卡掉了", "other_command"),
        ("gpu 5 is broken", "other_command"),
        ("续2小时", "other_command"),
        ("小王说他要两张卡跑3小时", "other_command"),
    ],
)
def test_a_question_a_report_or_another_thing_is_no_wish(text: str, reason: str | None) -> None:
    assert why_no_wish(text) == reason
    if reason is not None:
        assert read_booking(text, NOW, CARDS).reason == reason


@pytest.mark.parametrize(
    ("text", "count", "minutes"),
    [
        ("给我2张卡 3小时行吗", 2, 180),
        ("能不能借2张 3小时", 2, 180),
        ("可以用两张卡跑6小时吗", 2, 360),
        ("2张图片分类 3小时", 2, 180),
        ("2张卡 连续3小时", 2, 180),
        ("2号卡挂个jupyter 3小时", 1, 180),
        ("可不可以给我1张 1小时", 1, 60),
        ("两张卡 6小时 跑校园卡识别", 2, 360),
    ],
)
def test_a_polite_wish_and_a_purpose_are_read_all_the_same(text: str, count: int, minutes: int) -> None:
    reading = read_booking(text, NOW, CARDS)
    assert (reading.outcome, reading.count, reading.minutes) == ("ok", count, minutes)
