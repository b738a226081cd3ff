"""The command menu: per language and kind of chat, set only when it changed, never in the way."""

from collections.abc import Sequence

import pytest

from bot.chat.registry import Command, Registry, Who
from bot.commands.all import build_registry
from bot.telegram.menu import Menu, MenuEntry, menu_of
from bot.telegram.run import RememberedMenu
from tests.fakes.telegram import FakeTelegram
from tests.telegram.house import eventually, living

BOOK = MenuEntry("book", {"en": "book cards", "zh": "订卡"})
MY = MenuEntry("my", {"en": "my bookings", "zh": "我的预约"})
CHINESE = MenuEntry("订", {"en": "book", "zh": "订卡"})
LIMITS = MenuEntry("limits", {"en": "limits", "zh": "规则"})
MENU = Menu(anywhere=[BOOK], private=[BOOK, MY], group=[BOOK, CHINESE], administrators=[BOOK, LIMITS])


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
        "commands default": [("book", "book cards")],
        "commands default zh": [("book", "订卡")],
        "commands all_chat_administrators": [("book", "book cards"), ("limits", "limits")],
        "commands all_chat_administrators zh": [("book", "订卡"), ("limits", "规则")],
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
    unseen = MenuEntry("book", BOOK.help, unseen=True)
    menus = [([BOOK], [MY], [], []), ([MY], [BOOK], [], []), ([BOOK], [], [MY], []), ([BOOK], [], [], [MY])]
    menus += [([other], [MY], [], []), ([unseen], [MY], [], []), ([], [BOOK, MY], [], [])]
    assert len({Menu(*each).fingerprint() for each in menus}) == len(menus)


def command(name: str, who: Who = Who.MEMBER, **how: bool) -> Command:
    lines = {"en": f"{name}!", "zh": f"{name}！"}
    return Command(name, (), lines, {"en": (f"/{name}",), "zh": (f"/{name}",)}, who, None, **how)  # type: ignore[arg-type]


REGISTRY = Registry().add(
    [
        command("book", front=True),
        command("remove", Who.OWNER),
        command("limits", Who.GUEST),
        command("my", front=True, reads=True),
        command("free", front=True, reads=True),
        command("undo"),
        command("help", Who.ANYONE, looks=True),
    ]
)


def names(entries: Sequence[MenuEntry]) -> list[str]:
    return [entry.name for entry in entries]


def test_administrators_see_what_is_for_owners_and_others_only_what_everybody_uses() -> None:
    menu = menu_of(REGISTRY, whispers=False)
    assert names(menu.administrators) == ["book", "my", "free", "help", "remove", "limits"]
    assert names(menu.group) == names(menu.private) == names(menu.anywhere) == ["book", "my", "free", "help"]


def test_only_what_changes_nothing_and_concerns_nobody_else_goes_unseen_and_only_in_groups() -> None:
    menu = menu_of(REGISTRY, whispers=True)
    assert [entry.name for entry in menu.administrators if entry.unseen] == ["my", "help"]
    assert [entry.name for entry in menu.group if entry.unseen] == ["my", "help"]
    assert not [entry for entry in (*menu.private, *menu.anywhere) if entry.unseen]
    assert not [entry for entry in menu_of(REGISTRY, whispers=False).group if entry.unseen]


@pytest.mark.parametrize(("api", "told"), [((10, 3), True), ((10, 0), False)])
async def test_an_older_telegram_gets_the_same_menu(tg: FakeTelegram, api: tuple[int, int], told: bool) -> None:
    tg.world.api = api
    memory = Memory()
    async with living(tg, menu=memory.of(menu_of(REGISTRY, whispers=True))):
        await eventually(lambda: memory.value)
    listed = tg.world.profile["commands all_group_chats zh"]
    assert [one["command"] for one in listed] == ["book", "my", "free", "help"]
    assert [one["command"] for one in listed if one.get("is_ephemeral")] == (["my", "help"] if told else [])


def test_the_real_commands_make_a_menu_in_both_languages() -> None:
    menu = menu_of(build_registry(), whispers=True)
    assert {"book", "help"} <= set(names(menu.group)) <= set(names(menu.administrators))
    assert all(set(entry.help) == {"en", "zh"} for entry in menu.administrators)


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
