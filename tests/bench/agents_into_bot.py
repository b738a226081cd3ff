"""`python -m tests.bench.agents_into_bot`: 50 agents that send a reading a second each into one bot with storage.

The bot is a process of its own over an SQLite file; its processor time is what is measured, beside that of a bare
socket that only keeps what comes. `--serve` is the one process, `--serve-raw` the other.
"""

import argparse
import asyncio
import gc
import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import psutil
from sqlmodel import Session

from bot.agent.simulate import Simulated
from bot.app import build
from bot.booking.services.machines import Declared, add_node
from bot.clock import MachineClock
from bot.queues.desk import Us
from bot.web.server import Listen, Web
from bot.wire.decoding import decode, encode
from bot.wire.messages import Ack, Auth, Batch, Challenge, Hello, Item, Ping, Pong, SeenCard, Welcome
from bot.wire.proof import AGENT, key_hash, proof
from bot.wire.sample import Sample
from storage.database import open_database
from storage.queries import agents, chats, pools
from storage.words import ChatKind, Role
from tests.bench import raw_socket
from tests.bench.figures import Figure, as_json, load, spread, table

AGENTS, CARDS = 50, 8
SETTLING = 2
"""Readings of each agent before anything is measured."""
AGENT_KEY = "bench"
KEY = key_hash(AGENT_KEY)


def furnish(session: Session, count: int) -> None:
    """A pool with so many machines whose agents are let in."""
    chat_id = chats.make(session, "bench", "lab", ChatKind.GROUP, None, True)
    pool_id = pools.make(session, "lab", "Asia/Shanghai", "zh", "CNY", 0)
    chats.change(session, chat_id, pool_id=pool_id)
    person = session.connection().exec_driver_sql("INSERT INTO person (name, created_at) VALUES ('a', 0)").lastrowid
    member = pools.admit(session, pool_id, int(person or 0), "a", Role.OWNER, 0)
    for number in range(1, count + 1):
        add_node(session, pool_id, f"node{number}", [Declared(CARDS, "A100", 80)], 0)
        facts = {"name": f"a{number}", "key_hash": KEY, "enrolled_by": member, "enrolled_at": 0}
        agents.add(session, {"node_id": number, "state": "active", **facts})


async def serve(url: str, count: int) -> None:
    """The bot, until its standard input is closed."""
    database = open_database(url)
    await database.write(furnish, count)
    house = build(database, MachineClock(), Us("bench", ("bench",)), {})
    web = Web(house, Listen("127.0.0.1", 0, ""))
    port = await web.start()
    gc.collect()
    gc.freeze()  # as `pinka run` does once it is up
    print(json.dumps({"port": port}), flush=True)
    stop = asyncio.Event()
    beating = asyncio.create_task(web.beat_until(stop))
    await asyncio.to_thread(sys.stdin.read)
    stop.set()
    await beating
    await web.stop()
    await house.close()


