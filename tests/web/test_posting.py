"""Where WebSockets are broken, the same data goes by plain requests, each with a nonce that is good once."""

from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.agent.talk import Ended
from bot.wire.decoding import written
from bot.wire.messages import Post
from bot.wire.proof import BATCH, key_hash, proof
from tests.web.raw import hello_of
from tests.web.site import Box, Site, until


@pytest.fixture
def proxied(site: Site) -> Iterator[str]:
    """A reverse proxy that knows nothing of WebSockets."""

    async def forward(request: web.Request) -> web.Response:
        if "Upgrade" in request.headers:
            return web.Response(status=400, text="<html>Bad Request</html>")
        headers = {name: value for name, value in request.headers.items() if name.startswith("Pinka")}
        async with (
            aiohttp.ClientSession() as http,
            http.request(
                request.method, f"{site.url}{request.path}", data=await request.read(), headers=headers
            ) as answer,
        ):
            return web.Response(status=answer.status, body=await answer.read())

    async def start() -> web.AppRunner:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", forward)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner

    runner = site.run(start())
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    site.run(runner.cleanup())


def test_readings_arrive_by_post_where_a_proxy_breaks_websockets(site: Site, proxied: str) -> None:
    box = site.box()
    box.enrol(url=proxied)
    box.start().keep(3)
    box.delivered()

    assert site.seqs() == [1, 2, 3]
    assert [at for (at,) in site.rows("SELECT at FROM reading ORDER BY seq")] == [
        site.now - 30,
        site.now - 15,
        site.now,
    ]


def test_who_only_posts_is_shown_with_the_age_of_the_last_reading(site: Site, proxied: str) -> None:
    box = site.box()
    box.enrol(url=proxied)
    box.start().keep()
    box.delivered()
    box.kill()
    site.advance(30)

    assert site.run(site.web.agents.ask(1)).age(round(site.now)) == 30
    assert not site.web.agents.online(1)


def post(site: Site, box: Box, nonce: str | None = None, key: str | None = None) -> tuple[int, dict[str, Any]]:
    async def send() -> tuple[int, dict[str, Any]]:
        async with aiohttp.ClientSession() as http:
            given = nonce
            if given is None:
                async with http.get(f"{site.url}/agent/nonce") as answer:
                    given = (await answer.json())["nonce"]
            hello = hello_of(box)
            body = written(Post(hello, 0, 0)).encode()
            said = proof(key_hash(key or box.identity.key), BATCH, given, hello.agent, 1, body)
            headers = {"Pinka-Nonce": given, "Pinka-Proof": said}
            async with http.post(f"{site.url}/agent/post", data=body, headers=headers) as answer:
                return answer.status, {"used": given, **(await answer.json(content_type=None))}

    return site.run(send())


def test_an_overheard_post_opens_nothing(site: Site, box: Box) -> None:
    status, first = post(site, box)
    again, said = post(site, box, first["used"])

    assert (status, again, said["reason"]) == (200, 401, "wrong_nonce")
    assert post(site, box, first["nonce"])[0] == 200


def test_a_nonce_is_good_for_two_minutes(site: Site, box: Box) -> None:
    _, first = post(site, box)
    site.advance(121)

    assert post(site, box, first["nonce"])[1]["reason"] == "wrong_nonce"


def test_a_post_with_another_key_is_refused(site: Site, box: Box) -> None:
    assert post(site, box, key="another")[1]["reason"] == "wrong_proof"


def test_an_agent_that_was_removed_cannot_post(site: Site, box: Box) -> None:
    site.change("UPDATE agent SET state = 'removed'")

    assert post(site, box)[1]["reason"] == "removed"


def test_a_post_that_is_no_message_is_refused(site: Site) -> None:
    async def send(body: bytes) -> tuple[int, str]:
        async with aiohttp.ClientSession() as http, http.post(f"{site.url}/agent/enrol", data=body) as answer:
            return answer.status, (await answer.json(content_type=None))["reason"]

    for body in (b"", b"[]", b'{"hello": 1}', b"\xff\xfe", b"x" * 1000):
        assert site.run(send(body)) == (400, "bad_message")


def test_an_agent_that_reaches_something_else_says_so(site: Site, proxied: str) -> None:
    box = site.box()
    with pytest.raises(Ended, match="not_our_bot"):
        box.enrol("abcd-efgh-jkmn", url=f"{proxied}/elsewhere")


def test_the_bot_is_tried_again_by_websocket_as_soon_as_that_works(site: Site, box: Box) -> None:
    box.start().keep()
    site.run(until(lambda: site.web.agents.online(1)))
    box.delivered()

    assert site.seqs() == [1]
