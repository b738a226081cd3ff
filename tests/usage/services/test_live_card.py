"""The pinned card: edited at most every 30 seconds and only when it would say something else."""

from dataclasses import replace

import pytest
from sqlalchemy import select, update
from sqlmodel import Session, col

from bot.console.lines import PLATFORM
from storage.queries import chats
from storage.tables import Chat, LiveCard, Outbox
from storage.words import ChatState, OutboxState
from tests.saying import Said
from tests.usage.box import Box, card, looks, running


def lives(said: list[Said]) -> list[Said]:
    return [one for one in said if one.code == "live"]


def test_it_is_edited_when_something_changed_and_never_more_often_than_every_30_seconds(any_box: Box) -> None:
    box = any_box
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


def outcome(box: Box, **values: object) -> None:
    """What became of the newest edit, against what really did."""

    def unit(session: Session) -> None:
        key = session.execute(select(col(LiveCard.outbox_key))).scalar_one()
        session.execute(update(Outbox).where(col(Outbox.key) == key).values(**values))

    box.database.write_now(unit)


def targets(box: Box) -> list[str | None]:
    """By edit, oldest first: the message it was to change."""
    wanted = select(col(Outbox.edit_of)).where(col(Outbox.code) == "live").order_by(col(Outbox.id))
    return list(box.database.read_now(lambda s: s.execute(wanted).scalars().all()))


def change(box: Box) -> list[Said]:
    box.lab.say("/book 1 2h", "bob")
    return lives(box.lab.at("+31s"))


def test_an_edit_of_which_nobody_knows_the_outcome_makes_no_second_message(any_box: Box) -> None:
    box = any_box
    box.lab.say("/live")
    box.lab.at("+1s")
    outcome(box, handle="m1")
    assert len(change(box)) == 1
    outcome(box, state=OutboxState.UNKNOWN.value, handle=None)
    assert len(change(box)) == 1
    assert targets(box)[-1] == "m1"


def test_while_an_edit_waits_to_be_sent_no_other_is_owed(box: Box) -> None:
    box.lab.say("/live")
    box.lab.at("+1s")
    outcome(box, state=OutboxState.DUE.value, handle=None, not_before=2**40)
    assert [change(box), change(box)] == [[], []]
    assert len(targets(box)) == 1


def test_a_card_whose_sending_failed_is_not_sent_anew_every_half_minute(box: Box) -> None:
    box.lab.say("/live")
    box.lab.at("+1s")
    outcome(box, state=OutboxState.DROPPED.value, handle=None, edit_of=None)
    assert change(box) == [] and change(box) == []
    assert len(lives(box.lab.at("+10m"))) == 1


def test_in_a_group_that_the_bot_was_put_out_of_nothing_is_owed(box: Box) -> None:
    box.lab.say("/live")
    box.lab.at("+1s")
    box.database.write_now(lambda s: s.execute(update(Chat).values(state=ChatState.GONE.value)))
    box.send(*looks(60, cards=[card(0, running("zhang"))]))
    assert lives(box.lab.at("+5m")) == [] and len(targets(box)) == 1


def test_in_the_supergroup_that_the_group_became_it_is_a_new_message_and_edited_from_then_on(any_box: Box) -> None:
    box = any_box
    box.lab.say("/live")
    box.lab.at("+1s")
    outcome(box, handle="m1")
    box.database.write_now(chats.rename, PLATFORM, "lab", "lab2")
    assert len(lives(box.lab.at("+31s"))) == 1 and targets(box)[-1] is None
    outcome(box, handle="n1")
    box.send(*looks(60, cards=[card(0, running("zhang"))]))
    assert len(lives(box.lab.at("+31s"))) == 1 and targets(box)[-1] == "n1"


@pytest.mark.parametrize("state", [OutboxState.UNKNOWN, OutboxState.DUE])
def test_an_edit_that_was_under_way_when_the_group_moved_goes_to_no_old_message(box: Box, state: OutboxState) -> None:
    box.lab.say("/live")
    box.lab.at("+1s")
    outcome(box, handle="m1")
    assert len(change(box)) == 1 and targets(box)[-1] == "m1"
    outcome(box, state=state.value, handle=None)
    box.database.write_now(chats.rename, PLATFORM, "lab", "lab2")
    box.lab.at("+15m")
    assert "m1" not in targets(box)


def test_an_edit_that_follows_the_group_by_itself_is_not_sent_twice(box: Box) -> None:
    box.lab.say("/live")
    box.lab.at("+1s")
    outcome(box, state=OutboxState.SENDING.value, edit_of="m1", handle=None)
    box.database.write_now(chats.rename, PLATFORM, "lab", "lab2")
    outcome(box, state=OutboxState.SENT.value, handle="n1")
    assert lives(box.lab.at("+5m")) == []
    box.send(*looks(330, cards=[card(0, running("zhang"))]))
    assert len(lives(box.lab.at("+31s"))) == 1 and targets(box)[-1] == "n1"
