"""Who a process belongs to, by the best evidence there is: a ladder of rungs, of which the first that holds counts.

A name that is only probable is never called certain, and what nobody can tell is `unknown`: a wrong name
is worse than none.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from bot.agent.people.cgroup import Cgroup
from bot.agent.people.claims import Claims

CERTAIN, LIKELY, UNKNOWN = "certain", "likely", "unknown"
JOB, USER = "PINKA_JOB", "PINKA_USER"
LONGEST_NAME = 64


@dataclass(frozen=True, slots=True)
class Container:
    """What a container runtime says of one container."""

    name: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Traces:
    """What can be read of a process here. None: not readable. `foreign`: in a container that is not the agent's."""

    uid: int | None = None
    unix_user: str | None = None
    login_user: str | None = None
    environ: Mapping[str, str] | None = None
    folder: str | None = None
    sessions: tuple[str, ...] = ()
    cgroup: Cgroup = field(default_factory=Cgroup)
    slurm_user: str | None = None
    foreign: bool = False
    container: Container | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """The answer. `evidence` is one word for the rung and what it rests on; `job` is `pinka job run`'s own name."""

    user: str | None
    grade: str
    evidence: str | None
    job: str | None = None


def attribute(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution:
    """`shared` are the unix accounts that several people use: such a name says nothing about a person."""
    for rung in RUNGS:
        found = rung(traces, claims, shared)
        if found is not None:
            return replace(found, job=_variable(traces, JOB))
    if traces.uid is None:
        return Attribution(None, UNKNOWN, "unreadable")
    if traces.foreign:
        return Attribution(None, UNKNOWN, f"container {_short(traces)}")
    return Attribution(traces.unix_user, UNKNOWN, "shared_account")


Rung = Callable[[Traces, Claims, frozenset[str]], Attribution | None]


def _job(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    """Started by `pinka job run`, which knows who called it."""
    user, job = _variable(traces, USER), _variable(traces, JOB)
    return Attribution(user, CERTAIN, "pinka_job") if user and job else None


def _slurm(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    user, job = traces.slurm_user, traces.cgroup.slurm_job
    if user and user not in shared:
        return Attribution(user, CERTAIN, f"slurm job {job}" if job else "slurm")
    submitter = _variable(traces, "SLURM_JOB_USER")
    return Attribution(submitter, LIKELY, f"slurm job {job}") if job and submitter else None


def _account(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    """The numbers of another container's users are its own affair: there they name nobody here."""
    if traces.foreign or traces.unix_user is None or traces.unix_user in shared:
        return None
    return Attribution(traces.unix_user, CERTAIN, "unix_user")


def _login(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    if traces.login_user is None or traces.login_user in shared:
        return None
    return Attribution(traces.login_user, CERTAIN, "loginuid")


def _marker(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    user = _variable(traces, USER)
    return Attribution(user, LIKELY, "PINKA_USER") if user else None


def _runtime(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    if not traces.foreign or traces.container is None:
        return None
    name = traces.container.name
    user = traces.container.user or (claims.named("container", name) if name else None)
    return Attribution(user, LIKELY, f"container {name or _short(traces)}") if user else None


def _session(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    for name in traces.sessions:
        user = claims.named("session", name)
        if user:
            return Attribution(user, LIKELY, f"session {name}")
    return None


def _folder(traces: Traces, claims: Claims, shared: frozenset[str]) -> Attribution | None:
    user = claims.folder(traces.folder) if traces.folder else None
    return Attribution(user, LIKELY, "folder") if user else None


RUNGS: tuple[Rung, ...] = (_job, _slurm, _account, _login, _runtime, _marker, _session, _folder)


def _variable(traces: Traces, name: str) -> str | None:
    value = (traces.environ or {}).get(name, "").strip()
    return value if value and value.isprintable() and len(value) <= LONGEST_NAME else None


def _short(traces: Traces) -> str:
    return (traces.cgroup.container or "")[:12]
