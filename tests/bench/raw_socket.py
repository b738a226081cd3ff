"""The least that 50 agents could cost: a socket that parses each message and puts its text into SQLite, all that come
within half a second by one commit. No check, no sums, no use, no proof: what any bot over these libraries pays.
"""

import asyncio
import json
import sqlite3
import sys
from pathlib import Path

import msgspec
from aiohttp import WSMsgType, web

from bot.web.batches import GATHER_SECONDS
from bot.wire.messages import LARGEST

_TABLE = "CREATE TABLE reading (node TEXT, seq INTEGER, body TEXT, UNIQUE (node, seq))"


class RawSocket:
    """Takes batches in and acknowledges them once they are committed."""

    def __init__(self, file: Path) -> None:
        self._store = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._store.executescript(f"PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; {_TABLE}")
        self._waiting: list[tuple[tuple[str, int, str], asyncio.Future[None]]] = []

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=LARGEST, compress=False)
        await socket.prepare(request)
        async for raw in socket:
            if raw.type is not WSMsgType.TEXT:
                break
            batch = msgspec.json.decode(raw.data)
            seq = batch["items"][-1]["seq"]
            stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(((batch["boot"], seq, raw.data), stored))
            await stored
            await socket.send_str(json.dumps({"type": "ack", "boot": batch["boot"], "seq": seq}))
        return socket

    async def store(self) -> None:
        while True:
            await asyncio.sleep(GATHER_SECONDS)
            taken, self._waiting = self._waiting, []
            if taken:
                await asyncio.to_thread(self._commit, [row for row, _ in taken])
            for _, stored in taken:
                stored.set_result(None)

    def _commit(self, rows: list[tuple[str, int, str]]) -> None:
        self._store.execute("BEGIN IMMEDIATE")
        self._store.executemany("INSERT OR IGNORE INTO reading VALUES (?, ?, ?)", rows)
        self._store.execute("COMMIT")


async def serve(file: Path) -> None:
    """Until its standard input is closed; its port is said first."""
    raw = RawSocket(file)
    app = web.Application()
    app.add_routes([web.get("/agent/connect", raw.handle)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    storing = asyncio.create_task(raw.store())
    print(json.dumps({"port": runner.addresses[0][1]}), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    storing.cancel()
    await runner.cleanup()
