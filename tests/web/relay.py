"""A wire between agent and bot that a test can cut, or leave open while nothing passes any more."""

import asyncio
from contextlib import suppress


class Relay:
    """Listens on a port of its own and passes all on to another."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._pairs: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._passing = asyncio.Event()
        self._passing.set()
        self.port = 0

    async def start(self, port: int = 0) -> int:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", port)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self.port

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if not await self.greet(reader, writer):
                writer.close()
                return
            there, out = await asyncio.open_connection("127.0.0.1", self._to_port)
        except OSError:
            writer.close()
            return
        self._pairs += [writer, out]
        for source, target in ((reader, out), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Whether who comes is passed on."""
        return True

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, OSError):
            while data := await source.read(65536):
                await self._passing.wait()
                target.write(data)
                await target.drain()
        target.close()

    async def freeze(self) -> None:
        """Half open: both sides think that they are connected, and nothing arrives."""
        self._passing.clear()

    async def thaw(self) -> None:
        self._passing.set()

    async def cut(self) -> None:
        """The wire is gone; nobody can connect."""
        if self._server is not None:
            self._server.close()
        for writer in self._pairs:
            writer.transport.abort()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pairs.clear()
        self._passing.set()

    async def mend(self) -> None:
        await self.start(self.port)


class Proxy(Relay):
    """An HTTP proxy of an institute: passes on what asks for it by CONNECT with the right name and password."""

    def __init__(self, to_port: int, basic: str) -> None:
        super().__init__(to_port)
        self._basic = basic
        self.asked: list[str] = []
        self.refused = 0

    async def greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
        except asyncio.IncompleteReadError:
            return False
        method, target, _ = head.split(" ", 2)
        if method != "CONNECT" or f"Basic {self._basic}\r\n" not in head:
            self.refused += 1
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return False
        self.asked.append(target)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        return True
