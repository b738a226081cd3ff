"""Column types shared by all tables: 64-bit everywhere, text with a CHECK for enums."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Index, Integer, Text
from sqlalchemy import text as raw
from sqlmodel import Field

BIG = BigInteger().with_variant(Integer(), "sqlite")
"""Seconds, fen, bytes, ids. SQLite's INTEGER is 64-bit and the only type that can be a rowid."""


def key() -> Any:
    """An integer primary key that the database gives out."""
    return Field(default=None, sa_type=BIG, primary_key=True)


def big(**more: Any) -> Any:
    """A 64-bit integer column."""
    return Field(sa_type=BIG, **more)


def ref(target: str, **more: Any) -> Any:
    """A foreign key to `target` ("table.column")."""
    return Field(sa_type=BIG, foreign_key=target, **more)


def text(**more: Any) -> Any:
    """A text column without a length."""
    return Field(sa_type=Text, **more)


def one_of(column: str, words: Iterable[str], table: str) -> CheckConstraint:
    """The CHECK that keeps an enum column to its words."""
    listed = ", ".join(f"'{word}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"ck_{table}_{column}")


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index over the rows for which `where` holds, in both databases."""
    return Index(name, *columns, unique=unique, sqlite_where=raw(where), postgresql_where=raw(where))
