"""The fake Telegram whole: under a real Application, and as a process of its own that another test drives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from telegram import Bot, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from tests.fakes.telegram import Control, FakeTelegram
from tests.fakes.telegram.client import ControlError
from tests.fakes.telegram.spec.using import forget_proxies, keyboard, poll

SENDER = """
import sys, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
opener.open(sys.argv[1] + "/sendMessage?text=hello&chat_id=" + sys.argv[2]).read()
"""


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    forget_proxies(monkeypatch)


@pytest.fixture(scope="module")
def process() -> Iterator[Control]:
    with Control.launch("--token", "42:secret", "--name", "拼卡") as control:
        yield control


async def book(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_message
    await update.effective_message.reply_text("2、3 号卡归你了", reply_markup=keyboard("放卡"))


async def pressed(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.callback_query
    await update.callback_query.answer()
    await update.callback_query.edit_message_text("放了")


async def test_a_real_application_polls_answers_and_edits() -> None:
    async with FakeTelegram() as tg:
        app = Application.builder().token(tg.token).base_url(tg.base_url).build()
        app.add_handlers([CommandHandler("book", book), CallbackQueryHandler(pressed)])
        async with app:
            assert app.updater
            await app.updater.start_polling(timeout=1)
            await app.start()
            alice = tg.places.user("Alice")
            lab = tg.places.group("拼卡", [alice])
            answer = await tg.answer_to(tg.people.say("/book 2", alice, lab))
            press = tg.people.press(answer, "放卡", alice)
            await tg.answer_to_press(press)
            await tg.until(lambda: tg.message(answer)["text"] == "放了")
            await app.updater.stop()
            await app.stop()
        assert tg.refusals() == [] and tg.world.updates.pending() == []


async def test_as_a_process_it_is_driven_by_control_and_serves_a_real_bot(process: Control) -> None:
    tg = process
    alice = tg.user("Alice", username="alice")
    lab = tg.group("实验室", [alice], kind="group")
    said = tg.say("/book 1", alice, lab)
    async with Bot("42:secret", tg.base_url) as bot:
        (update,) = await poll(bot)
        assert update.message
        sent = await update.message.reply_text("好", do_quote=True, reply_markup=keyboard("放卡"))
        answer = tg.answer_to(said)
        assert answer["message_id"] == sent.message_id
        press = tg.press(answer, "放卡", alice)
        assert (await poll(bot, update.update_id + 1))[0].update_id == press["update_id"]
        await sent.edit_text("放了")
        assert tg.message(answer)["text"] == "放了"
    assert "Alice presses [放卡]" in tg.transcript() and "放了" in tg.transcript()
    assert [call["status"] for call in tg.calls("sendMessage")] == [200] and tg.refusals() == []


@pytest.mark.parametrize(("moment", "arrived"), [("before", False), ("after", True)])
def test_a_sender_can_be_killed_just_before_or_just_after_its_message_is_accepted(
    process: Control, moment: str, arrived: bool
) -> None:
    chat = process.group("实验室", [process.user("Alice")])
    fault = process.fault("sendMessage", "hang", moment=moment, chat_id=chat)
    with subprocess.Popen([sys.executable, "-c", SENDER, f"{process.base_url}42:secret", str(chat)]) as sender:
        process.wait_for_fault(fault)
        sender.kill()
    process.release(fault)
    assert [message["text"] for message in process.sent(chat)] == ["hello"] * arrived


@pytest.mark.parametrize(
    ("verb", "facts"),
    [
        ("dance", {}),
        ("fault", {"method": "x", "action": "fail", "colour": 1}),
        ("say", {"text": "x", "user": 5}),
    ],
)
def test_what_the_process_does_not_know_is_an_error(process: Control, verb: str, facts: dict[str, Any]) -> None:
    with pytest.raises(ControlError):
        process.ask(verb, **facts)


def test_waiting_for_what_never_comes_ends(process: Control) -> None:
    with pytest.raises(TimeoutError, match="nothing within"):
        process.wait_for("sendPhoto", timeout=0.01)
