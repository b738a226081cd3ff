"""Who is not let in, and what ends a connection: always that one alone, with its reason, logged once."""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

import aiohttp
import pytest

from bot.web.connections import Connection
from bot.wire.messages import LARGEST, Auth, Batch, Bye, Challenge, Item, Message, Ping, Welcome
from bot.wire.proof import AGENT, key_hash, new_nonce, proof
from tests.web.raw import Raw, greeted, hello_of
from tests.web.site import Box, Site, until, warnings


def reason_of(message: Message) -> str:
    return message.reason if isinstance(message, Bye) else type(message).__name__


def answer_to(site: Site, box: Box, **more: Any) -> str:
    async def ask() -> str:
        raw = await Raw.open(site)
        answer = await raw.greet(box, **more)
        await raw.close()
        return reason_of(answer)

    return site.run(ask())


def test_an_agent_nobody_enrolled_is_challenged_all_the_same_and_then_refused(site: Site, box: Box) -> None:
    assert answer_to(site, box, agent="0123456789abcdef") == "wrong_proof"


def test_a_version_that_is_not_spoken_is_named_and_a_newer_agent_that_speaks_ours_is_let_in(
    site: Site, box: Box
) -> None:
    spoken = {(0,): "too_old", (): "too_old", (99,): "too_new", (3, 2, 1): "Welcome"}

    assert {versions: answer_to(site, box, versions=versions) for versions in spoken} == spoken


def test_an_agent_that_speaks_none_of_our_versions_is_named_once_with_what_to_do_until_it_speaks_one(
    site: Site, box: Box
) -> None:
    site.told()
    assert {answer_to(site, box, versions=(0,), release="0.0.1") for _ in range(3)} == {"too_old"}

    [told] = site.told()
    assert (told.code, dict(told.data)) == ("agent_unspoken", {"node": "node1", "why": "too_old", "release": "0.0.1"})
    assert site.lab.press(told.token("要安装行")).code == "enrol_code"
    [shown] = site.lab.say("/node").data["nodes"]
    assert (shown["unspoken"], shown["state"]) == ("too_old", "online")
    assert answer_to(site, box) == "Welcome"
    assert site.lab.say("/node").data["nodes"][0]["unspoken"] is None


def test_a_bot_that_is_too_old_for_an_agent_says_so_of_itself(site: Site, box: Box) -> None:
    assert answer_to(site, box, versions=(99,), release="9.0") == "too_new"
    [told] = [one for one in site.told() if one.code == "agent_unspoken"]
    assert (told.data["why"], told.labels) == ("too_new", [])


def test_of_an_agent_that_was_removed_or_never_let_in_nothing_is_told_whatever_it_speaks(site: Site, box: Box) -> None:
    site.change("UPDATE agent SET state = 'removed'")
    site.told()

    assert answer_to(site, box, versions=(0,)) == "too_old"
    assert answer_to(site, box, versions=(0,), agent="0123456789abcdef") == "too_old"
    assert site.told() == []


def test_an_overheard_proof_opens_nothing(site: Site, box: Box) -> None:
    """The whole conversation of a connection is said again, word for word."""

    async def replay() -> str:
        raw = await Raw.open(site)
        hello = hello_of(box)
        await raw.say(hello)
        challenge = await raw.hear()
        assert isinstance(challenge, Challenge)
        said = Auth(proof(key_hash(box.identity.key), AGENT, challenge.nonce, hello.agent, 1), 0, 0)
        await raw.say(said)
        assert isinstance(await raw.hear(), Welcome)
        again = await Raw.open(site)
        await again.say(hello)
        assert isinstance(await again.hear(), Challenge)
        await again.say(said)
        answer = reason_of(await again.hear())
        await raw.close()
        await again.close()
        return answer

    assert site.run(replay()) == "wrong_proof"


