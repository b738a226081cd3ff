"""Ephemeral messages: seen by one person of a group only. Since Bot API 10.2, in their present form since 10.3.

A server that is older does not know the parameters, and like Telegram it ignores what it does not know.
"""

from __future__ import annotations

from tests.fakes.telegram.bodies import Asked
from tests.fakes.telegram.objects import INSIDE, Chat, Json, User
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.world import World

FIRST_FORM = (10, 2)
PRESENT_FORM = (10, 3)
PROOF_LIFE = 15.0


def receiver(world: World, chat: Chat, asked: Asked) -> User | None:
    """Who alone is to see the message; None: it is for everybody. Refused where the bot may not whisper."""
    wanted, query_id = _wanted(world, asked)
    heard = (asked.nested("reply_parameters") or {}).get("ephemeral_message_id") if world.api >= FIRST_FORM else None
    if wanted is None:
        if heard is not None:
            raise bad_request("a reply to an ephemeral message must be ephemeral")
        return None
    if not chat.is_group:
        raise bad_request("ephemeral messages can be sent only to groups and supergroups")
    user = world.users.get(wanted)
    if user is None or user.is_bot or chat.members.get(user.id) not in INSIDE:
        raise bad_request("USER_NOT_PARTICIPANT")
    if query_id is not None:
        _check_press(world, str(query_id), user)
    elif heard is not None:
        _check_command(world, chat, int(heard), user)
    elif not world.bot_is_admin(chat):
        raise bad_request("not enough rights to send ephemeral messages to the chat")
    return user


def _wanted(world: World, asked: Asked) -> tuple[int | None, object]:
    """The receiver and the press it answers, as the server's version reads them."""
    if world.api >= PRESENT_FORM and (given := asked.nested("ephemeral_message_parameters")):
        return int(given["receiver_user_id"]), given.get("callback_query_id")
    if world.api >= FIRST_FORM:
        return asked.integer("receiver_user_id"), asked.text("callback_query_id") or None
    return None, None


def _check_press(world: World, query_id: str, user: User) -> None:
    query = world.queries.get(query_id)
    if query is None or query.user != user or world.clock() - query.pressed_at > PROOF_LIFE:
        raise bad_request("QUERY_ID_INVALID")


def _check_command(world: World, chat: Chat, number: int, user: User) -> None:
    said = next((one for one in world.whispers if one["ephemeral_message_id"] == number), None)
    if said is None or said["from"]["id"] != user.id or said["chat"]["id"] != chat.id:
        raise bad_request("MESSAGE_NOT_COMMAND")
    if world.clock() - said["date"] > PROOF_LIFE:
        raise bad_request("EPHEMERAL_TIMEOUT")


def whispered(world: World, message: Json, to: User) -> Json:
    """The message as one that only `to` sees: without an id by which anybody could refer to it."""
    whisper = message | {"message_id": 0, "ephemeral_message_id": world.next_number(), "receiver_user": to.json()}
    world.whispers.append(whisper)
    return whisper
