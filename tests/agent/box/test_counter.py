"""The agent's counter: who asks is known by the system, and word of a job is kept whatever becomes of the bot."""

import asyncio
import os
import pwd
import stat
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.agent.box import knock
from bot.agent.box.counter import Counter
from bot.agent.box.knock import NoAgent
from bot.agent.box.reach import Unreachable
from bot.wire.box import BoxAsk, Covering
from bot.wire.sample import CardReading, Event, HostReading, ProcessReading, Sample

ME = pwd.getpwuid(os.getuid()).pw_name
RUNS = CardReading(0, "ok", "GPU-a", processes=(ProcessReading(1, job="j1", memory=7 << 30),))
LOOK = Sample("2026-12-02T12:10:00+00:00", "ok", None, (RUNS,), HostReading("box", "b", None, 1, "0"))
NOW = 1_796_213_400


@dataclass
class Desk:
    """An agent at whose counter people ask."""

    folder: Path
    away: bool = False
    asked: list[BoxAsk] = field(default_factory=list)
    kept: list[Event] = field(default_factory=list)

    async def ask(self, question: BoxAsk) -> Covering:
        self.asked.append(question)
        if self.away:
            raise Unreachable("away")
        return Covering(NOW, "李", question.user)

    async def keep(self, event: Event) -> None:
        self.kept.append(event)

    def serving(self, do: Callable[["Desk"], Awaitable[Any]]) -> Any:
        """Do something while the counter is open."""

        async def whole() -> Any:
            counter = Counter(self.ask, self.keep, lambda: LOOK, lambda: NOW, "http://127.0.0.1:1", "sha256:00")
            serving = asyncio.create_task(counter.serve(self.folder, self.folder / "all" / "box.sock"))
            while not (self.folder / "box.sock").exists():
                await asyncio.sleep(0.001)
            try:
                return await do(self)
            finally:
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)

        return asyncio.run(whole())

    async def knock(self, **request: Any) -> dict[str, Any]:
        environment = {"PINKA_SOCKET": str(self.folder / "box.sock")}
        return await asyncio.to_thread(knock.ask, request, environment)


def test_a_question_goes_on_with_the_account_that_the_system_names(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    with_what = {"user": "li", "account": "somebody-else"}
    answer = desk.serving(lambda it: it.knock(do="booking", **{"with": with_what}))
    assert answer["ok"] and answer["covering"]["member"] == "李"
    assert [(one.user, one.account) for one in desk.asked] == [("li", ME)]


def test_the_address_of_the_bot_is_told_to_who_has_a_code(tmp_path: Path) -> None:
    answer = Desk(tmp_path).serving(lambda it: it.knock(do="where"))
    assert (answer["url"], answer["pin"]) == ("http://127.0.0.1:1", "sha256:00")


def test_word_of_a_job_is_kept_with_what_it_took_even_while_the_bot_is_away(tmp_path: Path) -> None:
    desk = Desk(tmp_path, away=True)
    news = {"job": "j1", "command": "python", "seconds": 60, "exit_code": 0, "ago": 5}
    assert desk.serving(lambda it: it.knock(do="job_ended", **{"with": news})) == {"ok": True}
    (event,) = desk.kept
    assert (event.kind, event.at, event.facts["peaks"]) == ("job_ended", NOW - 5, {"GPU-a": 7 << 30})
    assert event.facts["account"] == ME


def test_a_bot_that_is_away_is_named_and_nonsense_is_refused(tmp_path: Path) -> None:
    async def several(it: Desk) -> list[Any]:
        nonsense = [{"do": "dance"}, {"do": "booking", "with": {"booking": "x"}}, {"do": 7}, {}]
        return [await it.knock(do="booking", **{"with": {}}), *[await it.knock(**one) for one in nonsense]]

    said = Desk(tmp_path, away=True).serving(several)
    assert [one["ok"] for one in said] == [False] * 5 and said[0]["why"] == "away"


def test_only_the_account_itself_can_ask_in_its_folder_and_the_socket_goes_with_the_agent(tmp_path: Path) -> None:
    async def mode(it: Desk) -> int:
        return stat.S_IMODE((tmp_path / "box.sock").stat().st_mode)

    assert Desk(tmp_path).serving(mode) == 0o600
    assert not (tmp_path / "box.sock").exists() and not (tmp_path / "all").exists()


def test_a_socket_left_by_an_agent_that_was_killed_is_no_obstacle(tmp_path: Path) -> None:
    deep = tmp_path / ("long-folder-name-" * 6)
    deep.mkdir()
    (deep / "box.sock").touch()

    async def until_it_answers(it: Desk) -> dict[str, Any]:
        while True:
            try:
                return await it.knock(do="where")
            except NoAgent:
                await asyncio.sleep(0.001)

    assert Desk(deep).serving(until_it_answers)["ok"]


def test_where_no_agent_runs_that_is_said_at_once(tmp_path: Path) -> None:
    try:
        knock.ask({"do": "where"}, {"PINKA_SOCKET": str(tmp_path / "none")})
    except NoAgent:
        return
    raise AssertionError("somebody answered")