BAD: dict[str, str] = {
    "no JSON": "hello",
    "no object": "[1, 2]",
    "no type": "{}",
    "a type nobody knows": '{"type": "format_disk"}',
    "a field of the wrong type": '{"type": "pong", "id": "one", "wall_ms": 1, "mono_ms": 1}',
    "a field that is missing": '{"type": "pong"}',
    "no number": '{"type": "pong", "id": NaN, "wall_ms": 1, "mono_ms": 1}',
    "a number beyond 64 bits": '{"type": "pong", "id": 1, "wall_ms": 1' + "0" * 30 + ', "mono_ms": 1}',
    "very deep": "[" * 100_000,
    "a message of the bot's": '{"type": "welcome", "proof": "", "node": "", "state": ""}',
    "a second greeting": '{"type": "auth", "proof": "", "wall_ms": 1, "mono_ms": 1}',
}


def test_what_is_no_message_ends_the_connection(site: Site, box: Box) -> None:
    async def ask(text: str) -> str:
        raw = await greeted(site, box)
        await raw.say(text)
        return await raw.until_bye()

    assert {name: site.run(ask(text)) for name, text in BAD.items()} == dict.fromkeys(BAD, "bad_message")


def test_a_message_that_is_too_large_ends_the_connection_is_logged_once_and_hurts_nobody_else(
    site: Site, box: Box, caplog: pytest.LogCaptureFixture
) -> None:
    other = site.box(seed=2)
    other.enrol(site.code("node2"))
    other.connect().keep()

    async def flood() -> str:
        raw = await greeted(site, box)
        await raw.say("x" * (LARGEST + 1))
        return await raw.until_bye()

    with caplog.at_level(logging.WARNING):
        assert [site.run(flood()) for _ in range(3)] == [""] * 3
    other.keep()
    other.delivered()
    assert site.seqs() == [1, 2]
    assert sum("too_large" in line for line in warnings(caplog.records)) == 1


def test_a_greeting_that_is_too_large_is_refused_too(site: Site, box: Box) -> None:
    async def ask() -> str:
        raw = await Raw.open(site)
        await raw.say("x" * (LARGEST + 1))
        return await raw.until_bye()

    assert site.run(ask()) == ""


def test_who_says_nothing_is_not_waited_for(site: Site) -> None:
    site.web.door.pace = type(site.web.door.pace)(greeting=0.05)

    async def ask() -> str:
        raw = await Raw.open(site)
        return await raw.until_bye()

    assert site.run(ask()) == "bad_message"


def test_an_empty_batch_and_an_empty_item_do_no_harm(site: Site, box: Box) -> None:
    async def ask() -> list[str]:
        raw = await greeted(site, box)
        await raw.say(Batch("b/0000"))
        await raw.say(Batch("b/0000", (Item(7, 1),)))
        said = [type(await raw.hear()).__name__ for _ in range(2)]
        await raw.close()
        return said

    assert site.run(ask()) == ["Ack", "Ack"]
    assert site.seqs() == []


def test_fields_that_a_newer_agent_adds_are_ignored(site: Site, box: Box) -> None:
    async def ask() -> str:
        raw = await greeted(site, box)
        sample = {"at": "2026-12-02T12:10:00+00:00", "state": "ok", "driver": None, "gpus": [], "glow": 1}
        host = dict.fromkeys(("hostname", "boot_id", "kernel", "cpus")) | {"agent": "9.9", "mood": "fine"}
        item = {"seq": 1, "mono_ms": 1, "sample": {**sample, "host": host}, "smell": None}
        await raw.say({"type": "batch", "boot": "b/0000", "items": [item], "colour": "red"})
        answer = type(await raw.hear()).__name__
        await raw.close()
        return answer

    assert site.run(ask()) == "Ack"
    assert site.seqs() == [1]


