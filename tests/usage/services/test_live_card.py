"""The pinned card: edited at most every 30 seconds and only when it would say something else."""

from dataclasses import replace

from tests.saying import Said
from tests.usage.box import Box, card, looks, running


def lives(said: list[Said]) -> list[Said]:
    return [one for one in said if one.code == "live"]


def test_it_is_edited_when_something_changed_and_never_more_often_than_every_30_seconds(box: Box) -> None:
    assert box.lab.say("/live").data["on"] is True
    first = lives(box.lab.at("+1s"))
    assert len(first) == 1
    assert lives(box.lab.at("+10m")) == []
    box.lab.say("/book 1 2h", "bob")
    assert len(lives(box.lab.at("+31s"))) == 1
    box.lab.say("/book 1 2h", "bob")
    box.lab.say("/book 1 3h", "alice")
    assert len(lives(box.lab.at("+29s"))) <= 1


def test_a_degree_more_is_no_edit_and_a_new_process_is(box: Box) -> None:
    box.lab.say("/live")
    box.send(*looks(0, cards=[card(0, running("zhang"))]))
    box.lab.at("+1m")
    warm = replace(card(0, running("zhang"), util=53), temperature_c=61)
    box.send(*looks(60, cards=[warm]))
    assert lives(box.lab.at("+40s")) == []
    box.send(*looks(100, cards=[card(0)]))
    assert len(lives(box.lab.at("+40s"))) == 1


def test_switched_off_it_is_edited_no_more(box: Box) -> None:
    box.lab.say("/live")
    box.lab.at("+1s")
    assert box.lab.say("/live off").data["on"] is False
    box.lab.say("/book 1 2h", "bob")
    assert lives(box.lab.at("+5m")) == []
    assert box.lab.say("/live", "bob").code == "role"
    assert box.lab.say("/live maybe").code == "bad_input"
