"""Starting and ending: without a network, with a wrong token, beside a second bot, and when told to stop."""

import asyncio
import time
from collections.abc import Iterator

import pytest

from bot.chat.message import Button, Outgoing
from bot.clock import SettableClock
from bot.telegram.doors import BadToken, RoleLost
from bot.telegram.health import Health
from bot.telegram.run import run
from bot.telegram.settings import BotSettings
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import CALM, NOW, UNLIMITED, House, Lab, Naps, eventually, living, place_of


async def nothing(*_: object) -> None:
    """`ready` for those who do not wait for it."""


class Started:
    """A bot whose start is the test."""

    def __init__(self, base_url: str, token: str, house: House | None = None) -> None:
        self.health, self.stop, self.naps = Health(), asyncio.Event(), Naps(SettableClock(NOW))
        bot = BotSettings(token, base_url, patience=CALM, pace=UNLIMITED)
        doors = (house or House()).doors
        self.task = asyncio.create_task(
            run(
                bot,
                doors,
                nothing,
                self.stop,
                clock=self.naps.clock,
                health=self.health,
                sleep=self.naps.sleep,
            )
        )

    async def end(self) -> None:
        self.stop.set()
        await asyncio.wait_for(self.task, 5)


@pytest.fixture
def free_port() -> Iterator[int]:
    """A port on which nothing listens yet."""
    import socket

    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    yield port


async def test_it_starts_without_a_network_and_goes_on_when_there_is_one(free_port: int) -> None:
    tg = FakeTelegram(port=free_port, privacy=False)
    bot = Started(f"http://127.0.0.1:{free_port}/bot", tg.token)
    await eventually(lambda: sum(bot.naps.taken) > 3600, 10)
    assert not bot.task.done() and bot.health.since_error == NOW
    async with tg:
        await eventually(lambda: bot.health.bot == "@pinka_bot")
        await bot.end()


async def test_it_stops_at_once_while_it_still_waits_for_a_network(free_port: int) -> None:
    bot = Started(f"http://127.0.0.1:{free_port}/bot", "1:x")
    await eventually(lambda: bot.naps.taken)
    await bot.end()


@pytest.mark.parametrize("token", ["110201543:wrong", "nonsense"])
async def test_a_wrong_token_ends_the_start_without_naming_it(tg: FakeTelegram, token: str) -> None:
    bot = Started(tg.base_url, token)
    with pytest.raises(BadToken) as bad:
        await asyncio.wait_for(bot.task, 5)
    assert token not in str(bad.value) and bot.naps.taken == [CALM.confirm]


@pytest.mark.parametrize("status", [401, 404])
async def test_a_captive_portal_at_the_start_is_no_wrong_token(tg: FakeTelegram, status: int) -> None:
    tg.faults.garbage("getMe", status=status, times=30)
    bot = Started(tg.base_url, tg.token)
    await eventually(lambda: bot.health.bot)
    await bot.end()


async def test_a_single_denial_at_the_start_is_no_wrong_token(tg: FakeTelegram) -> None:
    tg.faults.fail("getMe", 404)
    bot = Started(tg.base_url, tg.token)
    await eventually(lambda: bot.health.bot)
    await bot.end()


async def test_a_token_that_is_revoked_while_polling_ends_it(tg: FakeTelegram) -> None:
    async with living(tg) as live:
        tg.faults.fail("getUpdates", 401, times=None)
        tg.faults.fail("getMe", 401, times=None)
        with pytest.raises(BadToken):
            await asyncio.wait_for(live.task, 5)


async def test_a_token_denied_once_more_by_getme_is_not_revoked(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        tg.faults.fail("getUpdates", 401)
        tg.faults.fail("getMe", 401)
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")


async def test_a_second_program_with_the_same_token_is_called_out(
    tg: FakeTelegram, lab: Lab, caplog: pytest.LogCaptureFixture
) -> None:
    async with living(tg) as live:
        tg.faults.fail("getUpdates", 409, times=5)
        tg.people.say("/my", lab.li, lab.group)
        await live.hears("/my")
    assert live.health.conflicts == 5
    assert len([one for one in caplog.records if one.levelname == "CRITICAL"]) == 1


async def test_it_gives_way_when_another_process_holds_the_role(tg: FakeTelegram) -> None:
    house = House()
    async with living(tg, house) as live:
        tg.faults.fail("getUpdates", 409, times=None)
        await eventually(lambda: live.health.conflicts)
        house.holds_role = False
        with pytest.raises(RoleLost):
            await asyncio.wait_for(live.task, 5)


async def test_it_never_polls_without_the_role(tg: FakeTelegram) -> None:
    bot = Started(tg.base_url, tg.token, House(holds_role=False))
    with pytest.raises(RoleLost):
        await asyncio.wait_for(bot.task, 5)
    assert tg.world.polls == []


async def test_a_webhook_that_forbids_polling_is_removed_and_nothing_dropped(tg: FakeTelegram, lab: Lab) -> None:
    words = "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first"
    tg.people.say("/my", lab.li, lab.group)
    tg.faults.fail("getUpdates", 409, words)
    async with living(tg) as live:
        await live.hears("/my")
    assert [call.params for call in tg.calls_of("deleteWebhook")] == [{"drop_pending_updates": "false"}]


async def test_it_stops_in_the_middle_of_a_long_poll(tg: FakeTelegram) -> None:
    async with living(tg) as live:
        await eventually(lambda: tg.world.polls)
        begun = time.monotonic()
        live.stop.set()
        await asyncio.wait_for(live.task, 5)
        assert time.monotonic() - begun < 0.5


async def test_it_stops_while_telegram_hangs(tg: FakeTelegram) -> None:
    async with living(tg) as live:
        hang = tg.faults.hang("getUpdates")
        await asyncio.wait_for(hang.reached.wait(), 3)
        live.stop.set()
        await asyncio.wait_for(live.task, 2)


async def test_a_button_that_leads_into_private_names_this_bot(tg: FakeTelegram, lab: Lab) -> None:
    async with living(tg) as live:
        link = ((Button("私聊我", link=True),),)
        await live.adapter.send(Outgoing(place_of(lab.group), "test", {}, ("好",), link))
    (message,) = tg.sent(lab.group.id)
    assert message["reply_markup"]["inline_keyboard"][0][0]["url"] == "https://t.me/pinka_bot?start=1"


async def test_after_the_stop_no_connection_is_left(tg: FakeTelegram) -> None:
    async with living(tg):
        pass
    left = [task for task in asyncio.all_tasks() if "bot.telegram" in repr(task.get_coro())]
    assert left == []


async def test_an_error_of_ready_ends_the_run_and_is_told(tg: FakeTelegram) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("no pool")

    bot = BotSettings(tg.token, tg.base_url, patience=CALM)
    with pytest.raises(LookupError):
        await run(bot, House().doors, broken, asyncio.Event(), clock=SettableClock(NOW), health=Health())