def test_before_it_is_welcomed_nobody_is_asked_anything(site: Site, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = site.web.door._welcome

    async def while_somebody_asks(*said: Any) -> Welcome:
        with suppress(LookupError):
            await site.web.agents.ask(1, 0.01)
        return await usual(*said)

    monkeypatch.setattr(site.web.door, "_welcome", while_somebody_asks)
    assert answer_to(site, box) == "Welcome"


async def about_to_prove_itself(site: Site, box: Box) -> tuple[Raw, Auth]:
    """A greeting was challenged; the proof is to be said."""
    raw, hello = await Raw.open(site), hello_of(box)
    await raw.say(hello)
    challenge = await raw.hear()
    assert isinstance(challenge, Challenge)
    said = proof(key_hash(box.identity.key), AGENT, challenge.nonce, hello.agent, challenge.version)
    return raw, Auth(said, round(box.wall() * 1000), box.clocks.mono_ms())


def test_who_is_gone_before_it_was_welcomed_is_not_taken_for_connected(site: Site, box: Box) -> None:
    async def begin_and_vanish() -> None:
        raw, auth = await about_to_prove_itself(site, box)
        await raw.say(auth)
        raw.socket._response.connection.transport.abort()  # type: ignore[union-attr]
        await until(lambda: site.web.door._greeting_now == 0)

    site.run(begin_and_vanish())
    assert site.web.agents.everyone() == []


def test_who_could_not_take_the_place_of_its_earlier_connection_is_not_taken_for_connected(
    site: Site, box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(self: Connection, reason: str) -> None:
        raise TimeoutError

    site.run(greeted(site, box))
    with monkeypatch.context() as patch:
        patch.setattr(Connection, "bye", hangs)
        again = site.run(greeted(site, box))
        assert site.run(again.until_bye()) == "bad_message"

    assert not site.web.agents.online(1)


def test_a_key_that_is_put_out_while_its_holder_greets_opens_nothing_any_more(site: Site, box: Box) -> None:
    raw, auth = site.run(about_to_prove_itself(site, box))
    site.box().enrol()

    async def prove() -> str:
        await raw.say(auth)
        return reason_of(await raw.hear())

    assert site.run(prove()) == "removed"


def test_how_long_a_greeting_waits_for_the_store_dates_nothing_wrong(
    site: Site, box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = site.web.door.greeted

    async def slowly(*said: Any) -> Any:
        site.advance(8)
        return await usual(*said)

    monkeypatch.setattr(site.web.door, "greeted", slowly)
    site.run(greeted(site, box))
    connection = site.web.agents.of(1)
    assert connection is not None and connection.line.wall_offset_ms == 0


def test_a_beat_says_in_the_store_who_lives(site: Site, box: Box) -> None:
    box.connect()
    site.advance(60)
    site.beat()

    assert site.rows("SELECT last_heard_at FROM agent") == [(site.now,)]
    assert site.lab.say("/node").data["nodes"][0]["state"] == "online"


def test_an_agent_that_is_connected_and_answers_no_beat_does_not_count_as_alive(site: Site, box: Box) -> None:
    async def ask() -> None:
        raw = await greeted(site, box)
        site.advance(100)
        beating = asyncio.create_task(site.web.door.beat())
        assert isinstance(await raw.hear(), Ping)
        await beating
        await raw.close()

    site.run(ask())

    assert site.lab.say("/node").data["nodes"][0]["state"] == "offline"


def test_an_agent_that_was_removed_is_out_at_the_next_beat_and_stays_out(site: Site, box: Box) -> None:
    box.connect()
    site.change("UPDATE agent SET state = 'removed'")
    site.beat()
    site.run(until(lambda: "removed" in box.why))
    box.keep()

    assert site.seqs() == []


def test_all_is_well_while_the_store_answers(site: Site, box: Box) -> None:
    async def ask() -> tuple[int, dict[str, Any]]:
        async with aiohttp.ClientSession() as http, http.get(f"{site.url}/healthz") as answer:
            return answer.status, json.loads(await answer.text())

    box.connect()
    status, said = site.run(ask())

    assert (status, said["ok"], said["agents"]) == (200, True, 1)


def test_a_nonce_never_comes_twice() -> None:
    assert len({new_nonce() for _ in range(100)}) == 100
