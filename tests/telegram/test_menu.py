"""The command menu: per language and kind of chat, set only when it changed, never in the way."""

import pytest

from bot.telegram.menu import Menu, MenuEntry
from bot.telegram.run import RememberedMenu
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import eventually, living

BOOK = MenuEntry("book", {"en": "book cards", "zh": "订卡"})
MY = MenuEntry("my", {"en": "my bookings", "zh": "我的预约"})
CHINESE = MenuEntry("订", {"en": "book", "zh": "订卡"})
MENU = Menu(group=[BOOK, CHINESE], private=[BOOK, MY])


class Memory:
    def __init__(self, value: str | None = None) -> None:
        self.value = value
        self.asked = 0

    async def get(self) -> str | None:
        self.asked += 1
        return self.value

    async def set(self, value: str) -> None:
        self.value = value

    def of(self, menu: Menu) -> RememberedMenu:
        return RememberedMenu(menu, self.get, self.set)


async def test_the_menu_is_set_per_language_and_kind_of_chat(tg: FakeTelegram) -> None:
    memory = Memory()
    async with living(tg, menu=memory.of(MENU)):
        await eventually(lambda: memory.value)
    assert {
        name: [(one["command"], one["description"]) for one in listed] for name, listed in tg.world.profile.items()
    } == {
        "commands all_group_chats": [("book", "book cards")],
        "commands all_group_chats zh": [("book", "订卡")],
        "commands all_private_chats": [("book", "book cards"), ("my", "my bookings")],
        "commands all_private_chats zh": [("book", "订卡"), ("my", "我的预约")],
    }


async def test_a_menu_that_did_not_change_is_not_set_again(tg: FakeTelegram) -> None:
    memory = Memory(MENU.fingerprint())
    async with living(tg, menu=memory.of(MENU)) as live:
        await eventually(lambda: memory.asked and live.health.bot)
    assert tg.calls_of("setMyCommands") == []


def test_any_change_of_the_menu_changes_its_fingerprint() -> None:
    other = MenuEntry("book", {"en": "book cards", "zh": "订"})
    prints = {
        Menu([BOOK], [MY]).fingerprint(),
        Menu([MY], [BOOK]).fingerprint(),
        Menu([other], [MY]).fingerprint(),
    }
    assert len(prints) == 3


@pytest.mark.parametrize("status", [400, 404, 429, 502])
async def test_a_menu_that_cannot_be_set_is_forgotten_and_the_bot_lives(
    tg: FakeTelegram, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    tg.faults.fail("setMyCommands", status, times=None)
    memory = Memory()
    async with living(tg, menu=memory.of(MENU)) as live:
        await eventually(lambda: "command menu" in caplog.text)
        assert not live.task.done()
    assert memory.value is None


async def test_a_menu_that_hangs_does_not_delay_the_first_answer(tg: FakeTelegram) -> None:
    hang = tg.faults.hang("setMyCommands")
    user = tg.places.user("Li")
    async with living(tg, menu=Memory().of(MENU)) as live:
        tg.people.say("/my", user)
        await live.hears("/my")
        hang.release()
