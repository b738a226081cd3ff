"""People, chats and topics, and their complete JSON objects (seconds, right types, all required flags)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

INSIDE = ("creator", "administrator", "member", "restricted")
BOT_RIGHTS: Json = {
    "can_be_edited": False, "is_anonymous": False, "can_manage_chat": True, "can_delete_messages": False,
    "can_manage_video_chats": False, "can_restrict_members": False, "can_promote_members": False,
    "can_change_info": False, "can_invite_users": True, "can_post_stories": False, "can_edit_stories": False,
    "can_delete_stories": False, "can_pin_messages": False, "can_manage_topics": False,
}  # fmt: skip
RESTRICTIONS: Json = {
    "is_member": True, "can_send_messages": False, "can_send_audios": False, "can_send_documents": False,
    "can_send_photos": False, "can_send_videos": False, "can_send_video_notes": False,
    "can_send_voice_notes": False, "can_send_polls": False, "can_send_other_messages": False,
    "can_add_web_page_previews": False, "can_change_info": False, "can_invite_users": False,
    "can_pin_messages": False, "can_manage_topics": False, "can_edit_tag": False,
    "can_react_to_messages": False, "until_date": 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class User:
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False

    def json(self) -> Json:
        optional = {
            "last_name": self.last_name,
            "username": self.username,
            "language_code": self.language_code,
        }
        return {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name} | _present(optional)

    @property
    def full_name(self) -> str:
        return f"{self.first_name} {self.last_name}" if self.last_name else self.first_name


ANONYMOUS_ADMIN = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
TELEGRAM_ITSELF = User(777000, "Telegram")


@dataclass(slots=True)
class Topic:
    id: int
    name: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """`members` maps user ids (the bot's too) to a member status; `user` is set in private chats only."""

    id: int
    kind: str
    title: str = ""
    username: str | None = None
    user: User | None = None
    is_forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    members: dict[int, str] = field(default_factory=dict)
    started: bool = False
    blocked: bool = False
    deactivated: bool = False
    bot_sees_all: bool = False
    last_bot: int | None = None
    migrated_to: int | None = None

    @property
    def is_group(self) -> bool:
        return self.kind in ("group", "supergroup")

    @property
    def name(self) -> str:
        return self.user.full_name if self.user else self.title

    def json(self) -> Json:
        if self.user:
            names = {
                "first_name": self.user.first_name,
                "last_name": self.user.last_name,
                "username": self.user.username,
            }
            return {"id": self.id, "type": "private"} | _present(names)
        optional = {"username": self.username, "is_forum": self.is_forum or None}
        return {"id": self.id, "type": self.kind, "title": self.title} | _present(optional)

    def full_json(self) -> Json:
        gifts = dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        )
        return self.json() | {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}


def member_json(user: User, status: str) -> Json:
    facts: Json = {"user": user.json(), "status": status}
    if status == "creator":
        return facts | {"is_anonymous": False}
    if status == "administrator":
        return facts | BOT_RIGHTS
    if status == "restricted":
        return facts | RESTRICTIONS
    if status == "kicked":
        return facts | {"until_date": 0}
    return facts


def _present(facts: Json) -> Json:
    return {name: value for name, value in facts.items() if value is not None}
