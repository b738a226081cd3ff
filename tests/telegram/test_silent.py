"""What comes in somebody's quiet hours makes no sound on their phone; everything else does."""

from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import Lab, sending


async def test_a_silent_message_is_sent_without_a_sound(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        await sender.say(lab.group, silent=True)
    (call,) = tg.calls_of("sendMessage")
    assert call.executed and str(call.params["disable_notification"]).lower() == "true"


async def test_every_piece_of_a_long_silent_message_is_silent(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        await sender.say(lab.group, *["字" * 60] * 100, silent=True)
    calls = tg.calls_of("sendMessage")
    assert len(calls) > 1
    assert all(str(call.params["disable_notification"]).lower() == "true" for call in calls)


async def test_any_other_message_is_heard(tg: FakeTelegram, lab: Lab) -> None:
    async with sending(tg) as sender:
        await sender.say(lab.group)
    (call,) = tg.calls_of("sendMessage")
    assert "disable_notification" not in call.params
