"""A November that was closed: 400 yuan of rent in equal parts among alice, who pays the provider, bob and carol."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from storage.database import Database, open_database
from tests.billing.services.months import NOVEMBER, a_lab, row
from tests.saying import Lab, Said, laboratory

CLOSED = "2026-12-05T10:00:00+08:00"
SHARES = {"alice": 13_333, "bob": 13_333, "carol": 13_334}


def lived(database: Database, *, closed: bool) -> None:
    """What leads to that November, on any store."""
    with a_lab(database) as lab:
        for who in ("alice", "bob", "carol"):
            lab.say("/help", who, chat=None)
        lab.say("/bill 租金 400 平摊")
        lab.say("/split 付款人 alice")
        if closed:
            lab.at(CLOSED)


@cache
def _kept(template: Path, closed: bool) -> Path:
    """A month takes a second to live through, so each kind is lived once and copied."""
    path = template.with_name(f"november-{closed}.db")
    shutil.copyfile(template, path)
    database = open_database(f"sqlite:///{path}")
    lived(database, closed=closed)
    database.close_now()
    return path


@contextmanager
def november(template: Path, folder: Path, *, closed: bool = True) -> Iterator[Lab]:
    """Everybody has a private chat with the bot. It is the 5th of December and the bill was closed the day before;
    else it is still the 2nd of November. `folder` holds the database and, in `files`, pictures and files."""
    path, files = folder / "november.db", folder / "files"
    shutil.copyfile(_kept(template, closed), path)
    files.mkdir()
    database = open_database(f"sqlite:///{path}")
    with laboratory(database, at=CLOSED if closed else NOVEMBER) as lab:
        lab.bridge.files = files
        yield lab
    database.close_now()


def pays(lab: Lab, words: str, who: str, *, chat: str | None = "lab") -> list[Said]:
    """Say it and confirm it: all that is said then, the answer first."""
    card = lab.say(words, who, chat=chat)
    assert card.code == "pay_confirm", card.text
    line = {"id": f"c{next(lab.ids)}", "from": who, "press": card.token("对，记下")}
    said = lab.send(**line, **({} if chat is None else {"chat": chat}))
    assert [one.code for one in said if one.asked] == ["paid"]
    return said


def owed(lab: Lab) -> dict[tuple[str, str], int]:
    """The transfers of `/settle`."""
    rows = lab.say("/settle", "carol").data["transfers"]
    return {(row["giver"], row["taker"]): row["amount_minor"] for row in rows}


def state(lab: Lab, month: str = "2026-11") -> str:
    return row(lab, month).state


def picture(lab: Lab, name: str = "code.png", body: bytes = b"\x89PNG one") -> str:
    """A file to be sent along."""
    assert lab.bridge.files is not None
    (lab.bridge.files / name).write_bytes(body)
    return name


def with_picture(lab: Lab, text: str, image: object, who: str = "alice") -> Said:
    """A photo with a caption."""
    line = {"id": f"i{next(lab.ids)}", "chat": "lab", "from": who, "text": text, "image": image}
    (answer,) = [said for said in lab.send(**json.loads(json.dumps(line))) if said.asked]
    return answer
