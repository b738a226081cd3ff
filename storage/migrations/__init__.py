"""The schema's history. A new database goes through it like an old one.

Alembic is imported only when there is something to do: a start at head costs one SELECT.
"""

from pathlib import Path

from sqlalchemy import Connection

from storage.failures import SchemaMismatch

HEAD = "0006"
"""The newest revision in `versions/`."""

_LOCK = 0x70696E6B61  # "pinka": the advisory lock that one starting process holds


def bring_to_head(connection: Connection, *, migrate: bool) -> None:
    """Migrates under an exclusive lock. Raises SchemaMismatch when it must not or cannot."""
    with connection.begin():
        found = version(connection)
    if found == HEAD:
        return
    if not migrate:
        raise SchemaMismatch(f"the database is at {found}, this program needs {HEAD}")
    if connection.dialect.name == "sqlite":
        _migrate_sqlite(connection)
    else:
        with connection.begin():
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            _migrate(connection)


def version(connection: Connection) -> str | None:
    """The revision the database is at; None before the first migration."""
    if connection.dialect.name == "sqlite":
        there = connection.exec_driver_sql("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").first()
    else:
        there = connection.exec_driver_sql("SELECT 1 WHERE to_regclass('alembic_version') IS NOT NULL").first()
    if there is None:
        return None
    row = connection.exec_driver_sql("SELECT version_num FROM alembic_version").first()
    return None if row is None else str(row[0])


def _migrate_sqlite(connection: Connection) -> None:
    """Foreign keys are off while tables are made anew, and checked before the commit."""
    driver = connection.connection
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        with connection.begin():  # BEGIN IMMEDIATE: others wait here
            _migrate(connection)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
            if broken is not None:
                raise SchemaMismatch(f"a migration broke a foreign key of {broken[0]}")
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _migrate(connection: Connection) -> None:
    found = version(connection)
    if found == HEAD:  # somebody else was faster
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise SchemaMismatch(f"the database is at {found}, which a newer Pinka made; this one knows {HEAD}")
    command.upgrade(config, HEAD)
