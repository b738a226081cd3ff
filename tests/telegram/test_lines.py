"""The way to Telegram: proxies for both clients, environment, limits, and pools that are replaced."""

import asyncio

import httpx
import pytest
from telegram.error import NetworkError, TimedOut

from bot.telegram.api import Api
from bot.telegram.requests import Line, sending_line
from bot.telegram.settings import BotSettings
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import CALM, HASTY, UNLIMITED, settings
from tests.telegram.proxies import proxy


@pytest.mark.parametrize("scheme", ["http", "socks5", "socks5h"])
async def test_polling_and_sending_both_go_through_the_proxy(tg: FakeTelegram, scheme: str) -> None:
    async with proxy(scheme) as way:
        api = Api(BotSettings(tg.token, tg.base_url, way.url, UNLIMITED, HASTY))
        me = await api.me()
        await api.updates(None)
        await api.close()
    assert me.username == "pinka_bot"
    expected = ["getMe", "getUpdates"] if scheme == "http" else [f"127.0.0.1:{tg.port}"] * 2
    assert way.passed == expected


async def test_a_proxy_that_is_down_means_that_nothing_was_sent(tg: FakeTelegram) -> None:
    async with proxy("socks5") as way:
        pass
    api = Api(BotSettings(tg.token, tg.base_url, way.url, UNLIMITED, HASTY))
    with pytest.raises(NetworkError) as error:
        await api.me()
    assert isinstance(error.value.__cause__, httpx.ConnectError)
    await api.close()


async def test_a_proxy_of_the_environment_is_not_used_for_this_very_machine(
    tg: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:1")
    api = Api(settings(tg))
    assert (await api.me()).username == "pinka_bot"
    await api.close()


async def test_a_proxy_of_the_environment_is_used_for_everything_else(
    tg: FakeTelegram, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with proxy("http") as way:
        monkeypatch.setenv("HTTP_PROXY", way.url)
        api = Api(BotSettings(tg.token, "http://telegram.invalid/bot", patience=HASTY, pace=UNLIMITED))
        with pytest.raises(NetworkError):
            await api.me()
        await api.close()
    assert way.passed == ["getMe"]


async def test_a_hanging_request_ends_and_the_next_one_has_a_new_pool(tg: FakeTelegram) -> None:
    tg.faults.hang("getMe")
    api = Api(settings(tg, HASTY))
    with pytest.raises(TimedOut):
        await api.me()
    assert (await api.me()).username == "pinka_bot"
    await api.close()


async def test_the_limit_holds_even_when_the_client_forgets_its_own(tg: FakeTelegram) -> None:
    built: list[object] = []

    def build():  # type: ignore[no-untyped-def]
        from telegram.request import HTTPXRequest

        built.append(client := HTTPXRequest(read_timeout=None, write_timeout=None))
        return client

    tg.faults.hang("getMe")
    line = Line(build, 0.1, 0.1)
    begun = asyncio.get_running_loop().time()
    with pytest.raises(TimedOut, match="no answer within"):
        await line.do_request(f"{tg.base_url}{tg.token}/getMe", "POST")
    assert asyncio.get_running_loop().time() - begun < 1
    assert line.renewals == 1 and len(built) == 2
    code, _ = await line.do_request(f"{tg.base_url}{tg.token}/getMe", "POST")
    assert code == 200
    await line.shutdown()


async def test_renewing_does_not_break_the_requests_under_way(tg: FakeTelegram) -> None:
    hang = tg.faults.hang("getMe")
    line = sending_line(settings(tg, CALM))
    under_way = asyncio.create_task(line.do_request(f"{tg.base_url}{tg.token}/getMe", "POST"))
    await asyncio.wait_for(hang.reached.wait(), 2)
    await line.renew()
    hang.release()
    assert (await under_way)[0] == 200
    await line.shutdown()


async def test_a_full_pool_is_replaced(tg: FakeTelegram) -> None:
    def build():  # type: ignore[no-untyped-def]
        from telegram.request import HTTPXRequest

        return HTTPXRequest(connection_pool_size=1, pool_timeout=0.05)

    hang = tg.faults.hang("getMe")
    line = Line(build, 5, 5)
    url = f"{tg.base_url}{tg.token}/getMe"
    under_way = asyncio.create_task(line.do_request(url, "POST"))
    await asyncio.wait_for(hang.reached.wait(), 2)
    with pytest.raises(TimedOut, match="Pool timeout"):
        await line.do_request(url, "POST")
    assert line.renewals == 1 and (await line.do_request(url, "POST"))[0] == 200
    hang.release()
    assert (await under_way)[0] == 200
    await line.shutdown()


async def test_a_closed_line_says_that_nothing_was_sent(tg: FakeTelegram) -> None:
    line = sending_line(settings(tg))
    await line.shutdown()
    await line.renew()
    with pytest.raises(NetworkError) as error:
        await line.do_request(tg.base_url, "POST")
    assert isinstance(error.value.__cause__, httpx.ConnectError)
