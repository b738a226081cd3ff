"""A group becomes a supergroup: the same chat under a new key, whichever of its messages comes first."""

import pytest

from bot.chat.message import Press
from storage.queries import chats
from tests.queues.plain import NOW, PLATFORM, Plain, place, text_of


async def renamed(us: Plain, old: str = "old", new: str = "new") -> None:
    await us.database.write(chats.rename, PLATFORM, old, new)
    await us.outbox.recover()
    await us.settled()


async def test_what_is_owed_reaches_the_new_key(us: Plain) -> None:
    await us.owe("soon", chat="old")
    await renamed(us)
    assert us.hands.said == ["new:soon"] and us.rows("SELECT key FROM chat") == [("new",)]


async def test_rows_that_wait_in_the_inbox_are_answered_under_the_new_key(us: Plain) -> None:
    await us.inbox.receive([text_of("add a", "old"), text_of("look b", "old")])
    await renamed(us)
    await us.inbox.recover()
    await us.settled()
    assert sorted(us.hands.said) == ["new:added a", "new:seen b"]


@pytest.mark.parametrize("early", [True, False])
async def test_a_message_under_the_new_key_belongs_to_the_same_chat_whether_it_comes_before_or_after(
    us: Plain, early: bool
) -> None:
    ours = await us.chat("old")
    if early:
        await us.hear("add a", chat="new")
    await renamed(us)
    await us.hear("add b", chat="new")
    await us.owe("soon", chat="new")
    await us.outbox.recover()
    await us.settled()
    assert us.hands.said == ["new:added a"] * early + ["new:added b", "new:soon"]
    assert {row[0] for row in us.rows("SELECT chat_id FROM inbox UNION SELECT chat_id FROM outbox")} == {ours}


async def test_what_was_owed_to_the_new_key_too_early_is_still_sent(us: Plain) -> None:
    await us.chat("old")
    await us.owe("soon", chat="new")
    await renamed(us)
    assert us.hands.said == ["new:soon"]


async def test_buttons_shown_before_are_good_afterwards(us: Plain) -> None:
    await us.hear("offer a", chat="old")
    token = us.hands.sent[-1].data["choices"][0][0]["token"]
    await us.hear("add x", chat="new")
    await renamed(us)
    await us.inbox.take_in([Press("p", place("new"), text_of("x").person, token, NOW)])
    await us.settled()
    assert us.hands.said[-1] == "new:pressed"


async def test_told_twice_or_in_the_wrong_order_it_is_done_once(us: Plain) -> None:
    ours = await us.chat("old")
    for _ in range(3):
        await renamed(us)
    await renamed(us, "never", "heard of")
    assert us.rows("SELECT id, key, state FROM chat") == [(ours, "new", "active")]


async def test_a_row_at_work_while_its_chat_is_renamed_is_done_once(us: Plain) -> None:
    await us.chat("old")
    await us.inbox.take_in([text_of(f"add {number}", "new") for number in range(10)])
    await us.database.write(chats.rename, PLATFORM, "old", "new")
    await us.inbox.take_in([text_of(f"add {number}", "new") for number in range(10, 20)])
    await us.settled()
    await us.outbox.recover()
    await us.settled()
    assert us.counts() == {str(number): 1 for number in range(20)}
    assert sorted(us.hands.said) == sorted(f"new:added {number}" for number in range(20))
