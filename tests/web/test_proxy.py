"""A machine that reaches nothing but its institute's proxy: everything it says goes through that, still by TLS."""

import base64
from collections.abc import Callable, Iterator

import aiohttp
import pytest

from bot.service_cli.agents import pin_of
from tests.web.relay import Proxy
from tests.web.site import Box, Site, until

URL = "https://bot.example.com"
Environment = Callable[[str], None]


@pytest.fixture
def proxy(secure: Site) -> Iterator[Proxy]:
    """It alone knows where bot.example.com is."""
    one = Proxy(secure.port, base64.b64encode(b"lab:pass").decode())
    secure.run(one.start())
    yield one
    secure.run(one.cut())


@pytest.fixture
def through(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """Sets the proxy of the environment, with name and password."""
    return lambda who: monkeypatch.setenv("HTTPS_PROXY", f"http://{who}@127.0.0.1:{proxy.port}")


@pytest.fixture
def away(secure: Site, certificate: tuple[str, str]) -> Box:
    """A machine that knows the bot by its public name only."""
    return secure.box(pin=pin_of(*certificate, "bot.example.com"))


def test_enrolment_readings_and_questions_go_through_the_proxy(
    secure: Site, away: Box, proxy: Proxy, through: Environment
) -> None:
    through("lab:pass")
    away.enrol(url=URL)
    away.connect().keep(3)
    away.delivered()

    assert secure.seqs() == [1, 2, 3]
    assert secure.lab.say("/node").data["nodes"][0]["state"] == "online"
    seen = secure.run(secure.web.agents.ask(1))
    assert (len(seen.sample.gpus), seen.at) == (8, secure.now)
    assert proxy.asked and set(proxy.asked) == {"bot.example.com:443"}


def test_readings_wait_while_the_proxy_is_away_and_none_is_lost(
    secure: Site, away: Box, proxy: Proxy, through: Environment
) -> None:
    through("lab:pass")
    away.enrol(url=URL)
    away.connect().keep()
    away.delivered()
    secure.run(proxy.cut())
    away.keep(5)
    secure.run(until(lambda: "unreachable" in away.why))
    assert (away.waiting, secure.seqs()) == (5, [1])
    secure.run(proxy.mend())
    away.delivered()

    assert secure.seqs() == [1, 2, 3, 4, 5, 6]


def test_a_proxy_that_refuses_is_an_answer_and_nothing_is_said_around_it(
    secure: Site, away: Box, proxy: Proxy, through: Environment
) -> None:
    through("lab:wrong")

    with pytest.raises(aiohttp.ClientHttpProxyError) as refused:
        away.enrol(url=URL)

    assert refused.value.status == 407 and proxy.refused == 1 and proxy.asked == []
    assert secure.rows("SELECT used_at FROM enrol_code") == [(None,)]
