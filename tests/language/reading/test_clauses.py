"""A sentence of several clauses asks for one thing: reasons say nothing, what disagrees is not guessed."""

from __future__ import annotations

from datetime import datetime

import pytest

from bot.language.reading import Card, Intent, read_intent
from bot.language.reading.intended import DESTRUCTIVE
from tests.language.reading.test_intent import NAMES

CARDS = [Card(number, "A100", 80) for number in range(8)]
NOW = datetime.fromisoformat("2026-12-02T20:10:30+08:00")


def meant(text: str) -> Intent | None:
    return read_intent(text, NOW, CARDS, NAMES)


@pytest.mark.parametrize(
    ("text", "command", "gpus"),
    [
        ("我先撤了 卡还你们", "release", ()),
        ("2号卡跑完了，先还2号", "release", (2,)),
        ("2号不用了，5号也不用了", "release", (2, 5)),
        ("活干完了，放卡", "release", ()),
        ("done early, releasing my cards", "release", ()),
        ("刚才那个订错了，撤回", "undo", ()),
        ("训练还没跑完，再给3小时", "extend", ()),
        ("放掉5号，其他留着", "release", (5,)),
        ("显存爆了 卡放了", "release", ()),
        ("组会要开始了，续1h", "extend", ()),
    ],
)
def test_reasons_and_repetitions_leave_what_is_asked(text: str, command: str, gpus: tuple[int, ...]) -> None:
    intent = meant(text)
    assert intent is not None
    assert (intent.command, intent.gpus) == (command, gpus)


@pytest.mark.parametrize(
    "text",
    [
        "训练还没跑完，放卡",
        "不确定，放卡",
        "放3号卡，等等",
        "老板让停，你放卡",
        "放3号卡，算了别放",
        "小李跑完了，他说放卡",
        "放3号卡，再给我2小时",
        "老师说了，卡还给别人",
        "跑完了，要放卡吗",
        "取消明天的，续今晚的2小时",
    ],
)
def test_clauses_that_disagree_or_speak_of_others_end_nothing(text: str) -> None:
    intent = meant(text)
    assert intent is None or intent.command not in DESTRUCTIVE


@pytest.mark.parametrize("word", ["别", "不", "没", "先别", "谁", "他", "小李", "不要", "不用", "为什么", "什么时候"])
@pytest.mark.parametrize("order", ["可以放我的卡了", "手上的卡都放了", "周三的取消", "我的两张都还了", "撤销上一步"])
def test_one_word_that_turns_an_order_round_makes_it_no_order(word: str, order: str) -> None:
    intent = meant(word + order)
    assert intent is None or intent.command not in DESTRUCTIVE
    assert meant(order) is not None


def test_no_words_in_any_order_are_sure_in_a_groups_talk() -> None:
    for text in ("可以放我的卡了", "手上的卡都放了", "周三的取消", "could you extend mine by 2 hours?"):
        intent = meant(text)
        assert intent is not None
        assert not intent.sure


@pytest.mark.parametrize(
    "talk", ["再给我2小时", "我再跑2小时", "我还要两小时", "3号卡给大家用", "卡还你们", "我先撤了"]
)
def test_what_could_be_said_of_anything_is_not_sure_in_a_groups_talk(talk: str) -> None:
    intent = meant(talk)
    assert intent is None or not intent.sure


@pytest.mark.parametrize("said", ["我先撤了 卡还你们", "我的卡还给大家", "我续2小时", "i'm off, release my cards"])
def test_what_is_clearly_about_ones_own_cards_is_sure(said: str) -> None:
    intent = meant(said)
    assert intent is not None
    assert intent.sure
