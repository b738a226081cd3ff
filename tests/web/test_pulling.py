"""A machine that cannot reach the bot is visited by it; its port opens only when told to, and only for the token."""

from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.agent.listen import BadListen, Listener, listening
from bot.web.pulling import Pulled, Puller
from tests.web.site import Site

TOKEN = "a-token-of-more-than-24-characters"


class Visited:
    """A machine whose agent listens, and the bot that comes to it."""

    def __init__(self, site: Site, node: str = "node1", token: str = TOKEN) -> None:
        self.site = site
        self.box = site.box()
        self.box.pretend("http://127.0.0.1:1")
        self.box.start(dial=False)
        assert self.box.agent is not None
        self.listener = Listener(self.box.agent.link, TOKEN)
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
    sample, age = site.run(site.web.agents.ask(1))

    assert (len(sample.gpus), age, visited.box.source.looks) == (8, 0, before + 1)


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


def test_a_wrong_token_or_a_name_nobody_has_is_logged_once_and_stores_nothing(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, nameless = Visited(site, token="another-token-of-24-characters"), Visited(site, node="node9")
    for one in (wrong, nameless):
        one.visit()
        one.visit()
        one.close()

    said = [record.getMessage() for record in caplog.records]
    assert sum("401" in line for line in said) == sum("node9" in line and "called" in line for line in said) == 1
    assert site.rows("SELECT 1 FROM agent") == []


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
