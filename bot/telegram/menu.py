"""The command menu that Telegram shows beside the input field, per language, kind of chat and role in it."""

import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)
from telegram.ext import ExtBot

from bot.chat.personal import PERSONAL
from bot.chat.registry import Command, Registry, Who

log = logging.getLogger(__name__)
NAME = re.compile(r"[a-z0-9_]{1,32}")
LONGEST_HELP = 256
MOST_COMMANDS = 100
FALLBACK = "en"
# Everybody may look at these, and owners change them.
FOR_OWNERS_TOO = ("pool", "limits", "role")


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A command and its line of help by language, e.g. `{"en": …, "zh": …}`; `en` serves everybody else.

    `unseen`: sent from the menu of a group, it is seen by the bot alone.
    """

    name: str
    help: Mapping[str, str]
    unseen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """Of the four, Telegram shows a person the last that fits. `administrators` are those of the chat."""

    anywhere: Sequence[MenuEntry]
    private: Sequence[MenuEntry]
    group: Sequence[MenuEntry]
    administrators: Sequence[MenuEntry]

    def scopes(self) -> list[tuple[BotCommandScope, Sequence[MenuEntry]]]:
        return [
            (BotCommandScopeDefault(), self.anywhere),
            (BotCommandScopeAllPrivateChats(), self.private),
            (BotCommandScopeAllGroupChats(), self.group),
            (BotCommandScopeAllChatAdministrators(), self.administrators),
        ]

    def fingerprint(self) -> str:
        plain = [
            [scope.type, [[entry.name, dict(entry.help), entry.unseen] for entry in entries]]
            for scope, entries in self.scopes()
        ]
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def menu_of(registry: Registry, *, whispers: bool) -> Menu:
    """What everybody uses, then `/help`; administrators of a group also see what is for owners."""
    front = [command for command in registry if command.front]
    shown = [*front, *(command for command in registry if command.name == "help" and command not in front)]
    owners = [one for one in registry if one not in shown and (one.who is Who.OWNER or one.name in FOR_OWNERS_TOO)]
    plain = [MenuEntry(command.name, command.help) for command in shown]
    group = [_in_group(command, whispers) for command in shown]
    return Menu(plain, plain, group, [*group, *(_in_group(command, whispers) for command in owners)])


def _in_group(command: Command, whispers: bool) -> MenuEntry:
    """Only what changes nothing may go unseen, and only where its answer concerns nobody else."""
    unseen = whispers and command.name in PERSONAL and (command.reads or command.looks)
    return MenuEntry(command.name, command.help, unseen)


async def set_menu(
    bot: ExtBot[int],
    menu: Menu,
    remembered: Callable[[], Awaitable[str | None]],
    remember: Callable[[str], Awaitable[None]],
) -> bool:
    """Set the menu unless it is the remembered one; True when set. Never raises: the bot works without."""
    try:
        fingerprint = menu.fingerprint()
        if await remembered() == fingerprint:
            return False
        await _set_everywhere(bot, menu)
        await remember(fingerprint)
    except Exception as error:
        log.warning("the command menu could not be set: %s: %s", type(error).__name__, error)
        return False
    return True


async def _set_everywhere(bot: ExtBot[int], menu: Menu) -> None:
    for scope, entries in menu.scopes():
        for language in sorted({language for entry in entries for language in entry.help}):
            code = None if language == FALLBACK else language
            await bot.set_my_commands(_commands(entries, language), scope=scope, language_code=code)


def _commands(entries: Sequence[MenuEntry], language: str) -> list[BotCommand]:
    """Quirk: Telegram's menu takes Latin names only; others work when typed."""
    latin = [entry for entry in entries if NAME.fullmatch(entry.name)]
    return [_command(entry, language) for entry in latin[:MOST_COMMANDS]]


def _command(entry: MenuEntry, language: str) -> BotCommand:
    """Quirk: the library does not know `is_ephemeral` (Bot API 10.2); older servers ignore it."""
    return BotCommand(entry.name, _help(entry, language), api_kwargs={"is_ephemeral": True} if entry.unseen else None)


def _help(entry: MenuEntry, language: str) -> str:
    return (entry.help.get(language) or entry.help.get(FALLBACK) or entry.name)[:LONGEST_HELP]
