"""Which cards a booking gets when the machine's agent knows more than the calendar."""

from dataclasses import replace
from itertools import combinations

from sqlalchemy import text
from sqlmodel import Session

from bot.usage import facts
from bot.usage.services.intake import store_batch
from bot.wire.sample import CardReading, Event, LinkReading, Sample
from storage.queries import agents
from storage.words import AgentState
from tests.usage.box import Box, card, running, sample

EIGHT = [card(n) for n in range(8)]


def shown(*others: CardReading) -> Sample:
    """A machine of eight quiet cards, except for these."""
    different = {one.index: one for one in others}
    return sample(0, *(different.get(one.index, one) for one in EIGHT))


def booked(box: Box, words: str, sender: str = "bob") -> list[int]:
    said = box.lab.say(words, sender)
    assert said.code == "booked", said.text
    return list(said.data["gpus"])


def test_a_card_on_which_a_stranger_works_is_taken_last_and_the_answer_says_so(any_box: Box) -> None:
    box = any_box
    box.send((0, shown(card(0, running(None)))))
    assert booked(box, "/book 7 2h") == [1, 2, 3, 4, 5, 6, 7]
    said = box.lab.say("/book 1 1h", "alice")
    assert said.data["gpus"] == [0] and said.data["occupied"] == [0]
    assert "0 号卡上已有别的进程或显存占用，详情：/gpu 0" in said.text


def test_ones_own_process_is_no_strangers(box: Box) -> None:
    box.lab.say("/link bob", "bob")
    box.until_now(*shown(card(0, running("bob"))).gpus)
    assert booked(box, "/book 1 2h") == [0]


def test_the_same_process_is_a_strangers_to_another(box: Box) -> None:
    box.lab.say("/link bob", "bob")
    box.until_now(*shown(card(0, running("bob"))).gpus)
    assert booked(box, "/book 1 2h", "alice") == [1]


def test_memory_that_no_process_explains_is_somebodys(box: Box) -> None:
    box.send((0, shown(replace(card(0), memory_unexplained=20 << 30), replace(card(1), memory_unexplained=300 << 20))))
    assert booked(box, "/book 1 2h") == [1]


def test_whose_booking_one_used_along_is_a_stranger_too_once_it_is_over(any_box: Box) -> None:
    box = any_box
    for name in ("alice", "bob"):
        box.lab.say(f"/link {name}", name)
    box.lab.say("/book 0号卡 2h", "alice")
    box.lab.say("/share 鲍勃", "alice")
    box.lab.at("+1m")
    both = card(0, running("alice"), running("bob", pid=200))
    box.until_now(*shown(both, card(1, running("bob", pid=201))).gpus, since=0)
    box.lab.say("/release", "alice")

    assert booked(box, "/book 1 1h", "bob") == [1]
    assert booked(box, "/book 1 1h", "alice") == [2]


def test_the_desktop_is_nobody(box: Box) -> None:
    box.send((0, shown(card(0, replace(running(None), command="Xorg")))))
    assert booked(box, "/book 1 2h") == [0]


def test_who_works_now_says_nothing_of_tomorrow(box: Box) -> None:
    box.send((0, shown(card(0, running(None)))))
    assert booked(box, "/book 1 2h 明早8点") == [0]


def test_a_card_with_a_warning_is_taken_last_and_the_answer_says_so(box: Box) -> None:
    box.send((0, shown(replace(card(0), ecc_uncorrected=3))))
    assert booked(box, "/book 1 2h 明早8点") == [1]
    said = box.lab.say("/book 0号卡 1h", "alice")
    assert said.data["warned"] == [0] and "/gpu 0" in said.text


def test_a_reading_of_long_ago_says_nothing(box: Box) -> None:
    box.send((0, shown(card(0, running(None)), replace(card(1), ecc_uncorrected=3))))
    box.lab.at("+10m")
    assert booked(box, "/book 2 2h") == [0, 1]


def test_a_card_that_has_answered_nothing_for_minutes_is_taken_last(box: Box) -> None:
    box.send((0, shown(replace(card(0), age_s=400))))
    assert booked(box, "/book 7 2h") == [1, 2, 3, 4, 5, 6, 7]
    assert box.lab.say("/book 1 1h", "alice").data["warned"] == [0]


