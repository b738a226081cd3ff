"""The story of a chat in plain text."""

from __future__ import annotations

from telegram import (
    Bot,
    ReplyParameters,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import keyboard, png

STORY = """\
── 拼卡实验室 ──
Alice #2 ▸ /book 2xA100 6h
Pinka #3 ▸ 2、3 号卡归你了
    用到凌晨 02:10
    [放卡] [撤销]
Alice presses [放卡] on #3
Pinka answers the press
Pinka edits #3: 放了
Pinka reacts to #2: 👍

── Alice ↔ Pinka ──
Pinka ▸ (picture) 本周
"""


async def test_the_transcript_tells_who_said_what_and_what_the_bot_did(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    said = tg.people.say("/book 2xA100 6h", alice, lab)
    sent = await bot.send_message(
        lab.id, "2、3 号卡归你了\n用到凌晨 02:10", reply_markup=keyboard("放卡", "撤销"),
        reply_parameters=ReplyParameters(said["message_id"]),
    )  # fmt: skip
    shown = await tg.answer_to(said)
    press = tg.people.press(shown, "放卡", alice)
    await bot.answer_callback_query(press.id)
    await sent.edit_text("放了")
    await bot.set_message_reaction(lab.id, said["message_id"], "👍")
    await bot.send_photo(alice.id, png(2, 2), caption="本周")
    assert tg.transcript() == STORY
