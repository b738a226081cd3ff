"""The guard against double booking: the DDL of `booked_card`, and the check that all of it is there.

Never REPLACE, upsert or rebuild this table: SQLite drops triggers silently with it. To move
adjoining rows, set them dead, move them, set them live.
"""

import re

from sqlalchemy import Connection

from storage.failures import OVERLAP

# The triggers look only at the live neighbour that starts last before NEW.ends_at. As live windows of
# a card never overlap and are never empty (the CHECKs see to that), no other row can overlap then.
SQLITE: dict[str, str] = {
    "booked_card": """
CREATE TABLE booked_card (
    id INTEGER NOT NULL PRIMARY KEY,
    booking_id INTEGER NOT NULL,
    gpu_id INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    live INTEGER NOT NULL,
    CONSTRAINT ck_booked_card_live CHECK (live IN (0, 1)),
    CONSTRAINT ck_booked_card_window CHECK (starts_at < ends_at),
    CONSTRAINT uq_booked_card UNIQUE (booking_id, gpu_id),
    CONSTRAINT fk_booked_card_booking FOREIGN KEY (booking_id) REFERENCES booking (id),
    CONSTRAINT fk_booked_card_gpu FOREIGN KEY (gpu_id) REFERENCES gpu (id)
) STRICT""",
    "ix_booked_card_window": """
CREATE INDEX ix_booked_card_window ON booked_card (gpu_id, starts_at, ends_at) WHERE live = 1""",
    "ix_booked_card_end": """
CREATE INDEX ix_booked_card_end ON booked_card (gpu_id, ends_at) WHERE live = 1""",
    "booked_card_insert": f"""
CREATE TRIGGER booked_card_insert BEFORE INSERT ON booked_card WHEN NEW.live = 1
BEGIN
    SELECT RAISE(ABORT, '{OVERLAP}') WHERE
        (SELECT ends_at FROM booked_card
         WHERE gpu_id = NEW.gpu_id AND live = 1 AND starts_at < NEW.ends_at
         ORDER BY starts_at DESC LIMIT 1) > NEW.starts_at;
END""",
    "booked_card_update": f"""
CREATE TRIGGER booked_card_update BEFORE UPDATE ON booked_card WHEN NEW.live = 1
BEGIN
    SELECT RAISE(ABORT, '{OVERLAP}') WHERE
        (SELECT ends_at FROM booked_card
         WHERE gpu_id = NEW.gpu_id AND live = 1 AND starts_at < NEW.ends_at AND id <> OLD.id
         ORDER BY starts_at DESC LIMIT 1) > NEW.starts_at;
END""",
}

POSTGRES: tuple[str, ...] = (
    "CREATE EXTENSION IF NOT EXISTS btree_gist",
    f"""
CREATE TABLE booked_card (
    id BIGSERIAL NOT NULL PRIMARY KEY,
    booking_id BIGINT NOT NULL,
    gpu_id BIGINT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    live BIGINT NOT NULL,
    CONSTRAINT ck_booked_card_live CHECK (live IN (0, 1)),
    CONSTRAINT ck_booked_card_window CHECK (starts_at < ends_at),
    CONSTRAINT uq_booked_card UNIQUE (booking_id, gpu_id),
    CONSTRAINT fk_booked_card_booking FOREIGN KEY (booking_id) REFERENCES booking (id),
    CONSTRAINT fk_booked_card_gpu FOREIGN KEY (gpu_id) REFERENCES gpu (id),
    CONSTRAINT {OVERLAP} EXCLUDE USING gist
        (gpu_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE (live = 1)
)""",
    "CREATE INDEX ix_booked_card_end ON booked_card (gpu_id, ends_at) WHERE live = 1",
    "CREATE INDEX ix_booked_card_booking ON booked_card (booking_id)",
)

# As PostgreSQL tells them, without spaces, brackets and type casts.
_POSTGRES_TOLD = {
    "ck_booked_card_live": "checklive=anyarray[0,1]",
    "ck_booked_card_window": "checkstarts_at<ends_at",
    "uq_booked_card": "uniquebooking_id,gpu_id",
    OVERLAP: "excludeusinggistgpu_idwith=,int8rangestarts_at,ends_atwith&&wherelive=1",
    "ix_booked_card_end": "usingbtreegpu_id,ends_atwherelive=1",
    "ix_booked_card_booking": "usingbtreebooking_id",
}


def create_guard(connection: Connection) -> None:
    """Makes `booked_card` with its guard. `booking` and `gpu` must be there."""
    sqlite = connection.dialect.name == "sqlite"
    for statement in SQLITE.values() if sqlite else POSTGRES:
        connection.exec_driver_sql(statement)


def guard_missing(connection: Connection) -> list[str]:
    """Names of the parts of the guard that are absent or not as they were made."""
    if connection.dialect.name == "sqlite":
        return _missing_in_sqlite(connection)
    return _missing_in_postgres(connection)


def _missing_in_sqlite(connection: Connection) -> list[str]:
    rows = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'booked_card' AND sql IS NOT NULL"
    )
    found = {name: _bare(sql) for name, sql in rows}
    return [name for name, made in SQLITE.items() if found.get(name) != _bare(made)]


def _missing_in_postgres(connection: Connection) -> list[str]:
    constraints = connection.exec_driver_sql(
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE conrelid = to_regclass('booked_card') AND convalidated AND NOT condeferrable"
    )
    indexes = connection.exec_driver_sql(
        "SELECT c.relname, substring(pg_get_indexdef(i.indexrelid) FROM 'USING.*') FROM pg_index i"
        " JOIN pg_class c ON c.oid = i.indexrelid"
        " WHERE i.indrelid = to_regclass('booked_card') AND i.indisvalid"
    )
    # A constraint's index has its name: the constraint must win.
    found = {name: _told(told) for name, told in [*indexes, *constraints]}
    missing = [name for name, told in _POSTGRES_TOLD.items() if found.get(name) != told]
    nullable = connection.exec_driver_sql(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('booked_card')"
        " AND attnum > 0 AND NOT attisdropped AND NOT attnotnull ORDER BY attnum"
    )
    return missing + [f"booked_card.{name} NOT NULL" for (name,) in nullable]


def _bare(sql: str) -> str:
    return re.sub(r'["\s]', "", sql).lower()


def _told(definition: str) -> str:
    return re.sub(r"::\w+(\[\])?|[\s()\"']", "", definition.lower().replace("bigint[]", "")).replace("::bigint", "")
