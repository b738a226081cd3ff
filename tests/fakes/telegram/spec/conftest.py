"""One fake with a still clock, one real bot, Alice and her group."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from tests.fakes.telegram import FakeTelegram
from tests.fakes.telegram.objects import Chat, User
from tests.fakes.telegram.spec.using import NOON, forget_proxies, real_bot


@pytest.fixture(autouse=True)
def quiet_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy between the two, and the library's newer way to tell a wait, which does not warn."""
    forget_proxies(monkeypatch)
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.fixture
async def tg() -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(clock=lambda: NOON) as server:
        yield server


@pytest.fixture
async def bot(tg: FakeTelegram) -> AsyncIterator[Bot]:
    async with real_bot(tg) as client:
        yield client


@pytest.fixture
def alice(tg: FakeTelegram) -> User:
    return tg.places.user("Alice", username="alice_lab", language="zh-hans", started=True)


@pytest.fixture
def lab(tg: FakeTelegram, alice: User) -> Chat:
    return tg.places.group("拼卡实验室", [alice, tg.places.user("<b>&张伟")])
