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


async def test_where_the_message_to_edit_is_gone_or_stayed_behind_the_new_one_is_pinned(tg: FakeTelegram) -> None:
    lab = Lab.of(tg, kind="group")
    async with sending(tg) as sender:
        gone = await sender.say(lab.group, "3 号卡", code="live")
        new = tg.membership.migrate(lab.group, announce=False)
        moved = await sender.say(lab.group, "3 号卡空了", code="live", edit_of=gone)
        await sender.say(new, "3 号卡", code="live", edit_of="999")
    pinned = [(call.params["chat_id"], call.params["message_id"]) for call in tg.calls_of("pinChatMessage")]
    assert pinned[1] == (str(new.id), moved) and len(pinned) == 3