class Speaker:
    """One agent, reduced to what it says."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.machine = Simulated(f"{CARDS}xA100-80G", number)
        self.boot = f"boot{number}/bench"
        self.seq = 0
        self.waited: list[float] = []

    def sample(self) -> Sample:
        return self.machine.look(time.time())

    async def speak(self, http: aiohttp.ClientSession, port: int, turns: int, *, greet: bool) -> None:
        """One reading a second, each acknowledged before the next."""
        async with http.ws_connect(f"http://127.0.0.1:{port}/agent/connect") as socket:
            if greet:
                await self._greet(socket)
            begun = time.monotonic() + self.number / AGENTS
            for turn in range(turns):
                await asyncio.sleep(max(0.0, begun + turn - time.monotonic()))
                self.seq += 1
                sent = time.monotonic()
                item = Item(self.seq, round(time.monotonic() * 1000), self.sample())
                await socket.send_str(encode(Batch(self.boot, (item,))))
                while not isinstance(message := decode((await socket.receive()).data), Ack):
                    if isinstance(message, Ping):
                        now = round(time.time() * 1000), round(time.monotonic() * 1000)
                        await socket.send_str(encode(Pong(message.id, *now)))
                self.waited.append(time.monotonic() - sent)

    async def _greet(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        cards = tuple(
            SeenCard(card.uuid or "", card.index, card.name, card.memory_total) for card in self.sample().gpus
        )
        hello = Hello(f"a{self.number}", (1,), "n", self.boot, cards=cards)
        await socket.send_str(encode(hello))
        challenge = decode((await socket.receive()).data)
        assert isinstance(challenge, Challenge)
        said = proof(KEY, AGENT, challenge.nonce, hello.agent, challenge.version)
        await socket.send_str(encode(Auth(said, round(time.time() * 1000), round(time.monotonic() * 1000))))
        assert isinstance(decode((await socket.receive()).data), Welcome)


@dataclass(frozen=True, slots=True)
class Cost:
    """What one kind of server took while nobody came or went: seconds of a processor and of the clock, bytes."""

    cpu: float
    took: float
    memory: int
    waited: list[float]

    @property
    def share(self) -> float:
        """Percent of one core."""
        return 100 * self.cpu / self.took


async def speak_all(watched: psutil.Process, port: int, count: int, seconds: int, *, greet: bool) -> Cost:
    speakers = [Speaker(number) for number in range(1, count + 1)]
    async with aiohttp.ClientSession() as http:
        turns = SETTLING + seconds + 1
        speaking = [asyncio.create_task(one.speak(http, port, turns, greet=greet)) for one in speakers]
        while min(len(one.waited) for one in speakers) < SETTLING:  # greetings are no steady state
            if any(task.done() for task in speaking):
                await asyncio.gather(*speaking)
            await asyncio.sleep(0.05)
        before, begun = watched.cpu_times(), time.monotonic()
        said = [len(one.waited) for one in speakers]
        await asyncio.sleep(seconds)
        after, took, memory = watched.cpu_times(), time.monotonic() - begun, watched.memory_info().rss
        waited = [one for speaker, before_it in zip(speakers, said, strict=True) for one in speaker.waited[before_it:]]
        await asyncio.gather(*speaking)
    return Cost((after.user - before.user) + (after.system - before.system), took, memory, waited)


def cost(serving: list[str], count: int, seconds: int, *, greet: bool) -> Cost:
    """What this server costs in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.agents_into_bot", "--agents", str(count), *serving]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            port = json.loads(server.stdout.readline())["port"]
            found = asyncio.run(speak_all(psutil.Process(server.pid), port, count, seconds, greet=greet))
            server.stdin.close()
            server.wait(30)
            return found
        finally:
            server.kill()


def measure(folder: Path, count: int, seconds: int) -> list[Figure]:
    """Processor time of the bot, and how long an agent waits until a reading is stored."""
    raw = cost(["--serve-raw", str(folder / "raw.db")], count, seconds, greet=False)
    bot = cost(["--serve", f"sqlite:///{folder / 'bench.db'}"], count, seconds, greet=True)
    name = f"{count} agents, a reading of {CARDS} cards a second each"
    return [
        Figure(f"{name}: of one core", bot.share, "%", 10),
        Figure(f"{name}: of one core, by a socket that only keeps them", raw.share, "%"),
        Figure(f"{name}: the bot by that socket", bot.share / max(raw.share, 0.01), "×"),
        Figure(f"{name}: readings stored a second", len(bot.waited) / bot.took, "1/s"),
        *spread(f"{name}: sent to acknowledged", bot.waited),
        Figure(f"{name}: memory of the bot", bot.memory / 1e6, "MB"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", metavar="URL")
    parser.add_argument("--agents", type=int, default=AGENTS)
    parser.add_argument("--serve-raw", type=Path, metavar="FILE")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--folder", type=Path)
    choice = parser.parse_args()
    if choice.serve is not None:
        asyncio.run(serve(choice.serve, choice.agents))
        return
    if choice.serve_raw is not None:
        asyncio.run(raw_socket.serve(choice.serve_raw))
        return
    folder = Path(tempfile.mkdtemp(dir=choice.folder))
    before = load()
    try:
        figures = measure(folder, choice.agents, choice.seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(as_json(figures, [before, load()]) if choice.json else table(figures))


if __name__ == "__main__":
    main()
