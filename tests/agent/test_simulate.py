"""The simulated machine: for one seed one history, whoever asks, and in it what a real machine could show."""

from dataclasses import fields

import pytest

from bot.agent.simulate import SHIFT_S, Simulated

NOW = 1_796_000_000
WEEK = range(NOW, NOW + 7 * 86400, 1800)


def test_the_same_seed_has_the_same_past_and_another_seed_another() -> None:
    looks = [Simulated("8xA100-80G", seed).look(NOW) for seed in (1, 1, 2)]

    assert looks[0] == looks[1] != looks[2]


def test_what_is_seen_at_an_instant_does_not_depend_on_what_was_seen_before() -> None:
    often, once = Simulated("8xA100-80G"), Simulated("8xA100-80G")
    for at in WEEK:
        often.look(at)

    assert often.look(NOW + 999) == once.look(NOW + 999)


def test_no_card_does_what_none_could() -> None:
    machine = Simulated("6xA100-80G,2x4090-24G", people=("li",))
    cards = [card for at in WEEK for card in machine.look(at).gpus]

    for card in cards:
        assert card.memory_total is not None
        assert card.memory_used is not None
        assert card.power_w is not None
        assert card.power_limit_w is not None
        assert 0 <= card.memory_used <= card.memory_total
        assert 0 < card.power_w <= card.power_limit_w
        assert card.processes is not None
        assert bool(card.processes) == (card.memory_used > 0)
        assert {row.user for row in card.processes} <= {"li"}
        assert set(card.missing) == {each.name for each in fields(card) if getattr(card, each.name) is None}
    assert {card.util == 0 for card in cards} == {True, False}
    assert any(card.processes and card.util == 0 for card in cards), "somebody holds a card and does nothing"
    assert any(card.throttle for card in cards)


def test_a_program_has_one_number_a_card_from_its_begin_to_its_end() -> None:
    machine = Simulated("8xA100-80G")
    run = max(machine.runs(NOW), key=lambda run: len(run.cards))

    assert run.begins // SHIFT_S == (run.ends - 1) // SHIFT_S == NOW // SHIFT_S
    seen = {
        (row.pid, row.start_ticks)
        for at in (run.begins, run.ends - 1)
        for card in machine.look(at).gpus
        if card.index in run.cards
        for row in card.processes or ()
    }
    assert len(seen) == len(run.cards)
    after = machine.look(run.ends).gpus[run.cards[0]]
    assert after.processes == ()


def test_what_begins_and_ends_is_told_once() -> None:
    machine = Simulated("8xA100-80G")
    run = machine.runs(NOW)[0]
    for at in (run.begins - 1, run.begins):
        machine.look(at)

    told = machine.events()
    assert ("process_started", run.pid) in [(event.kind, event.facts.get("pid")) for event in told]
    assert machine.events() == ()


def test_the_clock_that_was_given_is_the_one_that_counts() -> None:
    machine = Simulated("1xH100-80G", clock=lambda: NOW)

    assert machine.latest() == machine.look(NOW)
    assert machine.latest().gpus[0].name == "NVIDIA H100 80GB HBM3"


@pytest.mark.parametrize("cards", ["", "eight", "8xA100", "8xA100-80G and more"])
def test_cards_that_cannot_be_read_are_refused(cards: str) -> None:
    with pytest.raises(ValueError, match="8xA100-80G"):
        Simulated(cards)
