"""What Telegram wants of a photo: a picture it can open, not too large, not too long and thin."""

from __future__ import annotations

import struct

from tests.fakes.telegram.refusals import Refused, bad_request

LARGEST_PHOTO = 10 * 1024 * 1024
LARGEST_FILE = 50 * 1024 * 1024
START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def check_file(content: bytes) -> None:
    if not content:
        raise bad_request("file must be non-empty")
    if len(content) > LARGEST_FILE:
        raise Refused(413, "Request Entity Too Large")


def photo_size(content: bytes) -> tuple[int, int]:
    """Width and height in pixels. Raises Refused for what Telegram would not show as a photo."""
    check_file(content)
    if len(content) > LARGEST_PHOTO:
        raise bad_request("too big for a photo")
    size = _png_size(content) or _jpeg_size(content)
    if size is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = size
    if width + height > 10_000 or max(size) > 20 * min(size):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return size


def _png_size(content: bytes) -> tuple[int, int] | None:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or content[12:16] != b"IHDR" or b"IEND" not in content[-12:]:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return (width, height) if width and height else None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    if content[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], struct.unpack(">H", content[at + 2 : at + 4])[0]
        if marker in START_OF_FRAME:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return (width, height) if width and height else None
        at += 2 + length
    return None
