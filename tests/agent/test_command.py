"""The command `pinka` on a bare machine: what it answers itself and how it says what is missing."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import bot
from bot.agent.cli import watched_by
from bot.agent.pace import Watched
from bot.cli import EXTRA_OF_MODULE, main, missing_module_of_an_extra
from tests.fakes.nvml import FakeNvml


def uninstall(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """None in sys.modules is how Python itself notes a module that cannot be found."""
    monkeypatch.setitem(sys.modules, module, None)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A stand-in for bot.service_cli, whose `run` each test decides."""
    module = ModuleType("bot.service_cli")
    monkeypatch.setitem(sys.modules, "bot.service_cli", module)
    monkeypatch.setattr(bot, "service_cli", module, raising=False)
    return module


def fails_with(error: Exception) -> Any:
    def run(words: list[str]) -> None:
        raise error

    return run


def test_a_person_is_told_the_state_first(driver: Callable[..., FakeNvml], capsys: pytest.CaptureFixture[str]) -> None:
    driver().say("init_error 9")

    assert main(["agent", "sample"]) == 0
    assert capsys.readouterr().out.startswith("no_driver: ")


@pytest.mark.parametrize(
    ("environment", "watched"),
    [
        ({"PINKA_DISKS": "/, /data", "PINKA_MOUNTS": "/mnt/nas"}, Watched(disks=("/", "/data"), mounts=("/mnt/nas",))),
        ({"PINKA_DISKS": "/", "PINKA_ARGUMENTS": "1"}, Watched(arguments=True)),
        ({"PINKA_DISKS": "/", "PINKA_ARGUMENTS": "0"}, Watched()),
        (
            {"PINKA_DISKS": "/", "PINKA_SHARED_ACCOUNTS": "root,lab"},
            Watched(shared_accounts=frozenset({"root", "lab"})),
        ),
    ],
)
def test_the_settings_say_what_is_looked_at(environment: dict[str, str], watched: Watched) -> None:
    assert watched_by(environment) == watched


def test_without_settings_the_root_disk_is_looked_at() -> None:
    assert watched_by({}).disks[0] == "/"


def test_a_word_that_the_agent_does_not_have_is_refused_with_those_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agent", "dance"]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert "dance" in said.err and all(word in said.err for word in ("sample", "enrol", "status", "uninstall"))


@pytest.mark.parametrize("words", [["say", "订1张"], ["my"], ["status"]])
def test_the_chats_words_without_a_code_say_where_to_get_one(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PINKA_AGENT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))

    assert main(words) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert "/code" in said.err


@pytest.mark.parametrize("words", [["agent"], ["agent", "--help"], ["agent", "sample", "--help"]])
def test_help_for_the_agent_names_sample(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)

    assert left.value.code == 0
    assert "sample" in capsys.readouterr().out


def test_an_option_that_sample_does_not_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["agent", "sample", "--colour"])

    assert refused.value.code == 2
    assert "--colour" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--version"], ["-V"]])
def test_the_version_is_told_without_any_extra(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert capsys.readouterr().out == f"pinka {bot.__version__}\n"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"], ["help"]])
def test_help_on_a_bare_machine_names_the_sample_and_how_to_get_the_rest(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    uninstall(monkeypatch, "typer")

    assert main(words) == 0

    out = capsys.readouterr().out
    assert "pinka agent sample" in out
    assert "pip install 'pinka[bot]'" in out


def test_help_with_the_service_installed_is_followed_by_its_own(
    service: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[list[str]] = []
    service.run = seen.append  # type: ignore[attr-defined]

    assert main(["--help"]) == 0
    assert seen == [["--help"]]
    assert "pinka agent sample" in capsys.readouterr().out


def test_other_words_go_to_the_service_as_they_are(service: ModuleType) -> None:
    seen: list[list[str]] = []
    service.run = seen.append  # type: ignore[attr-defined]

    assert main(["chat", "--jsonl"]) == 0
    assert seen == [["chat", "--jsonl"]]


@pytest.mark.parametrize(("module", "extra"), EXTRA_OF_MODULE.items())
def test_a_missing_library_is_answered_with_the_one_command_that_brings_it(
    module: str,
    extra: str,
    service: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    uninstall(monkeypatch, module)
    missing = ModuleNotFoundError(f"No module named '{module}.inner'", name=f"{module}.inner")
    service.run = fails_with(missing)  # type: ignore[attr-defined]

    assert main(["run"]) == 2

    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all(module in line and f"pip install 'pinka[{extra}]'" in line for line in said)


@pytest.mark.parametrize("name", ["bot.booking.nothing", "typer.no_such_part", None])
def test_a_fault_of_ours_is_not_blamed_on_the_installation(name: str | None, service: ModuleType) -> None:
    fault = ModuleNotFoundError("No module", name=name)
    service.run = fails_with(fault)  # type: ignore[attr-defined]

    with pytest.raises(ModuleNotFoundError) as raised:
        main(["run"])

    assert raised.value is fault
    assert missing_module_of_an_extra(fault) is None
