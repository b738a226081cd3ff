"""The command menu that Telegram shows beside the input field, per language and kind of chat."""

import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.ext import ExtBot

log = logging.getLogger(__name__)
NAME = re.compile(r"[a-z0-9_]{1,32}")
LONGEST_HELP = 256
MOST_COMMANDS = 100
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A command and its line of help by language, e.g. `{"en": …, "zh": …}`; `en` serves everybody else."""

    name: str
    help: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Menu:
    group: Sequence[MenuEntry]
    private: Sequence[MenuEntry]

    def fingerprint(self) -> str:
        plain = [[[entry.name, dict(entry.help)] for entry in part] for part in (self.group, self.private)]
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


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
    scopes: list[tuple[BotCommandScope, Sequence[MenuEntry]]] = [
        (BotCommandScopeAllGroupChats(), menu.group),
        (BotCommandScopeAllPrivateChats(), menu.private),
    ]
    for scope, entries in scopes:
        for language in sorted({language for entry in entries for language in entry.help}):
            code = None if language == FALLBACK else language
            await bot.set_my_commands(_commands(entries, language), scope=scope, language_code=code)


def _commands(entries: Sequence[MenuEntry], language: str) -> list[BotCommand]:
    """Quirk: Telegram's menu takes Latin names only; others work when typed."""
    latin = [entry for entry in entries if NAME.fullmatch(entry.name)]
    return [BotCommand(entry.name, _help(entry, language)) for entry in latin[:MOST_COMMANDS]]


def _help(entry: MenuEntry, language: str) -> str:
    return (entry.help.get(language) or entry.help.get(FALLBACK) or entry.name)[:LONGEST_HELP]
