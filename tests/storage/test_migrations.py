"""A new database and an old one end at the same schema, and it is the one that the models describe."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect, make_url, text
from sqlalchemy.pool import NullPool
from sqlmodel import SQLModel

import storage.tables
from storage.database import Database, SchemaMismatch
from storage.guards import create_guard, guard_missing
from storage.migrations import HEAD
from tests.storage.workers import start, together

GUARDED = "booked_card"
MODELS = [table for table in SQLModel.metadata.sorted_tables if table.name != GUARDED]


def _engine(url: str) -> Engine:
    name = "sqlite" if url.startswith("sqlite") else "postgresql+psycopg"
    return create_engine(make_url(url).set(drivername=name), poolclass=NullPool)


def _described(engine: Engine) -> dict[str, Any]:
    """Everything that the database knows of its tables, comparable between two databases."""
    look = inspect(engine)
    columns, keys = look.get_multi_columns(), look.get_multi_pk_constraint()
    references, unique = look.get_multi_foreign_keys(), look.get_multi_unique_constraints()
    checks, indexes = look.get_multi_check_constraints(), look.get_multi_indexes()
    return {
        table: {
            "columns": {c["name"]: (str(c["type"]), c["nullable"], c["default"]) for c in columns[where]},
            "key": keys[where]["constrained_columns"],
            "references": sorted(
                (k["constrained_columns"], k["referred_table"], k["referred_columns"], str(k["options"]))
                for k in references[where]
            ),
            "unique": sorted(k["column_names"] for k in unique[where]),
            "checks": sorted((k["name"] or "", k["sqltext"]) for k in checks[where]),
            "indexes": sorted(
                (k["name"] or "", k["column_names"], k["unique"], _plain(k.get("dialect_options", {})))
                for k in indexes[where]
            ),
        }
        for where in columns
        for table in where[1:]
        if table is not None
    }


def _plain(options: Any) -> str:
    return str({name: str(value) for name, value in options.items()})


def test_the_migrated_schema_is_the_one_of_the_models(database_url: str, empty_url: str) -> None:
    assert storage.tables.__all__
    made = _engine(empty_url)
    with made.begin() as connection:
        SQLModel.metadata.create_all(connection, tables=MODELS)
        create_guard(connection)
        assert guard_missing(connection) == []
    migrated = _described(_engine(database_url))
    del migrated["alembic_version"]
    assert migrated == _described(made)


def test_the_guarded_table_has_the_columns_keys_and_references_of_its_model(database_url: str) -> None:
    model = SQLModel.metadata.tables[GUARDED]
    told = _described(_engine(database_url))[GUARDED]
    assert {c.name: c.nullable for c in model.columns} == {n: c[1] for n, c in told["columns"].items()}
    assert {c[0] for c in told["columns"].values()} <= {"INTEGER", "BIGINT"}
    assert told["key"] == ["id"]
    assert told["unique"] == [["booking_id", "gpu_id"]]
    references = sorted(([k.parent.name], k.column.table.name, [k.column.name], "{}") for k in model.foreign_keys)
    assert told["references"] == references


def test_the_head_that_a_start_compares_with_is_alembic_s_own() -> None:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_new_database_is_migrated_once_and_then_found_ready(
    empty_url: str, database_url: str, open_store: Callable[..., Database]
) -> None:
    with pytest.raises(SchemaMismatch):
        open_store(empty_url, migrate=False)
    open_store(empty_url)
    again = open_store(empty_url, migrate=False)
    assert again.read_now(lambda s: s.connection().execute(text("SELECT count(*) FROM booked_card")).scalar()) == 0


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(
    database_url: str, open_store: Callable[..., Database]
) -> None:
    with _engine(database_url).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(SchemaMismatch, match="9999"):
        open_store(database_url)
    with _engine(database_url).begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{HEAD}'"))


def test_processes_that_start_together_on_a_new_database_all_succeed(database_url: str, empty_url: str) -> None:
    assert together([start("open_and_add", empty_url, str(n)) for n in range(4)]) == ["ok"] * 4
    with _engine(empty_url).begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM counter")).scalar() == 4
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1


def test_a_start_at_head_does_not_import_alembic(sqlite_url: str) -> None:
    code = (
        "import sys; from storage.database import open_database;"
        f"open_database({sqlite_url!r}).close_now(); print('alembic' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False"]
