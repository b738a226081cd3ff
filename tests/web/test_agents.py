"""An agent and the bot over a real socket: what is seen arrives once, in order, dated by the bot's clock."""

import asyncio
from dataclasses import replace

import pytest

from bot.agent import home
from bot.wire.sample import Event
from tests.web.raw import greeted
from tests.web.relay import Relay
from tests.web.site import HASTY, LINK, Box, Site, until

HOUR = 3_600


def test_what_an_agent_sees_is_in_the_store_before_its_buffer_forgets_it(site: Site, box: Box) -> None:
    box.connect().keep(3)
    box.delivered()

    assert site.seqs() == [1, 2, 3]
    assert site.rows("SELECT last_seq FROM agent") == [(3,)]


def test_ten_who_ask_at_once_are_one_question_to_the_machine(site: Site, box: Box) -> None:
    box.connect()
    before = box.source.looks

    async def ten() -> list[object]:
        return list(await asyncio.gather(*(site.web.agents.ask(1) for _ in range(10))))

    answers = site.run(ten())

    assert box.source.looks == before + 1
    assert all(answer == answers[0] for answer in answers)


def test_a_fresh_look_is_of_this_moment_and_says_so(site: Site, box: Box) -> None:
    box.connect()
    seen = site.run(site.web.agents.ask(1))

    assert (len(seen.sample.gpus), seen.at) == (8, site.now)


def test_an_agent_that_is_away_leaves_its_last_look_with_its_true_age(site: Site, box: Box) -> None:
    box.connect().keep()
    box.delivered()
    box.kill()
    site.run(until(lambda: not site.web.agents.online(1)))
    site.advance(600)
    seen = site.run(site.web.agents.ask(1))

    assert (len(seen.sample.gpus), seen.at) == (8, site.now - 600)


def test_after_the_bots_clock_was_set_back_a_fresh_look_is_the_newest(site: Site, box: Box) -> None:
    box.connect()
    site.run(site.web.agents.ask(1))
    site.advance(-3600)

    assert site.run(site.web.agents.ask(1)).at == site.now


def test_an_agent_that_never_spoke_has_no_look(site: Site, box: Box) -> None:
    with pytest.raises(LookupError):
        site.run(site.web.agents.ask(1))


def test_an_agent_that_does_not_answer_in_time_is_shown_as_it_was(site: Site, box: Box) -> None:
    box.connect().keep()
    box.delivered()
    stuck = asyncio.Event()

    def never(now: float) -> object:
        asyncio.run_coroutine_threadsafe(stuck.wait(), loop).result()
        return box.source.latest()

    loop = site.lab.runner.get_loop()
    box.source.look = never  # type: ignore[method-assign,assignment]
    site.advance(40)
    seen = site.run(site.web.agents.ask(1, 0.1))

    async def let_go() -> None:
        stuck.set()

    site.run(let_go())
    assert seen.at == site.now - 40


def test_events_come_unasked(site: Site, box: Box) -> None:
    box.connect()
    box.source.happened.append(Event(int(box.wall()), "xid", "GPU-00000001-0003", {"xid": 79}))
    assert box.agent is not None
    events = site.spawn(box.agent.keep_events())
    site.run(until(lambda: site.rows("SELECT 1 FROM machine_event")))
    events.cancel()

    assert site.rows("SELECT kind, gpu_id, detail FROM machine_event") == [("xid", 4, '{"xid": 79}')]


def test_a_day_offline_is_replayed_without_a_loss_or_a_double(site: Site, box: Box) -> None:
    box.connect().keep(2)
    box.delivered()
    site.close()
    began = site.now
    box.keep(48, every=1800)
    site.open(site.port)
    box.delivered()

    assert site.seqs() == list(range(1, 51))
    times = [at for (at,) in site.rows("SELECT at FROM reading WHERE seq > 2 ORDER BY seq")]
    assert times == [began + 1800 * step for step in range(1, 49)]


def test_a_restarted_bot_is_found_again(site: Site, box: Box) -> None:
    box.connect().keep()
    box.delivered()
    site.close()
    site.open(site.port)
    box.keep()
    box.delivered()

    assert site.seqs() == [1, 2]


def test_a_killed_agent_goes_on_where_it_was(site: Site, box: Box) -> None:
    box.connect().keep(2)
    box.delivered()
    site.close()
    box.keep(3)
    box.kill()
    site.open(site.port)
    box.connect().keep()
    box.delivered()

    assert site.seqs() == [1, 2, 3, 4, 5, 6]


