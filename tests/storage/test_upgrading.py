"""A database that an older version wrote keeps its rows, and new columns have the values of before."""

from collections.abc import Callable

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from storage.database import Database

OLD_ROWS = (
    "INSERT INTO person (id, name, created_at) VALUES (1, 'li', 0)",
    "INSERT INTO pool (id, name, zone, language, currency, created_at) VALUES (1, 'lab', 'UTC', 'zh', 'CNY', 0)",
    "INSERT INTO chat (id, platform, key, kind, state, hears_all) VALUES (1, 'console', 'lab', 'group', 'active', 0)",
    "INSERT INTO identity (id, person_id, platform, account) VALUES (1, 1, 'console', 'li')",
    "INSERT INTO outbox (id, key, platform, chat_id, code, data, choices, language, zone, priority, repeatable,"
    " attempts, state, owed_at) VALUES (1, 'k', 'console', 1, 'my', '{}', '[]', 'zh', 'UTC', 'answer', 1, 0, 'due', 0)",
)


def test_what_was_owed_before_is_owed_still_and_makes_a_sound(
    empty_url: str, open_store: Callable[..., Database]
) -> None:
    driver = "sqlite" if empty_url.startswith("sqlite") else "postgresql+psycopg"
    engine = create_engine(make_url(empty_url).set(drivername=driver), poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for row in OLD_ROWS:
            connection.execute(text(row))
    engine.dispose()
    store = open_store(empty_url)
    assert store.read_now(lambda s: s.execute(text("SELECT state, silent FROM outbox")).all()) == [("due", 0)]
    assert store.read_now(lambda s: s.execute(text("SELECT connect FROM pool")).all()) == [(None,)]
    assert store.read_now(lambda s: s.execute(text("SELECT name FROM identity")).all()) == [(None,)]
