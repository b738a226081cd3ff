"""The bot itself: who it is, its command menus, its descriptions, its (absent) webhook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fakes.telegram import rules
from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.entities import utf16_length
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.whispers import FIRST_FORM
from tests.fakes.telegram.world import World

if TYPE_CHECKING:
    from tests.fakes.telegram.methods import Method

WITHOUT_CHAT = ("default", "all_private_chats", "all_group_chats", "all_chat_administrators")
WITH_CHAT = ("chat", "chat_administrators", "chat_member")


def get_me(world: World, asked: Asked) -> Json:
    abilities = {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
        "can_manage_bots": False,
        "supports_guest_queries": False,
    }
    return world.bot.json() | abilities


def _menu(world: World, asked: Asked) -> str:
    """The key of one command menu: its scope and language."""
    scope = asked.nested("scope") or {"type": "default"}
    kind = scope.get("type")
    if kind not in WITHOUT_CHAT + WITH_CHAT:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    where = ""
    if kind in WITH_CHAT:
        chat = world.chat_of(scope.get("chat_id", 0))
        if chat is None:
            raise bad_request("chat not found")
        where = f" {chat.id} {scope.get('user_id', '')}".rstrip()
    language = asked.text("language_code")
    if language and not (len(language) == 2 and language.isascii() and language.islower()):
        raise bad_request("invalid language code specified")
    return f"commands {kind}{where} {language}".rstrip()


def set_my_commands(world: World, asked: Asked) -> bool:
    listed = rules.commands(asked.nested("commands"))
    known = ("is_ephemeral",) if world.api >= FIRST_FORM else ()
    world.profile[_menu(world, asked)] = [
        {"command": entry["command"].removeprefix("/"), "description": entry["description"]}
        | {name: entry[name] for name in known if name in entry}
        for entry in listed
    ]
    return True


def get_my_commands(world: World, asked: Asked) -> Any:
    return world.profile.get(_menu(world, asked), [])


def delete_my_commands(world: World, asked: Asked) -> bool:
    world.profile.pop(_menu(world, asked), None)
    return True


def setter(name: str, longest: int) -> Method:
    def set_it(world: World, asked: Asked) -> bool:
        if utf16_length(asked.text(name)) > longest:
            raise bad_request(f"bot {name.replace('_', ' ')} is too long")
        world.profile[f"{name} {asked.text('language_code')}".rstrip()] = asked.text(name)
        return True

    return set_it


def getter(name: str) -> Method:
    def get_it(world: World, asked: Asked) -> Json:
        fallback = world.profile.get(name, world.bot.full_name if name == "name" else "")
        return {name: world.profile.get(f"{name} {asked.text('language_code')}".rstrip(), fallback)}

    return get_it


def delete_webhook(world: World, asked: Asked) -> bool:
    if asked.flag("drop_pending_updates"):
        world.updates.forget()
    return True


def get_webhook_info(world: World, asked: Asked) -> Json:
    return {
        "url": "",
        "has_custom_certificate": False,
        "pending_update_count": len(world.updates.pending()),
    }