def test_what_was_stored_but_never_acknowledged_is_not_stored_twice(site: Site, box: Box) -> None:
    box.connect()
    assert box.agent is not None
    remembered = box.agent.buffer.spool.acked
    box.agent.buffer.spool.acked = lambda seq: None  # type: ignore[method-assign]
    box.keep(2)
    site.run(until(lambda: len(site.seqs()) == 2))
    box.agent.buffer.spool.acked = remembered  # type: ignore[method-assign]
    box.kill()
    box.connect().keep()
    box.delivered()

    assert site.seqs() == [1, 2, 3]


@pytest.mark.parametrize("off", [HOUR, -HOUR])
def test_a_clock_that_is_an_hour_off_dates_nothing_wrong_and_is_told(site: Site, box: Box, off: int) -> None:
    box.off = off
    box.connect().keep(2)
    box.delivered()
    site.beat()

    assert [at for (at,) in site.rows("SELECT at FROM reading ORDER BY seq")] == [site.now - 15, site.now]
    (node,) = site.lab.say("/node").data["nodes"]
    assert node["clock_off_seconds"] == HOUR


def test_a_clock_that_is_set_while_the_bot_is_away_moves_no_reading(site: Site, box: Box) -> None:
    box.connect()
    site.close()
    box.keep(2)
    box.off = -HOUR
    box.keep(2)
    site.open(site.port)
    box.delivered()

    assert [at for (at,) in site.rows("SELECT at FROM reading ORDER BY seq")] == [
        site.now - 15 * n for n in (3, 2, 1, 0)
    ]


def test_readings_from_before_a_reboot_are_dated_by_the_wall_clock(site: Site, box: Box) -> None:
    box.connect()
    site.close()
    box.keep()
    box.kill()
    site.advance(600)
    box.source.boot = "another-boot"
    site.open(site.port)
    box.connect().keep()
    box.delivered()

    assert [at for (at,) in site.rows("SELECT at FROM reading ORDER BY seq")] == [site.now - 615, site.now]
    assert len(site.rows("SELECT DISTINCT boot_id FROM reading")) == 2


def test_the_same_machine_again_replaces_its_earlier_connection(site: Site, box: Box) -> None:
    first = site.run(greeted(site, box))
    box.connect()

    assert site.run(first.until_bye()) == "replaced"
    assert len(site.web.agents.everyone()) == 1
    assert site.told() == []


def test_a_cut_wire_for_hours_loses_nothing_and_doubles_nothing(site: Site, relay: Relay) -> None:
    box = site.box()
    box.enrol(url=f"http://127.0.0.1:{relay.port}")
    box.connect().keep(3)
    box.delivered()
    for _ in range(3):
        site.run(relay.cut())
        box.keep(10, every=360)
        site.run(relay.mend())
        box.delivered()

    assert site.seqs() == list(range(1, 34))


def test_a_half_open_socket_is_noticed_by_both_and_replaced(site: Site, relay: Relay) -> None:
    site.close()
    site.pace = replace(HASTY, beat=0.1)
    site.open(site.port)
    box = site.box(link=replace(LINK, beat=0.1))
    box.enrol(url=f"http://127.0.0.1:{relay.port}")
    box.connect()
    first = site.web.agents.of(1)
    site.run(relay.freeze())
    site.run(until(lambda: not site.web.agents.online(1)))
    site.run(relay.thaw())
    box.keep()
    box.delivered()

    assert site.web.agents.of(1) is not first
    assert site.seqs() == [1]


def test_a_bot_that_does_not_know_the_key_gets_nothing(site: Site, box: Box) -> None:
    site.change("UPDATE agent SET key_hash = 'another'")
    box.start().keep()
    site.run(until(lambda: "wrong_proof" in box.why))

    assert (site.seqs(), box.waiting) == ([], 1)


def test_a_bot_that_cannot_prove_itself_gets_nothing(site: Site, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.door.proof", lambda *_: "0" * 64)
    monkeypatch.setattr("bot.web.posting.proof", lambda *_: "0" * 64)
    box.start().keep()
    site.run(until(lambda: "wrong_bot" in box.why))

    assert (site.seqs(), box.waiting) == ([], 1)


def test_a_full_disk_on_the_box_stops_nothing_and_is_told(site: Site, box: Box) -> None:
    box.connect()
    assert box.agent is not None
    file = box.agent.buffer.spool._file
    assert file is not None
    site.close()
    file.execute(f"PRAGMA max_page_count = {file.execute('PRAGMA page_count').fetchone()[0]}")
    box.keep(40)
    assert "full" in home.told(box.folder)["disk"] and box.agent.link.hello("n").memory_only
    site.open(site.port)
    box.delivered()

    assert site.seqs() == list(range(1, 41))
