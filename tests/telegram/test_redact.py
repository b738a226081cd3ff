"""The token is nowhere: not in logs at DEBUG, not in tracebacks, not in exceptions that leave."""

import asyncio
import io
import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest

from bot.clock import SettableClock
from bot.telegram.check import check
from bot.telegram.health import Health
from bot.telegram.redact import HIDDEN, Redactor
from bot.telegram.run import TelegramFailed, run
from bot.telegram.settings import BotSettings
from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.server import TOKEN
from tests.telegram.house import CALM, NOW, House, Lab, eventually, living, sending

SECRET = TOKEN.partition(":")[2]
SETTINGS = BotSettings(TOKEN, proxy="socks5://lab:hunter2hunter2@127.0.0.1:1080")


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that any logger says, at DEBUG, formatted with tracebacks."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    undo = Redactor(SETTINGS).install()
    yield written
    undo()
    root.removeHandler(handler)
    root.setLevel(level)


async def test_no_kind_of_trouble_writes_the_token_into_a_log(tg: FakeTelegram, lab: Lab, logged: io.StringIO) -> None:
    async with living(tg) as live:
        spoilings: list[Callable[[], object]] = [
            lambda: tg.faults.fail("getUpdates", 404),
            lambda: tg.faults.fail("getUpdates", 401),
            lambda: tg.faults.fail("getUpdates", 502),
            lambda: tg.faults.close("getUpdates"),
            lambda: tg.faults.garbage("getUpdates"),
            lambda: tg.faults.garbage("getUpdates", body=f"see https://api.telegram.org/bot{TOKEN}/getMe"),
            lambda: tg.faults.fail("getUpdates", 409),
            lambda: tg.faults.fail("getUpdates", 400, f"Bad Request: /bot{TOKEN}/getUpdates"),
        ]
        for spoil in spoilings:
            before = live.health.failures
            spoil()
            tg.people.say("/my", lab.li, lab.group)
            await eventually(lambda before=before: live.health.failures > before)  # it may be over before one looks
            tg.people.say("/my", lab.li, lab.group)
            await eventually(lambda: live.health.failures_in_row == 0)
        live.house.failures_ahead = 1
        tg.people.say("x", lab.li, lab.group)
        await live.hears("x")
    assert "no updates from Telegram" in logged.getvalue()
    assert SECRET not in logged.getvalue()


async def test_no_failed_send_carries_the_token(tg: FakeTelegram, lab: Lab, logged: io.StringIO) -> None:
    told: list[str] = []
    async with sending(tg) as sender:
        for status in (400, 401, 403, 404, 409, 500):
            tg.faults.fail("sendMessage", status)
            try:
                await sender.say(lab.group)
            except Exception as error:
                told.append("".join(traceback.format_exception(error)))
                logging.getLogger("elsewhere").exception("a send failed")
    assert len(told) == 6
    assert SECRET not in "".join(told) + logged.getvalue()


async def test_a_wrong_token_is_not_in_the_error_that_leaves(tg: FakeTelegram, logged: io.StringIO) -> None:
    tg.token = "1:another-token"
    tg.api.token = tg.token
    bot = BotSettings(TOKEN, tg.base_url, patience=CALM)

    async def no_wait(_: float) -> None: ...

    with pytest.raises(Exception) as bad:
        await run(
            bot, House().doors, lambda *_: no_wait(0), asyncio.Event(),
            clock=SettableClock(NOW), health=Health(), sleep=no_wait,
        )  # fmt: skip
    assert SECRET not in "".join(traceback.format_exception(bad.value)) + logged.getvalue()


async def test_an_unforeseen_error_leaves_without_the_token(tg: FakeTelegram) -> None:
    async def broken(*_: object) -> None:
        raise LookupError(f"http://127.0.0.1/bot{TOKEN}/x")

    bot = BotSettings(TOKEN, tg.base_url, patience=CALM)
    with pytest.raises(TelegramFailed) as failed:
        await run(bot, House().doors, broken, asyncio.Event(), clock=SettableClock(NOW), health=Health())
    assert SECRET not in "".join(traceback.format_exception(failed.value)) and HIDDEN in str(failed.value)


async def test_the_doctor_does_not_print_the_token(tg: FakeTelegram) -> None:
    tg.faults.fail("getMe", 400, f"Bad Request: /bot{TOKEN}/getMe")
    found = await check(BotSettings(TOKEN, tg.base_url, patience=CALM), "1", patience=0.01)
    assert found[0].step == "getMe" and SECRET not in repr(found)


@pytest.mark.parametrize(
    "text",
    [TOKEN, quote(TOKEN, safe=""), quote(TOKEN, safe="").lower(), SECRET, f"/bot{TOKEN}/x", "hunter2hunter2"],
)
def test_every_spelling_of_a_secret_is_replaced(text: str) -> None:
    clean = Redactor(SETTINGS).scrub(f"a {text} b")
    assert SECRET.lower() not in clean.lower() and "hunter2" not in clean and HIDDEN in clean


def test_messages_arguments_tracebacks_and_stacks_are_all_clean(logged: io.StringIO) -> None:
    log = logging.getLogger("any.library")
    log.info("direct %s", TOKEN)
    log.info(f"spelled out {TOKEN}")
    log.info("%(t)s", {"t": TOKEN})
    log.info("by object %s", ValueError(TOKEN))
    try:
        try:
            raise KeyError(TOKEN)
        except KeyError as error:
            raise ValueError(f"outer {TOKEN}") from error
    except ValueError:
        log.exception("failed")
    log.info("stack", stack_info=True)
    assert SECRET not in logged.getvalue()
    assert logged.getvalue().count(HIDDEN) >= 6 and "ValueError: outer" in logged.getvalue()


def test_other_records_are_left_as_they_are(logged: io.StringIO) -> None:
    try:
        raise ValueError("harmless")
    except ValueError:
        logging.getLogger("x").exception("%s failed %d times", "it", 3)
    assert "it failed 3 times" in logged.getvalue() and "harmless" in logged.getvalue()


def test_a_record_that_cannot_be_formatted_harms_nobody(logged: io.StringIO) -> None:
    make = logging.getLogRecordFactory()
    assert make("x", logging.INFO, "f", 1, "%d %d", ("only one",), None).msg == "%d %d"
    assert SECRET not in make("x", logging.INFO, "f", 1, "%d %d", (TOKEN,), None).getMessage()


async def test_a_task_that_dies_unseen_dies_without_the_token(logged: io.StringIO) -> None:
    loop = asyncio.get_running_loop()
    loop.call_exception_handler({"message": "a task died", "exception": ValueError(TOKEN)})
    assert "a task died" in logged.getvalue() and SECRET not in logged.getvalue()


def test_a_death_of_the_process_prints_no_token(logged: io.StringIO, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError(TOKEN)
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    printed = capsys.readouterr().err
    assert SECRET not in printed and f"ValueError: {HIDDEN}" in printed


def test_settings_do_not_show_their_secrets() -> None:
    assert SECRET not in repr(SETTINGS) and "hunter2" not in repr(SETTINGS)


def test_undoing_leaves_logging_as_it_was() -> None:
    made, hook, level = logging.getLogRecordFactory(), sys.excepthook, logging.getLogger("httpx").level
    Redactor(SETTINGS).install()()
    assert (logging.getLogRecordFactory(), sys.excepthook) == (made, hook)
    assert logging.getLogger("httpx").level == level
