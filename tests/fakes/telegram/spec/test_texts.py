"""What Telegram refuses in texts, buttons and edits, in its own words."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import (
    Bot,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)
from telegram.constants import ParseMode
from telegram.error import (
    BadRequest,
)

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import keyboard, refused


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("<b>张伟", 'Can\'t find end tag corresponding to start tag "b"'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("张<x>", 'Unsupported start tag "x" at byte offset 3'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("</b>", "Unexpected end tag at byte offset 0"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<a href>x</a>", 'Expected equal sign in declaration of an attribute of the tag "a"'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler"'),
        ("<user@host>", 'Unsupported start tag "user@host" at byte offset 0'),
    ],
)
async def test_html_that_telegram_cannot_parse_is_refused_with_its_words(
    bot: Bot, lab: Chat, text: str, complaint: str
) -> None:
    with pytest.raises(BadRequest) as caught:
        await bot.send_message(lab.id, text, parse_mode=ParseMode.HTML)
    assert caught.value.message.lower().startswith(f"can't parse entities: {complaint}".lower())


async def test_html_becomes_entities_counted_in_utf16(bot: Bot, lab: Chat) -> None:
    sent = await bot.send_message(
        lab.id, "  😀 <b>张 &lt;伟&gt;</b> <pre><i>x</i></pre>  /my ", parse_mode=ParseMode.HTML
    )
    assert sent.text == "😀 张 <伟> x  /my"
    found = {entity.type: sent.parse_entity(entity) for entity in sent.entities}
    assert found == {"bold": "张 <伟>", "pre": "x", "italic": "x", "bot_command": "/my"}


@pytest.mark.parametrize(("character", "count"), [("a", 4096), ("订", 4096), ("😀", 2048)])
async def test_a_text_may_have_4096_utf16_units_after_parsing(bot: Bot, lab: Chat, character: str, count: int) -> None:
    await bot.send_message(lab.id, f"<b>{character * count}</b>", parse_mode=ParseMode.HTML)
    with refused("message is too long"):
        await bot.send_message(lab.id, character * (count + 1))


@pytest.mark.parametrize("text", ["", "  \n ", "<b> </b>"])
async def test_an_empty_text_is_refused(bot: Bot, lab: Chat, text: str) -> None:
    with refused("empty"):
        await bot.send_message(lab.id, text, parse_mode=ParseMode.HTML)


@pytest.mark.parametrize(
    ("button", "complaint"),
    [
        ({"text": "放卡", "callback_data": "卡" * 22}, "button_data_invalid"),
        ({"text": "放卡"}, "Text buttons are unallowed"),
        ({"text": "", "callback_data": "x"}, "must be non-empty"),
        ({"text": "看", "url": "pinka"}, "Wrong HTTP URL"),
        ({"text": "复制", "copy_text": {"text": "x" * 257}}, "button_copy_text_invalid"),
        ({"text": "开", "web_app": {"url": "https://x.y"}}, "button_type_invalid"),
    ],
)
async def test_a_button_that_telegram_would_not_show_is_refused(
    bot: Bot, lab: Chat, button: dict[str, Any], complaint: str
) -> None:
    with refused(complaint):
        markup = InlineKeyboardMarkup.de_json({"inline_keyboard": [[button]]}, bot)
        await bot.send_message(lab.id, "x", reply_markup=markup)


async def test_a_button_with_64_bytes_and_one_to_copy_are_shown(bot: Bot, lab: Chat) -> None:
    row = [
        InlineKeyboardButton("放卡", callback_data="卡" * 21 + "x"),
        InlineKeyboardButton("复制", copy_text=CopyTextButton("export CUDA_VISIBLE_DEVICES=2,3")),
    ]
    sent = await bot.send_message(lab.id, "x", reply_markup=InlineKeyboardMarkup([row]))
    assert sent.reply_markup and sent.reply_markup.inline_keyboard[0][0].text == "放卡"


async def test_an_edit_that_changes_nothing_is_refused(bot: Bot, lab: Chat) -> None:
    sent = await bot.send_message(lab.id, "<b>空闲</b>", parse_mode="HTML", reply_markup=keyboard("刷新"))
    with refused("message is not modified"):
        await sent.edit_text("<b>空闲</b> ", parse_mode="HTML", reply_markup=keyboard("刷新"))
    changed = await sent.edit_text("空闲", reply_markup=keyboard("刷新"))
    assert not isinstance(changed, bool) and changed.edit_date
    without_buttons = await sent.edit_text("空闲")
    assert not isinstance(without_buttons, bool) and without_buttons.reply_markup is None
    with refused("message is not modified"):
        await sent.edit_reply_markup(None)


async def test_only_its_own_existing_messages_can_be_edited_or_deleted(
    tg: FakeTelegram, bot: Bot, alice: User, lab: Chat
) -> None:
    said = tg.people.say("/free", alice, lab)
    with refused("message can't be edited"):
        await bot.edit_message_text("x", lab.id, said["message_id"])
    with refused("message can't be deleted"):
        await bot.delete_message(lab.id, said["message_id"])
    with refused("message to delete not found"):
        await bot.delete_message(lab.id, 999)
    sent = await bot.send_message(lab.id, "x")
    assert await sent.delete()
    with refused("message to edit not found"):
        await sent.edit_text("y")


async def test_links_to_people_become_mentions_and_code_keeps_its_language(bot: Bot, alice: User, lab: Chat) -> None:
    text = (
        f'<a href="tg://user?id={alice.id}">爱丽丝</a> <a href="tg://user?id=5">nobody</a> '
        '<pre><code class="language-sh">export X=1</code></pre> <a href="https://x.y/?a=1&amp;b=2">y</a>'
    )
    sent = await bot.send_message(lab.id, text, parse_mode=ParseMode.HTML)
    mention, code, link = sent.entities
    assert mention.user and mention.user.id == alice.id and sent.parse_entity(mention) == "爱丽丝"
    assert (code.type, code.language, sent.parse_entity(code)) == ("pre", "sh", "export X=1")
    assert link.url == "https://x.y/?a=1&b=2"
    with refused("message is not modified"):
        await sent.edit_text(text, parse_mode=ParseMode.HTML)
