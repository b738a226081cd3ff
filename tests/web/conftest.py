"""A lab with eight A100s whose bot lets agents in."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.agent import home
from bot.web.server import Listen, Web
from bot.wire.messages import Enrolled
from storage.database import Database, open_database
from tests.saying import Lab, laboratory
from tests.web.relay import Relay
from tests.web.site import HASTY, Box, Site, site_over


@dataclass(frozen=True)
class Beginnings:
    """Stores to copy, never to open: with a pool, and with the agent of its machine let in, whose folder is `home`."""

    founded: Path
    let_in: Path
    home: Path
    enrolled: Enrolled


@pytest.fixture(scope="session")
def beginnings(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Beginnings:
    """Made once: founding a pool and letting an agent in takes longer than most tests."""
    folder = tmp_path_factory.mktemp("beginnings")
    founded, let_in = folder / "founded.db", folder / "let_in.db"
    shutil.copyfile(sqlite_template, founded)
    with _open(founded) as store, laboratory(store) as lab:
        lab.say("/help")
    shutil.copyfile(founded, let_in)
    with _open(let_in) as store, laboratory(store) as lab, site_over(lab, folder) as site:
        box = site.box()
        enrolled = box.enrol()
        site.told()
    return Beginnings(founded, let_in, box.folder, enrolled)


@contextmanager
def _open(path: Path) -> Iterator[Database]:
    store = open_database(f"sqlite:///{path}")
    try:
        yield store
    finally:
        store.close_now()


@pytest.fixture
def lab(
    request: pytest.FixtureRequest, beginnings: Beginnings, tmp_path: Path, open_store: Callable[..., Database]
) -> Iterator[Lab]:
    file = tmp_path / "pinka.db"
    shutil.copyfile(beginnings.let_in if "box" in request.fixturenames else beginnings.founded, file)
    with laboratory(open_store(f"sqlite:///{file}")) as one:
        yield one


@pytest.fixture
def site(lab: Lab, tmp_path: Path) -> Iterator[Site]:
    with site_over(lab, tmp_path) as one:
        yield one


@pytest.fixture
def box(site: Site, beginnings: Beginnings) -> Box:
    """A machine whose agent was let in."""
    one = site.box()
    shutil.copytree(beginnings.home, one.folder, dirs_exist_ok=True)
    home.save(one.folder, replace(one.identity, url=site.url))
    one.enrolled = beginnings.enrolled
    return one


@pytest.fixture
def relay(site: Site) -> Iterator[Relay]:
    """A wire to the bot that can be cut."""
    one = Relay(site.port)
    site.run(one.start())
    yield one
    site.run(one.cut())


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """One that nobody vouches for, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=bot -keyout key.pem -out cert.pem"
    subprocess.run(command.split(), cwd=folder, check=True, capture_output=True, timeout=60)
    return str(folder / "cert.pem"), str(folder / "key.pem")


@pytest.fixture
def secure(site: Site, certificate: tuple[str, str]) -> Site:
    """The bot behind that certificate."""
    site.close()
    site.web = Web(
        site.lab.bridge.house, Listen("127.0.0.1", 0, "https://bot.example.com", *certificate), pace=HASTY, gather=0.0
    )
    site.url = f"https://127.0.0.1:{site.run(site.web.start())}"
    return site
