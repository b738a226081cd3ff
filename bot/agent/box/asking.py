"""Whom `pinka job run` asks: the agent of this machine, else the bot itself by the personal code, else nobody.

What speaks HTTP is imported when it is needed: it takes a while, and most commands are run beside an agent.
"""

import os
import time
from collections.abc import Mapping
from dataclasses import replace

from bot.agent.box import knock, papers
from bot.agent.box.knock import NoAgent
from bot.agent.box.papers import Papers
from bot.agent.box.reach import Refused, Unreachable
from bot.wire.box import ENDED, STARTED, BoxAsk, Covering, JobNews
from bot.wire.decoding import BadMessage, plain, read, written


class Bot:
    """The bot, by whatever way there is. `knows_a_way` false: neither an agent nor a code here."""

    def __init__(self, environment: Mapping[str, str] = os.environ, booking: int | None = None) -> None:
        self._environment = environment
        self._booking = booking
        self._papers = papers.load(environment)
        self.user = environment.get("PINKA_USER") or None
        self.knows_a_way = True

    def covering(self) -> Covering:
        """The booking that covers the caller now. Raises Unreachable, Refused."""
        ask = BoxAsk(self.user, booking=self._booking)
        try:
            found = self._by_agent(ask)
        except NoAgent:
            return self._named(self._by_code(ask))
        if found.member is None and self._papers is not None:
            named = self._named(self._by_code(ask))
            return self._by_agent(replace(ask, user=named.user)) if named.user else named
        return self._named(found)

    def _named(self, found: Covering) -> Covering:
        self.user = found.user or self.user
        return found

    def _by_agent(self, ask: BoxAsk) -> Covering:
        answer = knock.ask({"do": "booking", "with": plain(ask)}, self._environment)
        if not answer.get("ok"):
            raise Unreachable(str(answer.get("why")))
        try:
            return read(Covering, written(answer.get("covering")))
        except BadMessage as bad:
            raise Unreachable(str(bad)) from None

    def _by_code(self, ask: BoxAsk) -> Covering:
        from bot.agent.box.bot_line import covering_by_code

        if self._papers is None:
            self.knows_a_way = False
            raise Unreachable("no agent, no personal code")
        try:
            return covering_by_code(self._papers, ask)
        except ValueError as error:  # the address that is kept here cannot be used
            raise Unreachable(str(error)) from None

    def tell(self, kind: str, news: JobNews) -> str:
        """Word of a job. Returns what became of it: told, kept (the agent or a file has it), or lost."""
        news = replace(news, user=self.user)
        try:
            answer = knock.ask({"do": kind, "with": plain(news)}, self._environment)
            if answer.get("ok"):
                return "told"
        except NoAgent:
            pass
        return _by_person(self._papers, news, self._environment)

    def started(self, news: JobNews) -> str:
        return self.tell(STARTED, news)

    def ended(self, news: JobNews) -> str:
        return self.tell(ENDED, news)


def _by_person(known: Papers | None, news: JobNews, environment: Mapping[str, str]) -> str:
    from bot.agent.box.bot_line import by_code

    if known is None:
        return "lost"
    try:
        by_code(known, "/box/job", written(news))
    except Refused:
        return "lost"
    except (Unreachable, ValueError):
        at = int(time.time()) - news.ago
        return "kept" if news.exit_code is not None and papers.owe(news, at, environment) else "lost"
    return "told"


def deliver_owed(known: Papers, environment: Mapping[str, str] = os.environ) -> int:
    """Tell what could not be told before; returns how much of it was. What the bot refuses is dropped."""
    from bot.agent.box.bot_line import by_code

    told = 0
    for path, news in papers.owed(int(time.time()), environment):
        try:
            by_code(known, "/box/job", written(news))
            told += 1
        except Refused as refused:
            if refused.reason != "bad_input":
                continue
        except (Unreachable, ValueError):
            return told
        path.unlink(missing_ok=True)
    return told
