"""Cards side by side for one finished run: the pool's own kinds and the named ones, by yuan and by finish time."""

from typing import Any

import pytest

from bot.sizing.rules.answers.hours import MARGIN
from bot.sizing.services.answer import Ours
from tests.sizing.answers.asking import A100, MIXED, OURS, RTX4090, ask, worded

RUN = "qwen2.5-7b lora 10万条 3轮 要多久"


def cost(ours: Ours = MIXED) -> dict[str, Any]:
    return ask(RUN, ours, asked="cost")


@pytest.mark.parametrize("asked", ["cost", "train_time", "feasible"])
def test_every_kind_of_the_pool_is_ranked_by_what_the_finished_run_costs(asked: str) -> None:
    answer = ask(RUN, MIXED, asked=asked, deadline="3d" if asked == "feasible" else None)
    rows = answer["ranked"]["rows"]

    assert [row["card"] for row in rows] == [RTX4090.name, A100.name]
    assert [row["by_cost"] for row in rows] == [1, 2] and sorted(row["by_time"] for row in rows) == [1, 2]
    assert rows[0]["cost_minor"] < rows[1]["cost_minor"]


def test_the_ranked_cost_is_the_one_that_the_answer_itself_tells() -> None:
    answer = cost()
    a100 = next(row for row in answer["ranked"]["rows"] if row["card"] == A100.name)

    assert answer["card"] == A100.name and abs(a100["cost_minor"] - answer["cost_minor"]) <= 1
    assert a100["cost_minor"] == pytest.approx(a100["time"]["seconds"] * MARGIN / 3600 * 800, abs=2)


def test_a_card_so_many_times_as_fast_pays_only_below_as_many_times_the_price() -> None:
    dear = cost()["ranked"]["fast"]
    cheap = cost(Ours(MIXED.cards, {A100.name: 250, RTX4090.name: 200}))["ranked"]["fast"]

    assert (dear["card"], dear["than"], dear["pays"]) == (A100.name, RTX4090.name, False)
    assert 1.3 < dear["times_speed"] < dear["times_price"] == 4
    assert cheap["pays"] and cheap["times_price"] < cheap["times_speed"]
    assert any("倍价才划算" in line for line in worded(cost()))


def test_a_kind_that_does_not_hold_it_on_one_card_is_ranked_on_as_many_as_do() -> None:
    counts = {row["card"]: row["gpus"] for row in ask(RUN, MIXED)["ranked"]["rows"]}

    assert counts == {RTX4090.name: 2, A100.name: 1}


def test_a_named_card_that_the_pool_lacks_is_ranked_with_the_pools_by_the_price_that_is_said() -> None:
    answer = ask("7b lora 10万条 一张H100要多久 每卡时20元", MIXED, asked="cost")

    assert {row["card"] for row in answer["ranked"]["rows"]} == {"H100-80GB", A100.name, RTX4090.name}


def test_without_work_only_ratios_are_told() -> None:
    found = ask("qwen2.5-7b qlora 用什么卡", MIXED)["ranked"]

    assert found["relative"] and all(row["cost_minor"] is None and row["time"] is None for row in found["rows"])
    assert found["rows"][0]["share_cost"] == 1 < found["rows"][1]["share_cost"]


@pytest.mark.parametrize(
    ("text", "ours"),
    [(RUN, OURS), (RUN, Ours(MIXED.cards)), ("20组 每组2卡6小时 要多久", MIXED)],
    ids=["one kind", "no prices", "no model"],
)
def test_nothing_is_ranked_where_nothing_can_be_compared(text: str, ours: Ours) -> None:
    assert ask(text, ours, asked="cost")["ranked"] is None


def test_which_of_two_cards_pays_is_answered_with_how_dear_the_faster_may_be() -> None:
    compared = ask("7b lora 10万条 4090和A100哪个划算", MIXED)

    assert [row["card"] for row in compared["rows"]] == [RTX4090.name, A100.name] and not compared["fast"]["pays"]
    assert "倍价才划算" in worded(compared)[1]


def test_what_a_run_costs_says_how_long_its_samples_were_taken_to_be_and_has_a_range() -> None:
    answer = cost()
    low, high = answer["spread_minor"]

    assert low < answer["cost_minor"] < high
    assert any("400 token（猜的" in line for line in worded(answer))
    assert "qlora" in answer["changes"] and answer["terms"]
