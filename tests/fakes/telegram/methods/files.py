"""Uploads and what Telegram keeps of them: photos, documents, and the way back by getFile."""

from __future__ import annotations

import re
from typing import Any

from tests.fakes.telegram.bodies import Asked, Upload
from tests.fakes.telegram.objects import Json
from tests.fakes.telegram.pictures import check_file, photo_size
from tests.fakes.telegram.refusals import bad_request
from tests.fakes.telegram.world import World

LARGEST_DOWNLOAD = 20 * 1024 * 1024


def upload_of(world: World, asked: Asked, reference: Any, field: str) -> tuple[str, Upload]:
    """The file behind an upload, `attach://name` or a file id of this server. There is no internet here."""
    if field in asked.files:
        return _kept(world, asked.files[field])
    wanted = str(reference or "")
    if not wanted:
        raise bad_request(f"there is no {field} in the request")
    if wanted.startswith("attach://"):
        name = wanted.removeprefix("attach://")
        if name not in asked.files:
            raise bad_request("can't parse InputMedia: Can't find the attached file")
        return _kept(world, asked.files[name])
    if re.match(r"https?://", wanted):
        raise bad_request("failed to get HTTP URL content")
    if wanted not in world.files:
        raise bad_request("wrong remote file identifier specified: Wrong string length")
    return wanted, world.files[wanted]


def _kept(world: World, upload: Upload) -> tuple[str, Upload]:
    check_file(upload.content)
    file_id = f"file-{len(world.files) + 1}"
    world.files[file_id] = upload
    return file_id, upload


def photo(world: World, asked: Asked, reference: Any, field: str = "photo") -> Json:
    file_id, upload = upload_of(world, asked, reference, field)
    width, height = photo_size(upload.content)
    size: Json = {"width": width, "height": height, "file_size": len(upload.content)}
    return {"photo": [{"file_id": file_id, "file_unique_id": f"u-{file_id}"} | size]}


def document(world: World, asked: Asked, reference: Any, field: str = "document") -> Json:
    file_id, upload = upload_of(world, asked, reference, field)
    facts: Json = {"file_name": upload.name, "mime_type": upload.mime, "file_size": len(upload.content)}
    return {"document": {"file_id": file_id, "file_unique_id": f"u-{file_id}"} | facts}


def get_file(world: World, asked: Asked) -> Json:
    file_id = asked.text("file_id")
    if file_id not in world.files:
        raise bad_request("invalid file_id")
    size = len(world.files[file_id].content)
    if size > LARGEST_DOWNLOAD:
        raise bad_request("file is too big")
    path = f"files/{file_id}"
    return {"file_id": file_id, "file_unique_id": f"u-{file_id}", "file_size": size, "file_path": path}
