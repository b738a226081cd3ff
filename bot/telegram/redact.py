"""Keeps the token (and the proxy's password) out of every log line, traceback and exception that leaves."""

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from urllib.parse import quote, urlsplit

from bot.telegram.settings import BotSettings

HIDDEN = "<token>"
SHORTEST_SECRET = 6
# They log each address, and an address contains the token; or they log whole pages of captive portals.
TALKATIVE = {"httpx": logging.WARNING, "httpcore": logging.WARNING, "telegram": logging.INFO}
SILENT = ("telegram.request", "telegram.request.BaseRequest", "telegram.ext.AIORateLimiter")


class Redactor(logging.Filter):
    """Scrubs text and log records. Works as a filter of a handler, or for every record by `install`."""

    def __init__(self, settings: BotSettings) -> None:
        super().__init__()
        self._secrets = sorted(_spellings(settings), key=len, reverse=True)

    def scrub(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            message = f"{record.msg} {record.args}"
        if (clean := self.scrub(message)) != message:
            record.msg, record.args = clean, None
        if record.exc_info:
            text = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n")
            if (clean := self.scrub(text)) != text:
                record.exc_info, record.exc_text = None, clean
        elif record.exc_text:
            record.exc_text = self.scrub(record.exc_text)
        if record.stack_info:
            record.stack_info = self.scrub(record.stack_info)
        return True

    def install(self) -> Callable[[], None]:
        """Scrub every record that any logger makes and what dies uncaught; returns what undoes it."""
        make, hook, thread_hook = logging.getLogRecordFactory(), sys.excepthook, threading.excepthook

        def clean_record(*args: object, **kwargs: object) -> logging.LogRecord:
            record: logging.LogRecord = make(*args, **kwargs)
            self.filter(record)
            return record

        def clean_death(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            sys.stderr.write(self.scrub("".join(traceback.format_exception(kind, error, trace))))

        def clean_thread_death(args: threading.ExceptHookArgs) -> None:
            if args.exc_value is not None and args.exc_type is not SystemExit:
                clean_death(args.exc_type, args.exc_value, args.exc_traceback)

        levels = {name: logging.getLogger(name).level for name in (*TALKATIVE, *SILENT)}

        def undo() -> None:
            logging.setLogRecordFactory(make)
            sys.excepthook, threading.excepthook = hook, thread_hook
            for name, level in levels.items():
                logging.getLogger(name).setLevel(level)

        logging.setLogRecordFactory(clean_record)
        sys.excepthook, threading.excepthook = clean_death, clean_thread_death
        quiet_libraries()
        return undo


def quiet_libraries() -> None:
    for name, level in TALKATIVE.items():
        logging.getLogger(name).setLevel(level)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _spellings(settings: BotSettings) -> set[str]:
    """The token whole, its secret half, and both as they look in an address; the proxy's login likewise."""
    token = settings.token
    plain = {token, token.partition(":")[2]}
    if settings.proxy:
        login, at, _ = urlsplit(settings.proxy).netloc.rpartition("@")
        plain |= {login, login.partition(":")[2]} if at else set()
    quoted = {quote(secret, safe="") for secret in plain}
    return {s for s in plain | quoted | {q.lower() for q in quoted} if len(s) >= SHORTEST_SECRET}