def test_a_reading_that_this_version_cannot_read_keeps_nobody_from_booking(any_box: Box) -> None:
    box = any_box
    box.send((0, shown(card(0, running(None)))))
    box.database.write_now(lambda session: session.connection().execute(text("UPDATE reading SET body = '{}'")))
    assert booked(box, "/book 1 2h") == [0]
    assert box.lab.say("/status").data["cards"][0]["live"] is None


def linked(*pairs: tuple[int, int]) -> Sample:
    """Cards that reach each other through the processors, except for these pairs with NVLink."""
    links = [LinkReading(a, b, "SYS", (a, b) in pairs) for a, b in combinations(range(8), 2)]
    return replace(shown(), topology=tuple(links))


def test_cards_with_nvlink_are_taken_together_however_old_the_reading_is(box: Box) -> None:
    box.send((0, linked((2, 5))))
    box.lab.at("+2d")
    assert booked(box, "/book 2 2h") == [2, 5]


def test_the_offers_of_a_refusal_keep_to_it_too(box: Box) -> None:
    box.send((0, shown(replace(card(0), ecc_uncorrected=3))))
    box.lab.say("/book 1-6号卡 1h", "alice")
    said = box.lab.say("/book 3 2h", "bob")
    assert said.code == "taken"
    assert [(offer["kind"], offer["gpus"]) for offer in said.data["offers"]] == [
        ("earliest", [1, 2, 3]),
        ("fewer", [0, 7]),
    ]


def test_a_booking_that_loses_a_card_moves_to_one_on_which_nobody_works(box: Box) -> None:
    box.lab.say("/book 2 4h", "bob")
    fallen = Event(0, "card_state", "GPU-1", {"index": 1, "from": "ok", "to": "lost"})
    box.send((0, shown(card(1, state="lost"), card(2, running(None)))), events=[fallen])
    box.lab.at("+1s")
    assert box.lab.say("/my", "bob").data["bookings"][0]["gpus"] == [0, 3]


def second_machine(box: Box, seen: Sample) -> None:
    """node2 with two cards more, 8 and 9, of which its agent sees this."""
    box.lab.say("/pool add node2: 2xA100-80G", "alice")

    def unit(session: Session) -> None:
        for at, gpu in enumerate(agents.cards(session, 2)):
            agents.change_card(session, int(gpu.id or 0), uuid=f"GPU-{gpu.number}", nvml_index=at)
        row = {"node_id": 2, "name": "box2", "key_hash": "y", "state": AgentState.ACTIVE.value}
        agents.add(session, {**row, "enrolled_by": 1, "enrolled_at": box.now, "last_seq": 0, "offset_ms": 0})
        agent = facts.agent_of_node(session, 2)
        assert agent is not None
        store_batch(session, agent, "boot-2", [(1, box.now, seen)], [], box.now)

    box.database.write_now(unit)


def on_second(*others: CardReading) -> Sample:
    """Its two cards have the indexes that two of the first machine have, and their own UUIDs."""
    return sample(0, *(replace(one, uuid=f"GPU-{8 + one.index}") for one in others))


def test_of_two_machines_the_one_is_taken_where_nobody_works(any_box: Box) -> None:
    any_box.send((0, shown(*(card(n, running(None)) for n in range(1, 8)))))
    second_machine(any_box, on_second(card(0), card(1)))
    assert booked(any_box, "/book 2 2h") == [8, 9]
    assert booked(any_box, "/book 1 2h", "alice") == [0]


def test_what_is_seen_of_one_machine_says_nothing_of_another_whose_cards_have_the_same_indexes(box: Box) -> None:
    box.send((0, replace(linked((2, 5)), gpus=shown(card(0, running(None))).gpus)))
    second_machine(box, replace(on_second(card(0), card(1)), topology=(LinkReading(0, 1, "SYS", True),)))
    assert booked(box, "/book 2 2h") == [2, 5]
    assert booked(box, "/book 2 2h", "alice") == [8, 9]
