"""`pinka job run` beside a real agent and a real bot: the booked cards going in, word of the end coming out."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.agent.box.bot_line import asked_by, covering
from bot.agent.box.counter import Counter
from bot.agent.box.knock import NAME
from bot.agent.box.reach import Refused, Unreachable
from bot.agent.dialling import route
from bot.agent.people.claims import Claim, Claims
from bot.web.claims import tell_claims
from bot.wire.box import BoxAsk
from tests.saying import Said
from tests.web.box_talk import Terminal, code_for, post
from tests.web.site import Box, Site, until

ROOT = Path(__file__).parents[2]
PINKA = [sys.executable, "-c", "import sys; from bot.cli import main; sys.exit(main())"]
SHOWS = "import os; print(os.environ.get('CUDA_VISIBLE_DEVICES'), os.environ.get('PINKA_USER'))"


@contextmanager
def counter(box: Box) -> Iterator[Path]:
    """The agent's counter is open; yields its socket."""
    assert box.agent is not None
    way, keep, now = route(box.site.url), box.agent.note, box.wall
    desk = Counter(asked_by(way, box.identity), keep, box.source.latest, now, box.site.url)
    serving = box.site.spawn(desk.serve(box.folder, box.folder / "all.sock"))
    socket = box.folder / NAME
    box.site.run(until(socket.exists))
    try:
        yield socket
    finally:
        serving.cancel()
        box.site.run(asyncio.wait((serving,)))


def run(site: Site, environment: dict[str, str], *words: str) -> tuple[int, str, str]:
    """A real process, while the bot goes on."""

    async def whole() -> tuple[int, str, str]:
        pipes = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.PIPE}
        one = await asyncio.create_subprocess_exec(
            *PINKA, "job", "run", *words, cwd=ROOT, env={**os.environ, **environment}, **pipes
        )
        out, err = await one.communicate()
        assert one.returncode is not None
        return one.returncode, out.decode(), err.decode()

    return site.run(whole())


def heard(site: Site) -> list[Said]:
    """What the bot says of jobs by now."""
    return [one for one in site.lab.fire() if one.code == "job_ended"]


def test_a_job_runs_on_the_booked_cards_and_its_end_is_told(site: Site, box: Box, tmp_path: Path) -> None:
    site.lab.say("/my", "bob", chat=None, name="鲍勃")
    site.lab.say("/help", "bob", name="鲍勃")
    booked = site.lab.say("/book 2 2h", "bob").data
    visible = next(part for part in booked["export"].split() if part.startswith("CUDA_VISIBLE")).partition("=")[2]
    box.connect()
    shell = {"PINKA_USER": "bob", "XDG_CONFIG_HOME": str(tmp_path / "x")}
    with counter(box) as socket:
        told = run(site, {**shell, "PINKA_SOCKET": str(socket)}, "--strict", "--", sys.executable, "-c", SHOWS)
        box.delivered()
    assert told[:2] == (0, f"{visible} bob\n"), told
    assert visible.startswith("GPU-") and "2 h 00 min left" in told[2]
    (said,) = heard(site)
    assert said.to == "bob" and said.data["exit_code"] == 0 and said.data["gpus"] == booked["gpus"]
    assert said.data["booking"] == booked["booking"] and said.data["command"].startswith("python")


def test_while_the_bot_is_away_it_runs_and_the_end_is_told_later(site: Site, box: Box, tmp_path: Path) -> None:
    site.lab.say("/my", "bob", chat=None, name="鲍勃")
    site.lab.say("/help", "bob", name="鲍勃")
    box.connect()
    shell = {"PINKA_USER": "bob", "XDG_CONFIG_HOME": str(tmp_path / "x")}
    with counter(box) as socket:
        site.close()
        code, _, told = run(site, {**shell, "PINKA_SOCKET": str(socket)}, "--", "sh", "-c", "exit 4")
        assert code == 4 and "later" in told and box.waiting >= 1
        site.open(site.port)
        box.delivered()
    (said,) = heard(site)
    assert said.data["exit_code"] == 4


def test_without_an_agent_the_personal_code_does(
    site: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.lab.say("/help", "bob", name="鲍勃")
    terminal = Terminal(site, tmp_path / "bob", capsys)
    assert terminal.enter(code_for(site))[0] == 0
    booked = site.lab.say("/book 1 2h", "bob").data
    code, printed, _ = run(site, terminal.environment, "--", sys.executable, "-c", SHOWS)
    assert (code, printed) == (0, f"{booked['gpus'][0]} bob\n")
    (said,) = heard(site)
    assert (said.data["exit_code"], said.to) == (0, "bob")


def test_only_the_machines_own_agent_may_ask_for_its_people(site: Site, box: Box) -> None:
    site.lab.say("/book 1 2h")
    way, asks = route(site.url), BoxAsk("alice")
    assert site.run(covering(way, box.identity, asks)).bookings == (1,)
    for wrong in (replace(box.identity, key="00" * 32), replace(box.identity, agent="somebody")):
        with pytest.raises(Refused, match="wrong_code"):
            site.run(covering(way, wrong, asks))
    assert post(site, "/agent/booking", "{}")[0] == 401
    site.change("UPDATE agent SET state = 'removed'")
    with pytest.raises(Refused):
        site.run(covering(way, box.identity, asks))


def test_an_answer_of_somebody_else_is_no_answer(site: Site, box: Box) -> None:
    """Whoever listens at the loopback end of a broken tunnel knows no key."""

    async def nonce(request: web.Request) -> web.Response:
        return web.json_response({"nonce": "n"})

    async def lie(request: web.Request) -> web.Response:
        return web.json_response({"now": 1, "member": "eve", "bookings": [1]})

    async def story() -> None:
        app = web.Application()
        app.add_routes([web.get("/agent/nonce", nonce), web.post("/agent/booking", lie)])
        async with TestServer(app) as server:
            await covering(route(str(server.make_url("")).rstrip("/")), box.identity, BoxAsk("alice"))

    with pytest.raises(Unreachable, match="key"):
        site.run(story())


def test_what_members_say_is_theirs_reaches_the_agent_at_its_greeting_and_on_change(site: Site, box: Box) -> None:
    known: list[Claims] = []
    box.source.set_claims = known.append  # type: ignore[attr-defined]
    site.lab.say("/link 目录 /data/alice")
    box.connect()
    folder = Claim("folder", "/data/alice", "alice")
    assert known[-1] == Claims((folder,))
    before = len(known)
    connections = site.web.agents.everyone()
    site.run(tell_claims(site.lab.bridge.house, connections))
    assert len(known) == before
    site.lab.say("/link tmux train")
    site.run(tell_claims(site.lab.bridge.house, connections))
    site.run(until(lambda: len(known) > before))
    both = Claims((folder, Claim("session", "train", "alice")))
    assert known[-1] == both
    box.keep()
    box.kill()
    site.close()
    box.start()  # the bot is away, and what it said holds all the same
    assert known[-1] == both
    site.open(site.port)
