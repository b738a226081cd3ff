"""Two tiny proxies of our own, HTTP and SOCKS5, that count whom they let through."""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """`url` for the settings; `passed` are the paths or addresses that went through."""

    def __init__(self, scheme: str) -> None:
        self.scheme = scheme
        self.port = 0
        self.passed: list[str] = []
        self._open: dict[asyncio.StreamWriter, asyncio.Task[None]] = {}

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[writer] = task
        try:
            await (self._http if self.scheme == "http" else self._socks)(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            await _closed(writer)
            del self._open[writer]

    async def close(self) -> None:
        tasks = list(self._open.values())
        for writer in self._open:
            writer.close()
        await asyncio.gather(*tasks)

    async def _http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection, rewritten from the absolute address to the path."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        line, _, rest = head.partition("\r\n")
        verb, address, version = line.split(" ")
        parts = urlsplit(address)
        self.passed.append(parts.path.rpartition("/")[2])
        there, out = await asyncio.open_connection(parts.hostname, parts.port)
        out.write(f"{verb} {parts.path} {version}\r\nConnection: close\r\n{rest}".encode())
        await _both_ways(reader, writer, there, out)

    async def _socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, methods = await reader.readexactly(2)
        await reader.readexactly(methods)
        writer.write(b"\x05\x00")
        _, _, _, kind = await reader.readexactly(4)
        length = (await reader.readexactly(1))[0] if kind == 3 else 4
        raw = await reader.readexactly(length)
        host = raw.decode() if kind == 3 else ".".join(map(str, raw))
        (port,) = struct.unpack(">H", await reader.readexactly(2))
        self.passed.append(f"{host}:{port}")
        there, out = await asyncio.open_connection(host, port)
        writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        await _both_ways(reader, writer, there, out)


async def _both_ways(
    here: asyncio.StreamReader,
    back: asyncio.StreamWriter,
    there: asyncio.StreamReader,
    out: asyncio.StreamWriter,
) -> None:
    ways = [asyncio.create_task(_pipe(here, out)), asyncio.create_task(_pipe(there, back))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        await _closed(out)


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def _pipe(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while block := await source.read(65536):
        target.write(block)
        await target.drain()


@asynccontextmanager
async def proxy(scheme: str) -> AsyncIterator[Proxy]:
    one = Proxy(scheme)
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    try:
        yield one
    finally:
        server.close()
        await one.close()
