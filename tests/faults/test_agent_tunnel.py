"""The reverse SSH tunnel, through a real sshd: what an agent sees arrives by it, also after it was cut."""

import asyncio
import getpass
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from bot.service_cli.tunnel import Tunnel, keep_open
from bot.usage.services import doors
from storage.database import Database
from tests.saying import laboratory
from tests.web.site import Site, site_over, until

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")
PATIENCE = 20.0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Sshd:
    """An SSH server of our own, for the user who runs the tests, with keys made for the test."""

    def __init__(self, folder: Path, program: str) -> None:
        self.folder, self.port, self._program = folder, free_port(), program
        for name in ("host", "user"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True, timeout=20
            )
        shutil.copy(folder / "user.pub", folder / "allowed")
        settings = (
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/allowed\n"
            f"PidFile none\nStrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin yes\n"
        )
        (folder / "sshd_config").write_text(settings)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)
        command = [self._program, "-D", "-e", "-f", str(self.folder / "sshd_config")]
        with open(self.folder / "sshd.log", "ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)

    def stop(self) -> None:
        """The server and every connection of it."""
        if self.process is not None:
            family = [*psutil.Process(self.process.pid).children(recursive=True), self.process]
            for one in family:
                one.kill()
            self.process.wait()

    @property
    def ssh(self) -> tuple[str, ...]:
        known = f"UserKnownHostsFile={self.folder}/known"
        return ("ssh", "-F", "none", "-i", str(self.folder / "user"), "-o", "IdentitiesOnly=yes", "-o", known)

    def tunnel(self, near: int) -> Tunnel:
        return Tunnel(f"{getpass.getuser()}@127.0.0.1", self.port, free_port(), near)


@pytest.fixture
def sshd(tmp_path: Path) -> Iterator[Sshd]:
    if SSHD is None or shutil.which("ssh") is None:
        reason = "no sshd here, so the reverse SSH tunnel was not tested (apt install openssh-server openssh-client)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    folder = tmp_path / "ssh"
    folder.mkdir(mode=0o700)
    one = Sshd(folder, SSHD)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def site(sqlite_database: Database, tmp_path: Path) -> Iterator[Site]:
    with laboratory(sqlite_database) as lab:
        lab.say("/help")
        with site_over(lab, tmp_path) as one:
            yield one


def test_readings_arrive_through_the_tunnel_and_after_it_was_cut_nothing_is_lost_or_doubled(
    site: Site, sshd: Sshd
) -> None:
    tunnel = sshd.tunnel(site.port)
    stop = asyncio.Event()
    house = site.lab.bridge.house

    async def report(state: str, why: str | None) -> None:
        await house.database.write(doors.tunnel_is, state, why)

    keeping = site.spawn(keep_open(tunnel, stop, report, ssh=sshd.ssh, settled=0.4, chance=lambda low, high: 0.2))

    def state() -> object:
        return (house.database.read_now(doors.tunnel) or {}).get("state")

    site.run(until(lambda: state() == "up", PATIENCE))
    box = site.box()
    box.enrol(url=f"http://127.0.0.1:{tunnel.far_port}")
    box.connect().keep(3)
    box.delivered()
    sshd.stop()
    site.run(until(lambda: state() == "down", PATIENCE))
    assert site.lab.say("/node").data["tunnel"]["why"]
    box.keep(60, every=60)
    sshd.start()
    site.run(until(lambda: box.waiting == 0, PATIENCE))

    assert site.seqs() == list(range(1, 64))
    site.run(until(lambda: state() == "up", PATIENCE))

    async def end() -> None:
        stop.set()
        await keeping

    site.run(end())


def test_a_tunnel_that_cannot_stand_says_why_in_the_words_of_ssh(tmp_path: Path) -> None:
    told: list[tuple[str, str | None]] = []
    stop = asyncio.Event()

    async def report(state: str, why: str | None) -> None:
        told.append((state, why))
        stop.set()

    fake = (sys.executable, "-c", "import sys; sys.exit('nobody@box: Permission denied (publickey).')")
    asyncio.run(keep_open(Tunnel("nobody@box", 22, 1, 2), stop, report, ssh=fake, settled=10))

    assert told == [("down", "nobody@box: Permission denied (publickey).")]


def test_without_ssh_on_this_machine_the_reason_is_named() -> None:
    told: list[str | None] = []
    stop = asyncio.Event()

    async def report(state: str, why: str | None) -> None:
        told.append(why)
        stop.set()

    asyncio.run(keep_open(Tunnel("me@box", 22, 1, 2), stop, report, ssh=("no-such-ssh",)))

    assert told[0] is not None and "no-such-ssh" in told[0]
