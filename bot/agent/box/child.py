"""The caller's command as a process of our own: in its own group, in the foreground, with our signals passed on.

It gets only what its caller sends, and the save signal it wants; nothing here ends it.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType

NOT_FOUND, NOT_RUNNABLE = 127, 126
BY_SIGNAL = 128
TO_ALL = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGWINCH)
TO_ONE = (signal.SIGUSR1, signal.SIGUSR2)
"""A program that does not wait for one of these dies of it, so only the caller's own process gets it."""


class Child:
    """A running command. `pid` is also the number of its group."""

    def __init__(self, pid: int, terminal: int | None) -> None:
        self.pid = pid
        self._terminal = terminal

    def wait(self) -> int:
        """Until it ends; the exit code as a shell gives it. A stop by Ctrl-Z stops us too, until both go on."""
        while True:
            _, status = os.waitpid(self.pid, os.WUNTRACED)
            if os.WIFEXITED(status):
                return os.WEXITSTATUS(status)
            if os.WIFSIGNALED(status):
                return BY_SIGNAL + os.WTERMSIG(status)
            if self._terminal is not None:
                self._lend(os.getpgrp())
                os.kill(os.getpid(), signal.SIGSTOP)
                self._lend(self.pid)
                self._pass_on(signal.SIGCONT)

    def give_terminal(self) -> None:
        """It reads the keyboard from now on; what it tried before is tried again."""
        if self._terminal is not None:
            self._lend(self.pid)
            self._pass_on(signal.SIGCONT)

    def take_terminal(self) -> None:
        if self._terminal is not None:
            self._lend(os.getpgrp())

    def _lend(self, group: int) -> None:
        before = signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        try:
            with contextlib.suppress(OSError):
                os.tcsetpgrp(self._terminal if self._terminal is not None else -1, group)
        finally:
            signal.signal(signal.SIGTTOU, before)

    def _pass_on(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number) if number in TO_ONE else os.killpg(self.pid, number)

    @contextlib.contextmanager
    def forwarding(self, early: Sequence[int] = ()) -> Iterator[None]:
        """What is sent to us goes on to it, `early` ones first."""

        def forward(number: int, frame: FrameType | None) -> None:
            self._pass_on(number)

        before = {number: signal.signal(number, forward) for number in _heard()}
        for number in early:
            self._pass_on(number)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def start(words: Sequence[str], environment: Mapping[str, str]) -> Child:
    """Start a command. Raises FileNotFoundError, PermissionError or another OSError when it cannot be."""
    sys.stdout.flush()
    sys.stderr.flush()
    usual = [signal.SIGPIPE, *_heard()]  # Python itself ignores a broken pipe; the command shall not
    pid = os.posix_spawnp(words[0], list(words), dict(environment), setpgroup=0, setsigdef=usual)
    child = Child(pid, _terminal())
    child.give_terminal()
    return child


def _heard() -> list[signal.Signals]:
    """Those that nobody told us to ignore: under nohup a lost connection is not passed on."""
    return [number for number in (*TO_ALL, *TO_ONE) if signal.getsignal(number) is not signal.SIG_IGN]


def _terminal() -> int | None:
    """The keyboard, where we are the ones who read it."""
    try:
        number = sys.stdin.fileno()
        return number if os.isatty(number) and os.tcgetpgrp(number) == os.getpgrp() else None
    except (OSError, ValueError, AttributeError):
        return None
