"""What a machine answers when it is asked is shown, told whose it is as it will be kept, and never counted."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.usage.services.newest import Newest
from storage.tables import Reading
from tests.usage.box import Box, card, looks, running, sample


@dataclass
class Asked:
    """A lookout whose machine answers this."""

    answer: Newest
    sees_any: bool = True

    async def look(self, pool_id: int) -> Mapping[int, Newest]:
        return {1: self.answer}


def answers(box: Box, at: int, one: object, boot: str = "boot-1") -> None:
    box.lab.bridge.house.inbox.lookout = Asked(Newest(box.now + at, boot, one))  # type: ignore[arg-type]


def test_a_program_too_new_to_be_kept_is_shown_as_whose_it_is(any_box: Box) -> None:
    box = any_box
    box.send(*looks(0, cards=[card(0), card(1), card(2)]))
    box.lab.say("/book 2号卡 1h", "bob")
    box.lab.at("+10s")
    marked, nobodys = running("bob", evidence="PINKA_USER"), running("root", pid=200)
    answers(box, 10, sample(box.now + 10, card(0, marked), card(1, nobodys), card(2, running("root", pid=300))))
    said = box.lab.say("/status")
    shown = {one["number"]: one["live"]["users"][0] for one in said.data["cards"][:3]}

    assert [(shown[number]["member"], shown[number]["grade"]) for number in (0, 1, 2)] == [
        ("鲍勃", "certain"),
        (None, "unknown"),
        ("鲍勃", "presumed"),
    ]
    assert said.labels == [], "nothing of it can be claimed yet"
    assert (box.counted(Reading), box.uses()) == (1, [])
    box.send((15, sample(box.now + 15, card(1, nobodys))))
    box.lab.at("+5s")
    box.lab.bridge.house.inbox.lookout = None
    assert len(box.lab.say("/status").labels) == 1


def test_an_answer_older_than_what_is_stored_is_not_shown_instead(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, util=77)]))
    box.lab.at("+20s")
    answers(box, 5, sample(box.now + 5, card(0, util=11)))
    said = box.lab.say("/gpu 0")

    assert (said.data["live"]["util"], said.data["live"]["age"]) == (77, 5)


def test_a_machine_that_was_just_asked_is_heard_although_nothing_of_it_is_stored(box: Box) -> None:
    answers(box, 0, sample(box.now, card(0)))
    [machine] = box.lab.say("/status").data["agent"]

    assert (machine["heard"], machine["age"]) == (True, 0)
    assert box.lab.say("/health").data["machines"][0]["heard"] is True


def test_a_reading_from_before_the_bots_clock_was_set_back_is_not_taken_for_one_of_now(box: Box) -> None:
    box.lab.at("+1h")
    box.send(*looks(3600, cards=[card(0, util=77)]))
    box.lab.bridge.clock.set(box.now)
    said = box.lab.say("/status")

    assert (said.data["cards"][0]["live"], said.data["agent"][0]["age"]) == (None, 3600)
