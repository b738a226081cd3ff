"""`pinka agent enrol | run | start | stop | status | uninstall`: come in, stay in, say how it stands, go away."""

import argparse
import asyncio
import logging
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp

from bot.agent import home, service, service_words
from bot.agent.box import removing
from bot.agent.box.bot_line import asked_by
from bot.agent.box.counter import Counter
from bot.agent.buffer import Buffer
from bot.agent.dialling import BadPin, Route, Unsafe, route
from bot.agent.enrol import enrol as enrol_at
from bot.agent.home import Single
from bot.agent.link import Source
from bot.agent.listening import BadListen, Listening, listening
from bot.agent.process import begin_again, leave
from bot.agent.questions import Questions
from bot.agent.run import Agent, machine_clocks, run_until_signal
from bot.agent.simulate import Simulated
from bot.agent.spool import Spool
from bot.agent.talk import Ended

WRONG, NOT_ENROLLED = 2, 3
SIMULATE = {
    False: "没有显卡也能接入 / come in with cards that do not exist",
    True: "接入以后，不读真的显卡 / once enrolled: cards that do not exist",
}
WITHOUT_CARDS = (
    "没有显卡想试：先 pinka agent enrol … --simulate {cards}；连群也没有：pinka demo\n"
    "Without a GPU: first pinka agent enrol … --simulate {cards}; without a chat either: pinka demo"
)
UNREACHABLE = "连不上 {url}：{why}\n{url} cannot be reached: {why_en}"
NOBODY = home.Identity("listening", "", "", "", "")
"""An agent that the bot comes to needs no name of its own."""
SETTLED = frozenset({"connected", "posting", "listening", "quarantined"})
NEW_PROCESS_SECONDS = 5.0
MakeReader = Callable[[], Source]


