"""What happens to chats: the bot is added, removed, heard; a member leaves; a platform renames a chat."""

from sqlmodel import Session

from bot.chat.message import Event, Reply
from bot.people.facts import ChatFacts
from bot.people.services.departed import member_left
from storage.queries import chats, outbox
from storage.words import ChatState


def happened(session: Session, chat: ChatFacts, event: Event, now: int, *, removable: bool = False) -> Reply:
    """Take note of an event; says how to be heard when the bot was just added and is half deaf."""
    if event.kind == "member_left":
        return member_left(session, chat, event, now, removable=removable)
    if event.kind == "bot_removed":
        chats.change(session, chat.id, state=ChatState.GONE.value)
        outbox.drop_for_chat(session, chat.id, "the bot was removed")
        return Reply("noted", {"event": event.kind}, quiet=True)
    hears_all = bool(event.facts.get("hears_all"))
    chats.change(session, chat.id, state=ChatState.ACTIVE.value, hears_all=int(hears_all))
    if event.kind != "bot_added" or chat.private:
        return Reply("noted", {"event": event.kind}, quiet=True)
    bot = str(event.facts.get("bot", ""))
    return Reply("hello", {"hears_all": hears_all, "bot": bot, "pool": chat.pool_id is not None})


def renamed(session: Session, platform: str, old: str, new: str) -> None:
    """A group became a supergroup: one transaction renames it everywhere."""
    chats.rename(session, platform, old, new)
