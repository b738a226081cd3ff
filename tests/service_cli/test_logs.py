"""The log: one line an event on standard error, at the level that was asked for."""

import logging
from collections.abc import Iterator

import pytest

from bot.service_cli import logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The logging of the tests comes back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_an_event_is_a_line_with_time_level_and_place(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")
    logging.getLogger("bot.queues").warning("row %s waits", 7)
    logging.getLogger("bot.queues").debug("not asked for")
    [line] = capsys.readouterr().err.splitlines()
    assert "warning" in line and "row 7 waits" in line and "bot.queues" in line and line[:4].isdigit()
    assert "\x1b" not in line, "no colours in a file"


def test_an_exception_comes_with_its_trace(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO")
    try:
        raise LookupError("no such thing")
    except LookupError:
        logging.getLogger("bot").exception("incident")
    told = capsys.readouterr().err
    assert "incident" in told and "LookupError" in told and "no such thing" in told


@pytest.mark.parametrize("name", ["httpx", "httpcore", "telegram", "alembic.runtime.plugins"])
def test_libraries_that_talk_much_or_name_addresses_are_silent(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("DEBUG")
    logging.getLogger(name).info("POST https://api.telegram.org/bot42:secret/sendMessage")
    logging.getLogger(name).warning("trouble")
    told = capsys.readouterr().err
    assert "secret" not in told and "trouble" in told
