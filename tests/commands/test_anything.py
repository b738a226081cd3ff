"""Whatever is said with whichever command by whomever: one polite answer, and nothing changes by mistake."""

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from bot.commands.all import build_registry
from storage.database import open_database
from tests.saying import Lab, Said, laboratory

COMMANDS = [command.name for command in build_registry()]
DOMAIN = (
    "pool", "member", "membership", "founding_code", "node", "gpu", "booking", "booked_card",
    "limits", "price", "audit", "job", "counter",
)  # fmt: skip
ARGUMENTS = {
    "nothing": "",
    "blanks": " \t\u3000\n ",
    "nonsense": "ajsdkl qweoiu zxc 什么鬼",
    "ten thousand characters": "啊" * 10_000,
    "ten thousand digits": "9" * 10_000,
    "many lines": "啊\n" * 900,
    "full-width": "ｆｏｏ　ｂａｒ！＠＃",
    "emoji": "🎉👨‍👩‍👧‍👦🇨🇳👍🏽",
    "markup": "<b>&amp;</b> &<script>`*_[x](y)",
    "right to left": "\u202e\u2067שלום مرحبا\u2069",
    "control characters": "\x01\x07\x1b[K\u200b\ufeff",
    "towers of marks": "Z" + "\u0301" * 300,
    "a half character": "%\ufffd",
    "quotes": "'; DROP TABLE booking; --",
    "braces": "{0} {name} %s %(x)s",
    "a huge number": "999999999999999999999999",
    "a negative number": "-1",
    "another pool's number": "1 1 1",
}
OF_THE_PERSON = ("lang", "quiet", "link_in_private", "not_sizing")
"""What is about who asks and no pool."""
SECRETS = ("alice", "bob", "carol", "A100", "0–7", "CUDA", "18:0")


def rows(lab: Lab) -> Mapping[str, list[tuple[object, ...]]]:
    """Everything that commands may change."""

    def read(session: Session) -> dict[str, list[tuple[object, ...]]]:
        return {table: [tuple(row) for row in session.execute(text(f"SELECT * FROM {table}"))] for table in DOMAIN}

    return lab.database.read_now(read)


def is_polite(said: Said) -> bool:
    """The shape itself (length, first line, facts) is checked for every message in `tests.saying`."""
    return said.code != "failed" and "Traceback" not in said.text


@pytest.fixture(scope="module")
def busy_lab(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """alice and bob hold cards; carol is a member and holds none. One lab for all: nothing here may change it."""
    path = tmp_path_factory.mktemp("busy") / "pinka.db"
    shutil.copyfile(sqlite_template, path)
    database = open_database(f"sqlite:///{path}")
    with laboratory(database) as founded:
        for who in ("alice", "bob", "carol"):
            founded.say("/help", who)
    with laboratory(database, pool=None) as lab:
        lab.say("/book 2 6h 用途：秘密")
        lab.say("/book 2 明晚8点 6h", "bob")
        yield lab
    database.close_now()


@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS.keys())
@pytest.mark.parametrize("command", COMMANDS)
def test_a_member_gets_one_polite_answer_and_nothing_changes(busy_lab: Lab, command: str, arguments: str) -> None:
    before = rows(busy_lab)
    for _ in range(2):
        assert is_polite(busy_lab.say(f"/{command} {arguments}", "carol"))
    assert rows(busy_lab) == before


@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS.keys())
@pytest.mark.parametrize("command", ["pool", "setup", "join", "leave", "role", "remove", "tz", None])
def test_an_owner_changes_nothing_by_nonsense(busy_lab: Lab, command: str | None, arguments: str) -> None:
    before = rows(busy_lab)
    assert is_polite(busy_lab.say(f"/{command} {arguments}" if command else arguments))
    assert rows(busy_lab) == before


@pytest.mark.parametrize("name", [name for command in build_registry() for name in (*command.zh, *command.en)])
def test_every_name_of_a_command_reaches_it(busy_lab: Lab, name: str) -> None:
    before = rows(busy_lab)
    assert is_polite(busy_lab.say(name, "carol"))
    assert busy_lab.say(f"／{name}", "carol").code == busy_lab.say(name, "carol").code
    assert rows(busy_lab) == before


STRANGE_PLACES = {"in the group": "lab", "in a foreign group": "foreign", "in private": None}


@pytest.mark.parametrize("chat", STRANGE_PLACES.values(), ids=STRANGE_PLACES.keys())
@pytest.mark.parametrize("arguments", ["", "2 6h", "1", "8xA100-80G", "秘密 <b>&"])
@pytest.mark.parametrize("command", [*COMMANDS, None])
def test_a_stranger_changes_and_learns_nothing(
    busy_lab: Lab, command: str | None, arguments: str, chat: str | None
) -> None:
    before = rows(busy_lab)
    said = busy_lab.say(f"/{command} {arguments}" if command else arguments, "zoe", chat=chat)
    assert is_polite(said)
    if said.code != "help":  # help and its examples say the same to everybody
        told = f"{said.text} {said.data} {said.labels}".replace(arguments or "\0", "").replace("8xA100-80G", "")
        assert not [secret for secret in (*SECRETS, "'lab'") if secret in told]
    assert rows(busy_lab) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_a_member_learns_nothing_of_the_pool_in_a_foreign_group(busy_lab: Lab, command: str) -> None:
    before = rows(busy_lab)
    said = busy_lab.say(f"/{command}", "bob", chat="foreign")
    assert said.code in ("no_pool", "help", "wrong_code", *OF_THE_PERSON)
    assert rows(busy_lab) == before


@pytest.mark.parametrize("arguments", ["", "2 6h", "1", "8xA100-80G", "abcd-efgh-jkmn"])
@pytest.mark.parametrize("command", [*COMMANDS, None])
def test_an_anonymous_administrator_is_told_why_and_changes_nothing(
    busy_lab: Lab, command: str | None, arguments: str
) -> None:
    before = rows(busy_lab)
    (said,) = busy_lab.deliver(f"/{command} {arguments}" if command else f"{arguments}张", "admin", anonymous=True)
    assert said.code == ("help" if command == "help" else "anonymous")
    assert rows(busy_lab) == before


@pytest.mark.parametrize("name", ["", " ", "\u202e\u202e", "<b>&", "长" * 300, "👨‍👩‍👧‍👦" * 20, "a\nb", "'\"", "(2)"])
def test_a_member_of_any_name_can_be_held_and_named(open_lab: Lab, name: str) -> None:
    asked = open_lab.say("/join", "dan", name=name)
    assert open_lab.press(asked.token("同意"), "alice").code == "joined"
    assert open_lab.say("/book 8 1h", "dan", name=name).code == "booked"
    holder = open_lab.say("/book 1 1h", "bob").data["blocking"][0]["holder"]
    assert holder.strip() and "\n" not in holder and "\u202e" not in holder
    assert is_polite(open_lab.say("/status", "bob"))
