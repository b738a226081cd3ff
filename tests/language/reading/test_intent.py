"""What people say without a command word, and that nothing is ended or cancelled on a misunderstanding."""

from __future__ import annotations

import json
import time
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.reading import Card, Intent, read_intent
from bot.language.reading.intended import DESTRUCTIVE
from bot.language.reading.vocabulary_en import WORDS as ENGLISH
from bot.language.reading.vocabulary_zh import WORDS as CHINESE

DATA = Path(__file__).parents[2] / "data"
CARDS = [Card(number, "A100", 80) for number in range(8)]
NOW = datetime.fromisoformat("2026-12-02T20:10:30+08:00")
FILES = (*(f"commands_blind{n}.jsonl" for n in ("", *(f"_{n}" for n in range(2, 16)))), "commands_more.jsonl")
NAMES = {
    "book": "book", "订": "book", "预约": "book", "free": "free", "空闲": "free", "week": "week", "本周": "week",
    "my": "my", "我的": "my", "cancel": "cancel", "取消": "cancel", "extend": "extend", "续": "extend",
    "release": "release", "放卡": "release", "释放": "release", "again": "again", "再来一次": "again", "undo": "undo",
    "撤销": "undo", "status": "status", "状态": "status", "who": "who", "谁在用": "status", "help": "help",
    "帮助": "help", "怎么用": "help", "lang": "lang", "语言": "lang",
    "share": "share", "合用": "share", "limits": "limits", "规则": "limits", "split": "split", "账单": "split",
    "why": "why", "price": "price", "digest": "digest", "welcome": "welcome", "leave": "leave", "join": "join",
    "node": "node", "机器": "node", "gpu": "gpu", "看卡": "gpu", "health": "health", "体检": "health",
    "quiet": "quiet", "免打扰": "quiet", "object": "object", "有异议": "object", "outage": "outage", "停机": "outage",
    "pay": "pay", "我付了": "pay", "settle": "settle", "budget": "budget", "预算": "budget",
    "rent": "rent", "export": "export",
}  # fmt: skip


def lines(*names: str) -> list[dict[str, Any]]:
    return [json.loads(line) for name in names for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def meant(text: str) -> Intent | None:
    return read_intent(text, NOW, CARDS, NAMES)


@pytest.mark.parametrize("case", lines(*FILES), ids=lambda case: case["text"])
def test_plain_words_are_the_command_they_mean(case: dict[str, Any]) -> None:
    now = datetime.fromisoformat(case["now"])
    intent = read_intent(case["text"], now, CARDS, NAMES)
    assert case["why"]
    if case["command"] is None:
        assert intent is None or (case.get("quiet") and not intent.sure)
        return
    assert intent is not None
    assert (intent.command, intent.target, list(intent.gpus), intent.by_minutes) == (
        case["command"], case.get("target"), case.get("gpus", []), case.get("by_minutes"),
    )  # fmt: skip
    assert intent.until == moment(case, "until", now)
    assert "day" not in case or intent.day == date.fromisoformat(case["day"])
    assert "sure" not in case or intent.sure == case["sure"]
    assert "rest" not in case or intent.rest == case["rest"]
    assert intent.whom == case.get("whom")
    check_window(case, intent, now)


def check_window(case: dict[str, Any], intent: Intent, now: datetime) -> None:
    inside, outside = moment(case, "around_has", now), moment(case, "around_not", now)
    if inside is not None:
        assert intent.around and intent.around[0] <= inside < intent.around[1]
    if outside is not None:
        assert intent.around and not intent.around[0] <= outside < intent.around[1]
    assert "at" not in case or intent.at == moment(case, "at", now)


def moment(case: dict[str, Any], key: str, now: datetime) -> datetime | None:
    return datetime.fromisoformat(case[key]).replace(tzinfo=now.tzinfo) if key in case else None


def test_a_booking_is_never_taken_for_another_command() -> None:
    files = ("booking_phrases.jsonl", "reading_more.jsonl", *(f"reading_blind_{n}.jsonl" for n in range(2, 12)))
    for case in [case for case in lines(*files) if case["outcome"] == "ok"]:
        intent = read_intent(case["text"], datetime.fromisoformat(case["now"]), CARDS, NAMES)
        assert intent is None or intent.command == "book", case["text"]


SAYS_NOT_TO = [
    "别{}",
    "不要{}",
    "先别{}",
    "不用{}",
    "不许{}",
    "还没{}",
    "没{}",
    "谁{}",
    "他{}",
    "小李{}",
    "你{}",
    "{}吗",
    "{}?",
]


@pytest.mark.parametrize("frame", SAYS_NOT_TO)
@pytest.mark.parametrize(
    "order", ["放卡", "放3号卡", "释放3号卡", "取消预约", "取消明晚那个", "取消42", "把3号卡放了", "撤销"]
)
def test_an_order_turned_round_or_said_of_others_is_no_order(frame: str, order: str) -> None:
    intent = meant(frame.format(order))
    assert intent is None or intent.command not in DESTRUCTIVE


@pytest.mark.parametrize(
    "frame", ["don't {}", "do not {}", "never {}", "did you {}", "should i {}?", "he will {}", "who will {}"]
)
@pytest.mark.parametrize("order", ["release my cards", "release gpu 3", "cancel my booking", "cancel 42", "undo"])
def test_an_english_order_turned_round_is_no_order(frame: str, order: str) -> None:
    intent = meant(frame.format(order))
    assert intent is None or intent.command not in DESTRUCTIVE


def test_only_registered_commands_are_answered() -> None:
    assert read_intent("放3号卡", NOW, CARDS, {"free": "free"}) is None
    assert read_intent("还有卡吗", NOW, CARDS, {"free": "free"}) is not None
    assert read_intent("订2张 6小时", NOW, CARDS, {"free": "free"}) is None


def test_a_bare_number_is_a_booking_and_what_is_called_a_card_is_a_card() -> None:
    released, card = meant("放卡42"), meant("放3号卡")
    assert released is not None and (released.target, released.gpus) == (42, ())
    assert card is not None and (card.target, card.gpus) == (None, (3,))


def test_an_open_hour_offers_its_other_reading() -> None:
    intent = meant("把我的卡延到10点")
    assert intent is not None and intent.until is not None
    assert [at.strftime("%d %H:%M") for at in (intent.until, *intent.or_until)] == ["02 22:00", "03 10:00"]


def test_shortening_is_an_extension_by_less() -> None:
    intent = meant("我那个提前半小时结束")
    assert intent is not None and (intent.command, intent.by_minutes) == ("extend", -30)


pieces = st.sampled_from(
    sorted(ENGLISH) + sorted(CHINESE) + ["3号卡", "42", "2h", "放", "取消", "我", "release", "?", "🙏"]
)


@given(st.lists(pieces | st.text(max_size=3), max_size=10), st.sampled_from(["", " "]))
def test_any_words_are_answered_or_left_alone(words: list[str], between: str) -> None:
    intent = meant(between.join(words))
    assert intent is None or intent.command in NAMES.values()


@pytest.mark.parametrize(
    "piece", ["我", "把", "的", "C", "放", "卡", "谁", "any ", "free ", "my ", "S", "3号卡", "42 ", "明天", "?"]
)
def test_long_sentences_are_answered_at_once(piece: str) -> None:
    started = time.process_time()
    for size in (300, 10_000):
        meant((piece * size)[:size])
        meant("我" + (piece * size)[: size - 2] + "了")
    assert time.process_time() - started < 1
