"""Who is in a chat and as what: joining, rights, blocks, migration, and what the bot is told of it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.fakes.telegram.objects import ANONYMOUS_ADMIN, Chat, Json, User, member_json
from tests.fakes.telegram.places import Places
from tests.fakes.telegram.transcript import Event
from tests.fakes.telegram.world import World


@dataclass(slots=True)
class Membership:
    world: World
    places: Places

    def join(self, chat: Chat, user: User) -> Json:
        self._member_changes(chat, user, user, "member")
        return self.places.service(chat, user, {"new_chat_members": [user.json()]})

    def leave(self, chat: Chat, user: User) -> Json:
        self._member_changes(chat, user, user, "left")
        return self.places.service(chat, user, {"left_chat_member": user.json()})

    def kick(self, chat: Chat, user: User) -> Json:
        """Somebody is thrown out by the owner."""
        self._member_changes(chat, user, self.places.owner(chat), "kicked")
        return self.places.service(chat, self.places.owner(chat), {"left_chat_member": user.json()})

    def promote(self, chat: Chat, user: User, status: str = "administrator") -> None:
        self._member_changes(chat, user, self.places.owner(chat), status)

    def _member_changes(self, chat: Chat, user: User, by: User, status: str) -> None:
        change = self._changed(chat, user, by, status)
        if self.world.bot_is_admin(chat):
            self.world.deliver("chat_member", change)
        if status in ("member", "left", "kicked"):
            verb = "joins" if status == "member" else "leaves"
            self.world.tell(Event("happened", user.full_name, chat.name, text=f"{user.full_name} {verb}"))

    def _changed(self, chat: Chat, user: User, by: User, status: str) -> Json:
        old = chat.members.get(user.id, "left")
        chat.members[user.id] = status
        return {
            "chat": chat.json(),
            "from": by.json(),
            "date": self.world.now(),
            "old_chat_member": member_json(user, old),
            "new_chat_member": member_json(user, status),
        }

    def _bot_changes(self, chat: Chat, by: User | None, status: str, words: str) -> None:
        who = by or self.places.owner(chat)
        self.world.deliver("my_chat_member", self._changed(chat, self.world.bot, who, status))
        told = f"{who.full_name} {words} {self.world.bot.full_name}"
        self.world.tell(Event("happened", who.full_name, chat.name, text=told))

    def add_bot(self, chat: Chat, by: User | None = None, *, admin: bool = False) -> None:
        """Adding applies the privacy setting of this moment, as at Telegram."""
        chat.bot_sees_all = not self.world.privacy
        self._bot_changes(chat, by, "administrator" if admin else "member", "adds")
        self.places.service(chat, by or self.places.owner(chat), {"new_chat_members": [self.world.bot.json()]})

    def kick_bot(self, chat: Chat, by: User | None = None) -> None:
        self._bot_changes(chat, by, "kicked", "removes")

    def promote_bot(self, chat: Chat, by: User | None = None) -> None:
        self._bot_changes(chat, by, "administrator", "makes an administrator of")

    def demote_bot(self, chat: Chat, by: User | None = None) -> None:
        self._bot_changes(chat, by, "member", "takes the rights from")

    def mute_bot(self, chat: Chat, by: User | None = None) -> None:
        self._bot_changes(chat, by, "restricted", "mutes")

    def block(self, user: User) -> None:
        """The person blocks the bot in their private chat."""
        chat = self.places.private(user)
        self._private_changes(chat, user, blocked=True)

    def unblock(self, user: User) -> None:
        self._private_changes(self.places.private(user), user, blocked=False)

    def _private_changes(self, chat: Chat, user: User, *, blocked: bool) -> None:
        chat.members.setdefault(self.world.bot.id, "member" if blocked else "kicked")
        change = self._changed(chat, self.world.bot, user, "kicked" if blocked else "member")
        chat.blocked = blocked
        self.world.deliver("my_chat_member", change)

    def delete_account(self, user: User) -> None:
        self.places.private(user).deactivated = True

    def migrate(self, old: Chat, *, first: str = "to", announce: bool = True) -> Chat:
        """A small group becomes a supergroup. Both service messages come, `first` "to" or "from" ahead;
        without `announce` the bot learns it only from its next send."""
        new = self.places.group(old.title, kind="supergroup", bot=None)
        new.members, new.bot_sees_all, new.last_bot = dict(old.members), old.bot_sees_all, old.last_bot
        old.migrated_to = new.id
        if announce:
            both = {
                "to": lambda: self.places.service(old, self.places.owner(old), {"migrate_to_chat_id": new.id}),
                "from": lambda: self.places.service(
                    new, ANONYMOUS_ADMIN, {"migrate_from_chat_id": old.id, "sender_chat": new.json()}
                ),
            }
            for name in sorted(both, key=lambda name: name != first):
                both[name]()
        told = f"{old.name} becomes a supergroup"
        self.world.tell(Event("happened", "", new.name, text=told))
        return new
