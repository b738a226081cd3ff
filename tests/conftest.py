"""What every test may ask for: a fresh migrated store of either kind, and a network without proxies.

PostgreSQL tests need PINKA_TEST_POSTGRES=postgresql://user@127.0.0.1:port/db, a server on which
databases may be made and dropped. Without it they are skipped, and the end of the run says so; where
CI=true they fail instead.
"""

import gc
import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import hypothesis
import pytest
from sqlalchemy import make_url

from storage.database import Database, open_database

hypothesis.settings.register_profile("pinka", deadline=None, print_blob=True)
hypothesis.settings.load_profile("pinka")

# A shell without job control starts what runs behind it with SIGINT ignored, and what the tests start would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

POSTGRES = "PINKA_TEST_POSTGRES"
BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


def pytest_collection_finish() -> None:
    """Twenty thousand tests are there to stay, so the collector need not look at them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_proxies(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("index") is not None:
        return  # pip may need them
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty file. Copy it; never open it."""
    path = tmp_path_factory.mktemp("template") / "pinka.db"
    open_database(f"sqlite:///{path}").close_now()
    return path


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    """The address of a fresh, migrated SQLite file."""
    path = tmp_path / "pinka.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The address of a server on which databases may be made."""
    server = os.environ.get(POSTGRES, "")
    if not server:
        reason = f"{POSTGRES} is not set, so nothing was tested on PostgreSQL"
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return server


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a migrated, empty database. Copy it; never open it."""
    with _database_on(postgres_server) as name:
        open_database(_address(postgres_server, name)).close_now()
        yield name


@pytest.fixture(scope="session")
def _shared_postgres(postgres_server: str, postgres_template: str) -> Iterator[str]:
    with _database_on(postgres_server, f"TEMPLATE {postgres_template}") as name:
        yield _address(postgres_server, name)


@pytest.fixture
def postgres_url(_shared_postgres: str) -> Iterator[str]:
    """The address of a migrated PostgreSQL database without rows. Do not change its schema."""
    yield _shared_postgres
    _emptied(_shared_postgres)


@pytest.fixture
def own_postgres_url(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """The address of a migrated PostgreSQL database made for this test (0.3 s), so its schema may change."""
    with _database_on(postgres_server, f"TEMPLATE {postgres_template}") as name:
        yield _address(postgres_server, name)


@pytest.fixture
def empty_postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of a PostgreSQL database that no migration has seen; dropped afterwards."""
    with _database_on(postgres_server) as name:
        yield _address(postgres_server, name)


@pytest.fixture
def empty_sqlite_url(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'empty.db'}"


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest) -> str:
    """Once for each kind of database: the address of a fresh, migrated store."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture
def empty_url(request: pytest.FixtureRequest, database_url: str) -> str:
    """Of the same kind as `database_url`: the address of a database that no migration has seen."""
    sqlite = database_url.startswith("sqlite")
    url: str = request.getfixturevalue("empty_sqlite_url" if sqlite else "empty_postgres_url")
    return url


@pytest.fixture
def open_store() -> Iterator[Callable[..., Database]]:
    """`open_database`, whose stores are closed at the end of the test."""
    opened: list[Database] = []

    def opening(url: str, *, migrate: bool = True, busy_seconds: float = 20.0) -> Database:
        opened.append(open_database(url, migrate=migrate, busy_seconds=busy_seconds))
        return opened[-1]

    yield opening
    for database in opened:
        database.close_now()


@pytest.fixture
def database(database_url: str, open_store: Callable[..., Database]) -> Database:
    """Once for each kind of database: a fresh store, open."""
    return open_store(database_url)


@pytest.fixture
def sqlite_database(sqlite_url: str, open_store: Callable[..., Database]) -> Database:
    """A fresh SQLite store, open: for tests in which the kind of database does not matter."""
    return open_store(sqlite_url)


@contextmanager
def _database_on(server: str, like: str = "") -> Iterator[str]:
    import psycopg

    name = f"pinka_test_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {like}".encode())
    yield name
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _emptied(url: str) -> None:
    """Ends whoever is still connected, then takes every row away and starts the ids at 1 again."""
    import psycopg

    with psycopg.connect(url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        tables = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        ).fetchall()
        filled = [t for (t,) in tables if connection.execute(f"SELECT 1 FROM {t} LIMIT 1".encode()).fetchone()]
        if filled:
            connection.execute(f"TRUNCATE {', '.join(filled)} CASCADE".encode())
        connection.execute("SELECT setval(sequencename::regclass, 1, false) FROM pg_sequences")


def _address(server: str, database: str) -> str:
    return make_url(server).set(database=database).render_as_string(hide_password=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says loudly what was not tested."""
    skipped = Counter(_why(report) for report in terminalreporter.stats.get("skipped", []))
    if not skipped:
        return
    terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
    for reason, count in skipped.items():
        terminalreporter.line(f"{count} tests: {reason}", red=True)


def _why(report: pytest.TestReport | pytest.CollectReport) -> str:
    told = report.longrepr
    return str(told[2]).removeprefix("Skipped: ") if isinstance(told, tuple) else str(told)
