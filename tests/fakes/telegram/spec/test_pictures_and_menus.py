"""Pictures, files, command menus, questions about chats."""

from __future__ import annotations

import pytest
from telegram import (
    Bot,
    BotCommand,
    InputMediaPhoto,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import keyboard, png, refused


async def test_a_photo_travels_as_multipart_and_can_be_fetched_back(tg: FakeTelegram, bot: Bot, lab: Chat) -> None:
    picture = png(320, 200)
    sent = await bot.send_photo(
        lab.id, picture, caption="<b>本周</b>", parse_mode="HTML", reply_markup=keyboard("刷新")
    )
    assert (sent.photo[-1].width, sent.photo[-1].height) == (320, 200)
    assert sent.caption == "本周" and sent.caption_entities[0].type == "bold"
    file = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == picture
    again = await bot.send_photo(lab.id, sent.photo[-1].file_id)
    assert again.photo[-1].file_id == sent.photo[-1].file_id
    with refused("there is no text in the message to edit"):
        await sent.edit_text("x")
    edited = await sent.edit_media(InputMediaPhoto(png(10, 10), caption="new"))
    assert not isinstance(edited, bool) and edited.photo[-1].width == 10


async def test_documents_and_albums_are_kept_in_order(bot: Bot, lab: Chat) -> None:
    sent = await bot.send_document(lab.id, b"a,b\n1,2\n", filename="账单.csv")
    assert sent.document and sent.document.file_name == "账单.csv" and sent.document.file_size == 8
    album = await bot.send_media_group(lab.id, [InputMediaPhoto(png(9, width)) for width in (5, 6, 7)])
    assert [message.photo[-1].height for message in album] == [5, 6, 7]
    assert len({message.media_group_id for message in album}) == 1
    with refused("album must consist of"):
        await bot.send_media_group(lab.id, [InputMediaPhoto(png(9, 9))])


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"not a picture", "image_process_failed"),
        (png(1, 30), "photo_invalid_dimensions"),
        (png(9000, 1001), "photo_invalid_dimensions"),
    ],
)
async def test_what_is_no_picture_for_telegram_is_refused(bot: Bot, lab: Chat, content: bytes, complaint: str) -> None:
    with refused(complaint):
        await bot.send_photo(lab.id, content)


async def test_a_caption_may_have_1024_units(bot: Bot, lab: Chat) -> None:
    await bot.send_photo(lab.id, png(2, 2), caption="订" * 1024)
    with refused("caption is too long"):
        await bot.send_photo(lab.id, png(2, 2), caption="订" * 1025)


async def test_command_menus_are_kept_by_scope_and_language(bot: Bot) -> None:
    await bot.set_my_commands([BotCommand("book", "Book cards")])
    await bot.set_my_commands([BotCommand("book", "订卡")], language_code="zh")
    assert [one.description for one in await bot.get_my_commands(language_code="zh")] == ["订卡"]
    await bot.delete_my_commands(language_code="zh")
    assert await bot.get_my_commands(language_code="zh") == ()
    assert [one.description for one in await bot.get_my_commands()] == ["Book cards"]
    for broken in (BotCommand("订", "x"), BotCommand("book", "")):
        with refused("bot_command"):
            await bot.set_my_commands([broken])
    await bot.set_my_description("拼卡")
    assert (await bot.get_my_description()).description == "拼卡"


async def test_a_chat_and_its_members_can_be_asked_about(bot: Bot, alice: User, lab: Chat) -> None:
    assert (await bot.get_chat(lab.id)).title == "拼卡实验室"
    assert (await bot.get_chat_member(lab.id, alice.id)).status == "creator"
    assert (await bot.get_chat_member(lab.id, bot.id)).status == "member"
    assert [one.user.id for one in await bot.get_chat_administrators(lab.id)] == [alice.id]
    assert await bot.send_chat_action(lab.id, "typing")
    assert await bot.delete_webhook()
