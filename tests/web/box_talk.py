"""People at the machine of a site: `pinka say` and its kin, spoken to the bot over HTTP."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import pytest

from bot.agent.box import say
from tests.saying import Said
from tests.web.site import Site

T = TypeVar("T")


@dataclass
class Terminal:
    """One person's shell: their papers lie below `home`."""

    site: Site
    home: Path
    capsys: pytest.CaptureFixture[str]
    user: str = ""
    more: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        known = {"XDG_CONFIG_HOME": str(self.home), "PINKA_SOCKET": str(self.home / "none.sock"), **self.more}
        return known | ({"PINKA_USER": self.user} if self.user else {})

    def do(self, f: Callable[..., T], *args: Any) -> T:
        """Something that waits for the bot, while the bot goes on."""
        return self.site.run(asyncio.to_thread(f, *args))

    def enter(self, code: str, url: str | None = None) -> tuple[int, str]:
        return self._told(self.do(say.enter, code, url or self.site.url, None, self.environment))

    def say(self, text: str) -> tuple[int, str]:
        return self._told(self.do(say.say, text, self.environment))

    def _told(self, code: int) -> tuple[int, str]:
        out, err = self.capsys.readouterr()
        return code, out + err

    def get_in(self, who: str = "bob") -> "Terminal":
        """With a code that the chat gave."""
        assert self.enter(code_for(self.site, who))[0] == 0
        return self


def code_for(site: Site, who: str = "bob") -> str:
    said = site.lab.say("/code", who, chat=None)
    assert said.code == "box_code", said.text
    return str(said.data["line"]).split()[3]


def announced(site: Site) -> list[Said]:
    """What the group reads unasked."""
    return [one for one in site.told() if one.to == "lab"]


def post(site: Site, path: str, body: str, key: str = "") -> tuple[int, dict[str, Any]]:
    """A request as anybody could send it."""

    async def exchange() -> tuple[int, dict[str, Any]]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        async with aiohttp.ClientSession() as http, http.post(site.url + path, data=body, headers=headers) as answer:
            return answer.status, await answer.json()

    return site.run(exchange())
