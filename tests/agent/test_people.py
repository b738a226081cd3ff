"""Who runs a process: the best evidence wins, its grade is told, and nobody is named on a guess."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.agent.people.claims import Claim, Claims
from bot.agent.people.owners import Owner, Owners, account_name
from tests.agent.fake_proc import BOOTED_AT, FakeProc

NAMES = {0: "root", 1001: "li", 1002: "zhang", 1003: "lab"}
ID = "3f" * 32
OTHER_ID = "a0" * 32
DOCKER_V1 = f"11:devices:/docker/{ID}\n1:name=systemd:/docker/{ID}\n"
DOCKER_V2 = f"0::/system.slice/docker-{ID}.scope\n"
PODMAN = f"0::/user.slice/user-1001.slice/user@1001.service/user.slice/libpod-{ID}.scope/container\n"
KUBERNETES = (
    "0::/kubepods.slice/kubepods-burstable.slice/"
    f"kubepods-burstable-pod12345678_1234_1234_1234_123456789abc.slice/cri-containerd-{ID}.scope\n"
)
KUBERNETES_V1 = f"4:memory:/kubepods/besteffort/pod12345678-1234-1234-1234-123456789abc/{ID}\n"
SLURM_V1 = "9:memory:/slurm/uid_1002/job_77/step_0/task_0\n"
SLURM_V2 = "0::/system.slice/slurmstepd.scope/job_78/step_0/user/task_0\n"
CLAIMS = Claims(
    (
        Claim("folder", "/root/li", "li"),
        Claim("folder", "/root/li/shared", "zhang"),
        Claim("session", "zhang-exp", "zhang"),
        Claim("container", "wang-train", "wang"),
    )
)


@pytest.fixture
def proc(tmp_path: Path) -> FakeProc:
    return FakeProc(tmp_path)


def owners(proc: FakeProc, **settings: Any) -> Owners:
    found = Owners(proc.root, name_of=lambda uid: NAMES.get(uid, str(uid)), **settings)
    found.claims = CLAIMS
    return found


def owner(proc: FakeProc, pid: int = 100, **settings: Any) -> Owner:
    return owners(proc, **settings).of(pid)


EVIDENCE: list[tuple[str, dict[str, Any], str | None, str, str | None]] = [
    ("an account of one's own", {"uid": 1001}, "li", "certain", "unix_user"),
    ("an account without a name", {"uid": 4711}, "4711", "certain", "unix_user"),
    ("a login that became root", {"login": 1002}, "zhang", "certain", "loginuid"),
    ("a login as root", {"login": 0}, "root", "unknown", "shared_account"),
    ("root and nothing else", {}, "root", "unknown", "shared_account"),
    ("the export line", {"environ": {"PINKA_USER": "li"}}, "li", "likely", "PINKA_USER"),
    ("an empty export line", {"environ": {"PINKA_USER": " "}}, "root", "unknown", "shared_account"),
    ("a garbled export line", {"environ": {"PINKA_USER": "li\nroot"}}, "root", "unknown", "shared_account"),
    ("pinka job run", {"environ": {"PINKA_USER": "li", "PINKA_JOB": "b42"}}, "li", "certain", "pinka_job"),
    (
        "pinka job run from an account",
        {"uid": 1003, "environ": {"PINKA_USER": "li", "PINKA_JOB": "b42"}},
        "li",
        "certain",
        "pinka_job",
    ),
    (
        "an account beats the export line",
        {"uid": 1001, "environ": {"PINKA_USER": "zhang"}},
        "li",
        "certain",
        "unix_user",
    ),
    ("a claimed folder", {"folder": "/root/li/exp/1"}, "li", "likely", "folder"),
    ("a claimed folder in another's", {"folder": "/root/li/shared/x"}, "zhang", "likely", "folder"),
    ("a folder that only begins alike", {"folder": "/root/lily"}, "root", "unknown", "shared_account"),
    (
        "the export line beats a folder",
        {"folder": "/root/li", "environ": {"PINKA_USER": "wu"}},
        "wu",
        "likely",
        "PINKA_USER",
    ),
    ("a screen session", {"environ": {"STY": "77.zhang-exp"}}, "zhang", "likely", "session zhang-exp"),
    (
        "a tmux socket of one's own",
        {"environ": {"TMUX": "/tmp/tmux-0/zhang-exp,55,3"}},
        "zhang",
        "likely",
        "session zhang-exp",
    ),
    (
        "the first tmux session",
        {"environ": {"TMUX": "/tmp/tmux-0/default,55,0"}},
        "zhang",
        "likely",
        "session zhang-exp",
    ),
    ("a later tmux session", {"environ": {"TMUX": "/tmp/tmux-0/default,55,1"}}, "root", "unknown", "shared_account"),
    ("slurm, cgroup v1", {"cgroup": SLURM_V1}, "zhang", "certain", "slurm job 77"),
    ("slurm, cgroup v2", {"cgroup": SLURM_V2, "uid": 1001}, "li", "certain", "unix_user"),
    ("slurm for root", {"cgroup": SLURM_V2, "environ": {"SLURM_JOB_USER": "li"}}, "li", "likely", "slurm job 78"),
    ("a user of another container", {"cgroup": DOCKER_V2, "uid": 1001}, None, "unknown", f"container {ID[:12]}"),
    ("docker, cgroup v1", {"cgroup": DOCKER_V1}, None, "unknown", f"container {ID[:12]}"),
    ("podman", {"cgroup": PODMAN}, None, "unknown", f"container {ID[:12]}"),
    ("podman begun by a login", {"cgroup": PODMAN, "login": 1001}, "li", "certain", "loginuid"),
    ("kubernetes", {"cgroup": KUBERNETES}, None, "unknown", f"container {ID[:12]}"),
    ("kubernetes, cgroup v1", {"cgroup": KUBERNETES_V1}, None, "unknown", f"container {ID[:12]}"),
    (
        "the export line in a container",
        {"cgroup": DOCKER_V2, "environ": {"PINKA_USER": "li"}},
        "li",
        "likely",
        "PINKA_USER",
    ),
    ("unreadable", {"uid": None}, None, "unknown", "unreadable"),
]


@pytest.mark.parametrize(
    ("traces", "user", "grade", "evidence"), [row[1:] for row in EVIDENCE], ids=[row[0] for row in EVIDENCE]
)
def test_the_best_evidence_names_the_user_and_tells_how_sure_it_is(
    proc: FakeProc, traces: dict[str, Any], user: str | None, grade: str, evidence: str | None
) -> None:
    proc.add(55, arguments=("tmux", "new", "-s", "zhang-exp"))
    proc.add(100, **traces)

    found = owner(proc).attribution

    assert (found.user, found.grade, found.evidence) == (user, grade, evidence)


def test_the_users_of_the_agents_own_container_are_known_by_name(tmp_path: Path) -> None:
    proc = FakeProc(tmp_path, own=DOCKER_V2).add(100, uid=1001, cgroup=DOCKER_V2)

    assert owner(proc).attribution.user == "li"


def test_an_account_that_several_people_use_names_none_of_them(proc: FakeProc) -> None:
    proc.add(100, uid=1003)

    found = owner(proc, shared=frozenset({"root", "lab"}))

    assert (found.attribution.grade, found.attribution.evidence, found.unix_user) == (
        "unknown",
        "shared_account",
        "lab",
    )


def test_the_job_that_started_it_is_named_whoever_it_belongs_to(proc: FakeProc) -> None:
    proc.add(100, environ={"PINKA_USER": "li", "PINKA_JOB": "b42"})
    proc.add(101, uid=1002, environ={"PINKA_JOB": "b43"})

    assert [owner(proc, pid).attribution.job for pid in (100, 101)] == ["b42", "b43"]
    assert owner(proc, 101).attribution.user == "zhang"


def test_a_number_that_is_used_again_belongs_to_whom_it_belongs_now(proc: FakeProc) -> None:
    found = owners(proc)
    first = proc.add(100, uid=1001, ticks=500) and found.of(100)
    again = proc.add(100, uid=1002, ticks=900) and found.of(100)

    assert (first.attribution.user, again.attribution.user) == ("li", "zhang")
    assert (again.start_ticks, again.started_at) == (900, BOOTED_AT + 9)


def test_a_claim_withdrawn_names_nobody_any_more(proc: FakeProc) -> None:
    proc.add(100, folder="/root/li/exp")
    found = owners(proc)
    assert found.of(100).attribution.user == "li"

    found.claims = Claims()

    assert found.of(100).attribution.grade == "unknown"


def test_a_process_that_is_gone_is_not_visible(proc: FakeProc) -> None:
    assert owner(proc).attribution.evidence == "not_visible_here"


def test_a_program_with_brackets_and_blanks_in_its_name_is_read(proc: FakeProc) -> None:
    proc.add(100, name="a) R 7 (b", arguments=(), uid=1001)

    found = owner(proc)

    assert (found.command, found.start_ticks) == ("a) R 7 (b", 500)


def test_only_who_uses_a_card_is_believed_where_numbers_come_from_another_machine(proc: FakeProc) -> None:
    proc.add(100, uid=1001, maps="7f00-7f01 r-xp /usr/lib/libcuda.so.550\n").add(
        101, uid=1001, maps="/usr/lib/libc.so\n"
    )
    found = owners(proc)

    assert found.judge([True, True, False, False, False]) is True

    assert (found.of(100).attribution.user, found.of(101).attribution.user) == ("li", None)
    assert found.judge([True, False]) is False, "it has been said already"


def test_an_account_without_a_name_is_its_number() -> None:
    assert account_name(2**31 - 7) == str(2**31 - 7)
    assert account_name(0) == "root"


@pytest.fixture
def docker(proc: FakeProc) -> Iterator[dict[str, dict[str, Any]]]:
    """A socket that answers about the containers put into the dict."""
    path = proc.root / "var/run/docker.sock"
    path.parent.mkdir(parents=True)
    containers: dict[str, dict[str, Any]] = {}
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen()

    def answer() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                asked = connection.recv(4096).split()[1].decode().split("/")[2]
                body = json.dumps(containers.get(asked, {})).encode()
                status = b"200 OK" if asked in containers else b"404 Not Found"
                connection.sendall(b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body))

    threading.Thread(target=answer, daemon=True).start()
    yield containers
    server.shutdown(socket.SHUT_RDWR)
    server.close()


@pytest.mark.parametrize(
    ("told", "user", "evidence"),
    [
        ({"Name": "/x1", "Config": {"Labels": {"pinka.user": "li"}}}, "li", "container x1"),
        ({"Name": "/x1", "Config": {"Env": ["A=1", "PINKA_USER=zhang"], "Labels": None}}, "zhang", "container x1"),
        ({"Name": "/wang-train", "Config": {}}, "wang", "container wang-train"),
        ({"Name": "/nobodys", "Config": {}}, None, f"container {ID[:12]}"),
        ({"Name": None, "Config": 7}, None, f"container {ID[:12]}"),
    ],
)
def test_a_container_is_somebodys_by_its_label_its_variable_or_its_claimed_name(
    proc: FakeProc, docker: dict[str, dict[str, Any]], told: dict[str, Any], user: str | None, evidence: str
) -> None:
    docker[ID] = told
    proc.add(100, cgroup=DOCKER_V2)

    found = owner(proc).attribution

    assert (found.user, found.evidence) == (user, evidence)
    assert found.grade == ("likely" if user else "unknown")


def test_a_runtime_that_does_not_know_the_container_names_nobody(
    proc: FakeProc, docker: dict[str, dict[str, Any]]
) -> None:
    proc.add(100, cgroup=DOCKER_V2)

    assert owner(proc).attribution.grade == "unknown"
