"""`pinka job run -- CMD`: on the booked cards, in the foreground, and the chat hears how it ended. It ends nothing."""

import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.agent.box import child, saving, words
from bot.agent.box.asking import Bot
from bot.agent.box.child import NOT_FOUND, NOT_RUNNABLE, Child
from bot.agent.box.ending import Ending
from bot.agent.box.reach import Refused, Unreachable
from bot.agent.people.command import command_name
from bot.wire.box import Covering, JobNews

UNBOOKED, WRONG = 3, 2
VISIBLE, ORDER = "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be run and how. `before` in seconds; `signal` the number of the save signal."""

    command: tuple[str, ...]
    strict: bool = False
    description: str | None = None
    signal: int | None = None
    before: int = 600
    booking: int | None = None


def run(wish: Wish, environment: Mapping[str, str] = os.environ, say: Callable[[str], None] | None = None) -> int:
    """Run it; returns its exit code, 3 when there is no booking and it was to be strict about that."""
    say = say or (lambda text: print(text, file=sys.stderr, flush=True))
    bot = Bot(environment, wish.booking)
    covering = _asked(bot, say)
    if wish.strict and not (covering is not None and covering.bookings):
        say(words.STRICT)
        return UNBOOKED
    job = secrets.token_hex(8)
    try:
        running = child.start(wish.command, surroundings(environment, covering, job, say))
    except FileNotFoundError:
        say(words.NOT_FOUND.format(command=wish.command[0]))
        return NOT_FOUND
    except (OSError, ValueError) as error:
        say(words.NOT_RUNNABLE.format(command=wish.command[0], why=error))
        return NOT_RUNNABLE
    return _stay(wish, bot, covering, running, job, say)


def _asked(bot: Bot, say: Callable[[str], None]) -> Covering | None:
    """What the bot says, told to the caller; None when it cannot be asked."""
    try:
        found = bot.covering()
    except Refused as refused:
        say(f"pinka: {words.refused(refused.reason, refused.facts)}")
        return None
    except Unreachable as error:
        say(words.UNASKED.format(why=error) if bot.knows_a_way else words.NO_WAY)
        return None
    if found.member is None:
        say(words.UNKNOWN)
    else:
        say(words.covered(found) if found.bookings else words.unbooked(found))
    return found


def surroundings(
    environment: Mapping[str, str], covering: Covering | None, job: str, say: Callable[[str], None]
) -> dict[str, str]:
    """The caller's environment with the booked cards and who runs what. Cards that are a part of them already stay."""
    given = {**environment, "PINKA_JOB": job}
    if covering is None:
        return given
    if covering.user:
        given["PINKA_USER"] = covering.user
    if covering.cards:
        booked = [card.visible for card in covering.cards]
        chosen = [word.strip() for word in environment.get(VISIBLE, "").split(",") if word.strip()]
        given[ORDER] = "PCI_BUS_ID"
        if chosen and set(chosen) < set(booked) and environment.get(ORDER) == "PCI_BUS_ID":
            say(words.KEPT_CHOICE.format(visible=environment[VISIBLE]))
        else:
            given[VISIBLE] = ",".join(booked)
    return given


def _stay(wish: Wish, bot: Bot, covering: Covering | None, running: Child, job: str, say: Callable[[str], None]) -> int:
    """From the start of the command to the report of its end."""
    began, stop = time.monotonic(), threading.Event()
    news = JobNews(
        job,
        command_name(wish.command, wish.command[0]),
        description=wish.description,
        booking=covering.bookings[0] if covering and covering.bookings else None,
        gpus=tuple(card.number for card in covering.cards) if covering else (),
    )
    with running.forwarding():
        threading.Thread(target=_accompany, args=(wish, bot, covering, running, news, stop, say), daemon=True).start()
        code = running.wait()
    stop.set()
    running.take_terminal()
    told = bot.ended(_at_its_end(news, code, int(time.monotonic() - began)))
    if told in words.REPORT and bot.knows_a_way:
        say(words.REPORT[told])
    return code


def _accompany(
    wish: Wish,
    bot: Bot,
    covering: Covering | None,
    running: Child,
    news: JobNews,
    stop: threading.Event,
    say: Callable[[str], None],
) -> None:
    """Beside the command: tell that it began, watch its booking's end."""
    bot.started(news)

    def save(left: int) -> None:
        name = signal.Signals(wish.signal or 0).name
        sent = saving.send(running.pid, wish.signal or 0)
        say((words.SAVED if sent else words.NOBODY_WAITS).format(minutes=max(1, left // 60), signal=name))

    before = wish.before if wish.signal is not None else None
    ending = Ending(bot.covering, save, lambda: say(words.OVER), before, time.monotonic)
    if covering is not None:
        ending.know(covering)
    ending.watch(stop)


def _at_its_end(news: JobNews, code: int, seconds: int) -> JobNews:
    return JobNews(
        news.job,
        news.command,
        seconds=seconds,
        description=news.description,
        booking=news.booking,
        gpus=news.gpus,
        exit_code=code,
    )
