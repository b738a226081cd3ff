"""Statements that are run for many rows at once, without the toolkit's work for each row: it costs more than the row.

Only for plain columns, whose values every driver takes as they are.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.sql import ClauseElement
from sqlmodel import Session

Rows = Sequence[tuple[Any, ...]]


class ForRows:
    """A statement with named parameters, by dialect where it differs; rows are tuples in the order of `names`."""

    def __init__(self, names: Sequence[str], statements: ClauseElement | Mapping[str, ClauseElement]) -> None:
        self.names = tuple(names)
        self._statements = statements
        self._made: dict[str, tuple[str, Any]] = {}

    def run(self, session: Session, rows: Rows) -> None:
        """Run it for each row; no row at all is no statement."""
        if not rows:
            return
        connection = session.connection()
        dialect = connection.dialect
        if dialect.name not in self._made:
            self._made[dialect.name] = self._compiled(dialect)
        text, ordered = self._made[dialect.name]
        connection.exec_driver_sql(text, [ordered(row) for row in rows])

    def _compiled(self, dialect: Dialect) -> tuple[str, Any]:
        statements = self._statements
        statement = statements[dialect.name] if isinstance(statements, Mapping) else statements
        compiled: Any = statement.compile(dialect=dialect, column_keys=list(self.names))
        if compiled.positiontup is None:
            return str(compiled), lambda row: dict(zip(self.names, row, strict=True))
        return str(compiled), itemgetter(*(self.names.index(name) for name in compiled.positiontup))
