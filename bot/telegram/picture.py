"""A small plain PNG, made without any library, for trying out whether pictures arrive."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB_8_BIT = (8, 2, 0, 0, 0)


def plain_png(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    """One colour everywhere."""
    header = struct.pack(">IIBBBBB", width, height, *RGB_8_BIT)
    row = b"\0" + bytes(colour) * width
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(row * height)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
