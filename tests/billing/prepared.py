"""A story told once and kept in a file; each test goes on from a copy of its own."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.database import open_database
from tests.saying import WEDNESDAY_EVENING, Lab, laboratory

PEOPLE = ("alice", "bob", "carol")


def kept(template: Path, folder: Path, story: Callable[[Lab], None], at: str = WEDNESDAY_EVENING) -> Path:
    """The store after the story. `template` is one that a story begins with: empty, or another story's."""
    path = folder / "pinka.db"
    shutil.copyfile(template, path)
    with _opened(path, at) as lab:
        story(lab)
    return path


@contextmanager
def copied(of: Path, folder: Path, at: str = WEDNESDAY_EVENING) -> Iterator[Lab]:
    """A lab over a copy of the file, in a folder of the test's own."""
    path = folder / "copy.db"
    shutil.copyfile(of, path)
    with _opened(path, at) as lab:
        yield lab


@contextmanager
def _opened(path: Path, at: str) -> Iterator[Lab]:
    database = open_database(f"sqlite:///{path}", migrate=False)
    try:
        with laboratory(database, at=at) as lab:
            yield lab
    finally:
        database.close_now()


def three_people(lab: Lab) -> None:
    """alice owns it, bob and carol are members."""
    for who in PEOPLE:
        lab.say("/help", who)
