"""Files of the bridge: what the bot makes is written below one folder, what people bring is read from there."""

import mimetypes
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot.chat.message import Attached, Picture

LARGEST = 20_000_000
"""Bytes of a picture that is read: more no chat takes either."""
UNSAFE = re.compile(r"[^\w.+\-（）()]+")


class BadFile(Exception):
    """A file that cannot be taken; its reason is a word for programs."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def bring(path: str, folder: Path | None) -> Picture:
    """The picture at `path`, which is below the folder. Raises BadFile."""
    if folder is None:
        raise BadFile("image_without_files")
    try:
        root = folder.resolve()
        whole = (root / path).resolve()
        if not whole.is_relative_to(root):
            raise BadFile("image_outside_files")
        if not whole.is_file() or whole.stat().st_size > LARGEST:
            raise BadFile("image_not_found" if not whole.is_file() else "image_too_large")
        body = whole.read_bytes()
    except (OSError, ValueError):
        raise BadFile("image_not_found") from None
    mime = mimetypes.guess_type(whole.name)[0]
    ref = str(whole.relative_to(root))
    text = body.decode("utf-8", "replace") if mime == "application/json" else None
    return Picture(ref, mime, whole.name, len(body), sha256(body).hexdigest(), text)


def laid_down(attached: Attached | None, folder: Path | None, *, image: bool) -> dict[str, Any] | None:
    """What a line says of a file: `path` below the folder (null without one), `name`, `mime`, `alt`."""
    if attached is None or attached.image != image:
        return None
    path = attached.ref
    if attached.body is not None:
        path = _written(attached.name, attached.body, folder) if folder is not None else None
    return {"path": path, "name": attached.name, "mime": attached.mime, "alt": attached.name}


def _written(name: str, body: bytes, folder: Path) -> str:
    """The same bytes always lie under the same name, so that a repeat writes nothing new."""
    safe = UNSAFE.sub("_", name).strip(".") or "file"
    path = folder / f"{sha256(body).hexdigest()[:8]}-{safe}"
    if not path.is_file() or path.read_bytes() != body:
        half = path.with_name(path.name + ".part")
        half.write_bytes(body)
        half.replace(path)
    return path.name
