"""No float and no decimal ever holds money: a column that does would lose a fen and say nothing."""

from sqlalchemy import BigInteger, Float, Numeric
from sqlmodel import SQLModel

from storage import tables

COLUMNS = [column for table in SQLModel.metadata.tables.values() for column in table.columns]


def test_every_amount_is_stored_in_whole_minor_units() -> None:
    assert tables.BillLine is not None
    amounts = [column for column in COLUMNS if column.name.endswith("_minor")]
    assert len(amounts) >= 8
    assert [str(column) for column in amounts if not isinstance(column.type, BigInteger)] == []


def test_no_column_is_a_float() -> None:
    assert [str(column) for column in COLUMNS if isinstance(column.type, Float | Numeric)] == []
