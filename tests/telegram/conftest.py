"""A fresh Telegram for every test, and a small lab in it."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import Lab


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(privacy=False) as telegram:
        yield telegram


@pytest.fixture
def lab(tg: FakeTelegram) -> Lab:
    return Lab.of(tg)
