"""Who holds a lease: a name for each process, and whether the process behind a name is gone."""

import os
import socket


def this_process() -> str:
    """A name (`host:pid:random`) that another process cannot have by accident."""
    return f"{socket.gethostname()}:{os.getpid()}:{os.urandom(4).hex()}"


def is_gone(holder: str, us: str) -> bool:
    """Whether `holder` was a process of this machine that has ended; `us` is our own name.

    A name may have a prefix (`console:host:pid:random`). Of a pid that is ours now, an older name is gone.
    """
    parts = holder.split(":")
    if holder == us or len(parts) < 3 or parts[-3] != socket.gethostname() or not parts[-2].isdigit():
        return False
    pid = int(parts[-2])
    if pid == os.getpid():
        return parts[-3:] != us.split(":")[-3:]
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False
