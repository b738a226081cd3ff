"""From the number that NVML gives to a process of this machine and its owner, remembered for the process's life.

Inside a container NVML may give the numbers of the host, of this container, or none: that is judged by fact.
"""

import pwd
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.agent.people.cgroup import Cgroup, read_cgroup
from bot.agent.people.claims import Claims
from bot.agent.people.command import command_name, redacted
from bot.agent.people.ladder import UNKNOWN, Attribution, Container, Traces, attribute
from bot.agent.people.proc import Proc, Stat
from bot.agent.people.runtime import Runtime
from bot.agent.people.sessions import session_names


@dataclass(frozen=True, slots=True)
class Owner:
    """A process of this machine; `start_ticks` None: it cannot be seen from here."""

    attribution: Attribution
    command: str | None = None
    unix_user: str | None = None
    start_ticks: int | None = None
    started_at: int | None = None


NOT_VISIBLE = "not_visible_here"
INVISIBLE = Owner(Attribution(None, UNKNOWN, NOT_VISIBLE))


def account_name(uid: int) -> str:
    """The account's name, or its number where it has none (another machine's directory, a container's image)."""
    try:
        return pwd.getpwuid(uid).pw_name
    except (KeyError, OverflowError):
        return str(uid)


class Owners:
    """Asked by one thread. `forget` drops those that are gone."""

    def __init__(
        self,
        root: Path = Path("/"),
        shared: frozenset[str] = frozenset({"root"}),
        arguments: bool = False,
        name_of: Callable[[int], str] = account_name,
    ) -> None:
        self.claims = Claims()
        self.pids_visible: bool | None = None
        self._proc = Proc(root)
        self._runtime = Runtime(root)
        self._shared = shared
        self._arguments = arguments
        self._name_of = name_of
        self._known: dict[tuple[int, int], tuple[Claims, Owner]] = {}
        self._containers: dict[str, Container | None] = {}
        self._own = read_cgroup(self._proc.cgroup("self") or "").container

    def judge(self, there: Sequence[bool]) -> bool:
        """Told which of the listed numbers exist here: whether they mean processes of this machine at all, which
        they do not when most of them do not exist.

        Returns True when the answer has just become no, so that what was named must be named again.
        """
        before = self.pids_visible
        if there:
            self.pids_visible = sum(there) * 2 >= len(there) and (
                self.pids_visible is not False or (all(there) and len(there) > 1)
            )
        if self.pids_visible is False and before is not False:
            self._known.clear()
            return True
        return False

    def of(self, pid: int) -> Owner:
        """Never fails: a process that ends meanwhile, a zombie and one that hides are all answers."""
        stat = self._proc.stat(pid)
        if stat is None:
            return INVISIBLE
        key = (pid, stat.start_ticks)
        known = self._known.get(key)
        if known is not None and known[0] is self.claims:
            return known[1]
        if self.pids_visible is False and self._proc.uses_a_gpu(pid) is not True:
            return Owner(Attribution(None, UNKNOWN, "number_of_another_machine"))
        owner = self._found(pid, stat)
        self._known[key] = (self.claims, owner)
        return owner

    def forget(self, seen: Iterable[int]) -> None:
        """Keep only what was seen in the last lists."""
        kept = set(seen)
        gone = [key for key in self._known if key[0] not in kept]
        for key in gone:
            del self._known[key]
        if not self._known:
            self._containers.clear()

    def _found(self, pid: int, stat: Stat) -> Owner:
        arguments = self._proc.arguments(pid)
        traces = self._traces(pid)
        return Owner(
            attribute(traces, self.claims, self._shared),
            redacted(arguments) if self._arguments and arguments else command_name(arguments, stat.name),
            traces.unix_user,
            stat.start_ticks,
            self._proc.started_at(stat.start_ticks),
        )

    def _traces(self, pid: int) -> Traces:
        uid, login = self._proc.uid(pid), self._proc.loginuid(pid)
        cgroup = read_cgroup(self._proc.cgroup(pid) or "")
        environ = self._proc.environ(pid)
        foreign = cgroup.container is not None and cgroup.container != self._own
        return Traces(
            uid=uid,
            unix_user=None if uid is None else self._name_of(uid),
            login_user=None if login is None else self._name_of(login),
            environ=environ,
            folder=self._proc.folder(pid),
            sessions=session_names(environ or {}, self._proc.arguments),
            cgroup=cgroup,
            slurm_user=None if cgroup.slurm_uid is None else self._name_of(cgroup.slurm_uid),
            foreign=foreign,
            container=self._container(cgroup) if foreign else None,
        )

    def _container(self, cgroup: Cgroup) -> Container | None:
        identifier = cgroup.container or ""
        if identifier not in self._containers:
            self._containers[identifier] = self._runtime.container(identifier)
        return self._containers[identifier]
