"""Labs in the middle of a month's bill, made once and copied for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept, three_people
from tests.billing.services.months import NOVEMBER, add_outage
from tests.saying import Lab

LAST_SECOND = "2026-12-01T09:59:59+08:00"


def renting(lab: Lab) -> None:
    """Monday 2 November, 10:00: alice, bob and carol, eight cards, 40000 a month."""
    three_people(lab)
    lab.say("/price 租 40000 每月")


def a_november(lab: Lab) -> None:
    """Until the last second before its bill is shown."""
    lab.say("/price 租 36000/月 从11月16日起")
    lab.say("/bill 存储 600 按 bob 2 carol 4")
    lab.say("/book 2 10h", "bob")
    lab.say("/book 4 5h", "carol")
    lab.at("2026-11-03T10:00:00+08:00")
    add_outage(lab, "2026-11-02T12:00:00+08:00", "2026-11-02T13:00:00+08:00")
    lab.say("/bill 退款 100 停机 1")
    lab.at("2026-11-10T12:00:00+08:00")
    lab.press(lab.say("/leave", "carol").token("退"), "carol")
    lab.at("2026-11-17T10:00:00+08:00")
    lab.say("/help", "dan")
    lab.say("/split 付款人 alice")
    lab.say("/book 1 10h", "dan")
    lab.at("2026-12-01T09:59:59+08:00")


@pytest.fixture(scope="session")
def rented_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("rented"), renting, NOVEMBER)


@pytest.fixture(scope="session")
def november_file(rented_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(rented_file, tmp_path_factory.mktemp("november"), a_november, NOVEMBER)


@pytest.fixture
def rented(rented_file: Path, tmp_path: Path) -> Iterator[Lab]:
    """A lab of its own with a rent, at the beginning of November."""
    with copied(rented_file, tmp_path, NOVEMBER) as lab:
        yield lab


@pytest.fixture
def november(november_file: Path, tmp_path: Path) -> Iterator[Lab]:
    """A lab of its own in which November is over and its bill is shown in a second."""
    with copied(november_file, tmp_path, LAST_SECOND) as lab:
        yield lab
