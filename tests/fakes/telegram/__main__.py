"""`python -m tests.fakes.telegram --port 0`: the fake as a process. Prints one JSON line, then serves."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal

from tests.fakes.telegram.control import ControlRoutes
from tests.fakes.telegram.server import TOKEN, FakeTelegram


async def serve(options: argparse.Namespace) -> None:
    telegram = FakeTelegram(
        token=options.token,
        bot_name=options.name,
        bot_username=options.username,
        privacy=not options.privacy_off,
        flood_per_minute=options.flood,
        port=options.port,
    )
    ControlRoutes(telegram)
    stop = asyncio.Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, stop.set)
    async with telegram:
        print(json.dumps({"url": telegram.url, "port": telegram.port, "token": telegram.token}), flush=True)
        await stop.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.fakes.telegram", description="A Telegram server for tests.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--token", default=TOKEN)
    parser.add_argument("--name", default="Pinka")
    parser.add_argument("--username", default="pinka_bot")
    parser.add_argument("--flood", type=int, default=None, help="messages a minute and group, then 429")
    parser.add_argument("--privacy-off", action="store_true", help="the bot reads all group messages")
    asyncio.run(serve(parser.parse_args()))


main()
