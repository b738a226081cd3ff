"""How the agent is kept running: by systemd where there is one, else by a process of its own that watches over it."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.agent import home, service, service_words
from bot.agent.cli import main
from bot.agent.home import Identity, Single
from bot.agent.service import UNIT, Place, keeper, start, stop, uninstall, watch

ME = Identity("a1", "k", "https://b.example", "node1", "lab")


class Machine:
    """Runs no command; writes them down."""

    def __init__(self, answers: int = 0) -> None:
        self.ran: list[str] = []
        self.answers = answers

    def __call__(self, words: Sequence[str]) -> int:
        self.ran.append(" ".join(words))
        return self.answers


def place(folder: Path, machine: Machine, *, root: bool = False, command: Sequence[str] = ("true", "run")) -> Place:
    return Place(folder, tuple(command), machine, root, folder / "units")


@pytest.fixture
def with_systemctl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")


@pytest.mark.usefixtures("with_systemctl")
def test_an_account_with_its_own_systemd_uses_it_and_comes_back_after_a_crash(tmp_path: Path) -> None:
    machine = Machine()

    assert start(place(tmp_path, machine)) == "user"
    unit = (tmp_path / "units" / UNIT).read_text()
    assert "Restart=always" in unit and f"PINKA_AGENT_HOME={tmp_path}" in unit and "WantedBy=default.target" in unit
    assert f"systemctl --user enable --now {UNIT}" in machine.ran


@pytest.mark.usefixtures("with_systemctl")
def test_without_a_session_bus_the_plain_way_is_taken(tmp_path: Path) -> None:
    assert keeper(place(tmp_path, Machine(answers=1))) == "plain"


def test_a_container_without_systemd_takes_the_plain_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)

    assert keeper(place(tmp_path, Machine(), root=True)) == "plain"


@pytest.mark.usefixtures("with_systemctl")
def test_uninstalling_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "pinka"
    folder.mkdir()
    machine = Machine()
    here = Place(folder, ("true", "run"), machine, False, tmp_path / "units")
    start(here)
    uninstall(here)

    assert not folder.exists() and not (tmp_path / "units" / UNIT).exists()
    assert f"systemctl --user disable --now {UNIT}" in machine.ran


def child(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code, "run")


def test_the_plain_watcher_starts_it_again_ever_more_slowly(tmp_path: Path) -> None:
    count = tmp_path / "count"
    code = f"f = open({str(count)!r}, 'a'); f.write('x'); f.flush(); raise SystemExit(3 if f.tell() > 3 else 9)"
    rests: list[float] = []
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        ended = watch(place(tmp_path, Machine(), command=child(code)), rests.append)
    finally:
        for number, handler in zip((signal.SIGTERM, signal.SIGINT), before, strict=True):
            signal.signal(number, handler)

    assert (ended, rests, count.read_text()) == (3, [2.0, 4.0, 8.0], "xxxx")


def test_two_watchers_do_not_watch_one_folder(tmp_path: Path) -> None:
    lock = Single(tmp_path, "watch.lock")
    assert lock.take()

    assert watch(place(tmp_path, Machine())) == 1
    lock.close()


def test_stopping_ends_whoever_runs_even_one_that_does_not_listen(tmp_path: Path) -> None:
    code = (
        "import signal, sys, time; sys.path.insert(0, sys.argv[1]); signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "from pathlib import Path; from bot.agent.home import Single\n"
        "lock = Single(Path(sys.argv[2])); assert lock.take(); print('up', flush=True); time.sleep(60)"
    )
    repository = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(repository), str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "up\n"
    reaping = threading.Thread(target=process.wait)
    reaping.start()
    patience, service.STOP_SECONDS = service.STOP_SECONDS, 0.1
    try:
        assert stop(place(tmp_path, Machine()))
    finally:
        service.STOP_SECONDS = patience
    reaping.join(10)
    process.stdout.close()

    assert process.returncode == -signal.SIGKILL
    assert not stop(place(tmp_path, Machine())), "nobody runs any more"


def test_a_lock_is_held_by_one_and_let_go_when_its_process_ends(tmp_path: Path) -> None:
    one, other = Single(tmp_path), Single(tmp_path)

    assert one.take() and not other.take()
    assert other.holder() == os.getpid()
    one.close()
    assert other.holder() is None and other.take()
    other.close()


def test_who_it_is_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    assert home.load(tmp_path) is None
    home.save(tmp_path, ME)
    assert home.load(tmp_path) == ME
    (tmp_path / "agent.json").write_text("{}")

    assert home.load(tmp_path) is None


TOLD = {
    "at_ms": 1_000_000,
    "link": "connected",
    "why": None,
    "waiting": 0,
    "stored_ms": 995_000,
    "dropped": 0,
    "disk": None,
    "proxy": None,
    "no_proxy_because": None,
    "state": "ok",
    "reason": None,
    "cards": 8,
    "processes": True,
}


def status(**more: object) -> str:
    return service_words.status(ME, {**TOLD, **more}, 42, 1_000_000)


def test_when_all_is_well_the_status_has_no_cross() -> None:
    assert "✗" not in status() and "node1" in status() and "42" in status()


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"link": "offline", "why": "wrong_proof"}, "不认这把钥匙"),
        ({"link": "offline", "why": "unreachable ClientConnectorError"}, "连不上机器人"),
        ({"link": "quarantined"}, "等管理员"),
        ({"waiting": 7}, "7 个读数等着交"),
        ({"dropped": 5}, "丢了 5 个"),
        ({"disk": "database or disk is full"}, "硬盘写不进去"),
        ({"no_proxy_because": "a socks5 proxy cannot be used here"}, "代理用不了"),
        ({"state": "no_driver", "reason": "Driver Not Loaded"}, "no_driver"),
        ({"processes": False}, "看不到进程"),
        ({"at_ms": 0}, "没有动静"),
        ({"clock_off_ms": 3_600_000}, "3600 s off"),
    ],
)
def test_what_does_not_work_is_named_with_its_reason(facts: dict[str, object], says: str) -> None:
    found = status(**facts)

    assert says in found and ("✗" in found or "waiting" in facts)


def test_a_disk_without_room_for_the_buffer_is_named() -> None:
    assert service_words.room(3 << 20, 100 << 20).startswith("✗ 缓存 3.0 MiB")
    assert service_words.room(0, 10 << 30).startswith("✓")


def test_the_password_of_a_proxy_is_not_shown() -> None:
    assert "secret" not in status(proxy="http://me:secret@proxy:3128") and "proxy:3128" in status(
        proxy="http://me:secret@proxy:3128"
    )


def test_not_running_and_not_enrolled_each_say_what_to_do() -> None:
    assert "pinka agent start" in service_words.status(ME, {}, None, 0)
    assert "/node add" in service_words.status(None, {}, None, 0)


def test_whoever_reads_the_sample_may_stop_reading_at_any_time() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    code = "from bot.agent.cli import main; raise SystemExit(main(['agent', 'sample', '--json']))"
    done = subprocess.run([sys.executable, "-c", code], stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)

    assert (done.returncode, done.stderr) == (0, b"")


def test_an_address_where_nobody_listens_and_a_try_without_a_gpu_get_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINKA_AGENT_HOME", str(tmp_path))
    simulated = ["--simulate", "8xA100-80G"]

    assert main(["agent", "run", *simulated]) == 3
    assert "pinka demo" in capsys.readouterr().err
    assert main(["agent", "enrol", "http://127.0.0.1:9", "abcd-efgh", *simulated]) == 1
    said = capsys.readouterr().err
    assert "那里没有程序在听" in said and "Error" not in said


def test_an_agent_that_the_bot_comes_to_is_well_without_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINKA_AGENT_HOME", str(tmp_path))
    facts = {"at_ms": 0, "link": "listening", "waiting": 1, "dropped": 0, "disk": None, "no_proxy_because": None}
    home.tell(tmp_path, **facts, proxy=None, state="ok", reason=None, cards=8, driver="1", processes=True)
    running = Single(tmp_path)
    assert running.take()
    try:
        assert main(["agent", "status"]) == 0
    finally:
        running.close()
    assert main(["agent", "status"]) == 1
