"""A lab that alice owns, with bob and carol in it: founded once, then copied."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from storage.database import open_database
from tests.saying import Lab, laboratory


@cache
def _kept(template: Path) -> Path:
    path = template.with_name("founded.db")
    shutil.copyfile(template, path)
    database = open_database(f"sqlite:///{path}")
    with laboratory(database) as lab:
        for who in ("alice", "bob", "carol"):
            lab.say("/help", who)
    database.close_now()
    return path


@contextmanager
def founded(template: Path, folder: Path) -> Iterator[Lab]:
    """Whoever else speaks there stays a stranger. `folder` holds the database."""
    path = folder / "founded.db"
    shutil.copyfile(_kept(template), path)
    database = open_database(f"sqlite:///{path}")
    with laboratory(database, pool=None) as lab:
        yield lab
    database.close_now()
