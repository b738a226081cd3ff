"""Words for what is owed and for what is not, at the moment in which they are needed."""

import json
from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.chat.message import Attached, Incoming, Message, Outgoing, Place, Reply
from bot.chat.payload import unpack
from bot.chat.personal import only_for
from bot.chat.wording import Context, Wording
from bot.clock import Clock
from bot.queues.desk import Reader
from storage.queries import attachments, chats, inbox, outbox
from storage.tables import Chat
from storage.tables import Outbox as Row
from storage.words import ChatKind

ATTACHED = "attached"
"""The fact of a reply that names a stored file (its number): the file goes out with the words."""


@dataclass(frozen=True, slots=True)
class Words:
    """Turns rows and replies into messages ready to send."""

    wording: Wording
    clock: Clock

    def of(self, session: Session, row: Row, chat: Chat) -> Outgoing:
        """An owed message."""
        source = inbox.get(session, row.inbox_id) if row.inbox_id is not None else None
        private = chat.kind == ChatKind.PRIVATE.value
        place = Place(chat.platform, chat.key, private, row.topic, chat.title)
        context = Context(row.language, ZoneInfo(row.zone), self.clock.now(), private or bool(chat.hears_all))
        data = json.loads(row.data)
        message = self.wording.word(
            row.code,
            data,
            json.loads(row.choices),
            place,
            context,
            reply_to=row.reply_to,
            edit_of=row.edit_of,
            asked=source.key if source else None,
            silent=bool(row.silent),
            only_for=only_for(row.code, unpack(source.payload) if source else None, self.clock.now()),
        )
        attached = _attached(session, data.get(ATTACHED), chat.platform)
        if attached is not None:
            missing = "picture.refused" if attached.image else "file.refused"
            attached = replace(attached, instead=self.wording.label(missing, context))
        return replace(message, attached=attached)

    def again(self, session: Session, inbox_id: int) -> list[Outgoing]:
        """What was owed for an inbox row, worded anew."""
        rows = outbox.answers_to(session, inbox_id)
        return [self.of(session, row, chat) for row in rows if (chat := chats.get(session, row.chat_id)) is not None]

    def unowed(self, message: Message, reader: Reader, reply: Reply, place: Place, hears_all: bool) -> Outgoing:
        """An answer that is not owed."""
        context = Context(reader.language, ZoneInfo(reader.zone), self.clock.now(), hears_all)
        reply_to = message.message if isinstance(message, Incoming) else None
        return self.wording.word(
            reply.code,
            dict(reply.data),
            [],
            place,
            context,
            reply_to=reply_to,
            asked=message.key,
            only_for=only_for(reply.code, message, self.clock.now()),
        )

    def trouble(self, message: Message, code: str) -> Outgoing:
        """Something about the store itself, which cannot be asked for language and zone."""
        context = Context("zh", ZoneInfo("Asia/Shanghai"), self.clock.now(), True)
        return self.wording.word(code, {}, [], message.place, context, asked=message.key)


def _attached(session: Session, attachment_id: int | None, platform: str) -> Attached | None:
    """The stored file; None for a picture that only another platform has."""
    row = attachments.get(session, attachment_id) if attachment_id is not None else None
    if row is None or row.voided_at is not None or (row.body is None and row.platform != platform):
        return None
    mime = row.mime or "application/octet-stream"
    ref = row.file_ref if row.body is None else None
    return Attached(row.name or f"file{row.id}", mime, row.body, ref, image=mime.startswith("image/"))
