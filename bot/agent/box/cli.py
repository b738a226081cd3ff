"""The words `job`, `say`, `my` and `status` of the command line, for people on the machine."""

import argparse
import re
import sys
from collections.abc import Sequence

from bot.agent.box import words

FAMILIES = frozenset({"job", "say", "my", "status"})
LENGTH = re.compile(r"(\d{1,6})([smhd]?)")
SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "": 1}
WRONG = 2


def main(line: Sequence[str]) -> int:
    """Do what the words after `pinka` say; returns the exit code."""
    family, rest = line[0], list(line[1:])
    if family == "job":
        return _job(rest)
    from bot.agent.box import say  # aiohttp takes a while to import

    if family in ("my", "status"):
        argparse.ArgumentParser(prog=f"pinka {family}").parse_args(rest)
        return say.say(f"/{family}")
    choice = _say_parser().parse_args(rest)
    if choice.forget:
        return say.forget()
    if choice.code is not None:
        return say.enter(choice.code, choice.url, choice.pin)
    text = " ".join(choice.text).strip()
    if not text:
        print(words.NOTHING_SAID, file=sys.stderr)
        return WRONG
    return say.say(text)


def _job(rest: list[str]) -> int:
    at = rest.index("--") if "--" in rest else len(rest)
    choice = _job_parser().parse_args(rest[:at])
    command = [*choice.command, *rest[at + 1 :]]
    if not command:
        print(words.NO_COMMAND, file=sys.stderr)
        return WRONG
    from bot.agent.box import job, saving

    before = seconds_of(choice.save_before)
    if before is None:
        print(words.BAD_TIME.format(text=choice.save_before), file=sys.stderr)
        return WRONG
    try:
        number = saving.number_of(choice.save_signal) if choice.save_signal else None
    except saving.NoSuchSignal:
        print(words.BAD_SIGNAL.format(name=choice.save_signal), file=sys.stderr)
        return WRONG
    wish = job.Wish(tuple(command), choice.strict, choice.describe, number, before, choice.booking)
    return job.run(wish)


def seconds_of(text: str) -> int | None:
    """`10m`, `1h`, `90s`, `90` in seconds; None when it is no length."""
    found = LENGTH.fullmatch(text.strip().lower())
    return int(found[1]) * SECONDS[found[2]] if found is not None else None


def _job_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pinka job", usage="pinka job run [选项 / options] -- CMD…")
    run = parser.add_subparsers(required=True, metavar="run").add_parser(
        "run", help="在订的卡上跑，跑完群里说一声 / run on your booked cards; the chat hears how it ended"
    )
    run.add_argument("--strict", action="store_true", help="没预约就不跑 / do not run without a booking")
    run.add_argument("--describe", metavar="TEXT", help="跑的是什么，写进消息 / what it is, for the message")
    run.add_argument("--save-signal", metavar="USR1", help="到点前发给自己程序的信号 / sent before the booking ends")
    run.add_argument("--save-before", metavar="10m", default="10m", help="提前多久 / how long before its end")
    run.add_argument("--booking", type=int, metavar="N", help="只用这个预约 / only this booking")
    run.add_argument("command", nargs="*", metavar="CMD")
    return parser


def _say_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pinka say")
    parser.add_argument("text", nargs="*", help="跟群里一样说，或按钮的号 / as in the chat, or a button's number")
    parser.add_argument("--code", help="私聊 /code 给的口令 / the code that /code gave in the chat")
    parser.add_argument("--url", help="机器人的地址 / the bot's address")
    parser.add_argument("--pin", help="机器人证书的指纹 / the SHA-256 of the bot's certificate")
    parser.add_argument("--forget", action="store_true", help="删掉这里的口令 / remove the code from here")
    return parser
