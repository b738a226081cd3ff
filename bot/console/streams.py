"""Standard input and output as the console uses them: neither may hold up the end of the process."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError

AHEAD = 16
"""Lines that are read before they are asked for."""


async def standard_input() -> AsyncIterator[str]:
    """Lines of standard input. Invalid UTF-8 becomes U+FFFD; a byte order mark is dropped.

    They are read by a thread that nobody waits for, over a file object of its own: while it waits for a key,
    Ctrl-C still ends the process, and the interpreter does not trip over a lock on `sys.stdin`.
    """
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[bytes] = asyncio.Queue(AHEAD)

    def read() -> None:
        source = open(0, "rb", closefd=False)  # noqa: SIM115
        raw = b"\n"
        while raw:
            try:
                raw = source.readline()
            except OSError:
                raw = b""
            putting = lines.put(raw)
            try:
                asyncio.run_coroutine_threadsafe(putting, loop).result()
            except (RuntimeError, CancelledError):  # the loop is closed: nobody listens any more
                putting.close()
                return

    threading.Thread(target=read, name="pinka-stdin", daemon=True).start()
    while raw := await lines.get():
        yield raw.decode("utf-8", "replace").lstrip("\ufeff")


def print_line(line: str) -> None:
    """One line to standard output at once. When nobody reads it any more the process ends quietly."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that the interpreter can flush what is left
        raise SystemExit(1) from None
