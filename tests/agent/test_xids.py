"""The driver's error reports: each is counted and told once, and they outlive a driver that comes and goes."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.agent.reader import Reader
from bot.wire.sample import XidCount
from tests.agent.looking import NOT_SUPPORTED, reader
from tests.agent.test_reader import until
from tests.fakes.nvml import FakeNvml

Install = Callable[..., FakeNvml]


@pytest.fixture
def listening(driver: Install, hands: Any) -> Iterator[tuple[FakeNvml, Reader]]:
    fake = driver(8).say("xid 3 31 1")
    looks = reader(hands, listen=True)
    looks.step()
    yield fake, looks
    looks.stop()
    fake.say("count 8")


def counted(looks: Reader, count: int) -> None:
    until(lambda: sum(looks._machine._xids._counts[key][0] for key in looks._machine._xids._counts) == count)


def test_nothing_from_before_the_agent_started_is_counted(listening: tuple[FakeNvml, Reader]) -> None:
    _, looks = listening

    assert looks.step().gpus[3].xids == ()


def test_two_equal_reports_are_two_and_any_number_passes(listening: tuple[FakeNvml, Reader], hands: Any) -> None:
    fake, looks = listening

    for serial, xid in ((2, 79), (3, 79), (4, 9999)):
        fake.say(f"xid 3 {xid} {serial}")
        counted(looks, serial - 1)

    now = int(hands.wall)
    assert looks.step().gpus[3].xids == (XidCount(79, 2, now), XidCount(9999, 1, now))
    assert looks.step().gpus[2].xids == ()
    told = [(event.facts["xid"], event.uuid) for event in looks.events() if event.kind == "xid"]
    uuid = looks.latest().gpus[3].uuid
    assert told == [(79, uuid), (79, uuid), (9999, uuid)]


def test_counts_survive_a_driver_that_went_away_and_listening_begins_again(
    listening: tuple[FakeNvml, Reader], hands: Any
) -> None:
    fake, looks = listening
    fake.say("xid 1 48 2")
    counted(looks, 1)

    fake.say("fail DeviceGetUtilizationRates 1")
    assert looks.step().state == "uninitialized"
    fake.unsay("fail")
    hands.pass_(1)
    assert looks.step().state == "ok"
    fake.say("xid 1 48 3")
    counted(looks, 2)

    xids = looks.step().gpus[1].xids
    assert xids is not None
    assert [(one.xid, one.count) for one in xids] == [(48, 2)]


def test_a_lost_card_is_listened_to_again_when_it_is_back(listening: tuple[FakeNvml, Reader], hands: Any) -> None:
    fake, looks = listening
    fake.say("gpu 3 error 15")
    looks.step()
    fake.unsay("gpu 3")
    looks.step()

    fake.say("xid 3 79 2")
    counted(looks, 1)

    assert looks.step().gpus[3].xids


def test_a_card_that_reports_no_errors_says_so_and_the_others_do(driver: Install, hands: Any) -> None:
    fake = driver(2).say(f"gpu 0 fail DeviceRegisterEvents {NOT_SUPPORTED}")
    looks = reader(hands, listen=True)
    looks.step()

    silent, heard = looks.step().gpus

    assert (silent.xids, silent.missing["xids"], heard.xids) == (None, "not_supported", ())
    looks.stop()
    fake.say("count 2")
