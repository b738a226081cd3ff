"""The live card is pinned where the bot may; where it may not, it stands there all the same."""

from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import Lab, sending


async def test_the_first_live_card_is_pinned_without_a_sound_and_its_edits_are_not(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        handle = await sender.say(lab.group, "实时", code="live")
        await sender.say(lab.group, "实时：变了", code="live", edit_of=handle)
    pins = tg.calls_of("pinChatMessage")
    assert [(call.params["message_id"], call.params["disable_notification"]) for call in pins] == [(handle, "true")]


async def test_other_messages_are_not_pinned(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        await sender.say(lab.group, "好")
    assert tg.calls_of("pinChatMessage") == []
