"""How the agent's process ends and begins again: at once, whatever a stuck driver does to its threads."""

import os
import sys
from typing import NoReturn


def leave(code: int) -> NoReturn:
    """End now. Python's own way out would wait for whoever is stuck inside the driver."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue  # nobody reads it any more
    os._exit(code)


def begin_again() -> NoReturn:
    """Replace this process by a new one of the same command line: a library once loaded stays for a process's
    life, so that a driver which was upgraded underneath can only be read by a new one.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
