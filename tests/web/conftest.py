"""A lab with eight A100s whose bot lets agents in."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.database import Database
from tests.saying import Lab, laboratory
from tests.web.relay import Relay
from tests.web.site import Box, Site, site_over


@pytest.fixture
def lab(sqlite_database: Database) -> Iterator[Lab]:
    with laboratory(sqlite_database) as one:
        one.say("/help")
        yield one


@pytest.fixture
def site(lab: Lab, tmp_path: Path) -> Iterator[Site]:
    with site_over(lab, tmp_path) as one:
        yield one


@pytest.fixture
def box(site: Site) -> Box:
    """A machine whose agent was let in."""
    one = site.box()
    one.enrol()
    return one


@pytest.fixture
def relay(site: Site) -> Iterator[Relay]:
    """A wire to the bot that can be cut."""
    one = Relay(site.port)
    site.run(one.start())
    yield one
    site.run(one.cut())
