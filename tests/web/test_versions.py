"""The wire's versions over real sockets: the bot speaks its own and the one before it; who speaks none is told so."""

import asyncio

import aiohttp
import pytest

from bot.agent.box.bot_line import covering
from bot.agent.dialling import route
from bot.web.server import Listen, Web
from bot.wire.box import BoxAsk
from bot.wire.decoding import written
from bot.wire.messages import Auth, Bye, Challenge, Post
from bot.wire.proof import BATCH, key_hash, proof
from tests.web.raw import Raw, hello_of
from tests.web.site import HASTY, Box, Site, until


def speak(site: Site, *spoken: int) -> None:
    """From now on the bot speaks these versions."""
    site.close()
    listen = Listen("127.0.0.1", site.port, site.url)
    site.web = Web(site.lab.bridge.house, listen, pace=HASTY, gather=0.0, spoken=spoken)
    site.run(site.web.start())


def posted(site: Site, box: Box, key: str, version: int, *versions: int) -> tuple[int, str]:
    """A plain request proven with `key` in `version`: its status, and the reason if it was refused."""

    async def send() -> tuple[int, str]:
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{site.url}/agent/nonce") as answer:
                nonce = (await answer.json())["nonce"]
            hello = hello_of(box, versions=versions)
            body = written(Post(hello, 0, 0)).encode()
            said = proof(key_hash(key), BATCH, nonce, hello.agent, version, body)
            headers = {"Pinka-Nonce": nonce, "Pinka-Proof": said}
            async with http.post(f"{site.url}/agent/post", data=body, headers=headers) as answer:
                return answer.status, (await answer.json(content_type=None)).get("reason", "")

    return site.run(send())


def test_an_agent_of_the_version_before_is_served_in_all_that_it_says(site: Site, box: Box) -> None:
    speak(site, 2, 1)
    box.connect().keep(2)
    box.delivered()
    answer = site.run(covering(route(site.url), box.identity, BoxAsk(user="li")))

    assert site.seqs() == [1, 2]
    assert len(site.run(site.web.agents.ask(1)).sample.gpus) == 8
    assert (answer.now, answer.member) == (site.now, None)
    assert posted(site, box, box.identity.key, 1, 1) == (200, "")


@pytest.mark.parametrize(("theirs", "version"), [((1,), 1), ((2, 1), 2), ((3, 2), 2)])
def test_of_the_versions_of_both_the_highest_is_spoken(
    site: Site, box: Box, theirs: tuple[int, ...], version: int
) -> None:
    speak(site, 2, 1)

    async def agreed() -> int | None:
        raw = await Raw.open(site)
        await raw.greet(box, versions=theirs)
        return raw.challenge and raw.challenge.version

    assert site.run(agreed()) == version
    assert posted(site, box, box.identity.key, max(theirs), *theirs) == (200, "")


def test_a_real_agent_that_is_two_versions_behind_keeps_what_it_sees_and_both_sides_say_why(
    site: Site, box: Box
) -> None:
    speak(site, 3, 2)
    site.told()
    box.start().keep(2)
    site.run(until(lambda: "too_old" in box.why))
    [told] = site.told()

    assert (told.code, told.data["why"], box.waiting, site.seqs()) == ("agent_unspoken", "too_old", 2, [])
    box.kill()
    speak(site, 2, 1)
    box.connect().delivered()
    assert site.seqs() == [1, 2]


def test_whoever_cannot_prove_that_they_are_the_agent_makes_the_bot_say_nothing(site: Site, box: Box) -> None:
    site.told()

    async def answer(name: str, *, speaks: bool) -> str:
        raw = await Raw.open(site)
        await raw.say(hello_of(box, agent=name, versions=(0,)))
        assert isinstance(await raw.hear(), Challenge)
        await raw.say(Auth("0" * 64, 0, 0) if speaks else Bye("stopping"))
        return await raw.until_bye()

    async def all_of_them() -> set[str]:
        names = (box.identity.agent, "0123456789abcdef")
        return set(await asyncio.gather(*(answer(name, speaks=speaks) for name in names for speaks in (True, False))))

    assert site.run(all_of_them()) == {"too_old"}
    assert posted(site, box, "another key", 0, 0) == (426, "too_old")
    assert (site.told(), site.lab.say("/node").data["nodes"][0]["unspoken"]) == ([], None)
    assert posted(site, box, box.identity.key, 0, 0) == (426, "too_old")
    assert [one.code for one in site.told()] == ["agent_unspoken"]
