"""A machine that cannot reach the bot is visited by it; its port opens only when told to, and only for the token."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.agent.box.reach import Unreachable
from bot.agent.listen import Listener
from bot.agent.listening import BadListen, listening
from bot.agent.questions import MOST_OPEN, Questions
from bot.web.claims import tell_claims
from bot.web.pulling import BREATH_SECONDS, Pulled, Puller
from bot.wire.box import BoxAsk, Covering
from bot.wire.visits import Answer
from tests.web.site import Site, until

TOKEN = "a-token-of-more-than-24-characters"


class Visited:
    """A machine whose agent listens, and the bot that comes to it."""

    def __init__(self, site: Site, node: str = "node1", token: str = TOKEN) -> None:
        self.site = site
        self.box = site.box()
        self.box.pretend("http://127.0.0.1:1")
        self.box.start(dial=False)
        assert self.box.agent is not None
        self.questions = Questions()
        self.listener = Listener(self.box.agent.link, TOKEN, self.questions)
        self.port = site.run(self.listener.start("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.port}"
        self.puller = Puller(site.lab.bridge.house, site.web.door, Pulled(node, self.url, token))

    def visit(self) -> None:
        self.site.run(self.puller.visit())

    def close(self) -> None:
        self.site.run(self.puller.close())
        self.site.run(self.listener.stop())


@pytest.fixture
def visited(site: Site) -> Iterator[Visited]:
    one = Visited(site)
    yield one
    one.close()


def test_what_the_agent_holds_is_fetched_once_and_acknowledged_by_the_next_visit(site: Site, visited: Visited) -> None:
    visited.box.keep(3)
    visited.visit()
    visited.visit()
    visited.box.keep(2)
    visited.visit()

    assert site.seqs() == [1, 2, 3, 4, 5]
    assert visited.box.waiting == 0
    assert site.rows("SELECT count(*) FROM gpu WHERE uuid IS NOT NULL") == [(8,)]


def test_it_is_asked_for_a_fresh_look_as_any_other(site: Site, visited: Visited) -> None:
    visited.visit()
    before = visited.box.source.looks
    seen = site.run(site.web.agents.ask(1))

    assert (len(seen.sample.gpus), seen.at, visited.box.source.looks) == (8, site.now, before + 1)


def test_after_a_long_time_without_a_visit_nothing_is_lost(site: Site, visited: Visited) -> None:
    visited.visit()
    visited.box.keep(48, every=1800)
    visited.visit()

    assert site.seqs() == list(range(1, 49))


def test_an_agent_that_does_not_answer_is_away_and_found_again(site: Site, visited: Visited) -> None:
    visited.box.keep()
    visited.visit()
    site.run(visited.listener.stop())
    visited.visit()
    assert not site.web.agents.online(1)
    assert visited.box.agent is not None
    visited.listener = Listener(visited.box.agent.link, TOKEN)
    site.run(visited.listener.start("127.0.0.1", visited.port))
    visited.box.keep()
    visited.visit()

    assert site.web.agents.online(1) and site.seqs() == [1, 2]


def test_without_the_token_nothing_is_told(site: Site, visited: Visited) -> None:
    async def ask(path: str, said: str) -> int:
        headers = {"Authorization": said} if said else {}
        async with aiohttp.ClientSession() as http, http.get(f"{visited.url}{path}", headers=headers) as answer:
            return answer.status

    for said in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"bearer  {TOKEN}"):
        assert [site.run(ask(path, said)) for path in ("/sample", "/batch?name=x&seq=9")] == [401] * 2


def test_a_token_that_is_no_text_is_a_wrong_one(site: Site, visited: Visited) -> None:
    async def ask() -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", visited.port)
        writer.write(b"GET /sample HTTP/1.1\r\nHost: box\r\nAuthorization: Bearer \xff\r\n\r\n")
        answer = await reader.readline()
        writer.close()
        return answer

    assert b" 401 " in site.run(ask())


def test_a_wrong_token_or_a_name_nobody_has_is_logged_once_and_stores_nothing(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, nameless = Visited(site, token="another-token-of-24-characters"), Visited(site, node="node9")
    for one in (wrong, nameless):
        one.visit()
        one.visit()
        one.close()

    said = [record.getMessage() for record in caplog.records]
    assert (
        sum("answers 401" in line for line in said) == sum("node9" in line and "called" in line for line in said) == 1
    )
    assert (site.rows("SELECT 1 FROM reading"), site.web.agents.everyone()) == ([], [])


def test_a_machine_that_never_answers_is_missed_like_any_other_and_served_once_it_does(
    site: Site, visited: Visited
) -> None:
    site.run(visited.listener.stop())
    for _ in range(3):
        visited.visit()
    told = site.lab.at("+4m")
    assert [(one.code, one.data["last_at"]) for one in told] == [("node_unheard", None)]
    assert [one.code for one in site.lab.at("+20m")] == []
    assert site.lab.say("/status").data["agent"][0]["heard"] is False
    assert visited.box.agent is not None
    visited.listener = Listener(visited.box.agent.link, TOKEN)
    site.run(visited.listener.start("127.0.0.1", visited.port))
    visited.box.keep()
    visited.visit()

    assert site.seqs() == [1] and site.lab.say("/status").data["agent"][0]["heard"] is True


def test_a_machine_that_is_declared_only_later_is_missed_from_then_on(site: Site, visited: Visited) -> None:
    site.run(visited.listener.stop())
    visited.puller = Puller(site.lab.bridge.house, site.web.door, Pulled("node2", visited.url, TOKEN))
    visited.visit()
    site.lab.say("/pool add node2: 2x4090-24G")
    visited.visit()

    assert [(one.code, one.data["node"]) for one in site.lab.at("+4m")] == [("node_unheard", "node2")]


def test_a_visit_that_fails_puts_no_agent_out_that_speaks_for_the_machine(site: Site) -> None:
    box = site.box()
    box.enrol()
    before = site.rows("SELECT name, state FROM agent")
    wrong = Visited(site, token="another-token-of-24-characters")
    wrong.visit()
    wrong.close()

    assert site.rows("SELECT name, state FROM agent") == before


def test_the_bot_brings_what_members_say_is_theirs_and_after_a_restart_says_so_anew(
    site: Site, visited: Visited
) -> None:
    house, link = site.lab.bridge.house, visited.box.agent.link  # type: ignore[union-attr]
    visited.visit()
    site.lab.say("/link folder /data/alice")
    site.run(tell_claims(house, site.web.agents.everyone()))
    assert link.claims is not None and [one.value for one in link.claims.rules] == ["/data/alice"]
    site.run(visited.puller.close())
    visited.puller = Puller(house, site.web.door, visited.puller.pulled)
    site.change("UPDATE unix_rule SET revoked_at = 1")
    visited.visit()
    site.run(tell_claims(house, site.web.agents.everyone()))

    assert link.claims is not None and link.claims.rules == ()


def test_who_asks_on_the_machine_is_answered_as_soon_as_the_bot_has_fetched_it(site: Site, visited: Visited) -> None:
    site.lab.say("/book 2 2h")
    visited.visit()
    answering = site.spawn(visited.puller.answer_questions())

    async def several() -> list[Covering]:
        asked = (BoxAsk(user="alice"), BoxAsk(user="alice", booking=99), BoxAsk(user="eve"))
        return list(await asyncio.gather(*(visited.questions.ask(one) for one in asked)))

    found = site.run(several())
    again = site.run(visited.questions.ask(BoxAsk(user="alice")))
    answering.cancel()

    assert [(one.member, one.bookings) for one in found] == [("alice", (1,)), ("alice", ()), (None, ())]
    assert again == found[0] and len(again.cards) == 2


def test_an_answer_from_before_a_restart_is_nobodys(site: Site) -> None:
    async def ask() -> list[str]:
        before, after = Questions(), Questions(0.05)
        first = asyncio.create_task(before.ask(BoxAsk(user="alice")))
        (asked,) = await before.fetched(1)
        first.cancel()
        second = asyncio.create_task(after.ask(BoxAsk(user="bob")))
        await after.fetched(1)
        after.answered(Answer(asked.id, Covering(0, "alice")))
        return [str(one) for one in await asyncio.gather(second, return_exceptions=True)]

    assert "in time" in site.run(ask())[0]


def test_an_agent_that_keeps_no_visit_for_questions_does_not_keep_the_bot_busy(
    site: Site, visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*_: object) -> bytes:
        calls.append(asyncio.get_running_loop().time())
        return b"{}"

    calls: list[float] = []
    monkeypatch.setattr(visited.puller, "call", at_once)
    visited.visit()
    answering = site.spawn(visited.puller.answer_questions())
    site.run(until(lambda: len(calls) >= 4))
    answering.cancel()

    assert calls[3] - calls[0] >= 3 * BREATH_SECONDS


def test_a_mistake_of_ours_over_one_machine_ends_neither_its_visits_nor_the_service(
    site: Site, visited: Visited, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[object] = []

    async def broken(*said: object) -> object:
        tried.append(said)
        raise ZeroDivisionError("ours")

    async def several() -> None:
        stop = asyncio.Event()
        running = asyncio.create_task(visited.puller.run(stop, 0))
        await until(lambda: len(tried) >= 3)
        stop.set()
        await running

    monkeypatch.setattr(site.web.door, "greeted", broken)
    site.run(several())
    assert sum("ours" in record.getMessage() for record in caplog.records) == 1


def test_where_the_bot_does_not_come_that_is_said_in_time_and_too_many_do_not_wait_at_all(
    site: Site, visited: Visited
) -> None:
    visited.questions.seconds = 0.05

    async def ask() -> str:
        try:
            await visited.questions.ask(BoxAsk(user="alice"))
        except Unreachable as error:
            return str(error)
        return ""

    async def many() -> set[str]:
        return set(await asyncio.gather(*(ask() for _ in range(MOST_OPEN + 1))))

    assert {"in time" in one for one in site.run(many())} == {True, False}
    assert site.run(visited.questions.fetched(0)) == ()


def test_a_visited_machine_with_all_other_cards_waits_for_an_owner(site: Site, visited: Visited) -> None:
    visited.visit()
    site.told()
    for index in range(8):
        visited.box.source.uuids[index] = f"GPU-NEW-{index}"
    visited.box.keep()
    visited.visit()
    (asked,) = site.told()
    assert (asked.code, site.seqs()) == ("stranger", [])
    site.lab.press(asked.token("是这台机器"))
    site.beat()
    visited.visit()

    assert site.seqs() == [1]


def test_no_port_is_opened_unless_it_is_told_to_and_then_on_this_machine_only(tmp_path: Path) -> None:
    assert listening({}, tmp_path) is None
    found = listening({"PINKA_AGENT_LISTEN": "9377"}, tmp_path)
    assert found is not None and (found.host, found.port) == ("127.0.0.1", 9377)
    again = listening({"PINKA_AGENT_LISTEN": "0.0.0.0:9377"}, tmp_path)

    assert again is not None and (again.host, again.token) == ("0.0.0.0", found.token)
    assert len(found.token) > 40 and (tmp_path / "listen.token").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"PINKA_AGENT_LISTEN": "here"},
        {"PINKA_AGENT_LISTEN": "127.0.0.1:0"},
        {"PINKA_AGENT_LISTEN": "9377", "PINKA_AGENT_TOKEN": "short"},
    ],
)
def test_a_port_or_a_token_that_cannot_be_is_refused(environment: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(BadListen):
        listening(environment, tmp_path)


def test_prometheus_reads_the_agent_too_and_only_with_the_token(site: Site, visited: Visited) -> None:
    async def scrape(token: str) -> tuple[int, str]:
        headers = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession() as http, http.get(f"{visited.url}/metrics", headers=headers) as answer:
            return answer.status, await answer.text()

    status, text = site.run(scrape(TOKEN))
    assert status == 200 and text.count("pinka_gpu_up{") == 8
    assert site.run(scrape("wrong"))[0] == 401
