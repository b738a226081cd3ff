"""Uninstalling removes what the install made, and nothing that lies beside it."""

from pathlib import Path

import pytest

from bot.agent.box.removing import COMMAND, confirmed, link, made, remove


def installed(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / ".pinka"
    (folder / COMMAND).parent.mkdir(parents=True)
    for name in (COMMAND, "pinka-0.1-py3-none-any.whl", "agent.json", "spool.db", "spool.db-wal", "agent.log"):
        (folder / name).write_text("x")
    return folder


def test_all_of_it_goes_and_the_folder_too(tmp_path: Path) -> None:
    folder, everybodys = installed(tmp_path), tmp_path / "bin" / "pinka"
    everybodys.parent.mkdir()
    assert link(folder, tmp_path / "home", everybodys) == everybodys and everybodys.exists()
    assert link(folder, tmp_path / "home", everybodys) == everybodys  # twice is the same
    assert remove(folder, tmp_path / "home", everybodys) == []
    assert not folder.exists() and not everybodys.is_symlink()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    """Somebody set the agent's folder to one that they use themselves."""
    folder, everybodys = installed(tmp_path), tmp_path / "bin" / "pinka"
    everybodys.parent.mkdir()
    everybodys.write_text("somebody's own")
    (folder / "thesis.tex").write_text("!")
    assert link(folder, tmp_path / "home", everybodys) == tmp_path / "home" / ".local/bin/pinka"
    remove(folder, tmp_path / "home", everybodys)
    assert [path.name for path in folder.iterdir()] == ["thesis.tex"]
    assert everybodys.read_text() == "somebody's own" and not (tmp_path / "home/.local/bin/pinka").is_symlink()


def test_without_an_install_there_is_nothing_to_link(tmp_path: Path) -> None:
    assert link(tmp_path, tmp_path, tmp_path / "bin" / "pinka") is None and made(tmp_path, tmp_path) == []


def test_without_a_terminal_nobody_says_yes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert not confirmed(tmp_path, [tmp_path / "venv"])
    told = capsys.readouterr()
    assert "venv" in told.out and "--yes" in told.err
