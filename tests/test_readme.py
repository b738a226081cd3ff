"""The READMEs say what there is, in both languages: what is made is up to date, what is named exists."""

import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import typer
from typer.testing import CliRunner

from bot.agent.cli import KNOWN_VERBS as AGENT_VERBS
from bot.cli import AGENT_WORDS
from bot.commands.all import build_registry
from bot.language.reading import Card, read_command
from bot.language.reading.intent import read_intent
from bot.people.services.setup import USUAL_LIMITS
from bot.service_cli import application
from bot.settings import PROXIES, Settings
from storage.database import open_database
from tests.readme_parts import PARTS, READMES, part_of, put_in
from tests.readme_transcript import ROOT

TEXTS = {language: path.read_text("utf-8") for language, path in READMES.items()}
PLAIN = {"en": "In plain words", "zh": "直接说就行"}
MISSING = {"en": "What this version does not have", "zh": "这一版还没有的"}
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
OF_TELEGRAM = {"newbot", "setprivacy"}
"""What one says to BotFather."""

both = pytest.mark.parametrize("language", TEXTS)


def headings(text: str) -> list[str]:
    """The headings, in order; those in code are none."""
    return re.findall(r"^(#+ .+)$", FENCE.sub("", text), re.MULTILINE)


def code(text: str) -> list[str]:
    """Every line of code, in blocks and between backticks, without what is made."""
    for name in PARTS:
        text = text.replace(part_of(text, name), "")
    lines = [line.strip() for _, block in FENCE.findall(text) for line in block.splitlines()]
    return lines + re.findall(r"`([^`]+)`", FENCE.sub("", text).replace("\n", " "))


def section(text: str, title: str) -> str:
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def without(text: str, title: str) -> str:
    return text.replace(section(text, title), "")


def calls(lines: list[str]) -> Iterator[list[str]]:
    """The words of each call of `pinka` in some lines of code."""
    for line in lines:
        found = re.match(r"(?:\S*/)?pinka +([a-z].*)", line.split(" #")[0])
        if found:
            yield shlex.split(found[1])


@pytest.mark.parametrize("name", PARTS)
@both
def test_what_is_made_is_up_to_date(language: str, name: str) -> None:
    """Else: `python -m tests.readme_parts`, and look at what changed."""
    assert part_of(TEXTS[language], name) == PARTS[name](language)


def test_putting_a_part_in_changes_that_part_alone() -> None:
    readme = "a\n<!-- x -->\nold\n<!-- /x -->\nb\n<!-- y -->\n<!-- /y -->\n"

    assert put_in(readme, "x", "new\nnew") == readme.replace("old", "new\nnew")
    assert part_of(put_in(readme, "y", "made"), "y") == "made"


def test_both_have_the_same_sections_blocks_and_links() -> None:
    en, zh = TEXTS.values()

    assert [line.split()[0] for line in headings(en)] == [line.split()[0] for line in headings(zh)]
    assert [kind for kind, _ in FENCE.findall(en)] == [kind for kind, _ in FENCE.findall(zh)]
    assert [link for _, link in links(en)][1:] == [link for _, link in links(zh)][1:]


def links(text: str) -> list[tuple[str, str]]:
    return re.findall(r"\[([^\]]+)\]\(([^)]+)\)", FENCE.sub("", text))


@both
def test_every_link_into_the_repository_leads_somewhere(language: str) -> None:
    for _, link in links(TEXTS[language]):
        path, _, anchor = link.partition("#")
        if link.startswith("https://"):
            continue
        assert (ROOT / path).is_file(), link
        titles = [title.lstrip("# ").lower() for title in headings((ROOT / path).read_text("utf-8"))] if anchor else []
        assert not anchor or anchor in titles, link


@both
def test_every_script_and_module_that_is_named_exists(language: str) -> None:
    lines = code(TEXTS[language])
    scripts = {found for line in lines for found in re.findall(r"\bdeploy/[a-z]+\.\w+", line)}
    modules = {found for line in lines for found in re.findall(r"python -m ([a-z_.]+)", line)}

    assert {"deploy/demo.sh", "deploy/test.sh"} <= scripts and "tests.readme_parts" in modules
    assert all((ROOT / path).is_file() for path in scripts)
    assert all((ROOT / f"{name.replace('.', '/')}.py").is_file() for name in modules if name.startswith("tests."))


@both
def test_every_setting_is_in_the_table_with_its_default_and_no_other(language: str) -> None:
    rows = dict(re.findall(r"^\| `(PINKA_\w+)` \| (.+?) \|", TEXTS[language], re.MULTILINE))
    fields = {f"PINKA_{name.upper()}": field.default for name, field in Settings.model_fields.items()}

    assert set(rows) == {*fields, "PINKA_CONFIG"}
    assert {name: f"`{value}`" for name, value in fields.items() if value is not None}.items() <= rows.items()
    assert set(re.findall(r"PINKA_[A-Z_]+[A-Z]", TEXTS[language])) - {"PINKA_USER"} == set(rows)
    assert all(f"`{proxy}`" in TEXTS[language] for proxy in PROXIES)


