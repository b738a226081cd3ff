"""What is kept for a person of the machine: for this account alone, and for each who shares it apart."""

import stat
from pathlib import Path

import pytest

from bot.agent.box import papers
from bot.agent.box.asking import Bot
from bot.agent.box.papers import Papers
from bot.agent.box.reach import Unreachable
from bot.wire.box import JobNews

LI = Papers("k" * 64, "https://b.example", None, "李", "lab", ("1.0.a",))
NEWS = JobNews("j1", "train.py", seconds=60, exit_code=0)


def shell(tmp_path: Path, user: str = "") -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(tmp_path), "PINKA_SOCKET": str(tmp_path / "none"), "PINKA_USER": user}


def test_papers_are_for_the_account_alone_and_for_each_user_apart(tmp_path: Path) -> None:
    path = papers.save(LI, shell(tmp_path, "li"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert papers.load(shell(tmp_path, "li")) == LI
    assert papers.load(shell(tmp_path, "wang")) is None and papers.load(shell(tmp_path)) is None
    assert papers.forget(shell(tmp_path, "li")) and not papers.forget(shell(tmp_path, "li"))


def test_a_name_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    assert papers.save(LI, shell(tmp_path, "../../etc/x")).parent == tmp_path / "pinka"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"key": 5, "url": null}', '{"key": "k", "url": "u", "buttons": 7}'])
def test_papers_that_cannot_be_read_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "pinka").mkdir()
    (tmp_path / "pinka" / "box.json").write_text(text)
    assert papers.load(shell(tmp_path)) is None


def test_news_wait_with_their_age(tmp_path: Path) -> None:
    here = shell(tmp_path)
    assert papers.owe(NEWS, 1_000, here)
    ((path, news),) = papers.owed(1_600, here)
    assert (news.job, news.ago, news.exit_code) == ("j1", 600, 0)
    path.write_text("torn")
    assert list(papers.owed(1_600, here)) == []


def test_an_address_that_cannot_be_used_is_a_bot_that_cannot_be_asked(tmp_path: Path) -> None:
    papers.save(Papers("k", "http://far.example"), shell(tmp_path))
    with pytest.raises(Unreachable, match="https"):
        Bot(shell(tmp_path)).covering()
