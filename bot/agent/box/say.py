"""`pinka say`, `pinka my`, `pinka status`: the chat's own commands from the machine, by a personal code."""

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.agent.box import knock, papers, words
from bot.agent.box.asking import deliver_owed
from bot.agent.box.bot_line import by_code
from bot.agent.box.knock import NoAgent
from bot.agent.box.papers import Papers
from bot.agent.box.reach import Refused, Unreachable
from bot.agent.dialling import BadPin, Unsafe
from bot.wire.box import Answers, Line
from bot.wire.decoding import BadMessage, read, written
from bot.wire.proof import key_hash, new_key

FAILED, WRONG = 1, 2
LONGEST_WAIT = 30.0


def enter(code: str, url: str | None, pin: str | None, environment: Mapping[str, str] = os.environ) -> int:
    """Make a personal code by the one-time code from the chat, and keep it here; returns the exit code."""
    if url is None:
        url, pin = _bot_of_the_agent(environment)
    if url is None:
        return _fail(words.NO_URL, WRONG)
    wanted = Papers(new_key(), url, pin)
    body = written({"code": code, "key_hash": key_hash(wanted.key)})
    try:
        found = read(dict[str, str], by_code(replace(wanted, key=""), "/box/enter", body))
    except (Unsafe, BadPin) as error:
        return _fail(str(error), WRONG)
    except (Unreachable, Refused, BadMessage) as error:
        return _fail(_why(error))
    papers.save(replace(wanted, member=found.get("member"), pool=found.get("pool")), environment)
    print(words.ENTERED.format(member=found.get("member"), pool=found.get("pool")))
    if not environment.get("PINKA_USER") and os.geteuid() == 0:
        print(words.SHARED_ACCOUNT)
    return 0


def _bot_of_the_agent(environment: Mapping[str, str]) -> tuple[str | None, str | None]:
    try:
        found = knock.ask({"do": "where"}, environment)
    except NoAgent:
        return None, None
    return found.get("url"), found.get("pin")


def forget(environment: Mapping[str, str] = os.environ) -> int:
    """Remove the code from here."""
    print(words.FORGOTTEN if papers.forget(environment) else words.NOTHING_TO_FORGET)
    return 0


def say(text: str, environment: Mapping[str, str] = os.environ, identify: Callable[[], str] = secrets.token_hex) -> int:
    """Say it, or press the button of that number; print the answers. Returns the exit code."""
    known = papers.load(environment)
    if known is None:
        return _fail(words.NO_CODE, WRONG)
    deliver_owed(known, environment)
    line = Line(identify(), text=text)
    if text.isascii() and text.isdigit():
        if not 1 <= int(text) <= len(known.buttons):
            return _fail(words.NO_BUTTON.format(number=text), WRONG)
        line = Line(identify(), press=known.buttons[int(text) - 1])
    try:
        answers = _said(known, line)
    except (Unsafe, BadPin) as error:
        return _fail(str(error), WRONG)
    except (Unreachable, Refused, BadMessage) as error:
        return _fail(_why(error))
    return _show(known, answers, environment)


def _said(known: Papers, line: Line) -> Answers:
    """The same line is sent once more where the first was cut off: its id makes that harmless."""
    body = written(line)
    try:
        return read(Answers, by_code(known, "/box/say", body, LONGEST_WAIT))
    except Unreachable:
        return read(Answers, by_code(known, "/box/say", body, LONGEST_WAIT))


def _show(known: Papers, found: Answers, environment: Mapping[str, str]) -> int:
    tokens: list[str] = []
    for answer in found.answers:
        print(answer.text)
        shown = [button for button in answer.buttons if button.token]
        if shown:
            print("  ".join(f"[{len(tokens) + at}] {button.label}" for at, button in enumerate(shown, 1)))
        tokens += [button.token for button in shown if button.token]
    if tokens:
        print(words.WHICH_BUTTON)
    try:
        papers.save(replace(known, buttons=tuple(tokens)), environment)
    except OSError as error:
        print(error, file=sys.stderr)
    return 0


def _why(error: Exception) -> str:
    if isinstance(error, Refused):
        return words.refused(error.reason, error.facts)
    return words.UNREACHABLE.format(why=error)


def _fail(text: str, code: int = FAILED) -> int:
    print(text, file=sys.stderr)
    return code
