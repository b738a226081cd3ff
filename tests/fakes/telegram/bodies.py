"""What a request asks for, whatever its encoding: query string, url-encoded, multipart or JSON body."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.telegram.refusals import bad_request

NOTHING = (None, "")


@dataclass(frozen=True, slots=True)
class Upload:
    name: str
    mime: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Asked:
    """Parameters of one call. Clients send nested objects as JSON strings and ids as digits."""

    values: Mapping[str, Any]
    files: Mapping[str, Upload]

    def text(self, name: str) -> str:
        value = self.values.get(name)
        return "" if value is None else str(value)

    def integer(self, name: str) -> int | None:
        value = self.values.get(name)
        if value in NOTHING:
            return None
        try:
            return int(str(value))
        except ValueError:
            raise bad_request(f"invalid {name} specified") from None

    def flag(self, name: str) -> bool:
        return str(self.values.get(name, "")).lower() in ("true", "1", "yes")

    def nested(self, name: str) -> Any:
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if value == "":
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object") from None

    def plain(self) -> dict[str, Any]:
        """The parameters with nested JSON decoded and uploads by name, for people who read recorded calls."""
        readable = {name: _decoded(value) for name, value in self.values.items()}
        uploads = {name: f"<{upload.name}, {len(upload.content)} bytes>" for name, upload in self.files.items()}
        return readable | uploads


def _decoded(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


async def read_body(request: web.Request) -> Asked:
    values: dict[str, Any] = dict(request.query)
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        body = await request.text()
        try:
            decoded = json.loads(body) if body else {}
        except ValueError:
            raise bad_request("can't parse request body as JSON") from None
        if not isinstance(decoded, dict):
            raise bad_request("object expected as the request body")
        values |= decoded
    else:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files[name] = Upload(value.filename, value.content_type, value.file.read())
            else:
                values[name] = value if isinstance(value, str) else bytes(value).decode()
    return Asked(values, files)