def declare(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The words of these commands."""
    enrol = verbs.add_parser("enrol", help="用群里的口令接入 / come in with the code from the chat")
    enrol.add_argument("url")
    enrol.add_argument("code")
    enrol.add_argument("--pin", help="机器人证书的指纹 / the SHA-256 of the bot's certificate")
    run = verbs.add_parser("run", help="在前台运行 / run in the foreground")
    for one in (enrol, run):
        one.add_argument("--simulate", metavar="8xA100-80G", help=SIMULATE[one is run])
        one.add_argument("--seed", type=int, default=1)
    for name, help_ in (
        ("start", "在后台运行，断了自己起来 / run in the background"),
        ("stop", "停下 / stop it"),
        ("status", "通不通，为什么 / what works, what does not, and why"),
        ("uninstall", "停下并删掉 / stop it and take it away"),
        ("watch", "看着后台的那一个 / keep the background one running"),
    ):
        parser = verbs.add_parser(name, help=help_)
        if name == "start":
            parser.add_argument("--if-stopped", action="store_true", help="在运行就不动 / leave a running one alone")
        if name == "status":
            parser.add_argument("--wait", type=float, default=0, metavar="20", help="等它连上，秒 / until it connects")
        if name == "uninstall":
            parser.add_argument("--yes", action="store_true", help="不再问 / do not ask")


def answer(verb: str, choice: argparse.Namespace, reader: MakeReader) -> int:
    """Do it; returns the exit code."""
    folder = home.home()
    if verb == "enrol":
        return _enrol(folder, choice, reader)
    if verb == "run":
        return _run(folder, choice, reader)
    place = service.this_place(folder)
    if verb == "watch":
        return service.watch(place)
    if verb == "start":
        if home.load(folder) is None:
            print(service_words.NOT_ENROLLED, file=sys.stderr)
            return NOT_ENROLLED
        if choice.if_stopped and service.runs(place):
            return 0
        print(service_words.KEPT[service.start(place)].format(command=Path(sys.argv[0]).absolute()))
        linked = removing.link(folder, Path.home())
        if linked is not None and shutil.which("pinka") is None:
            print(service_words.NOT_IN_PATH.format(folder=linked.parent))
        return 0
    if verb == "status":
        return _status(folder, choice.wait)
    if verb == "stop":
        service.stop(place)
        return 0
    if not choice.yes and not removing.confirmed(folder, removing.made(folder, Path.home())):
        return WRONG
    service.uninstall(place)
    return 0


def _source(choice: argparse.Namespace, reader: MakeReader) -> Source | None:
    if choice.simulate is None:
        return reader()
    try:
        return Simulated(choice.simulate, choice.seed)
    except ValueError as error:
        print(error, file=sys.stderr)
        return None


def _enrol(folder: Path, choice: argparse.Namespace, reader: MakeReader) -> int:
    source = _source(choice, reader)
    if source is None:
        return WRONG
    try:
        got = asyncio.run(enrol_at(folder, choice.url, choice.code, source, machine_clocks(), choice.pin))
    except (Unsafe, BadPin) as error:
        print(error, file=sys.stderr)
        return WRONG
    except Ended as error:
        print(service_words.why(str(error)), file=sys.stderr)
        return 1
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        print(_unreachable(choice.url, error), file=sys.stderr)
        return 1
    waiting = service_words.WAITING.format(waiting=got.waiting) if got.waiting else ""
    print(service_words.ENROLLED.format(node=got.node, pool=got.pool, bound=got.bound, waiting=waiting))
    return 0


def _unreachable(url: str, error: Exception) -> str:
    """What stands in the way, for who pasted the line."""
    if isinstance(error, aiohttp.ClientSSLError | aiohttp.ServerFingerprintMismatch):
        why = (
            "证书不可信，把群里给的整行连 --pin 一起贴",
            "its certificate is not trusted; paste the whole line, --pin too",
        )
    elif isinstance(error, aiohttp.ClientConnectorDNSError):
        why = "没有这个域名，看看网址和网络", "no such host; check the address and the network"
    elif isinstance(error, TimeoutError):
        why = "一直没有回应，可能被防火墙挡了", "no answer; a firewall may be in the way"
    elif isinstance(error, aiohttp.ClientConnectorError):
        why = "那里没有程序在听，机器人开着吗", "nothing listens there; does the bot run?"
    else:
        why = "说到一半断了，再试一次", "the connection broke; try again"
    return UNREACHABLE.format(url=url, why=why[0], why_en=why[1])


def _run(folder: Path, choice: argparse.Namespace, reader: MakeReader) -> int:
    identity = home.load(folder)
    try:
        serve = listening(os.environ, folder)
        way = route(identity.url, identity.pin) if identity is not None else None
    except (Unsafe, BadPin, BadListen) as error:
        print(error, file=sys.stderr)
        return WRONG
    if identity is None and serve is None:
        print(service_words.NOT_ENROLLED, file=sys.stderr)
        if choice.simulate is not None:
            print(WITHOUT_CARDS.format(cards=choice.simulate), file=sys.stderr)
        return NOT_ENROLLED
    lock = Single(folder)
    if not lock.take():
        print(service_words.RUNS_ALREADY.format(pid=lock.holder()), file=sys.stderr)
        return WRONG
    source = _source(choice, reader)
    if source is None:
        return WRONG
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr)
    try:
        asyncio.run(_agent(folder, identity or NOBODY, way, source, serve))
    except OSError as error:
        print(service_words.NO_PORT.format(why=error), file=sys.stderr)
        leave(WRONG)
    if getattr(source, "needs_new_process", False):
        lock.close()
        begin_again()
    leave(0)  # whoever is stuck inside the driver is not waited for


async def _agent(
    folder: Path, identity: home.Identity, way: Route | None, source: Source, serve: Listening | None
) -> None:
    buffer = Buffer(Spool(folder / "spool.db"))
    questions = Questions()
    agent = Agent(identity, way, buffer, source, folder=folder, serve=serve, questions=questions)
    watching = asyncio.create_task(_end_when_new_driver(source))
    counter = Counter(
        asked_by(way, identity, questions), agent.note, source.latest, time.time, identity.url, identity.pin
    )
    serving = asyncio.create_task(counter.serve(folder))
    try:
        await run_until_signal(agent, (signal.SIGTERM, signal.SIGINT))
    finally:
        watching.cancel()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
        source.stop()
        buffer.close()


async def _end_when_new_driver(source: Source) -> None:
    """A driver that was replaced can only be read by a new process."""
    while not getattr(source, "needs_new_process", False):
        await asyncio.sleep(NEW_PROCESS_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _status(folder: Path, patience: float = 0) -> int:
    until = time.monotonic() + patience
    pid, told = _now(folder)
    while (pid is None or told.get("link") not in SETTLED) and time.monotonic() < until:
        time.sleep(0.2)
        pid, told = _now(folder)
    identity = home.load(folder)
    print(service_words.status(identity, told, pid, time.time_ns() // 1_000_000))
    spool = sum(path.stat().st_size for path in folder.glob("spool.db*"))
    print(service_words.room(spool, shutil.disk_usage(folder).free))
    comes_to_us = told.get("link") == "listening"  # then the bot knows this machine, and no name is kept here
    return 0 if pid is not None and (identity is not None or comes_to_us) else 1


def _now(folder: Path) -> tuple[int | None, dict[str, Any]]:
    """The process that runs, and what it told last."""
    lock = Single(folder)
    pid = lock.holder()
    lock.close()
    return pid, home.told(folder)
