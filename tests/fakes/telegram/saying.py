"""The parts of what people do: words with the entities clients mark, a photo, a button found on a message."""

from __future__ import annotations

from tests.fakes.telegram.bodies import Upload
from tests.fakes.telegram.entities import found_entities
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.world import World

PHOTO: list[Json] = [
    {"file_id": "user-photo", "file_unique_id": "u-user-photo", "width": 90, "height": 90, "file_size": 900}
]


def uploaded(world: World, content: bytes) -> list[Json]:
    """The sizes of a photo that a person sent, the largest last; the bot can fetch it."""
    file_id = f"file-{len(world.files) + 1}"
    world.files[file_id] = Upload("photo.jpg", "image/jpeg", content)
    known = {"file_id": file_id, "file_unique_id": f"u-{file_id}"}
    return [*PHOTO, known | {"width": 900, "height": 900, "file_size": len(content)}]


def words(text: str, kind: str) -> Json:
    """A person's words with the entities Telegram finds. The length limit of clients is left to the test."""
    entities = found_entities(text)
    return {kind: text} | ({"entities" if kind == "text" else "caption_entities": entities} if entities else {})


def button(message: Json, what: str) -> tuple[str, str]:
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    buttons = [button for row in rows for button in row if "callback_data" in button]
    for fits in (
        [one for one in buttons if what in (one["text"], one["callback_data"])],
        [one for one in buttons if what in one["text"]],
    ):
        if len(fits) == 1:
            return str(fits[0]["text"]), str(fits[0]["callback_data"])
    shown = [one["text"] for row in rows for one in row]
    raise LookupError(f"no single button {what!r} on message #{message['message_id']}: it shows {shown}")
