"""The pasted line: a small package from the bot, an environment of its own, an agent that was let in and runs."""

import asyncio
import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import aiohttp
import pytest

from bot import __version__
from bot.web.package import WHEEL, script, wheel
from tests.web.site import Site

STUB = r"""#!/bin/sh
echo "python $*" >> "$CALLS"
case "$1 $2" in
"-c "*) exec "$REAL" "$@" ;;
"-m venv") [ -z "$NO_VENV" ] || exit 1; mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; cp "$PINKA" "$3/bin/pinka" ;;
"- "*) exec "$REAL" "$@" ;;
esac
"""
PINKA = '#!/bin/sh\necho "pinka $*" >> "$CALLS"\n'


def fetched(site: Site, path: str) -> bytes:
    async def get() -> bytes:
        async with aiohttp.ClientSession() as http, http.get(f"{site.url}{path}") as answer:
            assert answer.status == 200
            return await answer.read()

    return site.run(get())


def test_the_package_holds_the_agent_alone_and_says_truly_what_is_in_it(site: Site) -> None:
    with zipfile.ZipFile(io.BytesIO(fetched(site, f"/agent/{WHEEL}"))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    info = f"pinka-{__version__}.dist-info"

    rooms = {Path(name).parts[1] for name in files if name.startswith("bot/")}
    assert rooms == {"__init__.py", "cli.py", "agent", "wire"}
    assert not [name for name in files if "__pycache__" in name]
    needs = [line for line in files[f"{info}/METADATA"].decode().splitlines() if line.startswith("Requires-Dist")]
    assert len(needs) == 2 and all("aiohttp" in one or "nvidia-ml-py" in one for one in needs)
    for name, digest, size in csv.reader(files[f"{info}/RECORD"].decode().splitlines()):
        if digest:
            found = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={found}", str(len(files[name])))


def test_what_is_in_the_package_runs_by_itself(tmp_path: Path) -> None:
    (tmp_path / WHEEL).write_bytes(wheel())
    code = f"import sys; sys.path.insert(0, {str(tmp_path / WHEEL)!r}); from bot.cli import main; sys.exit(main())"
    env = {**os.environ, "PINKA_AGENT_HOME": str(tmp_path / "home")}

    said = subprocess.run(
        [sys.executable, "-I", "-c", code, "agent", "status"], env=env, cwd=tmp_path, capture_output=True, timeout=60
    )

    assert said.returncode == 1 and "/node add" in said.stdout.decode(), said.stderr.decode()


@pytest.fixture
def box(tmp_path: Path) -> dict[str, str]:
    """A machine whose Python only pretends to make environments; every call is written down."""
    for name, text in (("stub", STUB), ("pinka", PINKA)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    return {
        **os.environ,
        "HOME": str(tmp_path),
        "CALLS": str(tmp_path / "calls"),
        "REAL": sys.executable,
        "PINKA": str(tmp_path / "pinka"),
        "PINKA_PYTHON": str(tmp_path / "stub"),
        "NO_VENV": "",
    }


def install(site: Site, env: dict[str, str], *code: str) -> "subprocess.CompletedProcess[bytes]":
    async def run() -> "subprocess.CompletedProcess[bytes]":
        text = script(site.url).encode()
        return await asyncio.to_thread(
            subprocess.run, ["sh", "-s", *code], input=text, env=env, capture_output=True, timeout=60
        )

    return site.run(run())


def test_the_line_installs_enrols_and_starts_without_root(site: Site, box: dict[str, str]) -> None:
    done = install(site, box, "abcd-efgh-jkmn")
    home = Path(box["HOME"]) / ".pinka"
    calls = Path(box["CALLS"]).read_text().splitlines()

    assert done.returncode == 0, done.stderr.decode()
    assert (home / WHEEL).read_bytes() == wheel() and home.stat().st_mode & 0o077 == 0
    assert [call for call in calls if "pip install" in call] == [
        f"python -m pip install --quiet --disable-pip-version-check --upgrade {home}/{WHEEL}"
    ]
    assert calls[-3:] == [
        f"pinka agent enrol {site.url} abcd-efgh-jkmn", "pinka agent start", "pinka agent status --wait 20",
    ]  # fmt: skip


def test_the_script_that_is_served_is_for_the_address_of_the_bot(site: Site) -> None:
    assert fetched(site, "/install.sh").decode() == script(site.web.listen.url)


def test_without_a_code_or_a_new_enough_python_it_says_what_is_missing(site: Site, box: dict[str, str]) -> None:
    assert install(site, box).returncode != 0
    done = install(site, {**box, "PINKA_PYTHON": "no-such-python"}, "code")

    assert done.returncode == 1 and "Python 3.11" in done.stderr.decode()


def test_a_python_without_venv_gets_a_hint(site: Site, box: dict[str, str]) -> None:
    done = install(site, {**box, "NO_VENV": "1"}, "code")

    assert done.returncode != 0 and "python3-venv" in done.stderr.decode()