@both
def test_every_command_line_that_is_shown_exists_with_its_options(language: str) -> None:
    commands = typer.main.get_command(application()).commands  # type: ignore[attr-defined]
    shown = list(calls(code(without(TEXTS[language], MISSING[language]))))

    assert {"setup", "run", "doctor", "chat", "parse"} <= {words[0] for words in shown}
    for words in shown:
        if words[0] in AGENT_WORDS:
            assert words[0] != "agent" or words[1] in AGENT_VERBS
            continue
        known = {option for one in commands[words[0]].params for option in one.opts}
        assert {word for word in words if word.startswith("--")} <= known, words


@both
def test_the_options_of_the_demo_exist(language: str) -> None:
    (line,) = (line for line in code(TEXTS[language]) if line.startswith("sh deploy/demo.sh "))
    demo = typer.main.get_command(application()).commands["demo"]  # type: ignore[attr-defined]

    assert set(re.findall(r"--\w+", line)) <= {option for one in demo.params for option in one.opts}


@both
def test_every_chat_command_that_is_shown_exists(language: str) -> None:
    lines = code(without(TEXTS[language], MISSING[language]))
    shown = {found for line in lines for found in re.findall(r"^/([a-z]+)\b(?!/)", line)}

    assert {"setup", "pool", "join", "book", "start"} <= shown
    assert shown - OF_TELEGRAM - {"bot"} <= set(build_registry().names)


@both
def test_what_is_said_to_be_missing_is_missing(language: str) -> None:
    lines = re.findall(r"`([^`]+)`", section(TEXTS[language], MISSING[language]))
    commands = {line.removeprefix("/") for line in lines if line.startswith("/")} - {"status"}
    programs = {line.split()[1] for line in lines if line.startswith("pinka ")} - AGENT_WORDS

    assert {"give", "swap", "wait", "deadline"} <= commands
    assert {"backup", "restore", "move", "export"} <= programs
    assert not commands & set(build_registry().names)
    assert not programs & set(typer.main.get_command(application()).commands)  # type: ignore[attr-defined]


@both
def test_the_limits_that_are_told_are_those_of_a_new_pool(language: str) -> None:
    units = {
        "min_seconds": 60,
        "max_seconds": 86400,
        "horizon_seconds": 86400,
        "half_ahead_seconds": 86400,
        "week_share_permille": 1000,
    }
    assert USUAL_LIMITS.keys() == units.keys()
    minutes, days, ahead, half, share = (f"{(USUAL_LIMITS[name] or 0) / unit:g}" for name, unit in units.items())
    told = {
        "en": (
            f"at least {minutes} minutes and at most {days} days and begins within {ahead} days. "
            f"More than {half} day ahead, it takes at most half of the cards of a kind. "
            f"Booked ahead, each person has at most {share} × an equal share of a week"
        ),
        "zh": (
            f"一次最少订 {minutes} 分钟，最多 {days} 天，{ahead} 天之内开始。提前超过 {half} 天的，一种卡最多订一半。"
            f"提前订的，每人每周最多是平均数的 {share} 倍"
        ),
    }

    assert told[language] in TEXTS[language].replace("\n", " ")


def spoken(language: str) -> list[tuple[str, str]]:
    """What one can say in plain words, and the command that is said to be the same."""
    rows = re.findall(r"^\| (.+?) \| `(/.+?)`", section(TEXTS[language], PLAIN[language]), re.MULTILINE)
    return [(sentence, command) for sentence, command in rows]


@both
def test_every_sentence_in_plain_words_is_read_as_the_command_beside_it(language: str) -> None:
    names = build_registry().names
    cards = [Card(number, "A100", 80) for number in range(8)]
    now = datetime(2026, 12, 2, 20, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
    rows = spoken(language)

    assert len(rows) > 10
    for sentence, command in rows:
        typed, meant = read_command(command, names), read_intent(sentence, now, cards, names)
        assert typed is not None and meant is not None and meant.command == typed.name, sentence


def test_both_show_sentences_for_the_same_commands() -> None:
    en, zh = ([command.split()[0] for _, command in spoken(language)] for language in TEXTS)

    assert sorted(en) == sorted(zh)


@both
def test_the_sentence_that_shows_how_a_text_is_read_is_understood(language: str) -> None:
    (words,) = (words for words in calls(code(TEXTS[language])) if words[0] == "parse")
    result = CliRunner().invoke(application(), [*words, "--json"])

    assert result.exit_code == 0
    assert '"outcome": "ok"' in result.output and '"start": "2026-12-03T2' in result.output


@both
def test_the_backup_that_is_shown_holds_what_is_still_beside_the_file(language: str, tmp_path: Path) -> None:
    (line,) = (line for line in code(TEXTS[language]) if line.startswith("python3 -c"))
    words = shlex.split(line, comments=True)
    open_database(f"sqlite:///{tmp_path}/pinka.db").close_now()
    running = sqlite3.connect(tmp_path / "pinka.db")
    running.execute("INSERT INTO note (name, value) VALUES ('kept', 'here')")
    running.commit()
    subprocess.run([sys.executable, *words[1:]], cwd=tmp_path, check=True)
    running.close()

    backup = sqlite3.connect(tmp_path / "pinka-backup.db")
    assert backup.execute("SELECT count(*) FROM note").fetchone() == (1,)
    backup.close()
    open_database(f"sqlite:///{tmp_path}/pinka-backup.db").close_now()
