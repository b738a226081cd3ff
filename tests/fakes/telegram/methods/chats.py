"""Questions about a chat and its members, and the few things a bot does to a chat."""

from __future__ import annotations

from tests.fakes.telegram.admission import reachable_chat
from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.objects import INSIDE, Chat, Json, User, member_json
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.world import World


def _user(world: World, user_id: int | None) -> User:
    if user_id == world.bot.id:
        return world.bot
    user = world.users.get(user_id or 0)
    if user is None:
        raise bad_request("invalid user_id specified" if not user_id else "user not found")
    return user


def get_chat(world: World, asked: Asked) -> Json:
    return reachable_chat(world, asked).full_json()


def get_member(world: World, asked: Asked) -> Json:
    chat = reachable_chat(world, asked)
    user = _user(world, asked.integer("user_id"))
    return member_json(user, chat.members.get(user.id, "left"))


def get_administrators(world: World, asked: Asked) -> list[Json]:
    """Other bots are left out, as at Telegram; the bot itself is listed."""
    chat = reachable_chat(world, asked)
    if chat.user:
        raise bad_request("there are no administrators in the private chat")
    listed = [(_user(world, user_id), status) for user_id, status in chat.members.items()]
    return [
        member_json(user, status)
        for user, status in listed
        if status in ("creator", "administrator") and (not user.is_bot or user.id == world.bot.id)
    ]


def get_member_count(world: World, asked: Asked) -> int:
    chat = reachable_chat(world, asked)
    return 2 if chat.user else sum(status in INSIDE for status in chat.members.values())


def _check_may_pin(world: World, chat: Chat) -> None:
    if not chat.user and not world.bot_is_admin(chat):
        raise bad_request("not enough rights to manage pinned messages in the chat")


def pin_message(world: World, asked: Asked) -> bool:
    chat = reachable_chat(world, asked)
    if world.find(chat.id, asked.integer("message_id")) is None:
        raise bad_request("message to pin not found")
    _check_may_pin(world, chat)
    return True


def unpin_message(world: World, asked: Asked) -> bool:
    _check_may_pin(world, reachable_chat(world, asked))
    return True


def leave(world: World, asked: Asked) -> bool:
    chat = reachable_chat(world, asked)
    if chat.user:
        raise bad_request("chat member status can't be changed in private chats")
    chat.members[world.bot.id] = "left"
    return True
