"""Batches of an agent become readings, sums, use and gaps; once each, on both databases."""

from bot.usage import facts
from bot.usage.services.intake import PERIOD
from bot.wire.sample import Event
from storage.queries import usage
from storage.tables import MachineEvent, Reading
from storage.words import Span
from tests.usage.box import Box, card, looks, running


def test_a_process_on_a_booked_card_is_presumed_to_be_the_only_holders(box: Box) -> None:
    box.lab.say("/book 1 2h", "bob")
    box.send(*looks(0, 15, 30, cards=[card(0, running(None))]))
    assert box.uses() == [(1, 0, 45, 2, "presumed")]


def test_on_a_free_card_a_process_of_nobody_known_stays_unknown(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, running("root"))]))
    assert box.uses() == [(1, 0, 30, None, "unknown")]


def test_the_name_in_the_export_line_is_its_member(box: Box) -> None:
    box.send(*looks(0, cards=[card(3, running("alice", evidence="PINKA_USER"))]))
    assert box.uses() == [(4, 0, 15, 1, "certain")]


def test_a_batch_that_comes_twice_counts_once(box: Box) -> None:
    numbered = [(n, box.now + at, one) for n, (at, one) in enumerate(looks(0, 15, cards=[card(0, running(None))]), 1)]
    lost = [(3, box.now + 20, Event(box.now + 20, "xid", "GPU-0", {"xid": 79}))]
    assert box.again(numbered, lost) == box.again(numbered, lost) == 3
    assert (box.counted(Reading), box.counted(MachineEvent), len(box.uses())) == (2, 1, 1)
    [minute] = box.database.read_now(usage.rollups, [1], Span.HOUR, box.now - 3_600, box.now + 3_600)
    assert (minute.readings, minute.used_readings, minute.util_sum, minute.temperature_max) == (2, 2, 100, 60)


def test_silence_is_a_gap_and_not_idleness_and_what_comes_late_fills_it(box: Box) -> None:
    box.send(*looks(0, 15))
    box.send(*looks(1_000, 1_015))
    assert box.gaps() == [(30, 1_000)]
    box.send(*looks(*range(30, 1_000, PERIOD)))
    assert box.gaps() == []
    assert box.database.read_now(usage.newest, 1).at == box.now + 1_015  # type: ignore[union-attr]


def test_a_late_batch_splits_the_gap_it_falls_into(box: Box) -> None:
    box.send(*looks(0))
    box.send(*looks(2_000))
    box.send(*looks(600, 615))
    assert box.gaps() == [(15, 600), (630, 2_000)]


def test_what_an_older_boot_left_does_not_move_the_sequence_back(box: Box) -> None:
    box.send(*looks(0), boot="boot-1")
    box.send(*looks(500), boot="boot-2")
    box.send(*looks(200), boot="boot-1")
    agent = box.database.read_now(facts.agent_of_node, 1)
    assert agent is not None
    assert (agent.boot_id, agent.last_reading_at) == ("boot-2", box.now + 500)


def test_a_lost_card_hides_no_other(box: Box) -> None:
    box.send(*looks(0, cards=[card(0, state="lost"), card(1, running(None))]))
    assert [use[0] for use in box.uses()] == [2]


def test_cards_that_are_no_cards_of_the_pool_are_kept_raw_and_count_nowhere(box: Box) -> None:
    box.send(*looks(0, cards=[card(11, running(None))]))
    assert (box.counted(Reading), box.uses()) == (1, [])
