"""What can go wrong in the store, as exceptions that say what it means for the caller.

Driver errors become these in one place, `translate`, whichever statement they come from.
"""

import sqlite3

from sqlalchemy.engine import ExceptionContext


class Busy(Exception):
    """The store stayed locked past the busy timeout. Nothing was written."""


class Conflict(Busy):
    """A deadlock or a serialization failure. The unit of work may simply be run again."""


class StorageFailed(Exception):
    """Disk full, I/O error, connection lost. Nothing was written (but see `OutcomeUnknown`)."""


class ConnectionLost(StorageFailed):
    """The server went away before the commit was asked for."""


class OutcomeUnknown(StorageFailed):
    """The server went away while it committed: the unit is there whole or not at all."""


class CardTaken(Exception):
    """The guard refused: somebody holds one of the cards for a part of the window."""


class GuardMissing(Exception):
    """The database lacks a part of the guard against double booking, so it must not be used."""


class SchemaMismatch(Exception):
    """The database's version is not the one this program was made for."""


OVERLAP = "gpu_overlap"
"""What SQLite's triggers raise; also the name of PostgreSQL's exclusion constraint."""

_SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE_FAILED = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
}

# https://www.postgresql.org/docs/current/errcodes-appendix.html
_PG_AGAIN = {"40001", "40P01"}
_PG_BUSY = {"55P03", "57014"}
_PG_GONE = {"57P01", "57P02", "57P03", "57P05", "25P03"}
_PG_FAILED_CLASSES = {"53", "58", "XX"}
_PG_READ_ONLY = "25006"
_PG_EXCLUDED = "23P01"


def translate(context: ExceptionContext) -> None:
    """SQLAlchemy's `handle_error` hook: raises the store's own exception where there is one."""
    error = context.original_exception
    if isinstance(error, sqlite3.Error):
        _raise_for_sqlite(error)
    elif hasattr(error, "sqlstate"):
        _raise_for_postgres(error, error.sqlstate, lost=context.is_disconnect)


def _raise_for_sqlite(error: sqlite3.Error) -> None:
    primary = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if primary in _SQLITE_BUSY:
        raise Busy(str(error)) from error
    if primary in _SQLITE_FAILED or str(error).startswith("no such savepoint"):
        raise StorageFailed(str(error)) from error
    if isinstance(error, sqlite3.IntegrityError) and str(error) == OVERLAP:
        raise CardTaken from error


def _raise_for_postgres(error: BaseException, state: str | None, *, lost: bool) -> None:
    if state == _PG_EXCLUDED:
        raise CardTaken from error
    if state in _PG_AGAIN:
        raise Conflict(str(error)) from error
    if state in _PG_BUSY:
        raise Busy(str(error)) from error
    if lost or state in _PG_GONE:
        raise ConnectionLost(str(error)) from error
    if state is None:
        _raise_if_unreachable(error)
    elif state == _PG_READ_ONLY or state[:2] in _PG_FAILED_CLASSES or state[:2] == "08":
        raise StorageFailed(str(error)) from error


def _raise_if_unreachable(error: BaseException) -> None:
    """psycopg gives no code when it cannot connect; its mistakes of use are other classes."""
    if type(error).__name__ in ("OperationalError", "ConnectionTimeout"):
        raise StorageFailed(str(error)) from error
