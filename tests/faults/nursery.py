"""`python -m tests.faults.nursery`: a process that has imported everything once and forks real processes on demand.

One line of JSON in makes one process; lines out: `{"pid"}` when it was started, `{"pid", "status"}` when it ended.

`{"pinka": [words], "stdin", "stdout", "stderr", "cwd", "env"}` is the command `pinka` with these words; with "flag",
"commits" and "die" it dies as the service below; with "clocks" its clocks are those of `tests.faults.adrift`.

`{"db", "base_url", "token", "log", "flag", "commits", "die"}` is the same `serve()` as `pinka run`, with one thing
added that is in no product: from the moment the file `flag` exists, each commit is written down in `commits`, and
at the n-th one, "before" or "after" (`die` = [side, n]), the process kills itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from bot.cli import main as pinka
from bot.queues import going
from bot.service_cli import logs
from bot.service_cli.serve import serve
from bot.telegram.redact import Redactor
from bot.telegram.settings import BotSettings, Pace, Patience
from storage.database import Database, open_database
from tests.faults.adrift import Clocks

PATIENCE = Patience(poll=1, poll_limit=4, send_limit=4, connect=2, first_pause=0.1, longest_pause=0.3, confirm=0.2)


def service(order: dict[str, Any]) -> None:
    """The service until SIGTERM, or until it kills itself."""
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    logs.set_up("DEBUG")
    settings = BotSettings(order["token"], order["base_url"], pace=Pace(overall=0, group=0), patience=PATIENCE)
    undo = Redactor(settings).install()
    database = open_database(order["db"])
    database.on_commit.append(_deadly(order))
    try:
        asyncio.run(serve(database, settings))
    finally:
        database.close_now()
        undo()


def command(order: dict[str, Any]) -> int:
    """`pinka` with the words of the order; its exit code."""
    os.chdir(order["cwd"])
    os.environ.update(order["env"])
    os.dup2(os.open(order["stdin"], os.O_RDONLY), 0)
    for number, path in ((1, order["stdout"]), (2, order["stderr"])):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    if "die" in order:
        _open_deadly_stores(order)
    if "clocks" in order:
        Clocks(Path(order["clocks"])).drift()
        going.REST_SECONDS = 0.2  # the loops rest by a timer, which knows nothing of clocks that are moved
    try:
        return pinka(order["pinka"])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _open_deadly_stores(order: dict[str, Any]) -> None:
    made = Database.__init__

    def deadly(self: Database, *given: Any) -> None:
        made(self, *given)
        self.on_commit.append(_deadly(order))

    Database.__init__ = deadly  # type: ignore[method-assign]


def _deadly(order: dict[str, Any]) -> Any:
    count = 0

    def hook(moment: str) -> None:
        nonlocal count
        if not count and not os.path.exists(order["flag"]):
            return
        if moment == "before":
            count += 1
        if count:  # else the flag came between "before" and "after"
            with open(order["commits"], "a") as written:
                written.write(f"{moment} {count}\n")
            if order["die"] == [moment, count]:
                os.kill(os.getpid(), signal.SIGKILL)

    return hook


def main() -> None:
    children: set[int] = set()
    while True:
        readable, _, _ = select.select([0], [], [], 0.02 if children else None)
        if readable:
            line = sys.stdin.buffer.readline()
            if not line:
                break
            children.add(_born(json.loads(line)))
        _report_the_dead(children)
    for pid in children:
        os.kill(pid, signal.SIGKILL)


def _born(order: dict[str, Any]) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            if "pinka" in order:
                os._exit(command(order))
            service(order)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _say(pid=pid)
    return pid


def _report_the_dead(children: set[int]) -> None:
    for pid in list(children):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            children.discard(pid)
            _say(pid=pid, status=os.waitstatus_to_exitcode(status))


def _say(**facts: int) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
