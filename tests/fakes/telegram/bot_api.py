"""One request to the Bot API: token, body, fault before, the method, fault after, answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.fakes.telegram.bodies import read_body
from tests.fakes.telegram.faults import Fault, Faults
from tests.fakes.telegram.methods import BY_LOWER_NAME, METHODS
from tests.fakes.telegram.refusals import Refused
from tests.fakes.telegram.world import Call, World


@dataclass(slots=True)
class BotApi:
    world: World
    token: str
    faults: Faults = field(default_factory=Faults)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        token, method = request.match_info["token"], request.match_info["method"]
        if token != self.token:
            well_formed = token.partition(":")[0].isdigit() and ":" in token
            return _error(Refused(401, "Unauthorized") if well_formed else Refused(404, "Not Found"))
        name = BY_LOWER_NAME.get(method.lower(), method)
        try:
            asked = await read_body(request)
        except Refused as refused:
            return _error(refused)
        call = self.world.record(name, asked)
        answer = await self._answer(request, call)
        self.world.changes.tell()
        return answer

    async def _answer(self, request: web.Request, call: Call) -> web.StreamResponse:
        fault = self.faults.due(call.method, _chat_id(call))
        if fault and fault.moment == "before" and (spoiled := await self._act(fault, request, call)):
            return spoiled
        answer = await self._execute(call)
        if fault and fault.moment == "after" and (spoiled := await self._act(fault, request, call)):
            return spoiled
        call.answered = True
        return answer

    async def _execute(self, call: Call) -> web.Response:
        try:
            if call.method == "getUpdates":
                call.result = await self.world.updates.get(call.asked)
            elif call.method in METHODS:
                call.result = METHODS[call.method](self.world, call.asked)
            else:
                raise Refused(404, "Not Found: method not found")
        except Refused as refused:
            call.status, call.description = refused.status, refused.description
            self.world.changes.tell()
            return _error(refused)
        call.status, call.executed = 200, True
        self.world.changes.tell()
        return web.json_response({"ok": True, "result": call.result})

    async def _act(self, fault: Fault, request: web.Request, call: Call) -> web.StreamResponse | None:
        """What the client gets instead of the answer, or None when the call goes on after a hang.
        A call whose client went away during a hang before it took effect never takes effect."""
        call.spoiled = True
        fault.reached.set()
        self.world.changes.tell()
        if fault.action == "hang":
            await fault.hold()
            gone = request.transport is None or request.transport.is_closing()
            if gone or fault.dropped:
                return self._closed(request)
            call.spoiled = False
            return None
        if fault.action == "close":
            return self._closed(request)
        call.answered = True
        if fault.moment == "before":
            call.status, call.description = fault.status, fault.description
        if fault.action == "garbage":
            return web.Response(status=fault.status, text=fault.body, content_type="text/html")
        return _error(Refused(fault.status, fault.description, **fault.parameters))

    @staticmethod
    def _closed(request: web.Request) -> web.Response:
        if request.transport is not None:
            request.transport.close()
        return web.Response()

    async def download(self, request: web.Request) -> web.Response:
        upload = self.world.files.get(request.match_info["file_id"])
        if upload is None or request.match_info["token"] != self.token:
            return _error(Refused(404, "Not Found"))
        return web.Response(body=upload.content)


def _error(refused: Refused) -> web.Response:
    body: dict[str, Any] = {"ok": False, "error_code": refused.status, "description": refused.description}
    if refused.parameters:
        body["parameters"] = refused.parameters
    return web.json_response(body, status=refused.status)


def _chat_id(call: Call) -> int | None:
    reference = str(call.params.get("chat_id", ""))
    return int(reference) if reference.lstrip("-").isdigit() else None
