"""What is installed: a bare `pinka` runs where the service's libraries are absent, and says what it lacks."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __version__
from bot.agent.words import STATES
from bot.cli import EXTRA_OF_MODULE

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8").splitlines()


def distribution(requirement: str) -> str:
    """The plain name in a requirement, as indexes spell it."""
    name = re.split(r"[\[<>=~! ;]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    extras = PROJECT["optional-dependencies"].values()
    named = {distribution(each) for group in [PROJECT["dependencies"], *extras] for each in group}
    return named - {"pinka"}


def run(*command: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command that sees neither this repository nor this environment's variables for Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PINKA"))}
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=kept | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


def pip(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "pip", "--disable-pip-version-check", *words, cwd=cwd)


def need_the_index(folder: Path) -> None:
    """Without an index there is nothing to install from; the continuous integration must have one."""
    pinned = next(line for line in CONSTRAINTS if line.startswith("nvidia-ml-py=="))
    probe = pip("download", "-q", "--no-deps", "--retries", "0", "--timeout", "10", pinned, cwd=folder)
    if probe.returncode == 0:
        return
    reason = f"pip cannot reach a package index, so the bare install is NOT TESTED: {probe.stderr[-300:]}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the working tree stays clean."""
    folder = tmp_path_factory.mktemp("built")
    need_the_index(folder)
    source = folder / "source"
    source.mkdir()
    for name in ("bot", "storage"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", PROJECT["readme"], "LICENSE"):
        shutil.copy(ROOT / name, source)
    built = pip("wheel", "-q", "--no-deps", "-w", folder, source, cwd=folder)
    assert built.returncode == 0, built.stderr
    (file,) = folder.glob("pinka-*.whl")
    return file


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An environment with nothing but plain `pinka` and its two dependencies; yields its programs' folder."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, with_pip=False, symlinks=True)
    programs = folder / "bin"
    pins = ROOT / "constraints.txt"
    installed = pip("--python", programs / "python", "install", "-q", "-c", pins, wheel, cwd=folder)
    assert installed.returncode == 0, installed.stderr
    yield programs


@pytest.mark.index
def test_a_bare_install_answers_agent_sample_with_a_named_state(bare: Path, tmp_path: Path) -> None:
    answer = run(bare / "pinka", "agent", "sample", "--json", cwd=tmp_path)

    assert (answer.returncode, answer.stderr) == (0, "")
    sample = json.loads(answer.stdout)
    assert sample["state"] in STATES
    assert sample["host"]["agent"] == __version__


@pytest.mark.index
@pytest.mark.parametrize("command", ["run", "chat", "demo"])
def test_a_bare_install_names_the_extra_that_a_service_command_needs(command: str, bare: Path, tmp_path: Path) -> None:
    answer = run(bare / "pinka", command, cwd=tmp_path)

    assert (answer.returncode, answer.stdout) == (2, ""), answer.stderr
    assert "pip install 'pinka[bot]'" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.index
@pytest.mark.parametrize("words", [(), ("--help",)])
def test_a_bare_install_can_be_asked_for_help(words: tuple[str, ...], bare: Path, tmp_path: Path) -> None:
    answer = run(bare / "pinka", *words, cwd=tmp_path)

    assert (answer.returncode, answer.stderr) == (0, "")
    assert "pinka agent sample" in answer.stdout
    assert "pip install 'pinka[bot]'" in answer.stdout


@pytest.mark.index
def test_a_terminal_that_cannot_show_chinese_still_gets_its_help(bare: Path, tmp_path: Path) -> None:
    answer = run(bare / "pinka", "--help", cwd=tmp_path, PYTHONIOENCODING="latin-1")

    assert (answer.returncode, answer.stderr) == (0, "")
    assert "pinka agent sample" in answer.stdout


@pytest.mark.index
def test_a_bare_install_holds_none_of_the_service_libraries(bare: Path, tmp_path: Path) -> None:
    look = "import importlib.util as u, sys; print([m for m in sys.argv[1:] if u.find_spec(m)])"

    assert run(bare / "python", "-c", look, *EXTRA_OF_MODULE, cwd=tmp_path).stdout == "[]\n"


@pytest.mark.index
def test_the_wheel_holds_every_module_of_both_packages_and_nothing_else(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    sources = [file for top in ("bot", "storage") for file in (ROOT / top).rglob("*.py")]
    written = {str(file.relative_to(ROOT)) for file in sources}

    assert {name for name in packed if name.endswith(".py")} == written
    assert {name.split("/")[0] for name in packed} == {"bot", "storage"}


@pytest.mark.index
def test_the_wheel_holds_every_table_and_template_that_the_modules_read(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = [file for top in ("bot", "storage") for file in (ROOT / top).rglob("*.*") if file.is_file()]
    read = {str(file.relative_to(ROOT)) for file in files if file.suffix not in (".py", ".pyc")}

    assert "bot/sizing/catalogue/cards.csv" in read
    assert {name for name in packed if not name.endswith(".py")} == read


@pytest.mark.index
def test_the_wheel_carries_its_licence(wheel: Path) -> None:
    assert any(name.endswith("LICENSE") for name in zipfile.ZipFile(wheel).namelist())


def test_every_dependency_is_pinned_and_no_pin_has_an_address() -> None:
    pins = {line.split("==")[0] for line in CONSTRAINTS}

    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line) for line in CONSTRAINTS)
    assert declared() <= pins


def test_contributing_says_of_every_dependency_why_this_one() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Libraries")[2]
    explained = {distribution(name) for name in re.findall(r"^\| `([^`]+)`", table, flags=re.M)}

    assert declared() == explained


def test_one_place_says_the_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")

    assert PROJECT["dynamic"] == ["version"]
    assert __version__ in changes
