from dataclasses import replace

import pytest

from bot.booking.rules.shapes import Need
from bot.booking.rules.wishes import check_cards
from bot.errors import Refusal
from tests.booking.rules.calendars import pool

MIXED = pool([4]) + [
    replace(card, gpu_id=card.gpu_id + 4, number=card.number + 4, node_id=2)
    for card in pool([2], kind="4090", memory_gb=24)
]


def refusal(cards, need):
    with pytest.raises(Refusal) as refused:
        check_cards(cards, need)
    return refused.value.code, refused.value.facts


@pytest.mark.parametrize(
    "need",
    [
        Need(4),
        Need(2, kind="4090"),
        Need(4, kind="a100", memory_gb=80),
        Need(1, memory_gb=24),
        Need(0, numbers=(1, 3)),
        Need(3, exclude=(0, 99)),
    ],
)
def test_what_some_node_has_is_accepted(need):
    assert check_cards(MIXED, need) is None


def test_an_unknown_number_is_refused_with_the_numbers_there_are():
    assert refusal(MIXED, Need(2, numbers=(3, 9, 7))) == (
        "no_such_card",
        {"numbers": [7, 9], "have": [0, 1, 2, 3, 4, 5]},
    )


def test_a_number_of_another_kind_is_refused_with_the_numbers_of_that_kind():
    assert refusal(MIXED, Need(1, kind="4090", numbers=(3,))) == (
        "no_such_card",
        {"numbers": [3], "have": [4, 5]},
    )


def test_an_unknown_kind_is_refused_with_the_kinds_there_are():
    kinds = ["4090-24G", "A100-80G"]
    assert refusal(MIXED, Need(1, kind="H100")) == ("no_such_kind", {"kind": "H100", "kinds": kinds})
    assert refusal(MIXED, Need(1, kind="A100", memory_gb=40)) == (
        "no_such_kind",
        {"kind": "A100-40G", "kinds": kinds},
    )
    assert refusal(MIXED, Need(1, memory_gb=40)) == ("no_such_kind", {"kind": "40G", "kinds": kinds})


def test_more_cards_than_any_one_node_has_are_refused_with_what_it_has():
    assert refusal(MIXED, Need(5)) == ("too_many", {"asked": 5, "have": 4, "kind": None})
    assert refusal(MIXED, Need(3, kind="4090")) == ("too_many", {"asked": 3, "have": 2, "kind": "4090"})
    assert refusal(MIXED, Need(4, exclude=(0,))) == ("too_many", {"asked": 4, "have": 3, "kind": None})
    assert refusal([], Need(1)) == ("too_many", {"asked": 1, "have": 0, "kind": None})


def test_a_broken_card_asked_for_by_number_is_refused():
    cards = [replace(card, broken=card.number == 2) for card in MIXED]
    assert refusal(cards, Need(2, numbers=(1, 2))) == (
        "card_broken",
        {"numbers": [2], "asked": 2, "have": 1},
    )


def test_a_count_that_only_a_broken_card_prevents_says_which_card_is_broken():
    cards = [replace(card, broken=card.number == 2) for card in MIXED]
    assert refusal(cards, Need(4)) == ("card_broken", {"numbers": [2], "asked": 4, "have": 3})
    assert check_cards(cards, Need(3)) is None


def test_explicit_numbers_on_two_nodes_are_refused():
    assert refusal(MIXED, Need(2, numbers=(3, 4))) == (
        "not_one_node",
        {"numbers": [3, 4], "nodes": [[3], [4]]},
    )


def test_a_wish_for_no_card_at_all_is_refused():
    assert refusal(MIXED, Need(0)) == ("bad_input", {"asked": 0})
    assert refusal(MIXED, Need(1, numbers=(1,), exclude=(1,))) == ("bad_input", {"asked": 0})
