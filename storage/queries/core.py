"""The tables behind the models, for statements that are made once, when their module is imported.

Making a statement costs several times as much as running it, and so does the object mapper. Those on the
way of every message are therefore constants with named parameters, over tables instead of models.
"""

from collections import namedtuple
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast

from sqlalchemy import Executable, Table
from sqlmodel import Session, SQLModel

M = TypeVar("M", bound=SQLModel)
N = TypeVar("N", bound=SQLModel)


def table_of(model: type[SQLModel]) -> Table:
    """The table that a model describes."""
    return SQLModel.metadata.tables[str(model.__tablename__)]


def all_like(session: Session, model: type[M], statement: Executable, facts: Mapping[str, Any]) -> list[M]:
    """What a statement over the model's table finds: rows that read like the model and never change."""
    return cast(list[M], session.execute(statement, facts).all())


def one_like(session: Session, model: type[M], statement: Executable, facts: Mapping[str, Any]) -> M | None:
    """The only row that a statement finds, if any."""
    return cast(M | None, session.execute(statement, facts).one_or_none())


def pairs_like(
    session: Session, first: type[M], second: type[N], statement: Executable, facts: Mapping[str, Any]
) -> list[tuple[M, N]]:
    """What a statement over all columns of two tables, one after the other, finds."""
    left, right = _shape(first), _shape(second)
    width = len(table_of(first).c)
    found = session.execute(statement, facts)
    return [(cast(M, left(*row[:width])), cast(N, right(*row[width:]))) for row in found]


@cache
def _shape(model: type[SQLModel]) -> Any:
    return namedtuple(model.__name__, table_of(model).c.keys())
