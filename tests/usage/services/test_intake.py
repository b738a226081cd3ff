"""Batches of an agent become readings, sums, use and gaps; once each, on both databases."""

from dataclasses import replace

from bot.usage import facts
from bot.usage.services.intake import PERIOD
from bot.wire.sample import Event
from storage.queries import usage
from storage.tables import MachineEvent, Reading
from storage.words import Span
from tests.usage.box import Box, card, looks, running


def test_a_process_on_a_booked_card_is_presumed_to_be_the_only_holders(any_box: Box) -> None:
    any_box.lab.say("/book 1 2h", "bob")
    any_box.send(*looks(0, 15, 30, cards=[card(0, running(None))]))
    assert any_box.uses() == [(1, 0, 45, 2, "presumed")]


def test_on_a_free_card_a_process_of_nobody_known_stays_unknown(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, running("root"))]))
    assert box.uses() == [(1, 0, 30, None, "unknown")]


def test_the_name_in_the_export_line_is_its_member(box: Box) -> None:
    box.send(*looks(0, cards=[card(3, running("alice", evidence="PINKA_USER"))]))
    assert box.uses() == [(4, 0, 15, 1, "certain")]


def test_a_batch_that_comes_twice_counts_once(any_box: Box) -> None:
    numbered = [
        (n, any_box.now + at, one) for n, (at, one) in enumerate(looks(0, 15, cards=[card(0, running(None))]), 1)
    ]
    lost = [(3, any_box.now + 20, Event(any_box.now + 20, "xid", "GPU-0", {"xid": 79}))]
    assert any_box.again(numbered, lost) == any_box.again(numbered, lost) == 3
    assert (any_box.counted(Reading), any_box.counted(MachineEvent), len(any_box.uses())) == (2, 1, 1)
    [minute] = any_box.database.read_now(usage.rollups, [1], Span.HOUR, any_box.now - 3_600, any_box.now + 3_600)
    assert (minute.readings, minute.used_readings, minute.util_sum, minute.temperature_max) == (2, 2, 100, 60)


def test_silence_is_a_gap_and_not_idleness_and_what_comes_late_fills_it(any_box: Box) -> None:
    any_box.send(*looks(0, 15))
    any_box.send(*looks(1_000, 1_015))
    assert any_box.gaps() == [(30, 1_000)]
    any_box.send(*looks(*range(30, 1_000, PERIOD)))
    assert any_box.gaps() == []
    assert any_box.database.read_now(usage.newest, 1).at == any_box.now + 1_015  # type: ignore[union-attr]


def test_a_late_batch_splits_the_gap_it_falls_into(any_box: Box) -> None:
    any_box.send(*looks(0))
    any_box.send(*looks(2_000))
    any_box.send(*looks(600, 615))
    assert any_box.gaps() == [(15, 600), (630, 2_000)]


def test_what_an_older_boot_left_does_not_move_the_sequence_back(any_box: Box) -> None:
    any_box.send(*looks(0), boot="boot-1")
    any_box.send(*looks(500), boot="boot-2")
    any_box.send(*looks(200), boot="boot-1")
    agent = any_box.database.read_now(facts.agent_of_node, 1)
    assert agent is not None
    assert (agent.boot_id, agent.last_reading_at) == ("boot-2", any_box.now + 500)


def test_a_lost_card_hides_no_other(box: Box) -> None:
    box.send(*looks(0, cards=[card(0, state="lost"), card(1, running(None))]))
    assert [use[0] for use in box.uses()] == [2]


def test_cards_that_are_no_cards_of_the_pool_are_kept_raw_and_count_nowhere(box: Box) -> None:
    box.send(*looks(0, cards=[card(11, running(None))]))
    assert (box.counted(Reading), box.uses()) == (1, [])


def test_a_link_made_while_a_process_runs_splits_nothing_and_counts_no_second_twice(any_box: Box) -> None:
    any_box.send(*looks(0, 15, 30, cards=[card(0, running("zhang"))]))
    any_box.lab.say("/link zhang", "bob")
    any_box.send(*looks(45, 60, cards=[card(0, running("zhang"))]))
    uses = any_box.uses()
    assert {use[3] for use in uses} == {2}
    assert (uses[0][1], uses[-1][2], sum(end - start for _, start, end, *_ in uses)) == (0, 75, 75)


def test_a_booking_that_begins_while_a_process_runs_takes_it_over_from_then_on(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, running(None))]))
    box.lab.at("+30s")
    box.lab.say("/book 1 1h", "bob")
    box.send(*looks(30, 45, cards=[card(0, running(None))]))
    assert [(use[1], use[2], use[3]) for use in box.uses()] == [(0, 30, None), (30, 60, 2)]


def test_several_processes_on_a_card_are_each_their_own(box: Box) -> None:
    one, two = running("alice", 100, "PINKA_USER"), running("bob", 200, "PINKA_USER")
    box.send(*looks(0, 15, cards=[card(0, one, two)]), *looks(30, cards=[card(0, two)]))
    assert sorted((use[3], use[2]) for use in box.uses()) == [(1, 30), (2, 45)]


def test_a_process_in_two_parts_of_a_divided_card_counts_once(box: Box) -> None:
    parts = [replace(running("bob", evidence="PINKA_USER"), mig=part) for part in (1, 2)]
    box.send(*looks(0, 15, cards=[card(0, *parts)]))
    assert [(use[1], use[2]) for use in box.uses()] == [(0, 30)]


def test_a_process_whose_start_cannot_be_read_is_one_as_long_as_it_is_seen(box: Box) -> None:
    blind = replace(running(None), start_ticks=None)
    box.send(*looks(0, 15, cards=[card(0, blind)]), *looks(600, cards=[card(0, blind)]))
    assert [(use[1], use[2]) for use in box.uses()] == [(0, 30), (600, 615)]


def test_readings_whose_clock_went_back_count_each_second_once(any_box: Box) -> None:
    any_box.send(*looks(30, 45, 60, cards=[card(0, running("zhang"))]))
    any_box.send(*looks(40, 55, 70, cards=[card(0, running("zhang"))]))
    assert [(use[1], use[2]) for use in any_box.uses()] == [(30, 85)] and any_box.gaps() == []


def test_a_card_that_hangs_shows_no_use_while_its_last_reading_is_handed_on(box: Box) -> None:
    box.send(*looks(0, cards=[card(0, running("zhang")), card(1, running("zhang"))]))
    box.send(*looks(60, cards=[replace(card(0, running("zhang")), age_s=60), card(1, running("zhang"))]))
    assert [(use[0], use[2]) for use in box.uses()] == [(1, 15), (2, 75)]
