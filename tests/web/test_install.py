"""The pasted line as a machine runs it: a real pip with the machine's own index, our package, a process that stays."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from bot.agent.home import Single
from bot.web.package import script
from tests.test_packaging import need_the_index
from tests.web.site import Site, until

TOOLS = ("sh", "mkdir", "chmod")
"""All that the script uses besides Python. There is no systemctl, as in most containers: nothing outside is touched."""
PIP_SETTINGS = (".config/pip/pip.conf", ".pip/pip.conf")


@pytest.fixture
def account(tmp_path: Path) -> dict[str, str]:
    """A fresh account on a machine without systemd, which knows the index that this machine uses."""
    tools, home = tmp_path / "bin", tmp_path / "home"
    tools.mkdir()
    home.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(str(shutil.which(name)))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PINKA", "XDG"))}
    settings = [path for name in PIP_SETTINGS if (path := Path.home() / name).exists()]
    pip = {"PIP_CACHE_DIR": str(Path.home() / ".cache/pip")}
    if settings:
        pip["PIP_CONFIG_FILE"] = str(settings[0])
    return {**pip, **kept, "HOME": str(home), "PATH": str(tools), "PINKA_PYTHON": sys.executable, "PIP_NO_COMPILE": "1"}


def ran(site: Site, env: dict[str, str], *command: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    """A command on the machine, while the bot goes on."""
    options = {"env": env, "input": text, "capture_output": True, "text": True, "timeout": 120}
    return site.run(asyncio.to_thread(lambda: subprocess.run(command, encoding="utf-8", **options)))  # type: ignore[call-overload]


def ended(pid: int) -> bool:
    """Whether a process is over; nobody but the system may collect it."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.mark.index
def test_the_line_installs_for_real_stays_and_uninstalling_leaves_nothing(
    site: Site, account: dict[str, str], tmp_path: Path
) -> None:
    need_the_index(tmp_path)
    folder = Path(account["HOME"]) / ".pinka"
    pinka = str(folder / "venv/bin/pinka")
    try:
        installed = ran(site, account, "sh", "-s", site.code(), text=script(site.url))
        assert installed.returncode == 0, installed.stderr + installed.stdout
        assert "node1" in installed.stdout and "agent start --if-stopped" in installed.stdout

        said = ran(site, account, pinka, "agent", "status")
        assert said.returncode == 0 and "✓ 在运行" in said.stdout and "✓ 已连上" in said.stdout, said.stdout
        assert site.web.agents.online(1)
        locks = [Single(folder, name) for name in ("watch.lock", "agent.lock")]
        keepers = [lock.holder() for lock in locks]
        assert ran(site, account, pinka, "agent", "start", "--if-stopped").returncode == 0
        assert [lock.holder() for lock in locks] == keepers, "one that runs is left alone"
        for lock in locks:
            lock.close()
    finally:
        gone = ran(site, account, pinka, "agent", "uninstall", "--yes")
    assert gone.returncode == 0, gone.stderr
    assert [path for path in Path(account["HOME"]).rglob("*") if not path.is_dir()] == []
    assert not folder.exists()
    assert None not in keepers and all(ended(pid) for pid in keepers if pid)
    site.run(until(lambda: not site.web.agents.online(1)))
